import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '../core/errors.ts'
import { installErrorHandling, limitKey } from './http.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('requests of %s count against %s', (ip, key) => {
  expect(limitKey(ip)).toBe(key)
})

test.each([
  ['picturesBusy', 503, 'Too many pictures are being taken in at the moment, and this one was not.'],
  ['rateLimited', 429, 'Too many requests came from your address.'],
] as const)('whoever is sent away by %s is told when to come again', async (code, status, sentence) => {
  const app = Fastify()
  installErrorHandling(app)
  app.get('/busy', () => Promise.reject(new Refusal(code)))
  const { statusCode, headers, body } = await app.inject('/busy')
  expect([statusCode, headers['retry-after']]).toEqual([status, '5'])
  expect(body).toContain(sentence)
})

test('a transaction that failed on the chain is answered with what it cost', async () => {
  const app = Fastify()
  installErrorHandling(app)
  app.get('/refused', () => Promise.reject(new Refusal('nftTaken')))
  app.get('/failed', () => Promise.reject(new Refusal('nftTaken', undefined, { feeCharged: true })))
  expect((await app.inject('/refused')).json()).not.toHaveProperty('feeCharged')
  expect((await app.inject('/failed')).json()).toMatchObject({ code: 'nftTaken', feeCharged: true })
})
