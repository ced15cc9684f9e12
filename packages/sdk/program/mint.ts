// Mints and token accounts of Token-2022 whole: every authority, and every extension by its name. For whoever wants to know
// who could do what to a coin, not only how many there are.
import type { Address } from '@solana/kit'
import { ProgramDataError, Reader } from './bytes.ts'

const MINT_BYTES = 82
/** With extensions, mints are padded to the size of a token account, and a byte says which of the two it is. */
const ACCOUNT_BYTES = 165
const KIND_MINT = 1
const KIND_ACCOUNT = 2

/** By their numbers in Token-2022. */
const EXTENSION_NAMES: readonly string[] = [
  'nothing',
  'transfer fee',
  'transfer fee amount',
  'close authority',
  'confidential transfers',
  'confidential account',
  'default account state',
  'immutable owner',
  'required memo',
  'non-transferable',
  'interest bearing',
  'CPI guard',
  'permanent delegate',
  'non-transferable account',
  'transfer hook',
  'transfer hook account',
  'confidential fee',
  'confidential fee amount',
  'metadata pointer',
  'metadata',
  'group pointer',
  'group',
  'group member pointer',
  'group member',
  'confidential mint and burn',
  'scaled amount',
  'pausable',
  'pausable account',
]
/** Of an account that takes only what comes with a memo. */
export const REQUIRED_MEMO = 8
/** Of a mint. */
export const EXTENSION = { metadataPointer: 18, metadata: 19, groupPointer: 20, group: 21 } as const

export interface Extension {
  readonly type: number
  readonly name: string
  readonly body: Uint8Array
}

export interface MintAccount {
  readonly mintAuthority: Address | undefined
  readonly freezeAuthority: Address | undefined
  readonly supply: bigint
  readonly decimals: number
  readonly extensions: readonly Extension[]
}

export interface TokenAccount {
  readonly mint: Address
  readonly owner: Address
  readonly baseUnits: bigint
  readonly isFrozen: boolean
  /** Who else may take from it. */
  readonly delegate: Address | undefined
  readonly closeAuthority: Address | undefined
  readonly extensions: readonly Extension[]
}

/** A pointer to where metadata or a group lives, and who may change it. */
export interface Pointer {
  readonly authority: Address | undefined
  readonly address: Address | undefined
}

export interface Metadata {
  readonly updateAuthority: Address | undefined
  readonly mint: Address
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

export interface Group {
  readonly updateAuthority: Address | undefined
  readonly mint: Address
  readonly size: bigint
  readonly sizeMax: bigint
}

/** Reads a mint that is in use; throws a ProgramDataError when the bytes are something else. */
export function decodeMint(data: Uint8Array): MintAccount {
  const isMint =
    data.length === MINT_BYTES || (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] === KIND_MINT)
  if (!isMint || data[45] !== 1)
    throw new ProgramDataError(`these ${data.length} bytes are not a mint in use`)
  const reader = new Reader(data)
  const mintAuthority = optionalAddress(reader)
  const supply = reader.u64()
  const decimals = reader.u8()
  reader.u8() // in use
  return {
    mintAuthority,
    supply,
    decimals,
    freezeAuthority: optionalAddress(reader),
    extensions: readExtensions(data),
  }
}

/** Reads a token account in use, frozen or not; throws a ProgramDataError when the bytes are something else. */
export function decodeTokenAccount(data: Uint8Array): TokenAccount {
  const isAccount =
    data.length === ACCOUNT_BYTES || (data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] === KIND_ACCOUNT)
  const state = data[108] ?? 0
  if (!isAccount || state === 0)
    throw new ProgramDataError(`these ${data.length} bytes are not a token account in use`)
  const reader = new Reader(data)
  const [mint, owner, baseUnits] = [reader.address(), reader.address(), reader.u64()]
  const delegate = optionalAddress(reader)
  reader.bytes(1 + 12 + 8) // state, native reserve, delegated amount
  return {
    mint,
    owner,
    baseUnits,
    isFrozen: state === 2,
    delegate,
    closeAuthority: optionalAddress(reader),
    extensions: readExtensions(data),
  }
}

function readExtensions(data: Uint8Array): readonly Extension[] {
  const found: Extension[] = []
  if (data.length <= ACCOUNT_BYTES) return found
  const reader = new Reader(data.subarray(ACCOUNT_BYTES + 1))
  while (reader.rest >= 4) {
    const type = reader.u16()
    if (type === 0) break
    const body = reader.bytes(reader.u16())
    found.push({ type, name: EXTENSION_NAMES[type] ?? `number ${type}, which is not known here`, body })
  }
  return found
}

export function decodePointer({ body }: Extension): Pointer {
  const reader = new Reader(body)
  return { authority: addressOrNone(reader), address: addressOrNone(reader) }
}

export function decodeMetadata({ body }: Extension): Metadata {
  const reader = new Reader(body)
  const [updateAuthority, mint] = [addressOrNone(reader), reader.address()]
  const text = () => new TextDecoder().decode(reader.bytes(reader.u32()))
  return { updateAuthority, mint, name: text(), symbol: text(), uri: text() }
}

export function decodeGroup({ body }: Extension): Group {
  const reader = new Reader(body)
  const [updateAuthority, mint] = [addressOrNone(reader), reader.address()]
  return { updateAuthority, mint, size: reader.u64(), sizeMax: reader.u64() }
}

/** Four bytes that say whether, then the address. */
function optionalAddress(reader: Reader): Address | undefined {
  const is = reader.u32()
  const address = reader.address()
  return is === 0 ? undefined : address
}

/** All zeros are nobody. */
function addressOrNone(reader: Reader): Address | undefined {
  const address = reader.address()
  return address === '11111111111111111111111111111111' ? undefined : address
}
