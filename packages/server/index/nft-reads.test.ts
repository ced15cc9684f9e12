// What is read of a coin's 1,000 NFTs, most of which have no row, against a plain model of them: every state in every order,
// page by page, on either database.
import type { Address } from '@solana/kit'
import { createKeypair } from '@twinmint/localnet/keypair'
import { NFT_SORTS, NFT_STATES, type NftsQuery } from '@twinmint/sdk/api/nfts/contract'
import { EDITIONS, RARITIES, type Rarity, rarityOf } from '@twinmint/sdk/core/rarity'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Random, withSeed } from '../../../program/test/random.ts'
import {
  ann,
  BEGIN,
  ben,
  cat,
  type EventDraft,
  historyOf,
  id,
  LATER,
  list,
  NFT_UNITS,
} from '../../../tests/nft-histories.ts'
import { postgres } from '../../../tests/services.ts'
import { size } from '../../../tests/soak.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import { INDEX_TABLES } from '../database/migrations.ts'
import { applyEvents } from './apply.ts'
import { nftOf } from './nft-records.ts'
import { findNft, listNfts, listUnminted, loadNftFigures } from './nft-store.ts'

const program = createKeypair().address
const BEFORE_NOW = 1_700_000_000n

interface ModelNft {
  readonly owner: Address | null
  readonly isSwapped: boolean
  /** Of the last event, which says its second. */
  readonly sequence: number
  readonly swappedAt: number
  readonly listing?: { readonly price: bigint; readonly expiresAt: bigint; readonly at: number } | undefined
}
type Model = ReadonlyMap<number, ModelNft>

/** Captures, releases and listings of any numbers, and what stands after them. */
function live(random: Random, steps: number): { readonly drafts: EventDraft[]; readonly model: Model } {
  const model = new Map<number, ModelNft>()
  const drafts: EventDraft[] = []
  for (let at = 0; at < steps; at++) {
    // The launch is the first event.
    const sequence = at + 2
    const second = Number(BEGIN) + at + 1
    const edition =
      random.below(2) === 0 ? 1 + random.below(EDITIONS) : (random.pick([1, ...model.keys()]) ?? 1)
    const who = random.pick([ann, ben, cat])
    const known = model.get(edition)
    if (known === undefined || known.isSwapped) {
      drafts.push({
        kind: 'capture',
        who,
        edition,
        minted: known === undefined,
        baseUnits: NFT_UNITS,
      })
      model.set(edition, { owner: who, isSwapped: false, sequence, swappedAt: second })
    } else if (known.listing === undefined && random.below(2) === 0) {
      const listing = {
        price: BigInt(random.below(4)) * 1_000n + 1n,
        expiresAt: random.below(3) === 0 ? BEFORE_NOW : LATER,
        at: second,
      }
      drafts.push(list(known.owner!, edition, listing.price, listing.expiresAt))
      model.set(edition, { ...known, sequence, listing })
    } else if (known.listing !== undefined) {
      drafts.push({
        ...list(known.owner!, edition, known.listing.price),
        kind: 'cancelListing',
      } as EventDraft)
      model.set(edition, { ...known, sequence, listing: undefined })
    } else {
      drafts.push({ kind: 'release', who: known.owner!, edition, baseUnits: NFT_UNITS })
      model.set(edition, { ...known, owner: null, isSwapped: true, sequence, swappedAt: second })
    }
  }
  return { drafts, model }
}

const isForSale = (nft: ModelNft | undefined) => nft?.listing !== undefined && nft.listing.expiresAt === LATER
const STATES: Record<NftsQuery['state'], (nft: ModelNft | undefined) => boolean> = {
  all: () => true,
  minted: (nft) => nft !== undefined,
  wallet: (nft) => nft?.isSwapped === false,
  escrow: (nft) => nft?.isSwapped === true,
  listed: isForSale,
  unminted: (nft) => nft === undefined,
}
const KEYS: Record<
  NftsQuery['sort'],
  (edition: number, nft: ModelNft | undefined) => readonly (bigint | number)[]
> = {
  edition: (edition) => [edition],
  rarity: (edition) => [rarityOf(edition).rank],
  recent: (edition, nft) => [-(nft?.swappedAt ?? 0), -(nft?.sequence ?? 0), -edition],
  priceLow: (edition, nft) => [isForSale(nft) ? nft!.listing!.price : 1n << 64n, edition],
  priceHigh: (edition, nft) => [isForSale(nft) ? -nft!.listing!.price : 0n, -edition],
  listed: (edition, nft) => [isForSale(nft) ? -nft!.listing!.at : 0, -edition],
}
const inOrder = (a: readonly (bigint | number)[], b: readonly (bigint | number)[]): number => {
  const at = a.findIndex((part, place) => part !== b[place])
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1
}

type Asked = Pick<NftsQuery, 'state' | 'sort'> & {
  readonly rarity?: Rarity | undefined
  readonly ownerAddress?: Address | undefined
  readonly edition?: number | undefined
}

function expected(model: Model, { state, sort, rarity, ownerAddress, edition }: Asked): number[] {
  return Array.from({ length: EDITIONS }, (_, at) => at + 1)
    .filter(
      (one) =>
        STATES[state](model.get(one)) &&
        (rarity === undefined || rarityOf(one).rarity === rarity) &&
        (edition === undefined || one === edition) &&
        (ownerAddress === undefined || ownerIn(model, one) === ownerAddress),
    )
    .sort((a, b) => inOrder(KEYS[sort](a, model.get(a)), KEYS[sort](b, model.get(b))))
}

/** The seller owns what is listed; what the escrow holds is nobody's here. */
const ownerIn = (model: Model, edition: number) => model.get(edition)?.owner ?? undefined

describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let database: Database
  beforeAll(async () => {
    database = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  afterAll(() => database.close())
  beforeEach(() => database.script(`truncate ${INDEX_TABLES.join(', ')}`))

  async function read(asked: Asked, limit: number): Promise<number[]> {
    const found: number[] = []
    for (let after: readonly string[] | undefined; ; ) {
      const rows = await listNfts(database, {
        rarity: undefined,
        ownerAddress: undefined,
        edition: undefined,
        ...asked,
        collectionId: id,
        limit,
        after,
      })
      found.push(...rows.map(({ tokenId }) => tokenId))
      after = rows.at(-1)?.sortKey
      if (rows.length < limit || after === undefined) return found
    }
  }

  test('every state in every order is what a model says, page by page, with rows for minted ones alone', () =>
    withSeed(async (seed) => {
      const random = new Random(`${seed} nft reads`)
      const { drafts, model } = live(random, size(120, 400))
      await applyEvents(database, program, historyOf(drafts))
      expect(await database.query('select count(*) as count from nfts')).toEqual([{ count: model.size }])
      for (const state of NFT_STATES)
        for (const sort of NFT_SORTS) {
          const asked: Asked = { state, sort }
          const rarity = random.pick(RARITIES)
          const more: Asked[] = [
            asked,
            { ...asked, rarity },
            { ...asked, ownerAddress: random.pick([ann, ben, cat]) },
            { ...asked, edition: random.pick([1, ...model.keys(), 1 + random.below(EDITIONS)]) },
          ]
          for (const each of more) {
            const limit = each === asked ? 100 : 1 + random.below(100)
            expect({ ...each, found: await read(each, limit) }).toEqual({
              ...each,
              found: expected(model, each),
            })
          }
        }
      const { minted, inEscrow, rarities } = await loadNftFigures(database, id)
      const swapped = [...model.values()].filter(({ isSwapped }) => isSwapped).length
      expect([minted, inEscrow]).toEqual([model.size, swapped])
      expect(Object.values(rarities).reduce((sum, count) => sum + count, 0)).toBe(model.size)
      expect(await listUnminted(database, id, 300)).toEqual(
        expected(model, { state: 'unminted', sort: 'edition' }).filter((edition) => edition <= 300),
      )
    }))

  test('one that nobody has minted is known by its number; of no coin there is none', async () => {
    await applyEvents(database, program, historyOf([]))
    const row = await findNft(database, id, 22)
    expect(row && nftOf(row)).toEqual({
      id: `${id}:22`,
      collectionId: id,
      tokenId: 22,
      name: 'Coins #22',
      collectionName: 'Coins',
      symbol: 'COIN',
      imageUrl: null,
      thumbnailUrl: null,
      metadataUrl: 'http://x/1/22',
      ownerAddress: null,
      mintAddress: null,
      tokenAccount: null,
      rarity: 'legendary',
      rarityReason: 'two of a kind',
      rarityRank: rarityOf(22).rank,
      traits: [
        { trait_type: 'Edition', value: 22 },
        { trait_type: 'Rarity', value: 'Legendary' },
        { trait_type: 'Pattern', value: 'two of a kind' },
      ],
      isMinted: false,
      isSwapped: false,
      mintSignature: null,
      swappedAt: null,
      listing: null,
      lastSaleLamports: null,
      createdAt: new Date(Number(BEGIN) * 1_000).toISOString(),
    })
    expect(await findNft(database, id, EDITIONS + 1)).toBeUndefined()
    const none = '00000000-0000-4000-8000-000000000000'
    expect(await findNft(database, none, 22)).toBeUndefined()
    const asked = { state: 'all', sort: 'edition', limit: 9, after: undefined } as const
    expect(
      await listNfts(database, {
        ...asked,
        collectionId: none,
        rarity: undefined,
        ownerAddress: undefined,
        edition: undefined,
      }),
    ).toEqual([])
  })

  test('editions are the rule’s, in rarity, rank and reason', async () => {
    const rows = await database.query('select * from editions order by token_id')
    expect(rows).toEqual(
      Array.from({ length: EDITIONS }, (_, at) => {
        const { rarity, rank, reason } = rarityOf(at + 1)
        return { token_id: at + 1, rarity, rarity_rank: rank, reason }
      }),
    )
  })
})
