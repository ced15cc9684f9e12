// One push to one push service: a request to an address that a stranger named, so nothing of it is believed.
import { Agent, request } from 'node:https'
import { pushTarget } from '@twinmint/sdk/api/alerts/rules'
import { lookupPublic } from '../../http/public-hosts.ts'
import { encryptPush, type PushKey, type PushReceiver, pushAuthorization } from './web-push.ts'

const TIMEOUT_MS = 10_000
/** A push service keeps what a browser does not fetch for so long. */
const TTL_SECONDS = 3_600

export interface Push extends PushReceiver {
  readonly endpoint: string
  readonly message: object
  /** Of pushes with the same topic a push service keeps the last; base64url, 32 characters at most. */
  readonly topic: string
}

export interface PushAnswer {
  /** Undefined where no answer came. */
  readonly status: number | undefined
  readonly retryAfterSeconds: number
}

export interface PushSender {
  readonly publicKey: string
  /** Resolves with what the push service answered, within ten seconds; nothing that it says besides is read. */
  send(push: Push): Promise<PushAnswer>
  close(): void
}

export function openPushSender(
  key: PushKey,
  {
    pushHosts,
    subject,
  }: {
    readonly pushHosts: readonly string[]
    /** Who sends: an https: or mailto: address. */
    readonly subject: () => string
  },
): PushSender {
  const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: TIMEOUT_MS })

  return {
    publicKey: key.publicKey,
    send({ endpoint, message, topic, ...receiver }) {
      const target = pushTarget(endpoint, pushHosts)
      // PUSH_HOSTS has changed since it was taken.
      if (target === undefined) return Promise.resolve({ status: 410, retryAfterSeconds: 0 })
      const { url, mayBePrivate } = target
      const body = encryptPush(Buffer.from(JSON.stringify(message)), receiver)
      return new Promise((resolve) => {
        const none = () => resolve({ status: undefined, retryAfterSeconds: 0 })
        const sent = request(
          url,
          {
            method: 'POST',
            agent,
            ...(!mayBePrivate && { lookup: lookupPublic }),
            // Whole, from the look-up on.
            signal: AbortSignal.timeout(TIMEOUT_MS),
            headers: {
              ttl: TTL_SECONDS,
              urgency: 'high',
              topic,
              'content-type': 'application/octet-stream',
              'content-encoding': 'aes128gcm',
              'content-length': body.length,
              authorization: pushAuthorization(key, {
                origin: url.origin,
                subject: subject(),
                nowMs: Date.now(),
              }),
            },
          },
          (response) => {
            const { statusCode, headers } = response
            // Redirects are not followed, and no body is read.
            response.destroy()
            resolve({ status: statusCode, retryAfterSeconds: Number(headers['retry-after']) || 0 })
          },
        )
        sent.on('error', none)
        sent.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}
