// A coin's Launch X-ray: the index's sums and buys, and the holdings that the chain has at this moment.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { type Xray, xraySchema } from '@twinmint/sdk/api/xray/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../../chain/chain.ts'
import { loadHoldings } from '../../chain/holdings.ts'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { rememberFor } from '../../http/remember.ts'
import { listIndexedHolders } from '../../index/activity-store.ts'
import type { Coins } from '../../index/coins.ts'
import { FUNDED_MAX, xrayOf } from './answer.ts'
import type { Funding } from './funding.ts'
import { findXrayCoin, listEarlyBuys, listFunded, loadSums } from './store.ts'

const ANSWER_MS = 1_000
const REMEMBERED_MAX = 1_000
/** So long an answer waits for the creator's transactions; it then has those that were read before. */
const READING_MS = 2_500
const LARGEST = 10

interface XrayDeps {
  readonly db: Database
  readonly chain: Chain
  readonly collections: Pick<Coins, 'mintOf'>
  readonly funding: Pick<Funding, 'read'>
}

export function xrayRoutes(app: App, { db, chain, collections, funding }: XrayDeps): void {
  const remembered = new Map<string, () => Promise<Xray>>()
  app.get(
    '/api/collections/:id/xray',
    {
      schema: {
        tags: ['Coins'],
        summary: 'Launch X-ray: who got a coin at its launch, who holds it, and what of that is unusual',
        params: coinParamsSchema,
        response: { 200: xraySchema },
        refuses: ['collectionNotFound', 'chainUnavailable'],
      },
    },
    async ({ params, log }) => {
      const { id, mintAddress } = await collections.mintOf(params.id)
      const known = remembered.get(id)
      if (known) return known()
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      const load = rememberFor(ANSWER_MS, async () => {
        const reading = funding.read(id).catch((err: unknown) => {
          log.warn({ err }, 'a creator’s transactions')
          return false
        })
        const isRead = await Promise.race([reading, sleep(READING_MS, false)])
        return loadXray(db, chain, { id, mintAddress, isRead })
      })
      remembered.set(id, load)
      return load()
    },
  )
}

async function loadXray(
  db: Database,
  chain: Chain,
  {
    id,
    mintAddress,
    isRead,
  }: { readonly id: string; readonly mintAddress: Address; readonly isRead: boolean },
): Promise<Xray> {
  const [coin, [sums], early, funded, holdings] = await Promise.all([
    findXrayCoin(db, id),
    loadSums(db, [id]),
    listEarlyBuys(db, id),
    listFunded(db, id, FUNDED_MAX),
    loadHoldings(chain, mintAddress),
  ])
  if (!coin || !sums) throw new Refusal('collectionNotFound')
  const own = [coin.creatorAddress, ...funded.map(({ walletAddress }) => walletAddress)]
  const named = [...holdings.accounts.map(({ owner }) => owner), ...own]
  const [indexed, ownCoins] = await Promise.all([
    listIndexedHolders(db, id, named, LARGEST),
    loadCoins(chain, mintAddress, own),
  ])
  return xrayOf({ coin, sums, early, funded, holdings, indexed, ownCoins, isRead })
}

/** What these wallets have in their own account for a mint, at this moment. */
async function loadCoins(
  chain: Chain,
  mintAddress: Address,
  wallets: readonly string[],
): Promise<Map<string, bigint>> {
  const accounts = await chain.loadAccounts(
    await Promise.all(wallets.map((wallet) => deriveAssociatedAddress(wallet as Address, mintAddress))),
  )
  return new Map(
    wallets.map((wallet, at) => {
      const holding = holdingIn(accounts[at])
      return [wallet, holding?.owner === wallet ? holding.baseUnits : 0n]
    }),
  )
}
