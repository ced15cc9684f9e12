// How long a wallet is waited for: until its user cancels on the page, and no longer than its answer would be worth something.
import { NotSigned } from './not-signed.ts'

/** No blockhash expires sooner: 150 slots are a minute. */
const FIRST_LOOK_MS = 40_000
const LOOK_MS = 5_000
/** A node that does not answer, or a chain that stands still, does not keep a card for longer. */
const WAIT_MS_MAX = 180_000

/**
 * The answer, unless `signal` is aborted before: then a NotSigned at once, whatever is waited for. An answer that comes later goes
 * nowhere.
 */
export async function orCancelled<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer
  const over = new AbortController()
  const cancelled = new Promise<never>((_resolve, reject) => {
    const cancel = () => reject(new NotSigned('cancelled'))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { signal: over.signal })
  })
  return Promise.race([cancelled, answer]).finally(() => over.abort())
}

/** The answer, unless what was asked about expires before: then a NotSigned. */
export async function orExpired<T>(answer: Promise<T>, isExpired: () => Promise<boolean>): Promise<T> {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isOver = false
  const expired = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new NotSigned('transactionExpired'))
    const look = async () => {
      if (await isExpired().catch(() => false)) giveUp()
      else if (!isOver) timers.add(setTimeout(() => void look(), LOOK_MS))
    }
    timers.add(setTimeout(() => void look(), FIRST_LOOK_MS))
    timers.add(setTimeout(giveUp, WAIT_MS_MAX))
  })
  return Promise.race([expired, answer]).finally(() => {
    isOver = true
    for (const timer of timers) clearTimeout(timer)
  })
}
