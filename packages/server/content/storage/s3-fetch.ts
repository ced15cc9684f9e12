// How an S3-compatible store is asked. It is another machine, so nothing that it does takes this one's memory or time: few
// requests at once, few that wait, each with a time limit, and answers read whole up to a size.

import { Refusal } from '@twinmint/sdk/core/errors'
import pLimit from 'p-limit'

export interface FetchLimits {
  readonly atOnce: number
  /** More than so many that wait are refused contentUnavailable. */
  readonly waitingMax: number
  /** Of a whole answer. */
  readonly answerMs: number
  readonly answerBytesMax: number
}

/** The store answered, and not as a store should. Its message holds no secret and nothing that the store chose. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure'
}

/** Of a refusal only its code is read. */
const ERROR_BYTES_MAX = 8 * 1024

export function boundedFetch({ atOnce, waitingMax, answerMs, answerBytesMax }: FetchLimits): typeof fetch {
  const inTurn = pLimit(atOnce)
  return (input, init) => {
    if (inTurn.pendingCount >= waitingMax)
      throw new Refusal('contentUnavailable', 'Too many pictures are being fetched at the moment.')
    return inTurn(async () => {
      // Not to wherever the store says: the request carries a signature.
      const response = await fetch(input, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerMs),
      })
      const bytes = await readBody(response, response.ok ? answerBytesMax : ERROR_BYTES_MAX)
      if (response.status === 404 && Buffer.from(bytes).includes('<Code>NoSuchBucket<'))
        throw new StoreFailure('it has no such bucket')
      const { status, statusText, headers } = response
      const hasBody = status !== 204 && status !== 304 && init?.method !== 'HEAD'
      return new Response(hasBody ? bytes : null, { status, statusText, headers })
    })
  }
}

async function readBody({ body }: Response, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    // Leaving the loop hangs up.
    if (size > bytesMax) throw new StoreFailure(`it sent more than ${bytesMax} bytes`)
    pieces.push(piece)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
