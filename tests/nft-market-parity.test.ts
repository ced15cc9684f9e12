// core/nft-market.ts against the program: at random reserves, prices and terms, which are written into the accounts
// directly, both must say to the lamport who gets what of a listing bought and of an offer accepted.
/* oxlint-disable vitest/valid-expect, vitest/no-conditional-expect -- a loop has to say at which state it failed */
import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { type Chain, SOL, SUPPLY, type Wallet } from '../program/harness.ts'
import { bidder, buyer, creator, NftMarket, payer, seller, U64_MAX } from '../program/nft-market-scene.ts'
import { Random, withSeed } from '../program/random.ts'
import { SYSTEM_PROGRAM } from '../src/chain/program/programs.ts'
import { baseUnits, lamports } from '../src/core/money.ts'
import { coinsValueLamports, listingDueLamports, saleOf } from '../src/core/nft-market.ts'
import { size } from './soak.ts'

const ROUNDS = size(300, 10_000)
/** Far above all lamports there are; the sum of two balances still fits 64 bits. */
const MOST = 1n << 62n

interface Figures {
  readonly reserveLamports: bigint
  readonly reserveBaseUnits: bigint
  readonly royaltyBps: number
  readonly marketFeeBps: number
}

/** Mostly what trading reaches, sometimes what only 64 bits bound. */
function anyFigures(random: Random): Figures {
  const reachable = random.below(3) > 0
  const reserveLamports = reachable ? SOL + random.amount(2_000n * SOL) : random.amount(U64_MAX - 1n) + 1n
  const reserve = reachable ? (SOL * SUPPLY) / reserveLamports + 1n : random.amount(MOST) + 1n
  return {
    reserveLamports: reserveLamports > U64_MAX ? U64_MAX : reserveLamports,
    reserveBaseUnits: reserve > MOST ? MOST : reserve,
    royaltyBps: random.pick([0, 1, 500, 777, 1_000]),
    marketFeeBps: random.pick([0, 1, 100, 333, 500]),
  }
}

function write(chain: Chain, address: Address, fields: (view: DataView) => void, more = 0n): void {
  const account = chain.svm.getAccount(address)
  if (!account.exists) throw new Error(`there is nothing at ${address}`)
  const data = account.data.slice()
  fields(new DataView(data.buffer))
  chain.setAccount(address, account.programAddress, data, account.lamports + more)
}

const hold = (chain: Chain, one: Wallet, amount: bigint) =>
  chain.setAccount(one.address, SYSTEM_PROGRAM, new Uint8Array(), amount)

/** Around what the coins bring, and anywhere else. */
function anyPrice(random: Random, coins: bigint): bigint {
  const price = random.pick([
    coins,
    coins + 1n,
    coins - 1n,
    coins + random.amount(100_000n),
    random.amount(2n * coins),
    random.amount(MOST),
    random.amount(50_000n),
  ])
  return price < 1n ? 1n : price > MOST ? MOST : price
}

test(`${ROUNDS} sales at random reserves, prices and terms: the figures are the program's`, async () => {
  await withSeed(async (seed) => {
    const random = new Random(`${seed} NFT market`)
    const market = await NftMarket.open({ held: 2 })
    const { chain, coin } = market
    const at = coin.addresses.market
    chain.must(await market.list(seller, 1), payer, seller)
    chain.must(await market.offer(bidder, 1n, [2]), payer, bidder)
    const [{ listing, listedNft }, offer] = [await market.at(1), await market.offerAt(bidder, 1n)]
    const kept = await Promise.all(
      [
        listing,
        listedNft,
        offer,
        at,
        await market.nftAccount(seller, 2),
        await market.nftAccount(buyer, 1),
        await market.nftAccount(bidder, 2),
      ].map(async (address) => ({ address, account: chain.svm.getAccount(address) })),
    )
    const associated = chain.rent(170)
    const listingRents = chain.lamportsOf(listing) + chain.lamportsOf(listedNft)
    const [buy, accept] = [
      await market.buy(buyer, 1, U64_MAX),
      await market.accept(seller, 2, { bidder, nonce: 1n }),
    ]
    const seen: Record<string, number> = {}

    for (let round = 0; round < ROUNDS; round++) {
      for (const { address, account } of kept) {
        if (account.exists) chain.svm.setAccount(account)
        else chain.setAccount(address, SYSTEM_PROGRAM, new Uint8Array(), 0n)
      }
      const figures = anyFigures(random)
      const coins = coinsValueLamports({
        reserveLamports: lamports(figures.reserveLamports),
        reserveBaseUnits: baseUnits(figures.reserveBaseUnits),
      })
      const price = lamports(anyPrice(random, coins))
      const buys = random.below(2) === 0
      const due = buys ? listingDueLamports(price, coins) : price
      const rates = {
        royaltyBps: BigInt(figures.royaltyBps),
        marketFeeBps: BigInt(figures.marketFeeBps),
      }
      const sale = saleOf(due, coins, rates)
      // The program's own sums have to fit 64 bits too.
      if (due + associated > U64_MAX / 2n) continue
      write(chain, at, (view) => {
        view.setBigUint64(104, figures.reserveLamports, true)
        view.setBigUint64(112, figures.reserveBaseUnits, true)
        view.setUint16(252, figures.royaltyBps, true)
        view.setUint16(254, figures.marketFeeBps, true)
      })
      const where = `round ${round}: ${buys ? 'bought' : 'accepted'} at ${price}, ${Object.values(figures).join(' ')}`
      for (const one of [seller, bidder, creator]) hold(chain, one, SOL)
      hold(chain, buyer, due + associated)
      if (buys) write(chain, listing, (view) => view.setBigUint64(104, price, true))
      else write(chain, offer, (view) => view.setBigUint64(80, price, true), price - SOL)
      const before = chain.market(coin)
      const had = chain.lamportsOf(at)
      const sent = buys ? chain.send([buy], payer, buyer) : chain.send([accept], payer, seller)
      expect(sent.failure, `${where}\n${sent.logs.join('\n')}`).toBeUndefined()

      const { royaltyLamports, platformFeeLamports, sellerLamports } = sale
      expect(chain.lamportsOf(seller.address) - SOL, where).toBe(
        sellerLamports + (buys ? listingRents : associated),
      )
      expect(chain.lamportsOf(buyer.address), where).toBe(buys ? 0n : due + associated)
      expect(chain.lamportsOf(creator.address), where).toBe(SOL)
      expect(chain.lamportsOf(at) - had, where).toBe(royaltyLamports + platformFeeLamports)
      const after = chain.market(coin)
      expect(after.creatorFeesOwedLamports - before.creatorFeesOwedLamports, where).toBe(royaltyLamports)
      expect(after.treasuryFeesOwedLamports - before.treasuryFeesOwedLamports, where).toBe(
        platformFeeLamports,
      )
      expect(sent.events, where).toMatchObject([{ dueLamports: due, royaltyLamports, platformFeeLamports }])
      const kind = due > coins ? 'above' : due === coins ? 'at' : 'below'
      seen[`${buys ? 'bought' : 'accepted'} ${kind}`] =
        (seen[`${buys ? 'bought' : 'accepted'} ${kind}`] ?? 0) + 1
      if (royaltyLamports > 0n) seen['royalty'] = (seen['royalty'] ?? 0) + 1
    }
    if (process.env['TWINMINT_TALLY']) console.log(seen)
    for (const key of [
      'bought above',
      'bought at',
      'accepted above',
      'accepted at',
      'accepted below',
      'royalty',
    ])
      expect(seen[key], `no ${key} among the rounds`).toBeGreaterThan(0)
  })
})
