// The live stream's part of a server, in a process of its own: a hundred trades a second on twenty coins are published as the
// index's are, and whoever connects reads all coins. Prints its port.
import { createServer } from 'node:http'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { openUnsent } from '../packages/server/http/limits.ts'
import { LiveHub } from '../packages/server/http/live/hub.ts'
import { openLiveNews } from '../packages/server/main/live-events.ts'

/** Records as a server of the benchmark answered them. */
const { coins, trade } = JSON.parse(process.argv[2] ?? '') as { coins: Collection[]; trade: Trade }
const TRADES_A_SECOND = Number(process.argv[3])

const hub = new LiveHub({ unsent: openUnsent(false) })
const byId = new Map(coins.map((coin) => [coin.id, coin]))
const news = openLiveNews(
  { loadMany: async (ids) => ids.flatMap((id) => byId.get(id) ?? []), forget: () => {} },
  hub,
  console.error,
)

/** The coin after a trade: what moves, moves. */
function traded(coin: Collection): Collection {
  const reserve = BigInt(coin.reserveLamports) + BigInt(Math.floor(Math.random() * 1e9))
  const units = BigInt(coin.reserveBaseUnits) - BigInt(Math.floor(Math.random() * 1e9))
  const cap = (reserve * 10n ** 15n) / units
  const price = Number(cap) / 1e18
  return {
    ...coin,
    // The time of the trade: readers see how late they hear.
    sequence: Date.now(),
    reserveLamports: String(reserve),
    reserveBaseUnits: String(units),
    realLamports: String(reserve - BigInt(coin.openingReserveLamports)),
    currentSupply: `${(10n ** 15n - units) / 1_000_000n}.${(10n ** 15n - units) % 1_000_000n}`,
    currentPrice: price.toFixed(18),
    marketCap: (Number(cap) / 6.67e6).toFixed(2),
    marketCapLamports: String(cap),
    stoodMarketCapLamports: String(cap - BigInt(Math.floor(Math.random() * 1e6))),
    bondingProgress: Math.floor(Math.random() * 10_000) / 100,
    creatorFeesOwedLamports: String(Math.floor(Math.random() * 1e8)),
    tradingVolume: (Math.random() * 1_000).toFixed(9),
    change24hPercent: Math.floor(Math.random() * 20_000) / 100,
    change1hPercent: Math.floor(Math.random() * 2_000) / 100,
    tradeCount: coin.tradeCount + 1,
    traders24h: coin.traders24h + (Math.random() < 0.3 ? 1 : 0),
    holderCount: coin.holderCount + (Math.random() < 0.2 ? 1 : 0),
    lastTradeAt: new Date().toISOString(),
  }
}

let at = 0
const began = performance.now()
setInterval(() => {
  for (; at < ((performance.now() - began) * TRADES_A_SECOND) / 1_000; at++) {
    const known = coins[at % coins.length]
    const coin = known && traded(byId.get(known.id) ?? known)
    if (!coin) continue
    byId.set(coin.id, coin)
    const told = {
      ...trade,
      id: `${coin.id}:${coin.sequence}`,
      collectionId: coin.id,
      sequence: coin.sequence,
    }
    news.tell({
      trades: [told],
      activity: [],
      wallets: [trade.traderAddress],
      rereadIds: [],
      launchedIds: [],
      collectionIds: [coin.id],
    })
  }
}, 5)

const server = createServer((request, response) =>
  hub.subscribe(response, {
    topics: ['market'],
    lastEventId: undefined,
    encodings: request.headers['accept-encoding'],
    key: '',
  }),
)
server.listen(0, '127.0.0.1', () => console.log(Object(server.address()).port))
