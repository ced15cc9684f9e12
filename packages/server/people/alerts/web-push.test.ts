import { generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptPush, MESSAGE_BYTES_MAX, pushAuthorization, readPushKey } from './web-push.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted to the very bytes of the example in RFC 8291, Appendix A', () => {
  const encrypted = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    },
  )
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('the same message is never the same bytes twice, and one that is too long is refused', () => {
  const receiver = { p256dh: keyOf(pkcs8()).publicKey, auth: Buffer.alloc(16, 7).toString('base64url') }
  const message = Buffer.alloc(MESSAGE_BYTES_MAX, 65)
  expect(encryptPush(message, receiver).equals(encryptPush(message, receiver))).toBe(false)
  expect(encryptPush(message, receiver).length).toBeLessThanOrEqual(4_096)
  expect(() => encryptPush(Buffer.alloc(MESSAGE_BYTES_MAX + 1), receiver)).toThrow('too long')
  expect(() => encryptPush(message, { ...receiver, p256dh: 'AAAA' })).toThrow('Public key')
})

test('who sends is signed with the key that browsers know, for one push service and half a day', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = keyOf(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'))
  const header = pushAuthorization(key, {
    origin: 'https://push.example',
    subject: 'https://twinmint.example',
    nowMs: 1_000_000_000_000,
  })
  const [, head = '', claims = '', signature = '', known] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: 1_000_043_200,
    sub: 'https://twinmint.example',
  })
  const { x, y } = publicKey.export({ format: 'jwk' })
  expect(known).toBe(Buffer.concat([Buffer.from([4]), bytes(x ?? ''), bytes(y ?? '')]).toString('base64url'))
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytes(signature))).toBe(true)
  expect(verify('sha256', Buffer.from(`${head}.${claims}x`), signed, bytes(signature))).toBe(false)
})

const pkcs8 = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64')
const keyOf = readPushKey
