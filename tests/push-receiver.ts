// A push service of one's own, over TLS, for browsers of one's own: it takes what the server sends, and reads it as a browser
// does, by the WebCrypto that browsers have and none of the product's code.
import { createSign, generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { NewPush } from '@twinmint/sdk/api/alerts/contract'

const { subtle } = webcrypto

// A certificate in DER: what nothing in Node makes.
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 0xff])
  return Buffer.concat([Buffer.from([tag]), length, body])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes)

/** Signed by itself, for `localhost`. */
function certificateOf({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): string {
  const ecdsaWithSha256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), utf8('localhost'))))
  const year = (text: string) => der(0x18, Buffer.from(`${text}0101000000Z`))
  const alternativeNames = sequence(
    oid(0x55, 0x1d, 0x11),
    der(0x04, sequence(der(0x82, Buffer.from('localhost')))),
  )
  const isAuthority = sequence(
    oid(0x55, 0x1d, 0x13),
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  )
  const certificate = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(year('2020'), year('2090')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames, isAuthority)),
  )
  const signature = createSign('sha256').update(certificate).sign(privateKey)
  const whole = sequence(certificate, ecdsaWithSha256, bits(signature))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** What the push service answers; `hang` never does. */
export type Answer = number | 'hang'

/** Listens at a free port. `folder` gets the certificate, for the server's NODE_EXTRA_CA_CERTS. */
export async function startPushReceiver(folder: string) {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = certificateOf(pair)
  const certificateFile = join(folder, 'push-receiver.pem')
  writeFileSync(certificateFile, certificate)
  const received: Received[] = []
  let answer: (path: string) => Answer = () => 201
  const server = createServer(
    { key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: certificate },
    (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const path = request.url ?? ''
        received.push({
          path,
          headers: request.headers as Record<string, string>,
          body: Buffer.concat(parts),
        })
        const status = answer(path)
        if (status === 'hang') return
        response.writeHead(status, { location: `https://${host}/elsewhere` }).end('x'.repeat(100_000))
      })
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    origin: `https://${host}`,
    certificateFile,
    received,
    answerWith: (next: (path: string) => Answer) => {
      answer = next
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

const base64url = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64url')

/** A browser that has subscribed: what it tells of itself, and how it reads what comes. */
export async function createBrowser(endpoint: string) {
  const pair = await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const ownKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const auth = webcrypto.getRandomValues(new Uint8Array(16))
  const subscription: NewPush = { endpoint, keys: { p256dh: base64url(ownKey), auth: base64url(auth) } }
  const derive = async (salt: Uint8Array, secret: ArrayBuffer, info: Uint8Array, length: number) =>
    subtle.deriveBits(
      { name: 'HKDF', hash: 'SHA-256', salt, info },
      await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']),
      length * 8,
    )
  /** Reads a body of `aes128gcm` (RFC 8188) by RFC 8291. Rejects for any that is not for this browser. */
  async function read(body: Buffer): Promise<unknown> {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
    const senderKey = body.subarray(21, 21 + keyLength)
    const sender = await subtle.importKey('raw', senderKey, { name: 'ECDH', namedCurve: 'P-256' }, true, [])
    const shared = await subtle.deriveBits({ name: 'ECDH', public: sender }, pair.privateKey, 256)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey])
    const secret = await derive(auth, shared, info, 32)
    const key = await derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const iv = await derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const plain = Buffer.from(
      await subtle.decrypt(
        { name: 'AES-GCM', iv },
        await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']),
        body.subarray(21 + keyLength),
      ),
    )
    if (plain.at(-1) !== 2) throw new Error('the record has no end')
    return JSON.parse(plain.subarray(0, -1).toString())
  }
  return { subscription, read }
}

/** Whether a push's `Authorization` is signed by the key that it names, and by the one that browsers were given. */
export async function checkAuthorization(
  header: string,
  publicKey: string,
): Promise<Record<string, unknown>> {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  if (key !== publicKey) throw new Error('another key than the one that browsers were given')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const known = await subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, true, ['verify'])
  const isSigned = await subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    known,
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${head}.${claims}`),
  )
  if (!isSigned) throw new Error('the signature does not fit')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
}
