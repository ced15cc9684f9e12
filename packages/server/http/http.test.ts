import { Refusal } from '@twinmint/sdk/core/errors'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
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

test('refusals are logged at debug, failures as errors up to a limit per minute', async () => {
  const levels: number[] = []
  const write = (line: string) => void levels.push((JSON.parse(line) as { level: number }).level)
  const app = Fastify({ disableRequestLogging: true, logger: { level: 'debug', stream: { write } } })
  installErrorHandling(app)
  app.get('/shut', () => Promise.reject(new Refusal('notOpen')))
  app.get('/away', () =>
    Promise.reject(new Refusal('chainUnavailable', undefined, { cause: new Error('refused') })),
  )
  app.get('/broken', () => Promise.reject(new Error('broken')))
  const logged = async (path: string, count: number) => {
    levels.length = 0
    for (let at = 0; at < count; at++) await app.inject(path)
    return [levels.filter((level) => level === 50).length, levels.filter((level) => level === 20).length]
  }
  expect(await logged('/shut', 3)).toEqual([0, 3])
  expect(await logged('/away', 40)).toEqual([30, 10])
  expect(await logged('/broken', 40)).toEqual([30, 10])
})

test('a transaction that failed on the chain is answered with what it cost', async () => {
  const app = Fastify()
  installErrorHandling(app)
  app.get('/refused', () => Promise.reject(new Refusal('nftTaken')))
  app.get('/failed', () => Promise.reject(new Refusal('nftTaken', undefined, { feeCharged: true })))
  expect((await app.inject('/refused')).json()).not.toHaveProperty('feeCharged')
  expect((await app.inject('/failed')).json()).toMatchObject({ code: 'nftTaken', feeCharged: true })
})
