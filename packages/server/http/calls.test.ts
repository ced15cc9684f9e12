// What a route’s schema does: checks what came in, keeps out who may not ask, and leaves answers as they are.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openCalls } from './calls.ts'
import { errorSchema, installErrorHandling } from './http.ts'

const asked = z.object({ amount: z.coerce.number().max(5) })

async function open(who: { readonly isAdmin: boolean }) {
  const app = Fastify()
  installErrorHandling(app)
  app.decorateRequest('isAdmin', false)
  const api = openCalls(app)
  app.addHook('onRequest', async (request) => {
    request.isAdmin = who.isAdmin
  })
  api.get(
    '/things/:id',
    { schema: { params: z.object({ id: z.uuid() }), querystring: asked, response: { 200: asked } } },
    async ({ query }) => ({ ...query, unsaid: true }),
  )
  api.post('/things', { schema: { body: asked, needs: 'session' } }, async ({ body }) => body)
  api.post('/all', { schema: { body: asked } }, async ({ body }) => body)
  api.put('/admin', { schema: { body: asked, needs: 'admin' } }, async ({ body }) => body)
  return api
}

const ID = '0b4f1d1e-7d0a-4f0e-9a53-0a3f0e5b6c11'

test('a handler gets what its schema makes of the request, and its answer goes out as it is', async () => {
  const api = await open({ isAdmin: false })
  const answer = await api.inject(`/things/${ID}?amount=3&other=1`)
  expect(answer.json()).toEqual({ amount: 3, unsaid: true })
})

test.each([
  ['GET', `/things/1?amount=3`, undefined, 'id must be an id.'],
  ['GET', `/things/${ID}?amount=7`, undefined, 'amount must be at most 5.'],
  ['POST', '/all', undefined, 'The request is missing.'],
  ['POST', '/all', [], 'The request must be an object.'],
] as const)('%s %s is refused in a sentence', async (method, url, payload, message) => {
  const answer = await (await open({ isAdmin: false })).inject({
    method,
    url,
    ...(payload && { payload: [...payload] }),
  })
  expect(answer.statusCode).toBe(400)
  expect(errorSchema.parse(answer.json())).toMatchObject({ code: 'badRequest', message })
})

test('who may not ask hears that first: for admins’ calls before the body is read', async () => {
  const visitor = await open({ isAdmin: false })
  const broken = { payload: '{', headers: { 'content-type': 'application/json' } }
  expect((await visitor.inject({ method: 'PUT', url: '/admin', ...broken })).statusCode).toBe(404)
  expect((await visitor.inject({ method: 'POST', url: '/things', payload: {} })).statusCode).toBe(401)
  const admin = await open({ isAdmin: true })
  expect((await admin.inject({ method: 'PUT', url: '/admin', payload: {} })).statusCode).toBe(400)
  expect((await admin.inject({ method: 'PUT', url: '/admin', payload: { amount: 1 } })).statusCode).toBe(200)
})
