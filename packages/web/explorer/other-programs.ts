// What instructions of Solana's own programs do, in words: those that trading, swapping and wallets use. What is not known
// here is said to be unknown, never guessed. Pure.

import { withoutUnseen } from '@twinmint/sdk/core/text'
import { Reader } from '@twinmint/sdk/program/bytes'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  LIGHTHOUSE_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  UPGRADEABLE_LOADER_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { formatCoinsExact, formatSolExact, groupThousands, shortAddress } from '../ui/format.ts'
import type { Call } from './transaction-rules.ts'

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const NAMES: Readonly<Record<string, string>> = {
  [SYSTEM_PROGRAM]: 'System program',
  [TOKEN_2022_PROGRAM]: 'Token-2022 program',
  [TOKEN_PROGRAM]: 'Token program',
  [ASSOCIATED_TOKEN_PROGRAM]: 'Associated token program',
  [UPGRADEABLE_LOADER_PROGRAM]: 'Program loader',
  [COMPUTE_BUDGET_PROGRAM]: 'Compute budget',
  [LIGHTHOUSE_PROGRAM]: 'Lighthouse',
  ...Object.fromEntries(MEMO_PROGRAMS.map((address) => [address, 'Memo'])),
}

/** The program's name, where it is one of Solana's that is known here. */
export function programName(address: string): string | undefined {
  return Object.hasOwn(NAMES, address) ? NAMES[address] : undefined
}

/** What an instruction that is not ours does. `coinText` writes an amount of a mint, `undefined` where the mint is not known. */
export function explainOther(
  call: Call,
  coinText: (mint: string | undefined, units: bigint) => string,
): string {
  const known = explainKnown(call, coinText)
  if (known !== undefined) return known
  const name = programName(call.programAddress)
  return name === undefined
    ? `Called the program ${shortAddress(call.programAddress)}, which is not known here`
    : `An instruction of the ${name} that is not known here`
}

function explainKnown(
  { programAddress, accounts, data }: Call,
  coinText: (mint: string | undefined, units: bigint) => string,
): string | undefined {
  try {
    switch (programAddress) {
      case SYSTEM_PROGRAM:
        return system(new Reader(data), accounts)
      case COMPUTE_BUDGET_PROGRAM:
        return computeBudget(new Reader(data))
      case ASSOCIATED_TOKEN_PROGRAM:
        return associatedToken(data, accounts)
      case TOKEN_PROGRAM:
      case TOKEN_2022_PROGRAM:
        return token(new Reader(data), accounts, coinText)
      case UPGRADEABLE_LOADER_PROGRAM:
        return LOADER[new Reader(data).u32()]
      case LIGHTHOUSE_PROGRAM:
        return 'Checked balances, as the wallet asked: it can make a transaction fail, and nothing else'
      default:
        return MEMO_PROGRAMS.some((address) => address === programAddress)
          ? `Memo: “${memoText(data)}”`
          : undefined
    }
  } catch {
    // Too short for what its first byte says.
    return undefined
  }
}

/** On one line and without quotation marks or what nobody sees: a memo cannot look as if it ended and the page went on. */
const memoText = (data: Uint8Array): string =>
  withoutUnseen(new TextDecoder().decode(data)).replace(/\s+/g, ' ').replace(/[“”"]/g, "'").slice(0, 200)

const short = (address: string | undefined): string => (address === undefined ? '?' : shortAddress(address))

function system(reader: Reader, accounts: readonly string[]): string | undefined {
  const tag = reader.u32()
  const sol = (lamports: bigint) => `${formatSolExact(lamports.toString())} SOL`
  if (tag === 2) return `Sent ${sol(reader.u64())} from ${short(accounts[0])} to ${short(accounts[1])}`
  if (tag === 0)
    return `Made the account ${short(accounts[1])} with ${sol(reader.u64())} for its rent, paid by ${short(accounts[0])}`
  if (tag === 3) return `Made the account ${short(accounts[1])}, paid by ${short(accounts[0])}`
  if (tag === 1) return `Gave the account ${short(accounts[0])} to another program`
  if (tag === 8) return `Gave the account ${short(accounts[0])} room for data`
  return undefined
}

function computeBudget(reader: Reader): string | undefined {
  const tag = reader.u8()
  if (tag === 2) return `Allowed itself ${groupThousands(String(reader.u32()))} compute units at the most`
  if (tag === 3)
    return `Offered a priority fee of ${groupThousands(String(reader.u64()))} millionths of a lamport a compute unit`
  if (tag === 1) return 'Asked for more memory'
  if (tag === 4) return 'Set how much account data it loads at the most'
  return undefined
}

function associatedToken(data: Uint8Array, accounts: readonly string[]): string | undefined {
  const tag = data[0] ?? 0
  const [payer, account, owner] = accounts
  const made = `the coin account ${short(account)} of ${short(owner)}, paid by ${short(payer)}`
  if (tag === 0) return `Made ${made}`
  if (tag === 1) return `Made ${made}, unless it was there`
  return undefined
}

function token(
  reader: Reader,
  accounts: readonly string[],
  coinText: (mint: string | undefined, units: bigint) => string,
): string | undefined {
  const tag = reader.u8()
  const [first, second, third] = accounts
  switch (tag) {
    case 3:
      return `Sent ${coinText(undefined, reader.u64())} from account ${short(first)} to account ${short(second)}`
    case 12:
      return `Sent ${coinText(second, reader.u64())} from account ${short(first)} to account ${short(third)}`
    case 7:
    case 14:
      return `Minted ${coinText(first, reader.u64())} to account ${short(second)}`
    case 8:
    case 15:
      return `Burned ${coinText(second, reader.u64())} of account ${short(first)}`
    case 4:
    case 13:
      return `Allowed somebody else to take tokens from account ${short(first)}`
    case 5:
      return `Took back what others were allowed to take from account ${short(first)}`
    case 6:
      return `Changed an authority of ${short(first)}`
    case 9:
      return `Closed the account ${short(first)}; its rent went to ${short(second)}`
    default:
      return undefined
  }
}

const LOADER: Readonly<Record<number, string>> = {
  0: 'Made a buffer for a program’s code',
  1: 'Wrote a part of a program’s code',
  2: 'Deployed a program',
  3: 'Upgraded a program',
  4: 'Changed who may upgrade a program',
  5: 'Closed a program’s buffer',
  7: 'Changed who may upgrade a program',
}

/** An amount of a token that is no coin known here: by its units alone. */
export function unknownTokenText(units: bigint, decimals: number | undefined): string {
  if (decimals === 6) return `${formatCoinsExact(units.toString())} tokens`
  return `${groupThousands(units.toString())} units of a token`
}
