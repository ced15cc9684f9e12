// What a transaction did, instruction by instruction, in words and to the unit: those of our program by the event that each
// recorded, since that is what happened and not only what was asked for. Pure.
import type { Address } from '@solana/kit'
import { cidOfUri } from '@twinmint/sdk/content/cid'
import { SUPPLY_BASE_UNITS } from '@twinmint/sdk/core/curve'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { COIN_DECIMALS, ratioText } from '@twinmint/sdk/core/money'
import { guardSummary, surchargeBpsOf, surchargePercentText } from '@twinmint/sdk/core/surcharge'
import { shownName } from '@twinmint/sdk/core/text'
import { decodeEvents, type ProgramEvent } from '@twinmint/sdk/program/events'
import { type DecodedInstruction, decodeInstruction } from '@twinmint/sdk/program/instructions'
import { NFT_MARKET_TAGS, type NftMarketInstructionName } from '@twinmint/sdk/program/nft-market'
import type { LaunchChoices } from '@twinmint/sdk/program/terms'
import { refusalOf } from '@twinmint/sdk/program/transaction-failure'
import { formatCoinsExact, formatExactTime, formatPrice, formatSolExact, shortAddress } from '../ui/format.ts'
import { explainFeeShares, explainFeeSharesEvent } from './explain-fee-shares.ts'
import { explainKeys } from './explain-keys.ts'
import { type ChangeOf, explainNftMarket, explainNftMarketEvent } from './nft-market/explain.ts'
import { explainOther, programName, unknownTokenText } from './other-programs.ts'
import { sendOf } from './sends.ts'
import type { ReadTransaction, TopLevelCall } from './transaction-rules.ts'

/** Which colour and picture an instruction gets. */
export type StepKind =
  | 'launch'
  | 'buy'
  | 'sell'
  | 'capture'
  | 'release'
  | 'boost'
  | 'listing'
  | 'offer'
  | 'sale'
  | 'claim'
  | 'send'
  | 'settings'
  | 'other'

export interface Step {
  readonly kind: StepKind
  readonly programAddress: string
  readonly programName: string
  readonly isOurs: boolean
  /** What happened; what was asked for where nothing did. */
  readonly title: string
  readonly details: readonly (readonly [term: string, text: string])[]
  /** `undone`: it ran, and a later one failed. `skipped`: one before it failed. */
  readonly state: 'done' | 'failed' | 'undone' | 'skipped'
}

export interface Failure {
  readonly title: string
  readonly sentence: string
  readonly remedy: string | undefined
  /** From 1; undefined where the transaction failed as a whole. */
  readonly step: number | undefined
}

export interface Explanation {
  readonly steps: readonly Step[]
  readonly failure: Failure | undefined
  /** The coins of our program that it is about; the first is the one that the page shows. */
  readonly mintAddresses: readonly string[]
  /** What accounts are to the coin: "Market", "Curve vault". */
  readonly roles: ReadonlyMap<string, string>
}

/** How a coin is called; undefined where only its address is known. */
export type SymbolOf = (mintAddress: string) => string | undefined

export function explainTransaction(
  transaction: ReadTransaction,
  programAddress: string,
  symbolOf: SymbolOf,
): Explanation {
  const failedAt = failedIndex(transaction)
  const decoded = transaction.calls.map((call) =>
    call.programAddress === programAddress ? decodeOwn(call) : undefined,
  )
  const words = new Words(symbolOf)
  const mints = new Set<string>()
  const changeOf: ChangeOf = (address) => {
    const account = transaction.accounts.find((each) => each.address === address)
    return account === undefined ? 0n : account.lamportsAfter - account.lamportsBefore
  }
  const steps = transaction.calls.map((call, index): Step => {
    const own = decoded[index]
    const events = transaction.failure === null ? eventsOf(call, programAddress) : []
    for (const { mint } of events) mints.add(mint)
    if (own && 'mint' in own.addresses) mints.add(own.addresses.mint)
    const sent = sendOf(transaction, call)
    if (sent) {
      // Of an NFT the instruction does not say of which coin it is.
      if (sent.decimals === COIN_DECIMALS) mints.add(sent.mint)
      const what = tokenText(transaction, words, sent.mint, sent.units)
      return {
        kind: 'send',
        programAddress: call.programAddress,
        programName: programName(call.programAddress) ?? '',
        isOurs: false,
        title: `Sent ${what} from ${shortAddress(sent.fromAddress)} to ${shortAddress(sent.toAddress)}`,
        details: [
          ['From', sent.fromAddress],
          ['To', sent.toAddress],
        ],
        state: stateOf(transaction, failedAt, index),
      }
    }
    return {
      programAddress: call.programAddress,
      ...(own || events.length > 0
        ? { programName: 'Twinmint', isOurs: own !== undefined, ...words.ours(own, events, changeOf) }
        : {
            programName:
              call.programAddress === programAddress
                ? 'Twinmint'
                : (programName(call.programAddress) ?? 'Unknown program'),
            isOurs: call.programAddress === programAddress,
            kind: 'other',
            title:
              call.programAddress === programAddress
                ? 'An instruction of this program that is not whole'
                : explainOther(call, (mint, units) => tokenText(transaction, words, mint, units)),
            details: [],
          }),
      state: stateOf(transaction, failedAt, index),
    }
  })
  return {
    steps,
    failure: transaction.failure === null ? undefined : explainFailure(transaction, failedAt, programAddress),
    mintAddresses: [...mints],
    roles: rolesOf(decoded, transaction.calls),
  }
}

function decodeOwn({ data, accounts }: TopLevelCall): DecodedInstruction | undefined {
  try {
    return decodeInstruction(data, accounts as readonly Address[])
  } catch {
    // In a transaction that failed it may be anything.
    return undefined
  }
}

function eventsOf(call: TopLevelCall, programAddress: string): readonly ProgramEvent[] {
  try {
    return decodeEvents(call.inner, programAddress as Address)
  } catch {
    // Of a version of the program that this page does not know: the instruction itself still says what was asked for.
    return []
  }
}

function failedIndex({ failure }: ReadTransaction): number | undefined {
  const error = typeof failure === 'object' && failure !== null ? failure['InstructionError'] : undefined
  return Array.isArray(error) ? Number(error[0]) : undefined
}

function stateOf({ failure }: ReadTransaction, failedAt: number | undefined, index: number): Step['state'] {
  if (failure === null) return 'done'
  if (failedAt === undefined || index > failedAt) return 'skipped'
  return index === failedAt ? 'failed' : 'undone'
}

function explainFailure(
  { failure, calls, logs }: ReadTransaction,
  failedAt: number | undefined,
  programAddress: string,
): Failure | undefined {
  if (failure === null) return undefined
  const step = failedAt === undefined ? undefined : failedAt + 1
  const call = failedAt === undefined ? undefined : calls[failedAt]
  if (call !== undefined && call.programAddress !== programAddress) {
    const name = programName(call.programAddress) ?? call.programAddress
    return {
      title: 'Another program refused',
      sentence: `Instruction ${step ?? '?'} failed in ${name}; its reason is in the logs below.`,
      remedy: undefined,
      step,
    }
  }
  const refusal = refusalOf(failure, logs)
  const { title, remedy } = errorRecord[refusal.code]
  return { title, sentence: refusal.message, remedy, step }
}

/** Amounts of a token that an instruction names: by the symbol where it is a coin of ours, else by its decimals. */
function tokenText(
  { accounts }: ReadTransaction,
  words: Words,
  mint: string | undefined,
  units: bigint,
): string {
  if (mint === undefined) return unknownTokenText(units, undefined)
  const decimals = accounts.find(({ token }) => token?.mint === mint)?.token?.decimals
  if (decimals === 0 && units === 1n) return 'the NFT'
  return words.hasSymbol(mint) ? words.coins(mint, units) : unknownTokenText(units, decimals)
}

/** Of a coin that names one. */
function folderDetails(uri: string): readonly Detail[] {
  const cid = cidOfUri(uri)
  return cid === undefined
    ? []
    : [['Picture and texts', `in the folder ${cid}, whose address is their hash: nobody can change them`]]
}

type Told = Pick<Step, 'kind' | 'title' | 'details'>
type Detail = Step['details'][number]

class Words {
  readonly #symbolOf: SymbolOf
  constructor(symbolOf: SymbolOf) {
    this.#symbolOf = symbolOf
  }

  hasSymbol = (mint: string): boolean => this.#symbolOf(mint) !== undefined
  symbol = (mint: string): string => this.#symbolOf(mint) ?? 'coins'
  coins = (mint: string, units: bigint): string =>
    `${formatCoinsExact(units.toString())} ${this.symbol(mint)}`

  /** One instruction of ours, or what another program called of ours: its event, else what it asks for. */
  ours(own: DecodedInstruction | undefined, events: readonly ProgramEvent[], changeOf: ChangeOf): Told {
    const asked = own && this.#asked(own)
    const [event, ...more] = events
    if (event === undefined)
      return asked ?? { kind: 'other', title: 'An instruction of this program', details: [] }
    const told = this.#happened(event, own, changeOf)
    const isTold = ([term, text]: Detail) => told.details.some((each) => each[0] === term && each[1] === text)
    return {
      ...told,
      title: [told.title, ...more.map((each) => this.#happened(each, undefined, changeOf).title)].join('; '),
      details: [
        ...told.details,
        ...(asked?.details.filter((each) => !isTold(each)) ?? []),
        ['Event', `number ${event.sequence} of this coin`],
      ],
    }
  }

  #happened(event: ProgramEvent, own: DecodedInstruction | undefined, changeOf: ChangeOf): Told {
    const { mint } = event
    switch (event.kind) {
      case 'launch': {
        const { name, symbol, collectionName, uri } = event.texts
        return {
          kind: 'launch',
          title: `Launched ${shownName(name)} (${shownName(symbol)}): ${formatCoinsExact(SUPPLY_BASE_UNITS.toString())} coins and a collection of 1,000 NFTs`,
          details: [
            ['NFT collection', shownName(collectionName)],
            ['Migrates at a market cap of', sol(event.terms.graduationMarketCapLamports)],
            ...choiceDetails(event.choices),
            ...folderDetails(uri),
            ['Metadata', shownName(uri)],
          ],
        }
      }
      case 'buy':
        return {
          kind: 'buy',
          title: `Bought ${this.coins(mint, event.baseUnitsOut)} for ${sol(event.lamportsIn)}`,
          details: [
            price(event.lamportsIn - event.surchargeLamports, event.baseUnitsOut),
            ...surchargeDetails(event),
            ...(event.graduated
              ? ([
                  ['Graduation', 'This buy lifted the market cap to the threshold: the token has migrated.'],
                  [
                    'Liquidity locked for ever',
                    `${sol(event.reserveLamports)} and ${this.coins(mint, event.reserveBaseUnits)}`,
                  ],
                  ['Burned', this.coins(mint, event.burnedBaseUnits)],
                ] as const)
              : []),
          ],
        }
      case 'sell':
        return {
          kind: 'sell',
          title: `Sold ${this.coins(mint, event.baseUnitsIn)} for ${sol(event.lamportsOut)}`,
          details: [
            price(event.lamportsOut + event.feeLamports, event.baseUnitsIn),
            ['Fee', `${sol(event.feeLamports)}, of which ${sol(event.creatorFeeLamports)} are the creator's`],
          ],
        }
      case 'capture':
        return {
          kind: 'capture',
          title: `Captured NFT #${event.edition} for ${this.coins(mint, event.baseUnits)}`,
          details: [['Origin', event.minted ? 'made by this capture' : 'held by the escrow until now']],
        }
      case 'release':
        return {
          kind: 'release',
          title: `Released NFT #${event.edition} for ${this.coins(mint, event.baseUnits)}`,
          details: [],
        }
      case 'boost':
        return {
          kind: 'boost',
          title: `Boosted ${this.symbol(mint)} for ${sol(event.lamportsIn)}`,
          details: [
            [
              'Boosted until',
              formatExactTime(new Date(Number(event.boostedUntilSeconds) * 1000).toISOString()),
            ],
          ],
        }
      case 'claimCreatorFees':
        return {
          kind: 'claim',
          title: `Paid the creator ${sol(event.lamportsOut)} of fees`,
          details: [],
        }
      case 'collect':
        return {
          kind: 'claim',
          title: `Moved ${sol(event.lamportsOut)} of platform fees out of the coin’s market`,
          details: [['Where to', 'the program’s account, from which they go to the treasury']],
        }
      case 'setFeeShares':
      case 'acceptFeeShares':
      case 'drawFeeShare':
      case 'offerFeeShares':
        return explainFeeSharesEvent(event)
      case 'list':
      case 'updateListing':
      case 'cancelListing':
      case 'buyListing':
      case 'offer':
      case 'cancelOffer':
      case 'acceptOffer':
        return explainNftMarketEvent(event, own && isOfNftMarket(own) ? own : undefined, changeOf)
    }
  }

  #asked(own: DecodedInstruction): Told {
    const detail = (...entries: readonly Detail[]) => entries
    switch (own.name) {
      case 'launch':
        return {
          kind: 'launch',
          title: `Launch ${shownName(own.texts.name)} (${shownName(own.texts.symbol)})`,
          details: [...folderDetails(own.texts.uri), ...choiceDetails(own.choices)],
        }
      case 'buy':
        return {
          kind: 'buy',
          title: `Buy ${this.symbol(own.addresses.mint)} for ${sol(own.lamportsIn)}`,
          details: detail(['Asked for at least', this.coins(own.addresses.mint, own.baseUnitsOutMin)]),
        }
      case 'buyExactOut':
        return {
          kind: 'buy',
          title: `Buy exactly ${this.coins(own.addresses.mint, own.baseUnitsOut)}`,
          details: detail(
            ['Asked for exactly', this.coins(own.addresses.mint, own.baseUnitsOut)],
            ['Willing to pay at most', sol(own.lamportsInMax)],
          ),
        }
      case 'sell':
        return {
          kind: 'sell',
          title: `Sell ${this.coins(own.addresses.mint, own.baseUnitsIn)}`,
          details: detail(['Asked for at least', sol(own.lamportsOutMin)]),
        }
      case 'capture':
        return { kind: 'capture', title: `Capture NFT #${own.edition}`, details: [] }
      case 'release':
        return { kind: 'release', title: `Release NFT #${own.edition}`, details: [] }
      case 'boost':
        return { kind: 'boost', title: 'Boost the coin', details: [] }
      case 'claimCreatorFees':
        return { kind: 'claim', title: 'Pay the creator the fees that are owed', details: [] }
      case 'setFeeShares':
      case 'acceptFeeShares':
      case 'drawFeeShare':
      case 'offerFeeShares':
        return explainFeeShares(own)
      case 'list':
      case 'updateListing':
      case 'cancelListing':
      case 'buyListing':
      case 'offer':
      case 'cancelOffer':
      case 'acceptOffer':
        return explainNftMarket(own)
      case 'claimTreasuryFees':
      case 'initializeConfig':
      case 'updateConfig':
      case 'offerAdmin':
      case 'acceptAdmin':
      case 'pause':
      case 'unpause':
        return explainKeys(own)
      case 'migrate':
        return {
          kind: 'settings',
          title: 'Bring an account to the program’s version',
          details: detail(
            ['Account', own.addresses.account],
            [
              'What it changes',
              'nothing that anybody owns or owes; whoever calls it pays the rent of the growth',
            ],
          ),
        }
      case 'collect':
        return { kind: 'claim', title: 'Move platform fees out of a coin’s market', details: [] }
    }
  }
}

const isOfNftMarket = (
  own: DecodedInstruction,
): own is Extract<DecodedInstruction, { readonly name: NftMarketInstructionName }> =>
  own.name in NFT_MARKET_TAGS

const sol = (lamports: bigint): string => `${formatSolExact(lamports.toString())} SOL`

/** What a launch chose, for ever. */
const choiceDetails = ({ openingReserveLamports, ...guard }: LaunchChoices): readonly Detail[] => [
  ['Opening reserve', `${sol(openingReserveLamports)} that nobody paid`],
  ['Launch guard', guardSummary(guard)],
]

/** What of a buy the launch guard locked; nothing where it was over, or there is none. */
function surchargeDetails({
  lamportsIn,
  surchargeLamports,
}: {
  readonly lamportsIn: bigint
  readonly surchargeLamports: bigint
}): readonly Detail[] {
  if (surchargeLamports === 0n) return []
  const percent = surchargePercentText(surchargeBpsOf(surchargeLamports, lamportsIn))
  return [['Surcharge of the launch guard', `${sol(surchargeLamports)} of it, ${percent}%, locked for ever`]]
}

/** SOL for one coin, over the whole trade; without a surcharge, which buys nothing. */
const price = (lamports: bigint, baseUnits: bigint): Detail => [
  'Price of one coin',
  baseUnits === 0n ? '–' : `${formatPrice(ratioText(lamports, baseUnits * 1_000n, 18))} SOL`,
]

const ROLE_NAMES: Readonly<Record<string, string>> = {
  user: 'Trader',
  payer: 'Payer',
  creator: 'Creator',
  market: 'Market',
  vault: 'Curve vault',
  escrow: 'Escrow',
  escrowVault: 'Escrow’s coins',
  escrowNft: 'Escrow’s NFT account',
  collection: 'NFT collection',
  mint: 'Coin',
  nftMint: 'NFT',
  userCoins: 'Trader’s coins',
  userNft: 'Trader’s NFT account',
  config: 'Platform fees',
  treasury: 'Treasury',
  admin: 'Admin',
  upgradeAuthority: 'Upgrade authority',
  seller: 'Seller',
  buyer: 'Buyer',
  bidder: 'Bidder',
  listing: 'Listing',
  offer: 'Offer',
  listedNft: 'Listed NFT’s account',
  sellerNft: 'Seller’s NFT account',
  buyerNft: 'Buyer’s NFT account',
  bidderNft: 'Bidder’s NFT account',
  feeShares: 'Receivers of the fees',
  authority: 'Decides who receives the fees',
  pendingAuthority: 'Decides who receives the fees',
  receiver: 'Receiver of fees',
}

function rolesOf(
  decoded: readonly (DecodedInstruction | undefined)[],
  calls: readonly TopLevelCall[],
): ReadonlyMap<string, string> {
  const roles = new Map<string, string>()
  for (const { programAddress } of calls) {
    const name = programName(programAddress)
    if (name !== undefined) roles.set(programAddress, name)
  }
  for (const own of decoded)
    for (const [role, address] of Object.entries(own?.addresses ?? {})) {
      // The receivers before a change are not one account.
      if (typeof address !== 'string') continue
      const name =
        role === 'origin' && own?.name === 'capture'
          ? own.source === 'mint'
            ? 'NFT collection'
            : 'Escrow’s NFT account'
          : ROLE_NAMES[role]
      // A creator who trades is first of all the creator.
      if (name !== undefined && (!roles.has(address) || role === 'creator')) roles.set(address, name)
    }
  return roles
}
