// The program's instructions, described once: tag, accounts and data. Builder, decoder and types follow from the table, and
// so do the IDL and the tables of docs/program.md (program/build/). The comment of a row is its documentation there.
// Must not know prices or wallets.
import type { Address } from '@solana/kit'
import { FEE_SHARE_RECEIVERS_MAX } from '../core/fee-shares.ts'
import { ProgramDataError, Reader, Writer } from './bytes.ts'
import {
  ADDRESS,
  BASE_UNITS,
  bytesField,
  choice,
  type Fields,
  HOLDER,
  I64,
  LAMPORTS,
  list,
  type Struct,
  struct,
  TEXT,
  U16,
  U64,
  type ValuesOf,
} from './codec.ts'
import { EDITIONS_FIELD } from './editions.ts'
import type { AccountMeta, Instruction } from './message.ts'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts'
import { CHOICES, TERMS } from './terms.ts'

/** The program calls itself with this tag and an event's record; nobody else can (see events.ts). */
export const EVENT_TAG = 255

/** Accounts whose address is the same in every instruction; `program` is the program itself. */
const FIXED = {
  system: SYSTEM_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
  associatedToken: ASSOCIATED_TOKEN_PROGRAM,
  memo: MEMO_PROGRAM,
} as const
type FixedRole = keyof typeof FIXED | 'program'

/** An account of an instruction's list. */
interface Entry {
  readonly role: string
  readonly signer: boolean
  readonly writable: boolean
}

interface Row {
  readonly tag: number
  /** In the program's order. */
  readonly entries: readonly Entry[]
  readonly data: Struct<Fields>
  /** Whether the receivers of fee shares follow the accounts: the present ones, then one for each of the data's shares. */
  readonly hasReceivers: boolean
}

/** `accounts` has a role for each account: `s` signs, `w` is writable. */
const row = <const Accounts extends string, const Data extends Fields>(
  tag: number,
  accounts: Accounts,
  data: Data,
) => ({ tag, accounts, entries: accounts.split(' ').map(entryOf), data: struct(data), hasReceivers: false })

/** A row whose accounts are followed by receivers of fee shares. */
const withReceivers = <R extends Row>(plain: R) => ({ ...plain, hasReceivers: true as const })

function entryOf(text: string): Entry {
  const [role = '', marks = ''] = text.split(':')
  return { role, signer: marks.includes('s'), writable: marks.includes('w') }
}

const TEXTS_BUT_SEED = { name: TEXT, symbol: TEXT, collectionName: TEXT, uri: TEXT }
const TEXTS = struct({
  /** With the creator's mint base it makes the mint address. 1 to 32 of a-z and 0-9. */
  seed: TEXT,
  ...TEXTS_BUT_SEED,
})
/** The texts of a launch's event. */
export const EVENT_TEXTS = struct(TEXTS_BUT_SEED)
export type LaunchTexts = ValuesOf<typeof TEXTS.fields>

/** Where an NFT comes from: made now, or held by the escrow. */
export const SOURCE = choice('nftSource', ['mint', 'escrow'])
export type NftSource = (typeof SOURCE.words)[number]

const SHARES = list('shares', U16, FEE_SHARE_RECEIVERS_MAX)
/** The expiry is later than now, by at most 366 days. */
const PRICE = { priceLamports: LAMPORTS, expiresAtSeconds: I64 }
const BUY = 'user:sw market:w config mint:w vault:w userCoins:w system token2022 program'

// biome-ignore format: one row an instruction
export const INSTRUCTIONS = {
  /** Writes the Config, once, by the program's upgrade authority. */
  initializeConfig: row(0, 'upgradeAuthority:sw config:w programData system treasury:w program', { admin: ADDRESS, pauseKey: HOLDER, terms: TERMS }),
  /** Changes the terms of later launches, the treasury and the pause key. `treasury` is the present one; `nextTreasury` equals it where it stays. */
  updateConfig: row(1, 'admin:s config:w treasury:w nextTreasury:w program', { pauseKey: HOLDER, terms: TERMS }),
  /** Makes a coin, its market and its NFT collection. The mint is createWithSeed(mintBase, seed, Token-2022) and ends in jpg. The hash is the first 16 bytes of the SHA-256 of the 28 bytes of terms as in updateConfig; the launch is refused when the Config has other terms. */
  launch: row(2, 'creator:sw mint:w mintBase market:w vault:w escrow collection:w config system token2022 associatedToken program', { texts: TEXTS, choices: CHOICES, termsHash: bytesField(16, 'hash16') }),
  /** Buys coins: exact lamports in, at least this many base units out. */
  buy: row(3, BUY, { lamportsIn: LAMPORTS, baseUnitsOutMin: BASE_UNITS }),
  /** Sells coins: exact base units in, at least this many lamports out, after the fee. */
  sell: row(4, 'user:sw market:w mint vault:w userCoins:w token2022 program', { baseUnitsIn: BASE_UNITS, lamportsOutMin: LAMPORTS }),
  /** Gives 1,000,000 coins to the escrow and the NFT of this edition to the user. `origin` is the collection where the NFT is minted, otherwise the escrow's account of it. */
  capture: row(5, 'user:sw market:w mint userCoins:w escrow escrowVault:w origin:w nftMint:w userNft:w system token2022 associatedToken program', { edition: U16, source: SOURCE }),
  /** Gives the NFT of this edition to the escrow and 1,000,000 coins to the user. */
  release: row(6, 'user:sw market:w mint userCoins:w escrow escrowVault:w escrowNft:w nftMint:w userNft:w system token2022 associatedToken program', { edition: U16 }),
  /** Pays the market's boost price and lengthens its boost. */
  boost: row(7, 'payer:sw market:w system program', {}),
  /** Pays the creator the fees that sells have set aside. */
  claimCreatorFees: row(8, 'creator:sw market:w program', {}),
  /** Pays the treasury the lamports that the Config holds above its rent. Anybody may send it. */
  claimTreasuryFees: row(9, 'config:w treasury:w program', {}),
  /** Buys coins: exact base units out, at most this many lamports in. */
  buyExactOut: row(10, BUY, { baseUnitsOut: BASE_UNITS, lamportsInMax: LAMPORTS }),
  /** Migrates a Config or Market of an earlier version to the program's. Anybody may; the payer pays the rent of what is added. An account of the program's version stays as it is. */
  migrate: row(11, 'payer:sw account:w system program', {}),
  /** Moves what a market owes the treasury to the Config. Anybody may. */
  collect: row(12, 'market:w config:w program', {}),
  /** Offers the admin's right to a wallet, which has to accept it. Zeros withdraw the offer. */
  offerAdmin: row(13, 'admin:s config:w program', { pendingAdmin: HOLDER }),
  /** Makes the wallet that the right was offered to the admin. */
  acceptAdmin: row(14, 'pendingAdmin:s config:w program', {}),
  /** Stops launches and buys, and in the NFT market purchases, new listings and new offers, for 72 hours. Refused during a pause and for 72 hours after it. */
  pause: row(15, 'pauseKey:s config:w program', {}),
  /** Ends a pause. The signer is the pause key or the admin. */
  unpause: row(16, 'who:s config:w program', {}),
  /** Names the receivers of the creator's fees and their shares: the first time by the creator, later by the authority. The present receivers follow the accounts, then the next ones, each in order. */
  setFeeShares: withReceivers(row(17, 'authority:sw market:w feeShares:w system program', { shares: SHARES })),
  /** Pays a receiver its share of the creator's fees, and confirms it. */
  drawFeeShare: row(18, 'receiver:sw market:w feeShares:w program', {}),
  /** Offers the right to change the receivers. Zeros withdraw the offer. */
  offerFeeShares: row(19, 'authority:s market:w feeShares:w program', { pendingAuthority: HOLDER }),
  /** Takes the right over: pays the present receivers and names the next. They follow the accounts as in setFeeShares. */
  acceptFeeShares: withReceivers(row(20, 'pendingAuthority:s market:w feeShares:w program', { shares: SHARES })),
  /** Offers an NFT for sale until the expiry (unix seconds). The program holds it meanwhile. `sellerNft` is any account of the seller that holds it; it is closed. */
  list: row(30, 'seller:sw market:w config listing:w listedNft:w nftMint sellerNft:w system token2022 program', { edition: U16, ...PRICE }),
  /** Changes a listing's price and expiry, also after it has expired. */
  updateListing: row(31, 'seller:s market:w listing:w program', PRICE),
  /** Returns the NFT and the rents to the seller; `sellerNft` is the associated account. */
  cancelListing: row(32, 'seller:sw market:w listing:w listedNft:w nftMint sellerNft:w system token2022 associatedToken program', {}),
  /** Buys a listed NFT at its price, or at what its coins bring now if that is more, for at most this many lamports, fees included. `buyerNft` is the associated account. */
  buyListing: row(33, 'buyer:sw market:w config listing:w listedNft:w nftMint buyerNft:w seller:w system token2022 associatedToken program', { lamportsMax: LAMPORTS }),
  /** Locks the price, and the rent of the account for the NFT, for any one of the editions: n is bit (n − 1) % 8 of byte (n − 1) / 8. The nonce is the bidder's own choice. */
  offer: row(34, 'bidder:sw market:w config offer:w system program', { nonce: U64, ...PRICE, editions: EDITIONS_FIELD }),
  /** Returns everything that an offer holds to the bidder. */
  cancelOffer: row(35, 'bidder:sw market:w offer:w program', {}),
  /** Gives the NFT of this edition to the bidder for the offer's price. The seller gets at least this many lamports, after royalty and fee. `sellerNft` is any account of the seller that holds it; `bidderNft` is the bidder's associated account. */
  acceptOffer: row(36, 'seller:sw market:w offer:w bidder:w nftMint sellerNft:w bidderNft:w system token2022 associatedToken memo program', { edition: U16, lamportsMin: LAMPORTS }),
} satisfies Record<string, Row>

export type InstructionName = keyof typeof INSTRUCTIONS
export const INSTRUCTION_NAMES = Object.keys(INSTRUCTIONS) as readonly InstructionName[]
/** The instructions of the NFT market, which are also the kinds of its events. */
export const NFT_MARKET = [
  'list',
  'updateListing',
  'cancelListing',
  'buyListing',
  'offer',
  'cancelOffer',
  'acceptOffer',
] as const satisfies readonly InstructionName[]
export type NftMarketName = (typeof NFT_MARKET)[number]
export const isNftMarketName = (name: InstructionName): name is NftMarketName =>
  NFT_MARKET.some((each) => each === name)

type RowOf<Name extends InstructionName> = (typeof INSTRUCTIONS)[Name]
type RolesIn<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? RolesIn<First> | RolesIn<Rest>
  : Text extends `${infer Role}:${string}`
    ? Role
    : Text
type RoleOf<Name extends InstructionName> = RolesIn<RowOf<Name>['accounts']>
/** By role, in the table's words. */
export type AddressesOf<Name extends InstructionName> = Readonly<Record<RoleOf<Name>, Address>>
/** The accounts that a caller has to name. */
export type AccountsOf<Name extends InstructionName> = Readonly<
  Record<Exclude<RoleOf<Name>, FixedRole>, Address>
>
export type DataOf<Name extends InstructionName> = ValuesOf<RowOf<Name>['data']['fields']>

/**
 * An instruction of the program, its accounts in the program's order. `accounts` may hold more than the instruction names.
 * `receivers` follow in setFeeShares and acceptFeeShares: the present ones, then the next. Throws a ProgramDataError for a
 * value that does not fit its field.
 *
 * @example buildInstruction(program, 'buy', { ...addresses, user, userCoins }, { lamportsIn, baseUnitsOutMin })
 */
export function buildInstruction<Name extends InstructionName>(
  programAddress: Address,
  name: Name,
  accounts: AccountsOf<Name>,
  ...[data, receivers = []]: keyof DataOf<Name> extends never
    ? []
    : [data: DataOf<Name>, receivers?: readonly Address[]]
): Instruction {
  const { tag, entries, data: fields }: Row = INSTRUCTIONS[name]
  const addresses: Readonly<Record<string, Address>> = { ...accounts, ...FIXED, program: programAddress }
  const named = entries.map(({ role, signer, writable }): AccountMeta => {
    const address = addresses[role]
    if (address === undefined) throw new ProgramDataError(`${name} needs the account "${role}"`)
    return { address, signer, writable }
  })
  const behind = receivers.map((address): AccountMeta => ({ address, signer: false, writable: true }))
  return {
    programAddress,
    accounts: [...named, ...behind],
    data: fields.write(new Writer().u8(tag), data ?? {}).finish(),
  }
}

/** An instruction of the program as it was read: its data by field, its accounts by role. */
export type DecodedInstruction = {
  [Name in InstructionName]: {
    readonly name: Name
    readonly addresses: AddressesOf<Name>
  } & DataOf<Name> &
    /** The present receivers, then one for each share. */
    (RowOf<Name> extends { readonly hasReceivers: true }
      ? { readonly receivers: readonly Address[] }
      : unknown)
}[InstructionName]

const NAMES = new Map(INSTRUCTION_NAMES.map((name) => [INSTRUCTIONS[name].tag, name]))

/** The instruction of a tag, which is also the kind of its events. */
export const instructionOfTag = (tag: number): InstructionName | undefined => NAMES.get(tag)

/**
 * Reads an instruction of the program. Throws a ProgramDataError for an unknown tag, for data that is too short or too long,
 * and for another number of accounts. Does not check whether the accounts are the right ones.
 */
export function decodeInstruction(data: Uint8Array, accounts: readonly Address[]): DecodedInstruction {
  const reader = new Reader(data)
  const tag = reader.u8()
  const name = instructionOfTag(tag)
  if (name === undefined) throw new ProgramDataError(`there is no instruction ${tag}`)
  const { entries, data: fields, hasReceivers }: Row = INSTRUCTIONS[name]
  const values = fields.read(reader)
  reader.end()
  const receivers = accounts.slice(entries.length)
  const shares = Array.isArray(values['shares']) ? values['shares'].length : 0
  const present = receivers.length - shares
  if (
    accounts.length < entries.length ||
    present < 0 ||
    present > (hasReceivers ? FEE_SHARE_RECEIVERS_MAX : 0)
  )
    throw new ProgramDataError(`${name} does not take ${accounts.length} accounts`)
  const addresses = Object.fromEntries(entries.map(({ role }, at) => [role, accounts[at]]))
  const decoded: Readonly<Record<string, unknown>> = {
    name,
    addresses,
    ...values,
    ...(hasReceivers ? { receivers } : {}),
  }
  // The keys are this instruction's roles and fields, by construction.
  return decoded as DecodedInstruction
}
