// Reads what could not be loaded once more.
import { Button, type ButtonProps } from '../ui/Button.tsx'

/** A query's own fields. */
export interface Retried {
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export function RetryButton({
  query: { isFetching, refetch },
  variant = 'secondary',
  size,
}: Pick<ButtonProps, 'variant' | 'size'> & { readonly query: Retried }) {
  return (
    <Button variant={variant} size={size} pending={isFetching} onClick={() => void refetch()}>
      Retry
    </Button>
  )
}
