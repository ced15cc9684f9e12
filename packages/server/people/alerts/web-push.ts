// A message for one browser that its push service cannot read (RFC 8291), and the token that says who sends it (RFC 8292).
// Node's own cryptography: no network, no clock of its own.
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

export interface PushKey {
  readonly privateKey: KeyObject
  /** Base64url, 65 bytes: what browsers subscribe to. */
  readonly publicKey: string
}

/** The key of PKCS #8 in base64. */
export function readPushKey(pkcs8: string): PushKey {
  const privateKey = createPrivateKey({ key: Buffer.from(pkcs8, 'base64'), format: 'der', type: 'pkcs8' })
  const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const point = Buffer.concat([
    Buffer.from([4]),
    ...[x, y].map((coordinate) => Buffer.from(coordinate, 'base64url')),
  ])
  return { privateKey, publicKey: point.toString('base64url') }
}

/** The bytes of one record, and what it has beside them: the header's salt, record size and sender's key. */
const RECORD_BYTES = 4_096
const TAG_BYTES = 16
const HEAD_BYTES = 86
/** So much a message may have, that its record fits what push services take. */
export const MESSAGE_BYTES_MAX = RECORD_BYTES - HEAD_BYTES - TAG_BYTES - 1

export interface PushReceiver {
  /** Base64url: the browser's public key, 65 bytes of P-256. */
  readonly p256dh: string
  /** Base64url: the secret it shares with the sender, 16 bytes. */
  readonly auth: string
}

const hkdf = (salt: Buffer, secret: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** `message` for this receiver alone, as `Content-Encoding: aes128gcm`. Throws for keys that are none, and a message too long. */
export function encryptPush(
  message: Buffer,
  { p256dh, auth }: PushReceiver,
  made: { readonly salt: Buffer; readonly privateKey?: Buffer } = { salt: randomBytes(16) },
): Buffer {
  if (message.length > MESSAGE_BYTES_MAX) throw new RangeError('the message is too long to be pushed')
  const sender = createECDH('prime256v1')
  if (made.privateKey) sender.setPrivateKey(made.privateKey)
  else sender.generateKeys()
  const senderKey = sender.getPublicKey()
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const shared = sender.computeSecret(receiverKey)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const secret = hkdf(Buffer.from(auth, 'base64url'), shared, keyInfo, 32)
  const key = hkdf(made.salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(made.salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    made.salt,
    size,
    Buffer.from([senderKey.length]),
    senderKey,
    // The delimiter of the last record, which is the only one.
    cipher.update(Buffer.concat([message, Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** A push service refuses tokens that hold longer than a day. */
const TOKEN_SECONDS = 12 * 3_600

/** The header `Authorization` for one push service: who sends (`subject`), until when it holds, signed. */
export function pushAuthorization(
  { privateKey, publicKey }: PushKey,
  { origin, subject, nowMs }: { readonly origin: string; readonly subject: string; readonly nowMs: number },
): string {
  const part = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const claims = { aud: origin, exp: Math.floor(nowMs / 1_000) + TOKEN_SECONDS, sub: subject }
  const text = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
}
