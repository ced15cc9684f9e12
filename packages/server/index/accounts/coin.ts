// A coin as its accounts say it now: the rows from which a server goes on whose node has forgotten the coin's first events.
// Reads the chain alone and knows no database. What only events say is left at zero or null.
import type { Address, Base58EncodedBytes } from '@solana/kit'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { marketCapLamports, SUPPLY_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { graduationStandsAt, STANDING_SECONDS } from '@twinmint/sdk/core/sustained'
import { decodeFeeShares, decodeMarket, type Market } from '@twinmint/sdk/program/accounts'
import { deriveFeeSharesAddress, deriveMarketAddresses } from '@twinmint/sdk/program/addresses'
import { ProgramDataError } from '@twinmint/sdk/program/bytes'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import { decodeMetadata, decodeMint, EXTENSION } from '@twinmint/sdk/program/mint'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import type { Chain, ChainAccount } from '../../chain/chain.ts'
import { collectionIdOf, isoSeconds } from '../event-rows.ts'
import { feeSharesRowOf, receiverRows } from '../fee-shares/rows.ts'
import { shownCoin } from '../names/imitations.ts'
import type { NftListingRow, NftOfferRow } from '../nft-market/rows.ts'
import { priceText } from '../records.ts'
import type { CollectionRow, CurveRow, FeeReceiverRow, FeeSharesRow, NftChange } from '../rows.ts'
import { asked, readNfts, readOffers } from './nfts.ts'

/**
 * Rows of one coin. `curve.sequence` is that of the coin's last event when its Market was read; all else was read then or
 * later, so the rows are right once the events after it are applied, which set the same again. NFTs, listings, offers and
 * fee shares carry that sequence too.
 */
export interface AccountCoin {
  /** The cluster's clock when the curve was read: what the coin's history begins with. */
  readonly since: string
  readonly collection: CollectionRow
  readonly curve: CurveRow
  /** Those that were minted, by number. */
  readonly nfts: readonly NftChange[]
  readonly listings: readonly NftListingRow[]
  readonly offers: readonly NftOfferRow[]
  /** One row or, where the creator's fees are the creator's alone, none. */
  readonly feeShares: readonly FeeSharesRow[]
  readonly feeReceivers: readonly FeeReceiverRow[]
}

type Reads = Pick<Chain, 'rpc' | 'programAddress' | 'loadAccounts'>

/** A Market of either version begins with it. */
const MARKET_TAG = 2
/** Before the part that is the collection's own in its metadata's address. */
const COLLECTION_URI_END = '/collection'

/** The addresses of all Markets of the program, in no order. Refuses chainUnavailable, as where a node does not list them. */
export async function listMarkets({ rpc, programAddress }: Reads): Promise<Address[]> {
  const found = await asked(
    rpc
      .getProgramAccounts(programAddress, {
        commitment: 'confirmed',
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
        filters: [
          {
            memcmp: {
              offset: 0n,
              bytes: encodeBase58(Uint8Array.of(MARKET_TAG)) as Base58EncodedBytes,
              encoding: 'base58',
            },
          },
        ],
      })
      .send(),
  )
  return found.map(({ pubkey }) => pubkey)
}

/**
 * The coin whose Market is at `marketAddress`; undefined where there is none. Throws a ProgramDataError where its accounts are not
 * what the program makes, and refuses chainUnavailable. Asks the node once for each NFT in circulation that is not listed, 1,000
 * times at most.
 */
export async function readCoin(
  chain: Reads,
  marketAddress: Address,
  { standingSeconds = STANDING_SECONDS }: { readonly standingSeconds?: number | undefined } = {},
): Promise<AccountCoin | undefined> {
  const [found] = await chain.loadAccounts([marketAddress])
  if (found?.owner !== chain.programAddress || found.data[0] !== MARKET_TAG) return undefined
  const { mint } = decodeMarket(found.data)
  const [addresses, sharesAddress] = await Promise.all([
    deriveMarketAddresses(chain.programAddress, mint),
    deriveFeeSharesAddress(chain.programAddress, mint),
  ])
  // In one answer, so that all of it is of one slot.
  const [marketAccount, mintAccount, collectionAccount, clock, sharesAccount] = await chain.loadAccounts([
    marketAddress,
    mint,
    addresses.collection,
    CLOCK_ADDRESS,
    sharesAddress,
  ])
  const nowSeconds = clockSeconds(clock?.data)
  if (marketAccount?.owner !== chain.programAddress || nowSeconds === undefined)
    throw new ProgramDataError(`the accounts of ${mint} are not whole`)
  const market = decodeMarket(marketAccount.data)
  const collectionId = collectionIdOf(mint)
  const of = { collectionId, sequence: Number(market.sequence) }
  const { supply, texts } = readMints(mint, { mintAccount, collectionAccount })
  const shares =
    market.feeSharesBump === 0 || sharesAccount?.owner !== chain.programAddress
      ? undefined
      : decodeFeeShares(sharesAccount.data)
  const coin = { ...of, mintAddress: mint, escrowAddress: addresses.escrow }
  const [{ nfts, listings }, offers] = await Promise.all([
    readNfts(chain, coin, market.nftsMinted),
    readOffers(chain, coin),
  ])
  return {
    since: isoSeconds(nowSeconds),
    collection: {
      id: collectionId,
      mintAddress: mint,
      ...shownCoin(texts, mint),
      marketAddress,
      vaultAddress: market.vault,
      escrowAddress: addresses.escrow,
      collectionAddress: addresses.collection,
      metadataUri: texts.uri,
      ...termsOf(market),
    },
    curve: curveOf(of, market, { supply, nowSeconds, standingSeconds }),
    nfts,
    listings,
    offers,
    feeShares: shares ? [feeSharesRowOf(of, shares)] : [],
    feeReceivers: shares ? receiverRows(collectionId, shares) : [],
  }
}

/** The texts as the launch gave them: the collection's metadata has its address before "/collection". */
function readMints(
  mint: Address,
  {
    mintAccount,
    collectionAccount,
  }: { readonly mintAccount: ChainAccount | undefined; readonly collectionAccount: ChainAccount | undefined },
) {
  if (mintAccount?.owner !== TOKEN_2022_PROGRAM || collectionAccount?.owner !== TOKEN_2022_PROGRAM)
    throw new ProgramDataError(`${mint} or its collection is no mint`)
  const [coin, collection] = [decodeMint(mintAccount.data), decodeMint(collectionAccount.data)]
  const [own, twin] = [coin, collection].map(({ extensions }) => {
    const metadata = extensions.find(({ type }) => type === EXTENSION.metadata)
    return metadata && decodeMetadata(metadata)
  })
  if (own === undefined || twin?.uri.endsWith(COLLECTION_URI_END) !== true)
    throw new ProgramDataError(`${mint} or its collection has no metadata`)
  return {
    supply: coin.supply,
    texts: {
      name: own.name,
      symbol: own.symbol,
      collectionName: twin.name,
      uri: twin.uri.slice(0, -COLLECTION_URI_END.length),
    },
  }
}

function termsOf({ terms, creator, openingReserveLamports, createdAtSeconds }: Market) {
  return {
    creatorAddress: creator,
    totalSupply: SUPPLY_BASE_UNITS.toString(),
    initialPrice: priceText(openingReserveLamports, SUPPLY_BASE_UNITS),
    graduationMarketCapLamports: terms.graduationMarketCapLamports.toString(),
    boostPriceLamports: terms.boostPriceLamports.toString(),
    boostSeconds: terms.boostSeconds,
    sellFeeBps: terms.sellFeeBps,
    creatorShareBps: terms.creatorShareBps,
    royaltyBps: terms.royaltyBps,
    marketFeeBps: terms.marketFeeBps,
    // The node has forgotten the launch.
    launchSignature: '',
    launchSlot: 0,
    createdAt: isoSeconds(createdAtSeconds),
  }
}

function curveOf(
  of: Pick<CurveRow, 'collectionId' | 'sequence'>,
  market: Market,
  {
    supply,
    nowSeconds,
    standingSeconds,
  }: { readonly supply: bigint; readonly nowSeconds: bigint; readonly standingSeconds: number },
): CurveRow {
  const { curve, terms, boostedUntilSeconds } = market
  const isGraduated = curve.graduated
  const marketCap = marketCapLamports(curve).toString()
  const wasBoosted = boostedUntilSeconds > 0n
  const boostedSeconds = boostedUntilSeconds - BigInt(terms.boostSeconds)
  return {
    ...of,
    reserveLamports: curve.reserveLamports.toString(),
    reserveBaseUnits: curve.reserveBaseUnits.toString(),
    realLamports: curve.realLamports.toString(),
    openingReserveLamports: market.openingReserveLamports.toString(),
    guardBps: market.guardBps,
    guardSeconds: market.guardSeconds,
    lockedLamports: market.lockedLamports.toString(),
    creatorFeesOwedLamports: market.creatorFeesOwedLamports.toString(),
    creatorFeesClaimedLamports: '0',
    // With what holders burned, which the mint does not tell apart from what the graduation burned.
    burnedBaseUnits: (SUPPLY_BASE_UNITS - supply).toString(),
    marketCapLamports: marketCap,
    price: priceText(curve.reserveLamports, curve.reserveBaseUnits),
    isGraduated,
    graduatedAt: null,
    // Since when the market cap stands is not known, so it counts from now on.
    graduationStandsAt: graduationStandsAt(
      undefined,
      { isGraduated, marketCapLamports: marketCap },
      {
        unixSeconds: nowSeconds,
        thresholdLamports: terms.graduationMarketCapLamports,
        standingSeconds,
      },
    ),
    graduatedSequence: null,
    graduationSignature: null,
    // Exact after one boost. Boosts that were paid while another ran reach further, and the last of them was before now.
    boostedAt: wasBoosted ? isoSeconds(boostedSeconds < nowSeconds ? boostedSeconds : nowSeconds) : null,
    boostedUntil: wasBoosted ? isoSeconds(boostedUntilSeconds) : null,
    mintedNftCount: market.nftsMinted,
    circulatingNftCount: market.nftsInCirculation,
    tradeCount: 0,
    lastTradeAt: null,
    nftSaleCount: 0,
    nftSalesLamports: '0',
    createdAt: isoSeconds(market.createdAtSeconds),
    updatedAt: isoSeconds(nowSeconds),
  }
}
