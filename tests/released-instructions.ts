// Instructions as the released program takes them, written down before the SDK had its table: what the table is held against.
import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import type { InstructionName } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '@twinmint/sdk/program/programs'

interface Released {
  readonly name: InstructionName
  /** Hexadecimal. */
  readonly data: string
  /** "user:sw, market:w, config": `s` signs, `w` is writable. */
  readonly accounts: string
}

const RELEASED = JSON.parse(
  readFileSync(new URL('fixtures/released-instructions.json', import.meta.url), 'utf8'),
) as readonly Released[]

const ROLES =
  'upgradeAuthority config programData treasury admin nextTreasury creator mint mintBase market vault escrow collection user userCoins escrowVault origin nftMint userNft escrowNft payer account pendingAdmin pauseKey who authority feeShares receiver pendingAuthority seller listing listedNft sellerNft buyer buyerNft bidder offer bidderNft'.split(
    ' ',
  )
const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
export const RELEASED_PROGRAM = key(99)
/** The addresses that the data of the fixture names, by role; "receiver 1" is the first receiver of fee shares. */
export const RELEASED_ADDRESSES: Readonly<Record<string, Address>> = {
  ...Object.fromEntries(ROLES.map((role, at) => [role, key(100 + at)])),
  'receiver 1': key(1),
  'receiver 2': key(2),
  'receiver 3': key(3),
  program: RELEASED_PROGRAM,
  system: SYSTEM_PROGRAM,
  token2022: TOKEN_2022_PROGRAM,
  associatedToken: ASSOCIATED_TOKEN_PROGRAM,
  memo: MEMO_PROGRAM,
}

/** One of them with these accounts, and other data where it is given. */
export function releasedInstruction(
  name: InstructionName,
  programAddress: Address,
  addresses: Readonly<Record<string, Address>>,
  data?: Uint8Array,
): Instruction {
  const row = RELEASED.find((each) => each.name === name)
  if (!row) throw new Error(`There is no released ${name}.`)
  return {
    programAddress,
    accounts: row.accounts.split(', ').map((entry) => {
      const [role = '', marks = ''] = entry.split(':')
      return {
        address: addresses[role] ?? SYSTEM_PROGRAM,
        signer: marks.includes('s'),
        writable: marks.includes('w'),
      }
    }),
    data: data ?? Uint8Array.from(Buffer.from(row.data, 'hex')),
  }
}
