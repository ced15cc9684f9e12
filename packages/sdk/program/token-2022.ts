// The little of Token-2022 and of the associated token program that trading needs.
import type { Address } from '@solana/kit'
import { addressOf } from '../core/address.ts'
import { type BaseUnits, baseUnits } from '../core/money.ts'
import { deriveAssociatedAddress } from './addresses.ts'
import { ProgramDataError, Reader, Writer } from './bytes.ts'
import type { Instruction } from './message.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts'

const BASE_BYTES = 165
const KIND_ACCOUNT = 2
/** Four bytes of whether there is one, then the address. */
const CLOSE_AUTHORITY_AT = 129
const MINT_BYTES = 82
const MINT_SUPPLY_AT = 36
const STATE_INITIALIZED = 1
const CREATE_IDEMPOTENT = 1
const TRANSFER_CHECKED = 12

export interface CoinAccount {
  readonly mint: Address
  readonly owner: Address
  readonly baseUnits: BaseUnits
}

/** Reads a Token-2022 token account; throws a ProgramDataError when the bytes are something else or frozen. */
export function decodeCoinAccount(data: Uint8Array): CoinAccount {
  const isAccount =
    data.length === BASE_BYTES || (data.length > BASE_BYTES && data[BASE_BYTES] === KIND_ACCOUNT)
  if (!isAccount || data[108] !== STATE_INITIALIZED)
    throw new ProgramDataError(`these ${data.length} bytes are not a token account in use`)
  const reader = new Reader(data)
  return { mint: reader.address(), owner: reader.address(), baseUnits: baseUnits(reader.u64()) }
}

/**
 * What an account, where a wallet's coins or an NFT should be, holds; undefined where there is none: strangers may have sent
 * lamports to its address before it was made, and one that is not in use can't be spent from.
 */
export function holdingIn(
  account: { readonly owner: Address; readonly data: Uint8Array } | undefined,
): CoinAccount | undefined {
  if (account?.owner !== TOKEN_2022_PROGRAM) return undefined
  try {
    return decodeCoinAccount(account.data)
  } catch (error) {
    if (error instanceof ProgramDataError) return undefined
    throw error
  }
}

/** Who alone may close a token account and gets its rent, where its owner has named somebody. */
export function closeAuthorityOf(data: Uint8Array): Address | undefined {
  if (data[CLOSE_AUTHORITY_AT] !== 1) return undefined
  return addressOf(data.subarray(CLOSE_AUTHORITY_AT + 4, BASE_BYTES))
}

/** How many base units of a mint there are: all that were made, less those that were burned. */
export function decodeMintSupply(data: Uint8Array): BaseUnits {
  if (data.length < MINT_BYTES) throw new ProgramDataError(`these ${data.length} bytes are not a mint`)
  return baseUnits(new DataView(data.buffer, data.byteOffset, data.length).getBigUint64(MINT_SUPPLY_AT, true))
}

/** Makes the wallet's coin account unless it is there. The payer pays its rent. */
export async function createCoinAccountInstruction(input: {
  readonly payer: Address
  readonly wallet: Address
  readonly mint: Address
}): Promise<Instruction> {
  const account = await deriveAssociatedAddress(input.wallet, input.mint)
  return {
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { address: input.payer, signer: true, writable: true },
      { address: account, signer: false, writable: true },
      { address: input.wallet, signer: false, writable: false },
      { address: input.mint, signer: false, writable: false },
      { address: SYSTEM_PROGRAM, signer: false, writable: false },
      { address: TOKEN_2022_PROGRAM, signer: false, writable: false },
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  }
}

/** Sends units of a mint from one of the owner's accounts to another account of the same mint. */
export function transferInstruction(input: {
  readonly owner: Address
  readonly source: Address
  readonly mint: Address
  readonly destination: Address
  readonly units: bigint
  readonly decimals: number
}): Instruction {
  return {
    programAddress: TOKEN_2022_PROGRAM,
    accounts: [
      { address: input.source, signer: false, writable: true },
      { address: input.mint, signer: false, writable: false },
      { address: input.destination, signer: false, writable: true },
      { address: input.owner, signer: true, writable: false },
    ],
    data: new Writer().u8(TRANSFER_CHECKED).u64(input.units).u8(input.decimals).finish(),
  }
}
