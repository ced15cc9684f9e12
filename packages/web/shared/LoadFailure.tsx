// What stands where a list or figures would be that could not be loaded: what the server said, and a retry.
import { TriangleAlert } from 'lucide-react'
import { errorMessage } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'

/** What a query says of itself. */
interface Failed {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export function LoadFailure({
  what,
  query: { error, isFetching, refetch },
  level,
  isSmall,
}: {
  /** As the sentence begins: “The figures”. */
  readonly what: string
  readonly query: Failed
  /** Below which heading it stands. */
  readonly level?: 'h3'
  readonly isSmall?: boolean
}) {
  return (
    <Message
      icon={<TriangleAlert size={32} aria-hidden="true" className="text-down" />}
      title={`${what} could not be loaded`}
      {...(level !== undefined && { level })}
      {...(isSmall !== undefined && { isSmall })}
      action={
        <Button variant="secondary" pending={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      {errorMessage(error, 'The server did not say why.')}
    </Message>
  )
}
