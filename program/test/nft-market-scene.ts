// What the tests of the NFT market build with: instructions by wallet and edition, what was listed and offered, and who
// gained and lost how much. Tests only.
import type { Address } from '@solana/kit'
import { lamports } from '@twinmint/sdk/core/money'
import { coinsValueLamports, listingDueLamports, type Sale, saleOf } from '@twinmint/sdk/core/nft-sale'
import {
  deriveAssociatedAddress,
  deriveListingAddresses,
  deriveOfferAddress,
} from '@twinmint/sdk/program/addresses'
import type { Instruction } from '@twinmint/sdk/program/message'
import {
  acceptOfferInstruction,
  buyListingInstruction,
  cancelListingInstruction,
  cancelOfferInstruction,
  decodeListing,
  decodeOffer,
  type Listing,
  listInstruction,
  type Offer,
  offerInstruction,
  updateListingInstruction,
} from '@twinmint/sdk/program/nft-market'
import {
  Chain,
  type Coin,
  type LaunchInput,
  NFT_PRICE,
  type Sent,
  SOL,
  type Wallet,
  wallet,
} from './harness.ts'

export const creator = wallet(1)
/** Pays the fees of transactions, so that the others' balances change by what the program does alone. */
export const payer = wallet(9)
export const [seller, buyer, bidder] = [wallet(31), wallet(32), wallet(33)]
export const U64_MAX = 2n ** 64n - 1n
const DAY = 86_400n

export interface AskedFor {
  readonly price?: bigint
  readonly expiresAt?: bigint
}

export class NftMarket {
  readonly chain: Chain
  readonly coin: Coin

  private constructor(chain: Chain, coin: Coin) {
    this.chain = chain
    this.coin = coin
  }

  /** The seller holds NFTs 1 to `held` in associated accounts; the buyer and the bidder have SOL alone. */
  static async open(
    input: {
      readonly chain?: Chain
      readonly launch?: LaunchInput
      readonly edition?: number
      readonly held?: number
      readonly of?: Wallet
    } = {},
  ): Promise<NftMarket> {
    const { launch = {}, edition = 1, held = 3, of = creator } = input
    const chain = input.chain ?? (await Chain.open())
    for (const one of [of, payer, seller, buyer, bidder]) chain.fund(one.address, 100n * SOL)
    const coin = await chain.launched(of, launch, edition)
    const market = new NftMarket(chain, coin)
    const bought = await chain.buyExactOut(seller, coin, 50n * NFT_PRICE, 50n * SOL)
    chain.must([await chain.createCoinAccount(seller, coin), bought], payer, seller)
    // Creator and treasury are owed something before any sale.
    chain.must(await chain.sell(seller, coin, NFT_PRICE), payer, seller)
    for (let edition = 1; edition <= held; edition++)
      chain.must(await chain.capture(seller, coin, edition), payer, seller)
    return market
  }

  /** What an NFT's coins bring now. */
  get coinsValue(): bigint {
    return coinsValueLamports(this.chain.market(this.coin).curve)
  }

  /** In a day, where nothing else is said. */
  get tomorrow(): bigint {
    return this.chain.now() + DAY
  }

  sale(due: bigint): Sale {
    const { royaltyBps, marketFeeBps } = this.chain.market(this.coin).terms
    const terms = { royaltyBps: BigInt(royaltyBps), marketFeeBps: BigInt(marketFeeBps) }
    return saleOf(lamports(due), lamports(this.coinsValue), terms)
  }

  /** Of a listing at that price, bought now. */
  listingSale(price: bigint): Sale {
    return this.sale(listingDueLamports(lamports(price), lamports(this.coinsValue)))
  }

  async nftMint(edition: number): Promise<Address> {
    return (await this.chain.nft(seller, this.coin, edition)).mint
  }

  async nftAccount(one: Wallet, edition: number): Promise<Address> {
    return deriveAssociatedAddress(one.address, await this.nftMint(edition))
  }

  async at(edition: number): Promise<{ readonly listing: Address; readonly listedNft: Address }> {
    return deriveListingAddresses(this.chain.program, await this.nftMint(edition))
  }

  offerAt(one: Wallet, nonce: bigint): Promise<Address> {
    return deriveOfferAddress(this.chain.program, one.address, nonce)
  }

  async listing(edition: number): Promise<Listing> {
    return decodeListing(this.chain.data((await this.at(edition)).listing))
  }

  async offered(one: Wallet, nonce: bigint): Promise<Offer> {
    return decodeOffer(this.chain.data(await this.offerAt(one, nonce)))
  }

  async list(
    one: Wallet,
    edition: number,
    { price = SOL, expiresAt = this.tomorrow, from }: AskedFor & { readonly from?: Address } = {},
  ): Promise<Instruction> {
    return listInstruction(this.chain.program, {
      addresses: {
        seller: one.address,
        market: this.coin.addresses.market,
        config: this.chain.config,
        ...(await this.at(edition)),
        nftMint: await this.nftMint(edition),
        sellerNft: from ?? (await this.nftAccount(one, edition)),
      },
      edition,
      priceLamports: lamports(price),
      expiresAtSeconds: expiresAt,
    })
  }

  async update(
    one: Wallet,
    edition: number,
    { price = SOL, expiresAt = this.tomorrow }: AskedFor,
  ): Promise<Instruction> {
    const { listing } = await this.at(edition)
    return updateListingInstruction(this.chain.program, {
      addresses: { seller: one.address, market: this.coin.addresses.market, listing },
      priceLamports: lamports(price),
      expiresAtSeconds: expiresAt,
    })
  }

  async cancel(one: Wallet, edition: number): Promise<Instruction> {
    return cancelListingInstruction(this.chain.program, {
      addresses: {
        seller: one.address,
        market: this.coin.addresses.market,
        ...(await this.at(edition)),
        nftMint: await this.nftMint(edition),
        sellerNft: await this.nftAccount(one, edition),
      },
    })
  }

  async buy(one: Wallet, edition: number, max: bigint, from: Wallet = seller): Promise<Instruction> {
    return buyListingInstruction(this.chain.program, {
      addresses: {
        buyer: one.address,
        market: this.coin.addresses.market,
        config: this.chain.config,
        ...(await this.at(edition)),
        nftMint: await this.nftMint(edition),
        buyerNft: await this.nftAccount(one, edition),
        seller: from.address,
      },
      lamportsMax: lamports(max),
    })
  }

  async offer(
    one: Wallet,
    nonce: bigint,
    editions: readonly number[],
    { price = SOL, expiresAt = this.tomorrow }: AskedFor = {},
  ): Promise<Instruction> {
    return offerInstruction(this.chain.program, {
      addresses: {
        bidder: one.address,
        market: this.coin.addresses.market,
        config: this.chain.config,
        offer: await this.offerAt(one, nonce),
      },
      nonce,
      priceLamports: lamports(price),
      expiresAtSeconds: expiresAt,
      editions,
    })
  }

  async cancelOffer(one: Wallet, nonce: bigint): Promise<Instruction> {
    return cancelOfferInstruction(this.chain.program, {
      addresses: {
        bidder: one.address,
        market: this.coin.addresses.market,
        offer: await this.offerAt(one, nonce),
      },
    })
  }

  async accept(
    one: Wallet,
    edition: number,
    of: { readonly bidder: Wallet; readonly nonce: bigint },
    { min = 0n, from }: { readonly min?: bigint; readonly from?: Address } = {},
  ): Promise<Instruction> {
    return acceptOfferInstruction(this.chain.program, {
      addresses: {
        seller: one.address,
        market: this.coin.addresses.market,
        offer: await this.offerAt(of.bidder, of.nonce),
        bidder: of.bidder.address,
        nftMint: await this.nftMint(edition),
        sellerNft: from ?? (await this.nftAccount(one, edition)),
        bidderNft: await this.nftAccount(of.bidder, edition),
      },
      edition,
      lamportsMin: lamports(min),
    })
  }

  /** Sends what must go through, paid for by `payer`; says what each of the addresses gained in lamports. */
  gains<Name extends string>(
    instructions: readonly Instruction[] | Instruction,
    signer: Wallet,
    of: Readonly<Record<Name, Address | Wallet>>,
  ): { readonly sent: Sent; readonly gained: Record<Name, bigint> } {
    const entries = Object.entries(of) as [Name, Address | Wallet][]
    const had = entries.map(([, one]) => this.chain.lamportsOf(addressIn(one)))
    const sent = this.chain.must(instructions, payer, signer)
    const gained = entries.map(([name, one], at) => [
      name,
      this.chain.lamportsOf(addressIn(one)) - (had[at] ?? 0n),
    ])
    return { sent, gained: Object.fromEntries(gained) as Record<Name, bigint> }
  }

  /** What the wallet's own associated account holds of the edition. */
  async holds(one: Wallet, edition: number): Promise<boolean> {
    return this.chain.baseUnitsOf(await this.nftAccount(one, edition)) === 1n
  }

  /** Whether nothing is left there, not even a lamport. */
  isGone(address: Address): boolean {
    const account = this.chain.svm.getAccount(address)
    return !account.exists || (account.lamports === 0n && account.data.length === 0)
  }
}

const addressIn = (one: Address | Wallet): Address => (typeof one === 'string' ? one : one.address)
