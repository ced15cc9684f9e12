// A fork: the node continues from an older copy of its ledger. Confirmed transactions disappear, and later events have their
// sequences.
import { rmSync } from 'node:fs'
import type { Alert, Notifications } from '@twinmint/sdk/api/alerts/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, expect, test } from 'vitest'
import { createKeypair } from '../../packages/localnet/keypair.ts'
import { listDifferences } from '../as-read.ts'
import { boost, buyListing, type Client, createClient, listNfts, swap, updateListing } from '../client.ts'
import { copyFolder, copyFreshFolder, emptyFolder } from '../fresh-folder.ts'
import { readIndexHealth } from '../index-health.ts'
import { dumpIndex } from '../index-rows.ts'
import { readLive } from '../live.ts'
import { openNodeProxy } from '../node-proxy.ts'
import { plainPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

const ended: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ended.reverse()) await end()
})

/** `ghost` acts only in transactions that the fork takes back. */
const KEYS = { creator: createKeypair(), trader: createKeypair(), ghost: createKeypair() }
type Wallets = Readonly<Record<keyof typeof KEYS, Client>>
const walletsAt = ({ origin }: ServerProcess): Wallets => ({
  creator: createClient(origin, KEYS.creator),
  trader: createClient(origin, KEYS.trader),
  ghost: createClient(origin, KEYS.ghost),
})

/** By how what the fork takes back compares with what comes after it. */
const SYMBOLS = { kept: 'KEPT', longer: 'LONGER', shorter: 'SHORTER', only: 'ONLY', swapped: 'SWAPPED' }
type Coins = Readonly<Record<keyof typeof SYMBOLS, string>>

/** Each look asks both servers a hundred times. */
const RARELY = { interval: 300 }

/** Whether a page that gets this event reads the coin again. */
const readsAgain = ({ type }: LiveEvent): boolean => type === 'rollback'

const nftsOf = async (client: Client, coin: string): Promise<string[]> =>
  (await client.get<UserNfts>(`/api/user/nfts/${coin}/${client.address}`)).nfts.flatMap(
    ({ mintAddress }) => mintAddress ?? [],
  )

/** What both forks have. Resolves with the NFT that is for sale. */
async function tellBeginning({ creator, trader, ghost }: Wallets): Promise<{ coins: Coins; listed: string }> {
  await Promise.all([creator, trader, ghost].map((client) => client.airdrop(10)))
  const picture = await plainPicture()
  const launched: [string, string][] = []
  for (const [name, symbol] of Object.entries(SYMBOLS))
    launched.push([name, (await creator.launch({ symbol }, picture)).id])
  const coins = Object.fromEntries(launched) as Coins
  for (const coin of Object.values(coins)) await trader.trade('BUY', coin, '0.05')
  await swap(trader, 'capture', coins.swapped, { count: 2 })
  const [listed = ''] = await nftsOf(trader, coins.swapped)
  await listNfts(trader, coins.swapped, { [listed]: 500_000_000n })
  return { coins, listed }
}

/** What the fork takes back. Resolves with the coin that was launched. */
async function tellGhosts(
  { creator, trader, ghost }: Wallets,
  { longer, shorter, only, swapped }: Coins,
  listed: string,
): Promise<string> {
  for (const amount of ['0.01', '0.02', '0.03', '0.04']) await ghost.trade('BUY', longer, amount)
  await trader.trade('BUY', shorter, '0.1')
  await ghost.trade('BUY', only, '0.2')
  await trader.trade('SELL', only, '1000')
  await boost(ghost, only)
  await buyListing(ghost, swapped, listed, 520_000_000n)
  await ghost.trade('BUY', swapped, '0.1')
  await swap(ghost, 'capture', swapped, { count: 2 })
  const [, other = ''] = await nftsOf(ghost, swapped)
  await listNfts(ghost, swapped, { [other]: 700_000_000n })
  const launched = await creator.launch(
    { symbol: 'GHOST', devBuyAmount: '0.1' },
    await plainPicture('#000000'),
  )
  return launched.id
}

/** What comes instead, before the other server hears of it. */
async function tellInstead({ creator, trader }: Wallets, coins: Coins, listed: string): Promise<void> {
  await trader.trade('BUY', coins.longer, '1')
  for (const amount of ['0.01', '0.02', '0.03']) await creator.trade('BUY', coins.shorter, amount)
  await trader.trade('SELL', coins.shorter, '1000')
  await updateListing(trader, coins.swapped, { [listed]: 600_000_000n })
  await creator.trade('BUY', coins.swapped, '0.1')
  await swap(creator, 'capture', coins.swapped, { count: 1 })
}

/** A chain whose node stops, for a copy of its folder or for good, and the line to whichever node runs. */
async function openForkingNode(copy: string) {
  const folder = await copyFreshFolder()
  let node = await startServerProcess({ folder })
  const line = await openNodeProxy(node.origin)
  // An unknown `until` is refused, as Agave does.
  line.setFirstSlot(1)
  ended.push(
    () => node.kill(),
    () => rmSync(folder, { recursive: true, force: true }),
    () => line.cut(),
  )
  const stop = async () => {
    await line.cut()
    await node.stop()
  }
  return {
    line,
    node: () => node,
    stop,
    async keepCopy() {
      await stop()
      copyFolder(folder, copy)
      node = await startServerProcess({ folder })
      line.setNode(node.origin)
      await line.mend()
    },
    /** The line stays cut. */
    async fork() {
      await stop()
      node = await startServerProcess({ folder: copy })
      line.setNode(node.origin)
    },
  }
}

test('what a fork takes back is gone, and what comes instead is there, without a restart', async () => {
  const [copy, folder] = [emptyFolder(), await copyFreshFolder()]
  for (const each of [copy, folder]) ended.push(() => rmSync(each, { recursive: true, force: true }))
  const chain = await openForkingNode(copy)
  const { line } = chain
  const { programAddress } = await walletsAt(chain.node()).creator.get<SiteConfig>('/api/config')
  const { coins, listed } = await tellBeginning(walletsAt(chain.node()))
  const server = await startServerProcess({
    folder,
    env: { SOLANA_RPC_URL: line.rpcUrl, SOLANA_WS_URL: line.wsUrl, PROGRAM_ADDRESS: programAddress },
  })
  ended.push(() => server.kill())
  const far = walletsAt(server)
  const ready = async () => (await fetch(`${server.origin}/api/ready?for=trading`)).status
  const wallets = Object.values(KEYS).map(({ address }) => address)
  const differences = (more: readonly string[] = []) =>
    listDifferences(walletsAt(chain.node()).creator, far.creator, {
      coins: [...Object.values(coins), ...more],
      wallets,
    })

  await chain.keepCopy()
  const ghostCoin = await tellGhosts(walletsAt(chain.node()), coins, listed)
  await expect.poll(differences, RARELY).toEqual([])
  const { currentPrice } = await far.creator.get<Collection>(`/api/collections/${coins.longer}`)
  await far.creator.signIn()
  const alert = await far.creator.post<Alert>('/api/user/alerts', {
    kind: 'price',
    collectionId: coins.longer,
    direction: 'above',
    target: (Number(currentPrice) * 2).toFixed(12),
  })
  const reader = await readLive(server.origin, `collection:${coins.only}`)
  ended.push(() => reader.stop())
  await expect.poll(reader.types).toContain('hello')

  await chain.fork()
  await tellInstead(walletsAt(chain.node()), coins, listed)
  await line.mend()
  await expect.poll(ready).toBe(200)
  // Acknowledged at once, whatever the index held at that sequence.
  const { trade, signature } = await far.trader.trade('BUY', coins.longer, '0.5', 50)
  expect(trade).toMatchObject({ txSignature: signature, collectionId: coins.longer, type: 'BUY' })

  await expect.poll(() => differences([ghostCoin]), RARELY).toEqual([])
  await expect(far.creator.get(`/api/collections/${ghostCoin}`)).rejects.toMatchObject({ status: 404 })
  await expect.poll(() => reader.events().some(readsAgain)).toBe(true)
  const notes = () => far.creator.get<Notifications>('/api/user/notifications')
  await expect.poll(notes).toMatchObject({ notifications: [{ id: alert.id }] })
  await expect.poll(ready).toBe(200)
  const health = await readIndexHealth(server.origin)
  expect(health).toMatchObject({ mismatches: 0, gaps: 0, cutHistories: 0 })
  expect(health.rollbacks).toBeGreaterThan(0)

  // To the row.
  await server.stop()
  await chain.stop()
  expect(await dumpIndex(folder)).toEqual(await dumpIndex(copy))
})
