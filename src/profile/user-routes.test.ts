import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createKeypair } from '../chain/keypair.ts'
import { openCalls } from '../wire/calls.ts'
import { installErrorHandling } from '../wire/http.ts'
import { type UserDeps, userRoutes } from './user-routes.ts'

test('names that nobody may take now are not told, also where somebody has them of before', async () => {
  const usernames = ['dogfather', 'Creator', 'Liquidity pool', '9xQe---VFin', 'Tom & Jerry']
  const rows = usernames.map((username) => ({ walletAddress: createKeypair().address, username }))
  const app = Fastify()
  installErrorHandling(app)
  const db = { query: async () => rows }
  userRoutes(openCalls(app), { db } as unknown as UserDeps)
  const wallets = rows.map(({ walletAddress }) => walletAddress).join(',')
  const answer = await app.inject(`/api/user/names?wallets=${wallets}`)
  expect(answer.json()).toEqual([rows[0], rows[4]])
})
