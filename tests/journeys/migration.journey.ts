// A coin that nobody has used since the program of a cluster was upgraded to the next version: the card says what the upgrade of
// its account costs, and the buy pays it, once.
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import fastify from 'fastify'
import { chainRoutes } from '../../packages/localnet/routes.ts'
import { nextElf } from '../../program/test/harness.ts'
import { createClient } from '../client.ts'
import { buildNextServer } from '../next-server.ts'
import {
  alice,
  buy,
  coin,
  launch,
  makeAccount,
  openReleasedChain,
  program,
  sendTo,
  upgradeCode,
} from '../released-chain.ts'
import { expect, test } from './fixtures.ts'
import { connect, said, tradeCard } from './screens.ts'
import { installWallet } from './test-wallet.ts'

test('the first buy after an upgrade migrates the coin, and says so before', { tag: '@soak' }, async ({
  page,
  context,
  startServer,
}) => {
  test.slow()
  const [chain, built] = await Promise.all([openReleasedChain(), buildNextServer()])
  const frog = await coin('FROG', 1)
  await launch(chain, frog)
  await sendTo(chain, [await makeAccount(frog, alice), await buy(frog, alice, 100_000_000n)], alice)
  await upgradeCode(chain, nextElf)
  const node = fastify()
  await node.register(chainRoutes(chain))
  await node.listen({ host: '127.0.0.1', port: 0 })
  const rpcUrl = `http://127.0.0.1:${(node.server.address() as AddressInfo).port}/rpc`
  const env = { SOLANA_RPC_URL: rpcUrl, PROGRAM_ADDRESS: program }
  const server = await startServer({ main: built.main, env })
  const wallet = await installWallet(context, server.origin, { keypair: alice })
  const [listed] = await createClient(server.origin).get<Collection[]>('/api/collections?limit=5')

  await page.goto(`${server.origin}/trade/${listed?.id}`)
  await connect(page)
  const card = await tradeCard(page, 'Buy')
  await card.getByLabel('Amount in SOL').fill('0.01')
  await expect(card).toContainText('Upgrade of the coin’s account')
  const before = chain.getBalance(alice.address)
  await card.getByRole('button', { name: 'Buy FROG' }).click()
  await expect(said(page)).toContainText('BUY Successful!')
  // The Config's growth, the Market's, and the network's fee with the least priority.
  expect(before - chain.getBalance(alice.address)).toBe(10_000_000n + 55_680n + 111_360n + 6_000n)
  await card.getByLabel('Amount in SOL').fill('0.02')
  await expect(card).not.toContainText('Upgrade of the coin’s account')
  expect(wallet.signatures).toBe(1)
  // A page that is open would say that its stream broke off.
  await page.close()
  await server.remove()
  built.remove()
  await node.close()
  await chain.close()
  rmSync(chain.folder, { recursive: true })
})
