// What users and strangers ask of Token-2022 and of the system program by themselves. Tests only.
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { Writer } from '@twinmint/sdk/program/bytes'
import type { AccountMeta, Instruction } from '@twinmint/sdk/program/message'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'

export const reads = (address: Address): AccountMeta => ({ address, signer: false, writable: false })
export const writes = (address: Address): AccountMeta => ({ address, signer: false, writable: true })
export const signs = (address: Address): AccountMeta => ({ address, signer: true, writable: false })
export const pays = (address: Address): AccountMeta => ({ address, signer: true, writable: true })

export const token = (accounts: AccountMeta[], data: Uint8Array | number[]): Instruction => ({
  programAddress: TOKEN_2022_PROGRAM,
  accounts,
  data: Uint8Array.from(data),
})

const COIN_DECIMALS = 6

export function transferTokens(input: {
  readonly from: Address
  readonly to: Address
  readonly mint: Address
  /** The holder or a delegate. */
  readonly authority: Address
  readonly amount: bigint
  readonly decimals?: number
}): Instruction {
  const { from, to, mint, authority, amount, decimals = COIN_DECIMALS } = input
  return token(
    [writes(from), reads(mint), writes(to), signs(authority)],
    new Writer().u8(12).u64(amount).u8(decimals).finish(),
  )
}

export function transferNft(input: {
  readonly from: Address
  readonly to: Address
  readonly mint: Address
  readonly authority: Address
}): Instruction {
  return transferTokens({ ...input, amount: 1n, decimals: 0 })
}

export const burnNft = (account: Address, mint: Address, holder: Address): Instruction =>
  token([writes(account), writes(mint), signs(holder)], new Writer().u8(15).u64(1n).u8(0).finish())

export const approve = (account: Address, delegate: Address, holder: Address, amount: bigint): Instruction =>
  token([writes(account), reads(delegate), signs(holder)], new Writer().u8(4).u64(amount).finish())

/** Lets `closer` alone close the account. */
export const setCloseAuthority = (account: Address, holder: Address, closer: Address): Instruction =>
  token([writes(account), signs(holder)], new Writer().u8(6).u8(3).u8(1).address(closer).finish())

export function sendLamports(from: Address, to: Address, amount: bigint): Instruction {
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [pays(from), writes(to)],
    data: new Writer().u32(2).u64(amount).finish(),
  }
}

export function createAccount(input: {
  readonly payer: Address
  readonly account: Address
  readonly lamports: bigint
  readonly size: number
}): Instruction {
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [pays(input.payer), pays(input.account)],
    data: new Writer()
      .u32(0)
      .u64(input.lamports)
      .u64(BigInt(input.size))
      .address(TOKEN_2022_PROGRAM)
      .finish(),
  }
}

/** Makes an account that Token-2022 owns one of the mint, in the hands of `wallet`. */
export const initializeAccount = (account: Address, mint: Address, wallet: Address): Instruction =>
  token([writes(account), reads(mint)], [18, ...addressBytes(wallet)])

/** As wallets and strangers make it; fails when it is there. */
export async function createAssociated(
  payer: Address,
  wallet: Address,
  mint: Address,
): Promise<{ readonly address: Address; readonly instruction: Instruction }> {
  const address = await deriveAssociatedAddress(wallet, mint)
  const accounts = [
    pays(payer),
    writes(address),
    reads(wallet),
    reads(mint),
    reads(SYSTEM_PROGRAM),
    reads(TOKEN_2022_PROGRAM),
  ]
  return {
    address,
    instruction: { programAddress: ASSOCIATED_TOKEN_PROGRAM, accounts, data: new Uint8Array() },
  }
}

/** From now on the account takes nothing in without a memo right before it. */
export function demandMemos(
  account: Address,
  holder: { readonly address: Address },
  payingFor: { readonly address: Address } = holder,
): Instruction[] {
  const meta = { address: holder.address, signer: true, writable: false }
  return [
    {
      programAddress: TOKEN_2022_PROGRAM,
      // Reallocate: room for the extension of type 8.
      accounts: [
        writes(account),
        { address: payingFor.address, signer: true, writable: true },
        { address: SYSTEM_PROGRAM, signer: false, writable: false },
        meta,
      ],
      data: Uint8Array.from([29, 8, 0]),
    },
    {
      programAddress: TOKEN_2022_PROGRAM,
      accounts: [writes(account), meta],
      data: Uint8Array.from([30, 0]),
    },
  ]
}
