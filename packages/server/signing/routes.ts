// What a wallet holds, straight from the chain, and the faucet of Demo Mode.
import type { Address } from '@solana/kit'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import {
  fundedSchema,
  fundRequestSchema,
  type PriorityFees,
  priorityFeesSchema,
  type Wallet,
  walletParamsSchema,
  walletQuerySchema,
  walletSchema,
} from '@twinmint/sdk/api/wallet/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import {
  LEVEL_LAMPORTS_MAX,
  levelLamports,
  PRIORITY_LAMPORTS_MAX,
  type PricedKind,
  pricesOf,
} from '@twinmint/sdk/core/priority-fee'
import type { Writer } from '@twinmint/sdk/internal/core/day-budget'
import {
  deriveAssociatedAddress,
  deriveConfigAddress,
  deriveMarketAddresses,
} from '@twinmint/sdk/program/addresses'
import { holdingIn } from '@twinmint/sdk/program/token-2022'
import type { Chain } from '../chain/chain.ts'
import { openRecentFees } from '../chain/recent-fees.ts'
import type { App } from '../http/calls.ts'
import { parseAddress } from '../http/http.ts'
import type { Coins } from '../index/coins.ts'
import { migrationCost } from './migrations.ts'

export interface WalletDeps {
  readonly chain: Chain
  readonly collections: Pick<Coins, 'mintOf'>
  /** Undefined outside Demo Mode. */
  readonly faucet: Faucet | undefined
}

export interface Faucet {
  readonly hasGivenTo: (walletAddress: Address) => boolean
  /** Gives once to each wallet; refuses faucetUsed, dayLimit and noRoom. */
  readonly give: (
    walletAddress: Address,
    writer: Writer | undefined,
  ) => Promise<{ readonly lamports: bigint; readonly signature: string }>
}

export function walletRoutes(app: App, { chain, collections, faucet }: WalletDeps): void {
  const playMoneyOf = (walletAddress: Address): Wallet['playMoney'] =>
    faucet === undefined ? 'none' : faucet.hasGivenTo(walletAddress) ? 'given' : 'open'
  app.get(
    '/api/wallet/:address',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'What a wallet holds of SOL, and of one coin, read from the chain',
        params: walletParamsSchema,
        querystring: walletQuerySchema,
        response: { 200: walletSchema },
        refuses: ['collectionNotFound', 'invalidAddress'],
      },
    },
    async ({ params, query: { collectionId } }) => {
      const walletAddress = parseAddress(params.address)
      if (collectionId === undefined) {
        const [account] = await chain.loadAccounts([walletAddress])
        const lamports = (account?.lamports ?? 0n).toString()
        return { walletAddress, lamports, playMoney: playMoneyOf(walletAddress), coin: null }
      }
      const { id, mintAddress } = await collections.mintOf(collectionId)
      const coinAccountAddress = await deriveAssociatedAddress(walletAddress, mintAddress)
      const { market, config } = await deriveMarketAddresses(chain.programAddress, mintAddress)
      const [account, coinAccount, ...own] = await chain.loadAccounts([
        walletAddress,
        coinAccountAddress,
        market,
        config,
      ])
      const held = holdingIn(coinAccount)
      return {
        walletAddress,
        lamports: (account?.lamports ?? 0n).toString(),
        playMoney: playMoneyOf(walletAddress),
        coin: {
          collectionId: id,
          mintAddress,
          baseUnits: (held?.baseUnits ?? 0n).toString(),
          hasAccount: held !== undefined,
          migrationLamports: migrationCost(own.map((each) => each?.data)).toString(),
        },
      }
    },
  )

  priorityFeeRoutes(app, { chain, collections })

  app.post(
    '/api/demo/fund',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'The faucet of Demo Mode, once a wallet',
        body: fundRequestSchema,
        response: { 200: fundedSchema },
        refuses: ['invalidAddress', 'faucetUsed', 'demoOnly'],
      },
    },
    async ({ body, writer }) => {
      if (!faucet) throw new Refusal('demoOnly')
      const { lamports, signature } = await faucet.give(parseAddress(body.walletAddress), writer)
      return { lamports: lamports.toString(), signature }
    },
  )
}

const FEES_DESCRIPTION =
  'Lamports for one transaction, to be passed as `priorityFeeLamports` to the calls that prepare one. `normal`, `fast` and `turbo` are the 50th, 75th and 95th percentile of what the last 150 slots saw, with a least price and a most.'

function priorityFeeRoutes(
  app: App,
  { chain, collections }: Pick<WalletDeps, 'chain' | 'collections'>,
): void {
  const recentFees = openRecentFees(chain.rpc)
  app.get(
    '/api/collections/:id/priority-fees',
    {
      schema: {
        tags: ['Trading'],
        summary:
          'What it takes to be first: by level, after what was paid lately to write the coin’s accounts',
        description: FEES_DESCRIPTION,
        params: coinParamsSchema,
        response: { 200: priorityFeesSchema },
        refuses: ['collectionNotFound'],
      },
    },
    async ({ params }) => {
      const { mintAddress } = await collections.mintOf(params.id)
      const { market, vault } = await deriveMarketAddresses(chain.programAddress, mintAddress)
      return feesOnWire(await recentFees([market, vault]))
    },
  )

  app.get(
    '/api/priority-fees',
    {
      schema: {
        tags: ['Trading'],
        summary:
          'What it takes to be first where no coin is traded: to launch one, to claim the fees of several',
        description: `${FEES_DESCRIPTION} After what was paid lately to write the program’s configuration, as a boost does; where nobody wrote it, after what the cheapest transaction of each slot paid.`,
        response: { 200: priorityFeesSchema },
      },
    },
    async () => feesOnWire(await recentFees([await deriveConfigAddress(chain.programAddress)])),
  )
}

/** What was paid lately, as levels of every kind of transaction. */
function feesOnWire(recent: readonly bigint[]): PriorityFees {
  const prices = pricesOf(recent)
  const of = (kind: PricedKind) => {
    const { normal, fast, turbo } = levelLamports(prices, kind)
    return { normal: normal.toString(), fast: fast.toString(), turbo: turbo.toString() }
  }
  return {
    trade: of('trade'),
    swap: of('swap'),
    launch: of('launch'),
    boost: of('boost'),
    claim: of('claim'),
    levelLamportsMax: LEVEL_LAMPORTS_MAX.toString(),
    lamportsMax: PRIORITY_LAMPORTS_MAX.toString(),
  }
}
