// What a panel shows in place of a list or figures that could not be loaded: the server's reason, and a retry.
import { TriangleAlert } from 'lucide-react'
import { errorMessage } from '../data/api.ts'
import { Message } from '../ui/Message.tsx'
import { type Retried, RetryButton } from './RetryButton.tsx'

export const NO_REASON = 'The server did not say why.'

export interface Failed extends Retried {
  readonly error: unknown
}

export interface FailureLook {
  /** Below which heading it stands. */
  readonly level?: 'h3'
  /** A line or two. */
  readonly isSmall?: boolean
}

export function LoadFailure({
  title,
  query,
  ...look
}: FailureLook & {
  /** "The figures could not be loaded". */
  readonly title: string
  readonly query: Failed
}) {
  return (
    <Message
      icon={<TriangleAlert size={32} aria-hidden="true" className="text-down" />}
      title={title}
      {...look}
      action={<RetryButton query={query} />}
    >
      {errorMessage(query.error, NO_REASON)}
    </Message>
  )
}
