// The picture of a launch as it is chosen, drawn, and remembered in its tab.
import { useCallback, useEffect, useState } from 'react'
import { rememberedPicture, rememberPicture } from '../memory.ts'
import { imageFileError } from '../rules.ts'

/** The chosen file, an address to draw it from, and why it can't be the picture. */
export function usePicture() {
  const [picked, setPicked] = useState<{ readonly file: File; readonly url: string }>()
  const [unreadable, setUnreadable] = useState(false)
  const url = picked?.url
  useEffect(() => {
    if (url === undefined) return
    return () => URL.revokeObjectURL(url)
  }, [url])
  const show = useCallback((file: File | undefined) => {
    setUnreadable(false)
    setPicked(file && { file, url: URL.createObjectURL(file) })
  }, [])
  const pick = useCallback(
    (file: File | undefined) => {
      show(file)
      void rememberPicture(imageFileError(file) === undefined ? file : undefined)
    },
    [show],
  )
  useEffect(() => {
    let isGone = false
    void rememberedPicture().then((file) => {
      if (file !== undefined && !isGone) show(file)
    })
    return () => {
      isGone = true
    }
  }, [show])
  const markUnreadable = useCallback(() => setUnreadable(true), [])
  const fileError = imageFileError(picked?.file)
  return {
    file: picked?.file,
    // A file of another kind is not drawn at all.
    url: fileError === undefined && !unreadable ? url : undefined,
    error: fileError ?? (unreadable ? 'This file cannot be read as a picture' : undefined),
    pick,
    markUnreadable,
  }
}
