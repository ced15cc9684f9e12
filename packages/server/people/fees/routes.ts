// A wallet's fees of all coins, launched or shared: what is owed, the transactions that claim it, and each of them signed.

import { claimSteps } from '@twinmint/sdk/actions/fees/transaction'
import {
  CLAIMED_COINS_MAX,
  claimsRequestSchema,
  executedClaimsSchema,
  feesSchema,
  preparedClaimsSchema,
} from '@twinmint/sdk/api/fees/contract'
import { ofWalletQuerySchema } from '@twinmint/sdk/api/people/contract'
import { signedSchema } from '@twinmint/sdk/api/wallet/contract'
import { Refusal } from '@twinmint/sdk/core/errors'
import { decodeEvents } from '@twinmint/sdk/program/events'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { parseAddress } from '../../http/http.ts'
import type { Coins } from '../../index/coins.ts'
import { migratedFor, migrationLamportsOf } from '../../signing/migrations.ts'
import { prepareTransaction } from '../../signing/prepare.ts'
import {
  PREPARE_REFUSES,
  SEND_REFUSES,
  SIGNING_LIMIT,
  type SigningDeps,
  takeSigned,
  wentThrough,
} from '../../signing/submit.ts'
import { CLAIM_NAMES, loadClaims } from './claims.ts'
import { listFees, loadFeeSums } from './store.ts'

interface ClaimsDeps extends SigningDeps {
  readonly db: Database
  readonly collections: Pick<Coins, 'mintOf' | 'load' | 'loadMany'>
}

export function claimsRoutes(app: App, deps: ClaimsDeps): void {
  feesRoute(app, deps)
  prepareRoute(app, deps)
  sendRoute(app, deps)
}

function feesRoute(app: App, { db, chain, collections }: ClaimsDeps): void {
  app.get(
    '/api/user/fees',
    {
      config: { rateLimit: { max: 120, timeWindow: '1 minute' } },
      schema: {
        tags: ['Wallets'],
        summary: 'What coins have earned a wallet: those that it launched, and its share of others’ fees',

        querystring: ofWalletQuerySchema,
        response: { 200: feesSchema },
        refuses: ['invalidAddress'],
      },
    },
    async ({ query }) => {
      const walletAddress = parseAddress(query.walletAddress)
      const [rows, sums] = await Promise.all([
        listFees(db, walletAddress, CLAIMED_COINS_MAX + 1),
        loadFeeSums(db, walletAddress),
      ])
      const listed = rows.slice(0, CLAIMED_COINS_MAX)
      const loaded = await collections.loadMany(listed.map(({ collectionId }) => collectionId))
      const byId = new Map(loaded.map((collection) => [collection.id, collection]))
      const owing = listed.flatMap(({ collectionId, owedLamports }) =>
        owedLamports === '0' ? [] : (byId.get(collectionId)?.marketAddress ?? []),
      )
      return {
        walletAddress,
        migrationLamports: (await migrationLamportsOf(chain, owing.map(parseAddress))).toString(),
        coins: listed.flatMap(({ collectionId, owedLamports, claimedLamports, bps, isConfirmed }) => {
          const collection = byId.get(collectionId)
          const share = bps === null ? null : { bps, isConfirmed: isConfirmed === true }
          return collection ? [{ collection, owedLamports, claimedLamports, share }] : []
        }),
        ...sums,
        isPartial: rows.length > CLAIMED_COINS_MAX,
      }
    },
  )
}

function prepareRoute(app: App, { chain, collections }: ClaimsDeps): void {
  app.post(
    '/api/user/claims/create-transaction',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Prepare the claim of a wallet’s fees of many coins',
        description:
          'As few transactions as fit, to be signed together and sent one after the other. Of a coin that shares its fees the wallet’s share is drawn. Coins that nothing is owed of are left out; a coin whose fees are others’ refuses the call. Each transaction pays the priority fee.',
        body: claimsRequestSchema,
        response: { 200: preparedClaimsSchema },
        refuses: [...PREPARE_REFUSES, 'notCreator', 'notFeeShares', 'nothingToClaim'],
      },
    },
    async ({ body }) => {
      const wallet = parseAddress(body.walletAddress)
      const ids = [...new Set(body.collectionIds)]
      const coins = await collections.loadMany(ids)
      if (coins.length < ids.length) throw new Refusal('collectionNotFound')
      const mints = await Promise.all(coins.map(({ id }) => collections.mintOf(id)))
      const claims = await loadClaims(
        chain,
        wallet,
        mints.map(({ mintAddress }) => mintAddress),
      )
      const owed = claims.filter(({ lamports }) => lamports > 0n)
      if (owed.length === 0) throw new Refusal('nothingToClaim')
      const priorityFeeLamports = BigInt(body.priorityFeeLamports)
      const instructions = owed.map(({ instruction }) => instruction)
      const migrated = await migratedFor(chain, wallet, instructions)
      const prepared = await Promise.all(
        claimSteps(instructions, migrated).map((step) =>
          prepareTransaction(chain, wallet, step, { priorityFeeLamports }),
        ),
      )
      return {
        transactions: prepared.map(({ transaction }) => transaction),
        message: 'Claims prepared. Sign them in your wallet.',
      }
    },
  )
}

function sendRoute(app: App, deps: ClaimsDeps): void {
  const { chain, collections } = deps
  app.post(
    '/api/user/claims',
    {
      ...SIGNING_LIMIT,
      schema: {
        tags: ['Trading'],
        summary: 'Send a signed transaction of claims',
        body: signedSchema,
        response: { 200: executedClaimsSchema },
        refuses: SEND_REFUSES,
      },
    },
    async ({ body: { signedTransaction }, writer }) => {
      const { transaction } = await takeSigned(deps, signedTransaction, { names: CLAIM_NAMES, writer })
      const events = decodeEvents(transaction.inner, chain.programAddress).flatMap((event) =>
        event.kind === 'claimCreatorFees' || event.kind === 'drawFeeShare' ? [event] : [],
      )
      return wentThrough(
        transaction.signature,
        Promise.all(
          events.map(async ({ mint, lamportsOut }) => ({
            collectionId: (await collections.mintOf(mint)).id,
            lamports: lamportsOut.toString(),
          })),
        ).then(async (claims) => ({
          success: true as const,
          signature: transaction.signature,
          collection: await collections.load(claims.at(-1)?.collectionId ?? ''),
          claims,
        })),
      )
    },
  )
}
