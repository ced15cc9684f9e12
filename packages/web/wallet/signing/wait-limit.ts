// Limits the wait for a wallet: until the user cancels on the page, or the transaction expires.
import { NotSigned } from './not-signed.ts'

/** No blockhash expires sooner: 150 slots are a minute. */
const FIRST_LOOK_MS = 40_000
const LOOK_MS = 5_000
/** Upper bound where the node does not answer or the chain has stopped. */
const WAIT_MS_MAX = 180_000

/**
 * Resolves with the answer. Rejects with a NotSigned as soon as `signal` is aborted; a later answer is dropped.
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

/** Resolves with the answer. Rejects with a NotSigned when the transaction expires first. */
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
