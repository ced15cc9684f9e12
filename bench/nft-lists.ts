// Pages of the NFT lists with 800 minted NFTs in each of 1,000 collections, 40 of them for sale, over HTTP, on PostgreSQL where one is reachable, else
// on the embedded one. The rows are made by SQL; so that each page is compared with the chain as in earnest, one real
// collection with NFTs in a wallet is measured beside them.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MarketNftsPage } from '@twinmint/sdk/api/nft-market/contract'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import { type Database, openDatabase } from '../packages/server/database/database.ts'
import { migrate } from '../packages/server/database/migrate.ts'
import { createClient, swap } from '../tests/client.ts'
import { plainPicture } from '../tests/pictures.ts'
import { postgres } from '../tests/services.ts'
import { measure } from './measure.ts'
import { startMeasuredServer } from './server.ts'

const COLLECTIONS = 1_000
const REQUESTS = 500
const SCHEMA = 'twinmint_bench'

/** Rows of collections that no chain knows; those of their NFTs that are minted wait in the escrow, so that none is looked for. */
async function fill(database: Database): Promise<string[]> {
  const ids = Array.from({ length: COLLECTIONS }, () => randomUUID())
  await database.query(
    `insert into collections (id, mint_address, name, symbol, collection_name, creator_address, market_address,
       vault_address, escrow_address, collection_address, metadata_uri, total_supply, initial_price,
       graduation_market_cap_lamports, boost_price_lamports, boost_seconds, sell_fee_bps, creator_share_bps,
       launch_signature, created_at)
     select id, 'mint' || id, 'Coin ' || n, 'C' || n, 'Coins ' || n, 'creator' || n % 100, 'm' || id, 'v' || id, 'e' || id,
       'c' || id, 'http://x/' || id, 1000000000000000, 0.000000001, 420000000000, 1000000000, 86400, 100, 5000,
       's' || id, now() - n * interval '1 minute'
     from unnest($1::uuid[]) with ordinality as i(id, n)`,
    [ids],
  )
  await database.query(
    'insert into market_figures (collection_id, is_active) select unnest($1::uuid[]), false',
    [ids],
  )
  await database.query(
    `insert into bonding_curves (collection_id, sequence, reserve_lamports, reserve_base_units, real_lamports,
       market_cap_lamports, price, minted_nft_count, created_at, updated_at)
     select id, 1000, 1000000000, 1000000000000000, 0, 1000000000, 0.000000001, 800, now(), now()
     from unnest($1::uuid[]) as i(id)`,
    [ids],
  )
  for (let from = 0; from < COLLECTIONS; from += 50)
    await database.query(
      `insert into nfts (collection_id, token_id, owner_address, mint_address, token_account, rarity, rarity_rank, is_swapped,
         mint_signature, sequence, swapped_at, created_at)
       select id, token_id, 'e' || id, 'n' || id || token_id, 't' || id || token_id, rarity, rarity_rank, true,
         's' || id || token_id, token_id, now() - random() * interval '10 days', now()
       from unnest($1::uuid[]) as i(id), editions where token_id <= 800`,
      [ids.slice(from, from + 50)],
    )
  // Some below what their coins bring, most above.
  await database.query(
    `insert into nft_listings (collection_id, token_id, address, seller_address, token_account, price_lamports, expires_at,
       sequence, created_at)
     select id, token_id, 'l' || id || token_id, 'o' || id, 't' || id || token_id, 500000 + token_id * 7919 * (n % 97) % 10000000,
       now() + interval '10 days', token_id, now() - n * interval '1 minute'
     from unnest($1::uuid[]) with ordinality as i(id, n), generate_series(1, 40) as token_id`,
    [ids],
  )
  // A served PostgreSQL does this by itself, in its own time.
  await database.query('analyze nfts')
  await database.query('analyze nft_listings')
  return ids
}

export async function benchNftLists(): Promise<Record<string, number | string>> {
  const isServed = postgres.missing === undefined
  const url = isServed ? `${postgres.url}?options=-csearch_path%3D${SCHEMA},public` : undefined
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-bench-'))
  const workerUrl = pathToFileURL('dist/server/pglite-worker.js')
  const database = await openDatabase({ url, folder, workerUrl })
  if (isServed) await database.script(`drop schema if exists ${SCHEMA} cascade; create schema ${SCHEMA}`)
  await migrate(database)
  const ids = await fill(database)
  await database.close()
  const server = await startMeasuredServer({
    folder,
    ...(url === undefined ? {} : { env: { DATABASE_URL: url } }),
  })
  try {
    const client = createClient(server.origin)
    await client.airdrop(5)
    const image = await plainPicture('#21d38b')
    const coin = await client.launch({ symbol: 'REAL', devBuyAmount: '0.2' }, image)
    await swap(client, 'capture', coin.id, { count: 40 })
    const of = (request: number) => ids[(request * 7) % ids.length] ?? ''
    const first = await client.get<NftsPage>(`/api/collections/${of(0)}/nfts?state=all&sort=rarity&limit=24`)
    const cheap = await client.get<MarketNftsPage>('/api/marketplace/nfts?sort=priceLow')
    const lists: Record<string, (request: number) => string> = {
      'by edition': (request) => `/api/collections/${of(request)}/nfts`,
      'by rarity, from the second page': (request) =>
        `/api/collections/${of(request)}/nfts?state=all&sort=rarity&cursor=${first.nextCursor ?? ''}`,
      'recently swapped': (request) => `/api/collections/${of(request)}/nfts?sort=recent`,
      'epic ones in the escrow': (request) => `/api/collections/${of(request)}/nfts?state=escrow&rarity=epic`,
      'in a wallet, compared with the chain': () => `/api/collections/${coin.id}/nfts?state=wallet`,
      'a wallet’s, from the chain': () => `/api/user/nfts/${coin.id}/${client.address}`,
      figures: (request) => `/api/collections/${of(request)}/nft-figures`,
      featured: () => '/api/nfts/featured?limit=20',
      'featured mythic ones': () => '/api/nfts/featured?limit=20&rarity=mythic',
      'for sale, the cheapest first': () => '/api/marketplace/nfts?sort=priceLow',
      'for sale, the cheapest first, the second page': () =>
        `/api/marketplace/nfts?sort=priceLow&cursor=${cheap.nextCursor ?? ''}`,
      'for sale, epic ones, the dearest first': () => '/api/marketplace/nfts?sort=priceHigh&rarity=epic',
      'for sale, the latest first': () => '/api/marketplace/nfts?sort=listed',
      'for sale, the rarest first': () => '/api/marketplace/nfts?sort=rarity',
    }
    const figures: Record<string, number | string> = {
      database: isServed ? 'PostgreSQL' : 'embedded PGlite',
      'requests each': REQUESTS,
    }
    for (const [name, pathOf] of Object.entries(lists))
      figures[`${name}: p50, p99 ms`] = await measure(client, REQUESTS, pathOf)
    return figures
  } finally {
    await server.remove()
    if (isServed) {
      const cleaning = await openDatabase({ url: postgres.url, folder, workerUrl })
      await cleaning.script(`drop schema if exists ${SCHEMA} cascade`)
      await cleaning.close()
    }
  }
}
