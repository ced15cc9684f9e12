/* oxlint-disable vitest/valid-expect -- a loop has to say which state it was */
// packages/sdk/core/nft-sale.ts against the deployed program, on random reserves, prices and terms: what a listing costs, who gets
// what of it, and of an offer, to the lamport.
import { expect, test } from 'vitest'
import { size } from '../../tests/soak.ts'
import { SUPPLY } from './harness.ts'
import { bidder, buyer, NftMarket, payer, seller } from './nft-market-scene.ts'
import { Random, withSeed } from './random.ts'

const RUNS = size(150, 3_000)

test('what a sale comes to is what the program does', async () =>
  withSeed(async (seed) => {
    const random = new Random(seed)
    const market = await NftMarket.open()
    const { chain, coin } = market
    chain.must(await market.list(seller, 1), payer, seller)
    chain.must(await market.offer(bidder, 1n, [2]), payer, bidder)
    const { listing, listedNft } = await market.at(1)
    const offer = await market.offerAt(bidder, 1n)
    const at = coin.addresses.market
    const accounts = [at, listing, listedNft, offer, seller.address, buyer.address, bidder.address]
    for (const [one, edition] of [
      [buyer, 1],
      [seller, 2],
      [bidder, 2],
    ] as const)
      accounts.push(await market.nftAccount(one, edition))
    const saved = accounts.map((address) => [address, chain.svm.getAccount(address)] as const)
    const restore = () => {
      for (const [address, account] of saved)
        if (account.exists) chain.svm.setAccount(account)
        else chain.setAccount(address, '11111111111111111111111111111111' as never, new Uint8Array(), 0n)
    }
    const write = (address: typeof at, field: (view: DataView) => void, more = 0n) => {
      const data = chain.data(address).slice()
      field(new DataView(data.buffer))
      chain.setAccount(address, chain.program, data, chain.lamportsOf(address) + more)
    }
    for (let run = 0; run < RUNS; run++) {
      restore()
      // Mostly what there could be, sometimes what 64 bits hold for price and balances together.
      const most = random.pick([10n ** 15n, 10n ** 15n, 2n ** 62n])
      const reserveLamports = random.amount(most) + 1n
      const reserveBaseUnits = random.amount(SUPPLY) + 1n
      const [royaltyBps, marketFeeBps] = [random.below(1_001), random.below(501)]
      write(at, (view) => {
        view.setBigUint64(104, reserveLamports, true)
        view.setBigUint64(112, reserveBaseUnits, true)
        view.setUint16(252, royaltyBps, true)
        view.setUint16(254, marketFeeBps, true)
      })
      const coins = market.coinsValue
      const price = random.pick([coins, coins + 1n, coins - 1n, random.amount(most)])
      const asked = price < 1n ? 1n : price
      const what = `${reserveLamports} ${reserveBaseUnits} ${royaltyBps} ${marketFeeBps} ${asked}`

      write(listing, (view) => view.setBigUint64(104, asked, true))
      const sale = market.listingSale(asked)
      chain.fund(buyer.address, sale.dueLamports)
      const buy = [
        await market.buy(buyer, 1, sale.dueLamports - 1n),
        await market.buy(buyer, 1, sale.dueLamports),
      ]
      expect(chain.send(buy.slice(0, 1), payer, buyer).failure, what).toBe('priceTooHigh')
      const rents = chain.lamportsOf(listing) + chain.lamportsOf(listedNft)
      const bought = market.gains(buy[1]!, buyer, { buyer, seller, market: at })
      expect(bought.gained, what).toEqual({
        buyer: 0n - sale.dueLamports - chain.rent(170),
        seller: sale.sellerLamports + rents,
        market: sale.royaltyLamports + sale.platformFeeLamports,
      })
      const { dueLamports, royaltyLamports, platformFeeLamports } = sale
      expect(bought.sent.events, what).toMatchObject([{ dueLamports, royaltyLamports, platformFeeLamports }])

      write(offer, (view) => view.setBigUint64(80, asked, true), asked)
      const offered = market.sale(asked)
      const of = { bidder, nonce: 1n }
      const over = await market.accept(seller, 2, of, { min: offered.sellerLamports + 1n })
      expect(chain.send([over], payer, seller).failure, what).toBe('offerTooLow')
      const accept = await market.accept(seller, 2, of, { min: offered.sellerLamports })
      const accepted = market.gains(accept, seller, { seller, market: at })
      expect(accepted.gained, what).toEqual({
        seller: offered.sellerLamports + chain.rent(170),
        market: offered.royaltyLamports + offered.platformFeeLamports,
      })
    }
  }))
