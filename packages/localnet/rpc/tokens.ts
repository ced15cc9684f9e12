// Reads the accounts of the two token programs: mints and token accounts, and the Token-2022 extensions that wallets ask for.
// Must not know where the bytes come from.
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import type { AccountView } from '../vm.ts'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address

const MINT_BYTES = 82
const TOKEN_ACCOUNT_BYTES = 165
const KIND_MINT = 1
const KIND_TOKEN_ACCOUNT = 2

export interface TokenAccount {
  readonly mint: Address
  readonly owner: Address
  readonly amount: bigint
  readonly delegate: Address | null
  readonly state: 'uninitialized' | 'initialized' | 'frozen'
  readonly nativeReserve: bigint | null
  readonly delegatedAmount: bigint
  readonly closeAuthority: Address | null
}

export interface Mint {
  readonly mintAuthority: Address | null
  readonly supply: bigint
  readonly decimals: number
  readonly freezeAuthority: Address | null
}

interface OwnedBytes {
  readonly owner: Address
  readonly data: Uint8Array
}

/** Covers the fields that identify a mint or token account, and its amounts. */
const TOKEN_HEAD_BYTES = 256
/** Anybody can create a padded token account for any wallet; extensions beyond this are ignored. */
const PARSED_ACCOUNT_BYTES_MAX = 1024
/** Fits the usual metadata of a mint. */
const PARSED_MINT_BYTES_MAX = 10 * 1024

/** The part of an account that findTokenAccount and findMint read. */
export const tokenHeadOf = (account: AccountView): OwnedBytes => ({
  owner: account.owner,
  data: account.read(0, TOKEN_HEAD_BYTES),
})

export function isTokenProgram(address: Address): boolean {
  return address === TOKEN_PROGRAM || address === TOKEN_2022_PROGRAM
}

/** The token account in these bytes, or undefined when they are none, or one not yet initialized. */
export function findTokenAccount({ owner, data }: OwnedBytes): TokenAccount | undefined {
  if (!isKind(owner, data, TOKEN_ACCOUNT_BYTES, KIND_TOKEN_ACCOUNT) || data[108] === 0) return undefined
  const view = viewOf(data)
  return {
    mint: addressOf(data.subarray(0, 32)),
    owner: addressOf(data.subarray(32, 64)),
    amount: view.getBigUint64(64, true),
    delegate: optionalKey(view, data, 72),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    nativeReserve: view.getUint32(109, true) === 1 ? view.getBigUint64(113, true) : null,
    delegatedAmount: view.getBigUint64(121, true),
    closeAuthority: optionalKey(view, data, 129),
  }
}

/** The mint in these bytes, or undefined. */
export function findMint({ owner, data }: OwnedBytes): Mint | undefined {
  if (!isKind(owner, data, MINT_BYTES, KIND_MINT) || data[45] !== 1) return undefined
  const view = viewOf(data)
  return {
    mintAuthority: optionalKey(view, data, 0),
    supply: view.getBigUint64(36, true),
    decimals: data[44] ?? 0,
    freezeAuthority: optionalKey(view, data, 46),
  }
}

function isKind(owner: Address, data: Uint8Array, plainBytes: number, kind: number): boolean {
  if (owner === TOKEN_PROGRAM) return data.length === plainBytes
  if (owner !== TOKEN_2022_PROGRAM) return false
  // With extensions both kinds are padded to the size of a token account, and a byte says which it is.
  return (
    data.length === plainBytes || (data.length > TOKEN_ACCOUNT_BYTES && data[TOKEN_ACCOUNT_BYTES] === kind)
  )
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

function optionalKey(view: DataView, data: Uint8Array, offset: number): Address | null {
  return view.getUint32(offset, true) === 1 ? addressOf(data.subarray(offset + 4, offset + 36)) : null
}

/** An amount as the JSON-RPC writes it. */
export function uiTokenAmount(amount: bigint, decimals: number): Record<string, unknown> {
  const text = uiAmountString(amount, decimals)
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}

function uiAmountString(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0')
  if (decimals === 0) return digits
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * The account as encoding `jsonParsed` shows it, or undefined when it is neither a mint nor a token account.
 * `decimalsOf` says the decimals of a token account's mint.
 */
export function parsedTokenData(
  account: OwnedBytes & { readonly space: number },
  decimalsOf: (mint: Address) => number,
): Record<string, unknown> | undefined {
  const { space } = account
  const program = account.owner === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022'
  const extensions =
    account.data.length > TOKEN_ACCOUNT_BYTES ? { extensions: parseExtensions(account.data) } : {}
  const token = findTokenAccount(account)
  if (token) {
    const decimals = decimalsOf(token.mint)
    const info = {
      isNative: token.nativeReserve !== null,
      mint: token.mint,
      owner: token.owner,
      state: token.state,
      tokenAmount: uiTokenAmount(token.amount, decimals),
      ...(token.delegate === null
        ? {}
        : { delegate: token.delegate, delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals) }),
      ...(token.closeAuthority === null ? {} : { closeAuthority: token.closeAuthority }),
      ...(token.nativeReserve === null
        ? {}
        : { rentExemptReserve: uiTokenAmount(token.nativeReserve, decimals) }),
      ...extensions,
    }
    return { program, parsed: { info, type: 'account' }, space }
  }
  const mint = findMint(account)
  if (!mint) return undefined
  const info = {
    decimals: mint.decimals,
    freezeAuthority: mint.freezeAuthority,
    isInitialized: true,
    mintAuthority: mint.mintAuthority,
    supply: mint.supply.toString(),
    ...extensions,
  }
  return { program, parsed: { info, type: 'mint' }, space }
}

/** Bytes of data that parsedTokenData reads; undefined if the account is no token account or mint. */
export function parsedBytesOf(account: AccountView): number | undefined {
  if (!isTokenProgram(account.owner)) return undefined
  const head = tokenHeadOf(account)
  if (findTokenAccount(head)) return Math.min(account.bytes, PARSED_ACCOUNT_BYTES_MAX)
  return findMint(head) ? Math.min(account.bytes, PARSED_MINT_BYTES_MAX) : undefined
}

const POINTERS = new Map([
  [18, ['metadataPointer', 'metadataAddress']],
  [20, ['groupPointer', 'groupAddress']],
  [22, ['groupMemberPointer', 'memberAddress']],
])

function parseExtensions(data: Uint8Array): Record<string, unknown>[] {
  const view = viewOf(data)
  const found: Record<string, unknown>[] = []
  let offset = TOKEN_ACCOUNT_BYTES + 1
  while (offset + 4 <= data.length) {
    const type = view.getUint16(offset, true)
    const length = view.getUint16(offset + 2, true)
    const body = data.subarray(offset + 4, offset + 4 + length)
    if (type === 0 || body.length < length) break
    found.push(parseExtension(type, body))
    offset += 4 + length
  }
  return found
}

function parseExtension(type: number, body: Uint8Array): Record<string, unknown> {
  const key = (at: number): Address | null => {
    const bytes = body.subarray(at, at + 32)
    return bytes.length < 32 || bytes.every((byte) => byte === 0) ? null : addressOf(bytes)
  }
  const pointer = POINTERS.get(type)
  if (pointer) {
    const [extension, field] = pointer
    return { extension, state: { authority: key(0), [field ?? 'address']: key(32) } }
  }
  if (type === 3) return { extension: 'mintCloseAuthority', state: { closeAuthority: key(0) } }
  if (type === 7) return { extension: 'immutableOwner' }
  if (type === 9) return { extension: 'nonTransferable' }
  if (type === 12) return { extension: 'permanentDelegate', state: { delegate: key(0) } }
  if (type === 19) return parseMetadata(body, key)
  const view = viewOf(body)
  if (type === 21 && body.length >= 80)
    return {
      extension: 'tokenGroup',
      state: {
        updateAuthority: key(0),
        mint: key(32),
        size: Number(view.getBigUint64(64, true)),
        maxSize: Number(view.getBigUint64(72, true)),
      },
    }
  if (type === 23 && body.length >= 72)
    return {
      extension: 'tokenGroupMember',
      state: { mint: key(0), group: key(32), memberNumber: Number(view.getBigUint64(64, true)) },
    }
  return { extension: 'unparseableExtension' }
}

function parseMetadata(body: Uint8Array, key: (at: number) => Address | null): Record<string, unknown> {
  const view = viewOf(body)
  let offset = 64
  const count = (): number => {
    if (offset + 4 > body.length) throw new RangeError('the metadata ends early')
    offset += 4
    return view.getUint32(offset - 4, true)
  }
  const text = (): string => {
    const length = count()
    if (offset + length > body.length) throw new RangeError('the metadata ends early')
    offset += length
    return new TextDecoder().decode(body.subarray(offset - length, offset))
  }
  try {
    const [name, symbol, uri] = [text(), text(), text()]
    const additionalMetadata: [string, string][] = []
    for (let left = count(); left > 0; left--) additionalMetadata.push([text(), text()])
    return {
      extension: 'tokenMetadata',
      state: { updateAuthority: key(0), mint: key(32), name, symbol, uri, additionalMetadata },
    }
  } catch {
    return { extension: 'unparseableExtension' }
  }
}
