// Before the wallet is asked, and again with what it returned: do the prepared transactions do with NFTs and offers exactly
// what the dialog said? Pure; see docs/program.md for the bytes.
import { EDITIONS } from '../../core/rarity.ts'
import { mustMatch, readSignable, type SignableTransaction } from '../../program/signable.ts'

/** Where an NFT and its listing live: derived by the page itself. */
export interface ExpectedNft {
  readonly edition: number
  readonly mintAddress: string
  readonly listingAddress: string
}

export type ExpectedAction =
  | {
      readonly kind: 'list' | 'update'
      readonly nfts: readonly (ExpectedNft & { readonly priceLamports: bigint })[]
      readonly expiresAtSeconds: bigint
    }
  | { readonly kind: 'cancel'; readonly nfts: readonly ExpectedNft[]; readonly andRelease: boolean }
  | {
      readonly kind: 'buy'
      readonly nft: ExpectedNft
      readonly sellerAddress: string
      /** The most that is paid. */
      readonly lamportsMax: bigint
    }
  | {
      readonly kind: 'offer'
      readonly offerAddress: string
      readonly nonce: bigint
      readonly priceLamports: bigint
      readonly editions: readonly number[]
      readonly expiresAtSeconds: bigint
    }
  | { readonly kind: 'cancelOffer'; readonly offerAddresses: readonly string[] }
  | {
      readonly kind: 'accept'
      readonly nft: ExpectedNft
      readonly offerAddress: string
      readonly bidderAddress: string
      /** The least that the seller gets. */
      readonly lamportsMin: bigint
      readonly isListed: boolean
    }

export interface ExpectedMarket {
  readonly programAddress: string
  readonly walletAddress: string
  /** The wallet's own account of the coin. */
  readonly userCoinsAddress: string
  readonly mintAddress: string
  readonly marketAddress: string
  readonly escrowAddress: string
  readonly action: ExpectedAction
}

type OwnInstruction = SignableTransaction['own'][number]
type Named<Name extends OwnInstruction['name']> = Extract<OwnInstruction, { readonly name: Name }>

/** The numbers that each transaction is about, in their order; of offers none. */
export type MarketSteps = readonly (readonly number[])[]

/** Throws a TransactionMismatch unless all of the transactions together are this and nothing beside it. */
export function verifyMarket(wires: readonly Uint8Array[], expected: ExpectedMarket): MarketSteps {
  const transactions = wires.map((wire, at) => {
    const read = readSignable(wire, expected)
    verifyCoinAccount(read, expected, at === 0)
    return read.own
  })
  mustMatch(transactions.length > 0, 'there is no transaction')
  mustMatch(
    transactions.every((own) => own.length > 0),
    'a transaction does nothing',
  )
  const { action } = expected
  switch (action.kind) {
    case 'list':
    case 'update':
    case 'cancel':
      return verifyListings(transactions, expected, action)
    case 'buy':
      return [[verifyBuy(soleTransaction(transactions), expected, action)]]
    case 'accept':
      return [[verifyAccept(soleTransaction(transactions), expected, action)]]
    case 'offer':
      verifyOffer(soleTransaction(transactions), expected, action)
      return [[]]
    case 'cancelOffer':
      verifyCancelOffers(soleTransaction(transactions), expected, action)
      return [[]]
  }
}

/** Coins are received by the first transaction, and only where what is taken back is swapped into them. */
function verifyCoinAccount(
  { createdCoinAccount }: SignableTransaction,
  { action, mintAddress, userCoinsAddress }: ExpectedMarket,
  isFirst: boolean,
): void {
  if (!createdCoinAccount) return
  const isNeeded = isFirst && action.kind === 'cancel' && action.andRelease
  mustMatch(isNeeded, 'it makes a coin account that nothing needs')
  mustMatch(createdCoinAccount.mintAddress === mintAddress, 'it makes an account of another coin')
  mustMatch(createdCoinAccount.address === userCoinsAddress, 'it makes another coin account')
}

function soleTransaction(transactions: readonly (readonly OwnInstruction[])[]): readonly OwnInstruction[] {
  const [own = [], ...more] = transactions
  mustMatch(more.length === 0, `it is ${transactions.length} transactions`)
  return own
}

function sole<Name extends OwnInstruction['name']>(own: readonly OwnInstruction[], name: Name): Named<Name> {
  const [first, ...more] = own
  mustMatch(first !== undefined && more.length === 0, `it has ${own.length} instructions of ours`)
  return named(first, name)
}

function named<Name extends OwnInstruction['name']>(
  instruction: OwnInstruction | undefined,
  name: Name,
): Named<Name> {
  mustMatch(instruction?.name === name, `it is a ${instruction?.name ?? 'nothing'}, not a ${name}`)
  return instruction as Named<Name>
}

function verifyListings(
  transactions: readonly (readonly OwnInstruction[])[],
  expected: ExpectedMarket,
  action: Extract<ExpectedAction, { readonly kind: 'list' | 'update' | 'cancel' }>,
): MarketSteps {
  const left = new Map<string, ExpectedNft & { readonly priceLamports?: bigint }>(
    action.nfts.map((nft) => [nft.listingAddress, nft]),
  )
  const take = (listing: string) => {
    const nft = left.get(listing)
    mustMatch(nft !== undefined, 'it is about an NFT that was not chosen, or about one twice')
    left.delete(listing)
    return nft
  }
  const steps = transactions.map((own) => {
    const numbers: number[] = []
    const rest = [...own]
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const nft = verifyListing(next, take, expected, action)
      if (action.kind === 'cancel' && action.andRelease) verifyRelease(rest.shift(), nft, expected)
      numbers.push(nft.edition)
    }
    return numbers
  })
  mustMatch(left.size === 0, `it leaves out ${left.size} NFTs`)
  return steps
}

function verifyListing(
  instruction: OwnInstruction,
  take: (listing: string) => ExpectedNft & { readonly priceLamports?: bigint },
  expected: ExpectedMarket,
  action: Extract<ExpectedAction, { readonly kind: 'list' | 'update' | 'cancel' }>,
): ExpectedNft {
  if (action.kind === 'cancel') {
    const { addresses } = named(instruction, 'cancelListing')
    verifySeller(addresses, expected)
    const nft = take(addresses.listing)
    mustMatch(addresses.nftMint === nft.mintAddress, 'it takes back another NFT')
    return nft
  }
  const asked = action.kind === 'list' ? named(instruction, 'list') : named(instruction, 'updateListing')
  verifySeller(asked.addresses, expected)
  const nft = take(asked.addresses.listing)
  if (asked.name === 'list') {
    mustMatch(asked.edition === nft.edition, 'it lists another number')
    mustMatch(asked.addresses.nftMint === nft.mintAddress, 'it lists another NFT')
  }
  mustMatch(asked.priceLamports === nft.priceLamports, 'it asks another price')
  mustMatch(asked.expiresAtSeconds === action.expiresAtSeconds, 'it ends at another time')
  return nft
}

function verifySeller(
  addresses: { readonly seller: string; readonly market: string },
  expected: ExpectedMarket,
): void {
  mustMatch(addresses.seller === expected.walletAddress, 'it is of another wallet')
  mustMatch(addresses.market === expected.marketAddress, 'it is of another coin')
}

function verifyRelease(
  instruction: OwnInstruction | undefined,
  nft: ExpectedNft,
  expected: ExpectedMarket,
): void {
  const { addresses, edition } = named(instruction, 'release')
  mustMatch(addresses.user === expected.walletAddress, 'it swaps for another wallet')
  mustMatch(
    addresses.market === expected.marketAddress && addresses.mint === expected.mintAddress,
    'it swaps into another coin',
  )
  mustMatch(addresses.userCoins === expected.userCoinsAddress, 'it gives the coins to another account')
  mustMatch(addresses.escrow === expected.escrowAddress, 'it swaps with another escrow')
  mustMatch(edition === nft.edition && addresses.nftMint === nft.mintAddress, 'it swaps another NFT')
}

function verifyBuy(
  own: readonly OwnInstruction[],
  expected: ExpectedMarket,
  action: Extract<ExpectedAction, { readonly kind: 'buy' }>,
): number {
  const { addresses, lamportsMax } = sole(own, 'buyListing')
  mustMatch(addresses.buyer === expected.walletAddress, 'it buys for another wallet')
  mustMatch(addresses.market === expected.marketAddress, 'it is of another coin')
  mustMatch(addresses.listing === action.nft.listingAddress, 'it buys another listing')
  mustMatch(addresses.nftMint === action.nft.mintAddress, 'it buys another NFT')
  mustMatch(addresses.seller === action.sellerAddress, 'it buys from another seller')
  mustMatch(lamportsMax <= action.lamportsMax, 'it may cost more than the dialog said')
  return action.nft.edition
}

function verifyOffer(
  own: readonly OwnInstruction[],
  expected: ExpectedMarket,
  action: Extract<ExpectedAction, { readonly kind: 'offer' }>,
): void {
  const offer = sole(own, 'offer')
  verifyBidder(offer.addresses, expected)
  mustMatch(
    offer.nonce === action.nonce && offer.addresses.offer === action.offerAddress,
    'it is another offer',
  )
  mustMatch(offer.priceLamports === action.priceLamports, 'it offers another price')
  mustMatch(offer.expiresAtSeconds === action.expiresAtSeconds, 'it ends at another time')
  const wanted = new Set(action.editions)
  mustMatch(
    offer.editions.length === wanted.size && offer.editions.every((edition) => wanted.has(edition)),
    'it is for other NFTs',
  )
}

function verifyBidder(
  addresses: { readonly bidder: string; readonly market: string },
  expected: ExpectedMarket,
): void {
  mustMatch(addresses.bidder === expected.walletAddress, 'it is of another wallet')
  mustMatch(addresses.market === expected.marketAddress, 'it is of another coin')
}

function verifyCancelOffers(
  own: readonly OwnInstruction[],
  expected: ExpectedMarket,
  action: Extract<ExpectedAction, { readonly kind: 'cancelOffer' }>,
): void {
  const left = new Set(action.offerAddresses)
  for (const instruction of own) {
    const { addresses } = named(instruction, 'cancelOffer')
    verifyBidder(addresses, expected)
    mustMatch(left.delete(addresses.offer), 'it withdraws an offer that was not chosen')
  }
  mustMatch(left.size === 0, `it leaves out ${left.size} offers`)
}

function verifyAccept(
  own: readonly OwnInstruction[],
  expected: ExpectedMarket,
  action: Extract<ExpectedAction, { readonly kind: 'accept' }>,
): number {
  const { nft } = action
  const rest = [...own]
  if (action.isListed) {
    const { addresses } = named(rest.shift(), 'cancelListing')
    verifySeller(addresses, expected)
    const isIt = addresses.listing === nft.listingAddress && addresses.nftMint === nft.mintAddress
    mustMatch(isIt, 'it takes back another NFT')
  }
  const { addresses, edition, lamportsMin } = sole(rest, 'acceptOffer')
  verifySeller(addresses, expected)
  mustMatch(addresses.offer === action.offerAddress, 'it accepts another offer')
  mustMatch(addresses.bidder === action.bidderAddress, 'it sells to another wallet')
  mustMatch(edition >= 1 && edition <= EDITIONS && edition === nft.edition, 'it sells another number')
  mustMatch(addresses.nftMint === nft.mintAddress, 'it sells another NFT')
  mustMatch(lamportsMin >= action.lamportsMin, 'it may bring less than the dialog said')
  return nft.edition
}
