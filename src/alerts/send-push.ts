// One push to one push service: a request to an address that a stranger named, so nothing of it is believed.
import { lookup } from 'node:dns'
import { Agent, request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { pushTarget } from './rules.ts'
import { encryptPush, type PushKey, type PushReceiver, pushAuthorization } from './web-push.ts'

const TIMEOUT_MS = 10_000
/** A push service keeps what a browser does not fetch for so long. */
const TTL_SECONDS = 3_600

/** Networks that nobody reaches from outside: this machine, its neighbors, and what is reserved. */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/** Whether an address is of a network that nobody reaches from outside. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return PRIVATE.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** Looks a name up, and finds nothing where it leads into a private network: the connection goes to what was looked at. */
export const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses ?? []
    const refused = found.find(({ address }) => isPrivateAddress(address))
    const failure = error ?? (refused || found.length === 0 ? new Error(`${hostname} is not public`) : null)
    const [first] = found
    if (failure || first === undefined) done(failure, '', 0)
    else if (options.all === true) done(null, found)
    else done(null, first.address, first.family)
  })

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
