import { createKeypair } from '@twinmint/localnet/keypair'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { type Pace, startDemoMarket } from './market.ts'

const FAST: Pace = { openingMs: 1, livelyMs: 1, livelyForMs: 0, steadyMsMin: 1, steadyMsMax: 1 }

/** A market on a server that answers everything with one status. */
function startAgainst(status: number) {
  const requests: string[] = []
  const logged: string[] = []
  const app = {
    inject: async ({ url }: { url: string }) => {
      requests.push(url)
      return { statusCode: status, payload: JSON.stringify({ message: 'no' }) }
    },
  } as unknown as Pick<FastifyInstance, 'inject'>
  const log = { warn: () => logged.push('warn'), debug: () => logged.push('debug') }
  const market = startDemoMarket({ app, keypairs: [createKeypair(), createKeypair()], log, pace: FAST })
  return { market, requests, logged }
}

// At once: each but waits.
test.concurrent.each([
  [500, 'is broken'],
  [409, 'refuses launches'],
  [429, 'slows them down'],
])('bots wait longer and longer for a server that answers %i: it %s', async (status) => {
  const { market, requests, logged } = startAgainst(status)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  await market.stop()
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length).toBeLessThan(5)
  expect(logged.length).toBe(requests.length)
})

test.concurrent('stopping ends the pause that is under way, and nothing begins after it', async () => {
  const { market, requests } = startAgainst(503)
  await new Promise((resolve) => setTimeout(resolve, 50))
  const before = performance.now()
  await market.stop()
  expect(performance.now() - before).toBeLessThan(500)
  const count = requests.length
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(requests.length).toBe(count)
})
