import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '../core/errors.ts'
import { installErrorHandling } from './http.ts'

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
