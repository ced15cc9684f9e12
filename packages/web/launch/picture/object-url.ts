// An address from which the page draws a file, for as long as it is shown.
import { useEffect, useMemo } from 'react'

export function useObjectUrl(file: Blob | undefined): string | undefined {
  const url = useMemo(() => (file === undefined ? undefined : URL.createObjectURL(file)), [file])
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  return url
}
