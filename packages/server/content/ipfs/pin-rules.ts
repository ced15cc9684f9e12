// What a pinning service's answer means, and when it is asked again. By the IPFS Pinning Service API. Pure.

import { PIN_STATES, type PinState } from '@twinmint/sdk/api/content/contract'
import { z } from 'zod'

/** One server has it at a time: it is nobody else's to ask about until `dueAt`. */
export interface PinJob {
  readonly cid: string
  readonly service: string
  /** The service's own; null until it was asked. */
  readonly requestId: string | null
  readonly state: PinState
  /** Failed or unanswered in a row. */
  readonly failures: number
  /** Looks since the service was asked. */
  readonly looks: number
  /** Of the first coin that has this folder. */
  readonly name: string
  readonly symbol: string
  readonly mintAddress: string
}

export interface PinOutcome {
  readonly requestId: string | null
  readonly state: PinState
  readonly message: string | null
  readonly failures: number
  readonly looks: number
  /** Until it is looked at again. */
  readonly inSeconds: number
}

/** What a service answered; undefined for a body that is not what the API says. */
export interface ServiceAnswer {
  /** Undefined where none came in time. */
  readonly status: number | undefined
  readonly body: unknown
  readonly retryAfterSeconds: number
}

const statusSchema = z.object({ requestid: z.string().min(1).max(200), status: z.enum(PIN_STATES) })
const failureSchema = z.object({
  error: z.object({ reason: z.string(), details: z.string().optional() }),
})

const HOUR = 3_600
/** A service may lose what it had. */
const LOOK_AGAIN_SECONDS = 7 * 24 * HOUR
/** 10 s, 20 s, 40 s … to an hour. */
const waitAfter = (times: number): number => Math.min(HOUR, 10 * 2 ** Math.min(times, 10))
/** One that failed is asked for anew: after a minute, then longer, up to a day. */
const againAfter = (failures: number): number => Math.min(24 * HOUR, 60 * 4 ** Math.min(failures, 8))

/** Texts of a service are shown on the coin's page: one line of what can be seen, and never the token. */
export function messageOf(text: string, token: string): string {
  const line = text.replaceAll(token, '…').replace(/[\p{C}\p{Z}]+/gu, ' ')
  return Array.from(line).slice(0, 200).join('').trim()
}

/** What becomes of a pin after the service was asked to pin (`requestId` is null) or how far it is. */
export function decidePin(job: PinJob, answer: ServiceAnswer, token: string): PinOutcome {
  const { status, body, retryAfterSeconds } = answer
  const isGood = status !== undefined && status >= 200 && status < 300
  const told = isGood ? statusSchema.safeParse(body) : undefined
  if (told?.success === true) return decideTold(job, told.data)
  const failures = job.failures + 1
  // It has forgotten the request, or somebody has removed it: it is made anew.
  if (status === 404 && job.requestId !== null)
    return {
      requestId: null,
      state: 'queued',
      message: null,
      failures,
      looks: 0,
      inSeconds: againAfter(failures - 1),
    }
  const refusal = failureSchema.safeParse(body)
  const said = refusal.success
    ? [refusal.data.error.reason, refusal.data.error.details].filter(Boolean).join(': ')
    : ''
  const what =
    status === undefined
      ? 'The pinning service does not answer.'
      : status === 401 || status === 403
        ? 'The pinning service refuses the token.'
        : isGood
          ? 'The pinning service answers what the API does not know.'
          : `The pinning service answers ${status}${said === '' ? '' : ` (${said})`}.`
  // What it said last of the pin itself stays true while it is only busy or away.
  const isAway = status === undefined || status === 429 || status >= 500
  return {
    requestId: job.requestId,
    state: isAway ? job.state : 'failed',
    message: messageOf(what, token),
    failures,
    looks: job.looks,
    inSeconds: Math.max(
      isAway ? waitAfter(failures) : againAfter(failures),
      Math.min(retryAfterSeconds, 24 * HOUR),
    ),
  }
}

function decideTold(job: PinJob, { requestid, status }: z.infer<typeof statusSchema>): PinOutcome {
  if (status === 'pinned')
    return {
      requestId: requestid,
      state: status,
      message: null,
      failures: 0,
      looks: 0,
      inSeconds: LOOK_AGAIN_SECONDS,
    }
  if (status === 'failed') {
    const failures = job.failures + 1
    const message = 'The pinning service could not fetch the folder.'
    return { requestId: null, state: status, message, failures, looks: 0, inSeconds: againAfter(failures) }
  }
  const looks = job.looks + 1
  return {
    requestId: requestid,
    state: status,
    message: null,
    failures: job.failures,
    looks,
    inSeconds: waitAfter(looks - 1),
  }
}
