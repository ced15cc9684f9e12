import rateLimit from '@fastify/rate-limit'
import { Refusal } from '@twinmint/sdk/core/errors'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { openCalls } from '../../http/calls.ts'
import { installErrorHandling } from '../../http/http.ts'
import { contentRoutes } from './content-routes.ts'

test('one address is told of 60 folders a minute: each may have to be made', async () => {
  const app = Fastify()
  installErrorHandling(app)
  await app.register(rateLimit, { max: 1_200, errorResponseBuilder: () => new Refusal('rateLimited') })
  contentRoutes(openCalls(app), {
    db: { query: async () => [] } as unknown as Database,
    folders: { find: async () => undefined },
    publicUrl: () => 'https://twin.example',
    pinningService: undefined,
  })
  const ask = async () => (await app.inject('/api/collections/frog/content')).statusCode
  for (let at = 0; at < 60; at++) expect(await ask()).toBe(404)
  expect(await ask()).toBe(429)
  await app.close()
})
