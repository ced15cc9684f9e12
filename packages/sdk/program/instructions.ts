// The program's instructions, built and read back. Builders and decoder share one table of accounts, which is that of
// docs/program.md; must not know prices or wallets.
import type { Address } from '@solana/kit'
import { type BaseUnits, baseUnits, type Lamports, lamports } from '../core/money.ts'
import type { MarketAddresses, NftAddresses } from './addresses.ts'
import { ProgramDataError, Reader, Writer } from './bytes.ts'
import { type DecodedFeeSharesInstruction, decodeFeeSharesInstruction } from './fee-shares.ts'
import type { AccountMeta, Instruction } from './message.ts'
import { type DecodedNftMarketInstruction, decodeNftMarketInstruction } from './nft-market.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts'
import { type LaunchChoices, readChoices, readTerms, type Terms, termsHash, writeChoices } from './terms.ts'

export const TAGS = {
  initializeConfig: 0,
  updateConfig: 1,
  launch: 2,
  buy: 3,
  sell: 4,
  capture: 5,
  release: 6,
  boost: 7,
  claimCreatorFees: 8,
  claimTreasuryFees: 9,
  buyExactOut: 10,
  migrate: 11,
  collect: 12,
  offerAdmin: 13,
  acceptAdmin: 14,
  pause: 15,
  unpause: 16,
} as const
/** The program calls itself with this tag and an event's record; nobody else can (see events.ts). */
export const EVENT_TAG = 255
export type InstructionName = keyof typeof TAGS

const BUY_ACCOUNTS = [
  'user:sw',
  'market:w',
  'config:',
  'mint:w',
  'vault:w',
  'userCoins:w',
  'system:',
  'token2022:',
  'program:',
] as const

/** `s` signs, `w` is writable; in the program's order. */
const ACCOUNTS = {
  initializeConfig: ['upgradeAuthority:sw', 'config:w', 'programData:', 'system:', 'treasury:w', 'program:'],
  updateConfig: ['admin:s', 'config:w', 'treasury:w', 'nextTreasury:w', 'program:'],
  launch: [
    'creator:sw',
    'mint:w',
    'mintBase:',
    'market:w',
    'vault:w',
    'escrow:',
    'collection:w',
    'config:',
    'system:',
    'token2022:',
    'associatedToken:',
    'program:',
  ],
  buy: BUY_ACCOUNTS,
  sell: ['user:sw', 'market:w', 'mint:', 'vault:w', 'userCoins:w', 'token2022:', 'program:'],
  capture: [
    'user:sw',
    'market:w',
    'mint:',
    'userCoins:w',
    'escrow:',
    'escrowVault:w',
    // The collection where the NFT is minted, the escrow's account of the NFT where it is handed out.
    'origin:w',
    'nftMint:w',
    'userNft:w',
    'system:',
    'token2022:',
    'associatedToken:',
    'program:',
  ],
  release: [
    'user:sw',
    'market:w',
    'mint:',
    'userCoins:w',
    'escrow:',
    'escrowVault:w',
    'escrowNft:w',
    'nftMint:w',
    'userNft:w',
    'system:',
    'token2022:',
    'associatedToken:',
    'program:',
  ],
  boost: ['payer:sw', 'market:w', 'system:', 'program:'],
  claimCreatorFees: ['creator:sw', 'market:w', 'program:'],
  claimTreasuryFees: ['config:w', 'treasury:w', 'program:'],
  buyExactOut: BUY_ACCOUNTS,
  // A Config or a Market.
  migrate: ['payer:sw', 'account:w', 'system:', 'program:'],
  collect: ['market:w', 'config:w', 'program:'],
  offerAdmin: ['admin:s', 'config:w', 'program:'],
  acceptAdmin: ['pendingAdmin:s', 'config:w', 'program:'],
  pause: ['pauseKey:s', 'config:w', 'program:'],
  // The pause key, or the admin.
  unpause: ['who:s', 'config:w', 'program:'],
} as const satisfies Record<InstructionName, readonly string[]>

type RoleOf<Name extends InstructionName> = (typeof ACCOUNTS)[Name][number] extends infer Entry
  ? Entry extends `${infer Role}:${string}`
    ? Role
    : never
  : never
type AddressesOf<Name extends InstructionName> = Readonly<Record<RoleOf<Name>, Address>>

/** What the admin may change at any time. */
export interface ConfigValues extends Terms {
  readonly treasury: Address
  /** Who may pause launches and buys; undefined = nobody. */
  readonly pauseKey: Address | undefined
}

export interface LaunchTexts {
  /** With the creator's mint base it makes the mint address. 1 to 32 of a-z and 0-9. */
  readonly seed: string
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly uri: string
}

const FIXED: Readonly<Record<string, Address>> = {
  system: SYSTEM_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
  associatedToken: ASSOCIATED_TOKEN_PROGRAM,
}

type FixedRole = 'system' | 'token2022' | 'associatedToken' | 'program'

/** With the accounts in the program's order; the fixed ones need not be named. */
export function build<Name extends InstructionName>(
  programAddress: Address,
  name: Name,
  addresses: Readonly<Record<Exclude<RoleOf<Name>, FixedRole>, Address>>,
  data: (writer: Writer) => Writer = (writer) => writer,
): Instruction {
  const named: Readonly<Record<string, Address>> = addresses
  const accounts = ACCOUNTS[name].map((entry): AccountMeta => {
    const { role, signer, writable } = splitEntry(entry)
    const address = role === 'program' ? programAddress : (FIXED[role] ?? named[role])
    if (address === undefined) throw new ProgramDataError(`${name} needs the account "${role}"`)
    return { address, signer, writable }
  })
  return { programAddress, accounts, data: data(new Writer().u8(TAGS[name])).finish() }
}

function splitEntry(entry: string): {
  readonly role: string
  readonly signer: boolean
  readonly writable: boolean
} {
  const [role = '', marks = ''] = entry.split(':')
  return { role, signer: marks.includes('s'), writable: marks.includes('w') }
}

export function launchInstruction(
  programAddress: Address,
  input: {
    readonly creator: Address
    readonly mintBase: Address
    readonly addresses: MarketAddresses
    readonly texts: LaunchTexts
    readonly choices: LaunchChoices
    /** As the creator was shown them: the program refuses the launch when they are others by then. */
    readonly terms: Terms
  },
): Instruction {
  const { seed, name, symbol, collectionName, uri } = input.texts
  const { creator, mintBase, addresses } = input
  return build(programAddress, 'launch', { ...addresses, creator, mintBase }, (writer) =>
    writeChoices(
      writer.text(seed).text(name).text(symbol).text(collectionName).text(uri),
      input.choices,
    ).bytes(termsHash(input.terms)),
  )
}

export function buyInstruction(
  programAddress: Address,
  input: {
    readonly user: Address
    readonly userCoins: Address
    readonly addresses: MarketAddresses
    readonly lamportsIn: Lamports
    readonly baseUnitsOutMin: BaseUnits
  },
): Instruction {
  const { user, userCoins, addresses } = input
  return build(programAddress, 'buy', { ...addresses, user, userCoins }, (writer) =>
    writer.u64(input.lamportsIn).u64(input.baseUnitsOutMin),
  )
}

export function sellInstruction(
  programAddress: Address,
  input: {
    readonly user: Address
    readonly userCoins: Address
    readonly addresses: MarketAddresses
    readonly baseUnitsIn: BaseUnits
    readonly lamportsOutMin: Lamports
  },
): Instruction {
  const { user, userCoins, addresses } = input
  return build(programAddress, 'sell', { ...addresses, user, userCoins }, (writer) =>
    writer.u64(input.baseUnitsIn).u64(input.lamportsOutMin),
  )
}

/** Exactly `baseUnitsOut` for as many lamports as they cost, `lamportsInMax` at most. */
export function buyExactOutInstruction(
  programAddress: Address,
  input: {
    readonly user: Address
    readonly userCoins: Address
    readonly addresses: MarketAddresses
    readonly baseUnitsOut: BaseUnits
    readonly lamportsInMax: Lamports
  },
): Instruction {
  const { user, userCoins, addresses } = input
  return build(programAddress, 'buyExactOut', { ...addresses, user, userCoins }, (writer) =>
    writer.u64(input.baseUnitsOut).u64(input.lamportsInMax),
  )
}

/** Where an NFT comes from: made now, or held by the escrow. */
export type NftSource = 'mint' | 'escrow'
const SOURCES = ['mint', 'escrow'] as const satisfies readonly NftSource[]

/** 1,000,000 coins to the escrow, the NFT of that number to the user. */
export function captureInstruction(
  programAddress: Address,
  input: {
    readonly user: Address
    readonly userCoins: Address
    readonly addresses: MarketAddresses
    readonly nft: NftAddresses
    readonly source: NftSource
  },
): Instruction {
  const { user, userCoins, addresses, nft, source } = input
  const { mint: nftMint, userNft } = nft
  const origin = source === 'mint' ? addresses.collection : nft.escrowNft
  const named = { ...addresses, user, userCoins, nftMint, userNft, origin }
  return build(programAddress, 'capture', named, (writer) =>
    writer.u16(nft.edition).u8(SOURCES.indexOf(source)),
  )
}

/** The NFT to the escrow, 1,000,000 coins to the user. */
export function releaseInstruction(
  programAddress: Address,
  input: {
    readonly user: Address
    readonly userCoins: Address
    readonly addresses: MarketAddresses
    readonly nft: NftAddresses
  },
): Instruction {
  const { user, userCoins, addresses, nft } = input
  const { mint: nftMint, userNft, escrowNft } = nft
  const named = { ...addresses, user, userCoins, nftMint, userNft, escrowNft }
  return build(programAddress, 'release', named, (writer) => writer.u16(nft.edition))
}

export function boostInstruction(
  programAddress: Address,
  input: { readonly payer: Address; readonly addresses: MarketAddresses },
): Instruction {
  return build(programAddress, 'boost', { ...input.addresses, payer: input.payer })
}

export function claimCreatorFeesInstruction(
  programAddress: Address,
  input: { readonly creator: Address; readonly addresses: MarketAddresses },
): Instruction {
  return build(programAddress, 'claimCreatorFees', { ...input.addresses, creator: input.creator })
}

/** Brings a Config or Market of an earlier version to the program's; anybody may, and pays the rent of the added bytes. */
export function migrateInstruction(
  programAddress: Address,
  input: { readonly payer: Address; readonly account: Address },
): Instruction {
  return build(programAddress, 'migrate', input)
}

/** Moves to the Config what the market owes the treasury; anybody may. */
export function collectInstruction(
  programAddress: Address,
  input: { readonly addresses: Pick<MarketAddresses, 'market' | 'config'> },
): Instruction {
  return build(programAddress, 'collect', input.addresses)
}

/** What an instruction of the program says. `addresses` go by role, as in docs/program.md. */
export type DecodedInstruction =
  | DecodedFeeSharesInstruction
  | DecodedNftMarketInstruction
  | {
      readonly name: 'initializeConfig'
      readonly addresses: AddressesOf<'initializeConfig'>
      readonly admin: Address
      readonly values: ConfigValues
    }
  | {
      readonly name: 'updateConfig'
      readonly addresses: AddressesOf<'updateConfig'>
      readonly values: ConfigValues
    }
  | {
      readonly name: 'launch'
      readonly addresses: AddressesOf<'launch'>
      readonly texts: LaunchTexts
      readonly choices: LaunchChoices
      /** Of the terms that the creator was shown; see `termsHash`. */
      readonly termsHash: Uint8Array
    }
  | {
      readonly name: 'buy'
      readonly addresses: AddressesOf<'buy'>
      readonly lamportsIn: Lamports
      readonly baseUnitsOutMin: BaseUnits
    }
  | {
      readonly name: 'sell'
      readonly addresses: AddressesOf<'sell'>
      readonly baseUnitsIn: BaseUnits
      readonly lamportsOutMin: Lamports
    }
  | {
      readonly name: 'capture'
      readonly addresses: AddressesOf<'capture'>
      readonly edition: number
      readonly source: NftSource
    }
  | { readonly name: 'release'; readonly addresses: AddressesOf<'release'>; readonly edition: number }
  | {
      readonly name: 'buyExactOut'
      readonly addresses: AddressesOf<'buyExactOut'>
      readonly baseUnitsOut: BaseUnits
      readonly lamportsInMax: Lamports
    }
  | { readonly name: 'boost'; readonly addresses: AddressesOf<'boost'> }
  | { readonly name: 'claimCreatorFees'; readonly addresses: AddressesOf<'claimCreatorFees'> }
  | { readonly name: 'claimTreasuryFees'; readonly addresses: AddressesOf<'claimTreasuryFees'> }
  | { readonly name: 'migrate'; readonly addresses: AddressesOf<'migrate'> }
  | { readonly name: 'collect'; readonly addresses: AddressesOf<'collect'> }
  | {
      readonly name: 'offerAdmin'
      readonly addresses: AddressesOf<'offerAdmin'>
      /** Undefined withdraws the offer. */
      readonly pendingAdmin: Address | undefined
    }
  | { readonly name: 'acceptAdmin'; readonly addresses: AddressesOf<'acceptAdmin'> }
  | { readonly name: 'pause'; readonly addresses: AddressesOf<'pause'> }
  | { readonly name: 'unpause'; readonly addresses: AddressesOf<'unpause'> }

/**
 * Reads an instruction of the program back. Throws a ProgramDataError for an unknown tag, for data that is too short or
 * too long, and for another number of accounts; says nothing about whether the accounts are the right ones.
 */
export function decodeInstruction(data: Uint8Array, accounts: readonly Address[]): DecodedInstruction {
  const reader = new Reader(data)
  const tag = reader.u8()
  const addresses = <Name extends InstructionName>(name: Name) => decodeAddresses(name, accounts)
  const decoded = ((): DecodedInstruction => {
    switch (tag) {
      case TAGS.initializeConfig: {
        const named = addresses('initializeConfig')
        const admin = reader.address()
        const values = readConfigValues(reader, named.treasury)
        return { name: 'initializeConfig', addresses: named, admin, values }
      }
      case TAGS.updateConfig: {
        const named = addresses('updateConfig')
        const values = readConfigValues(reader, named.nextTreasury)
        return { name: 'updateConfig', addresses: named, values }
      }
      case TAGS.launch: {
        const texts = {
          seed: reader.text(),
          name: reader.text(),
          symbol: reader.text(),
          collectionName: reader.text(),
          uri: reader.text(),
        }
        return {
          name: 'launch',
          addresses: addresses('launch'),
          texts,
          choices: readChoices(reader),
          termsHash: reader.bytes(16),
        }
      }
      case TAGS.buy: {
        const lamportsIn = lamports(reader.u64())
        return {
          name: 'buy',
          addresses: addresses('buy'),
          lamportsIn,
          baseUnitsOutMin: baseUnits(reader.u64()),
        }
      }
      case TAGS.sell: {
        const baseUnitsIn = baseUnits(reader.u64())
        return {
          name: 'sell',
          addresses: decodeAddresses('sell', accounts),
          baseUnitsIn,
          lamportsOutMin: lamports(reader.u64()),
        }
      }
      case TAGS.capture: {
        const edition = reader.u16()
        const source = SOURCES[reader.u8()]
        if (source === undefined) throw new ProgramDataError('capture takes an NFT from nowhere known')
        return { name: 'capture', addresses: addresses('capture'), edition, source }
      }
      case TAGS.release:
        return { name: 'release', addresses: addresses('release'), edition: reader.u16() }
      case TAGS.buyExactOut: {
        const baseUnitsOut = baseUnits(reader.u64())
        return {
          name: 'buyExactOut',
          addresses: addresses('buyExactOut'),
          baseUnitsOut,
          lamportsInMax: lamports(reader.u64()),
        }
      }
      case TAGS.boost:
        return { name: 'boost', addresses: addresses('boost') }
      case TAGS.claimCreatorFees:
        return { name: 'claimCreatorFees', addresses: addresses('claimCreatorFees') }
      case TAGS.claimTreasuryFees:
        return { name: 'claimTreasuryFees', addresses: addresses('claimTreasuryFees') }
      case TAGS.migrate:
        return { name: 'migrate', addresses: addresses('migrate') }
      case TAGS.collect:
        return { name: 'collect', addresses: addresses('collect') }
      case TAGS.offerAdmin:
        return { name: 'offerAdmin', addresses: addresses('offerAdmin'), pendingAdmin: readHolder(reader) }
      case TAGS.acceptAdmin:
        return { name: 'acceptAdmin', addresses: addresses('acceptAdmin') }
      case TAGS.pause:
        return { name: 'pause', addresses: addresses('pause') }
      case TAGS.unpause:
        return { name: 'unpause', addresses: addresses('unpause') }
      default: {
        const decoded =
          decodeFeeSharesInstruction(tag, reader, accounts) ??
          decodeNftMarketInstruction(tag, reader, accounts)
        if (decoded === undefined) throw new ProgramDataError(`there is no instruction ${tag}`)
        return decoded
      }
    }
  })()
  reader.end()
  return decoded
}

function decodeAddresses<Name extends InstructionName>(
  name: Name,
  accounts: readonly Address[],
): AddressesOf<Name> {
  const entries = ACCOUNTS[name]
  if (accounts.length !== entries.length)
    throw new ProgramDataError(`${name} takes ${entries.length} accounts, not ${accounts.length}`)
  // The keys are this instruction's roles, by construction.
  return Object.fromEntries(
    entries.map((entry, i) => [splitEntry(entry).role, accounts[i]]),
  ) as AddressesOf<Name>
}

function readConfigValues(reader: Reader, treasury: Address): ConfigValues {
  return { treasury, pauseKey: readHolder(reader), ...readTerms(reader) }
}

/** The system program's address, which is all zeros, stands for nobody. */
function readHolder(reader: Reader): Address | undefined {
  const address = reader.address()
  return address === SYSTEM_PROGRAM ? undefined : address
}
