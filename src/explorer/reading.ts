// What a proof reads: the accounts of one coin, all in one call and so of one slot, from any node. Pure but for the call
// that it is given; decides nothing.
import type { Address } from '@solana/kit'
import {
  deriveMarketAddresses,
  deriveProgramDataAddress,
  type MarketAddresses,
} from '../chain/program/addresses.ts'
import { decodeMint } from '../chain/program/mint.ts'
import { TOKEN_2022_PROGRAM } from '../chain/program/programs.ts'
import { addressBytes } from '../core/address.ts'
import { decodeBase64 } from '../core/base64.ts'
import { type LoadHeads, type Owners, readOwners } from './keys.ts'

export interface ReadAccount {
  readonly lamports: bigint
  readonly owner: string
  readonly isExecutable: boolean
  readonly data: Uint8Array
}

const NAMES = ['program', 'config', 'mint', 'market', 'vault', 'escrow', 'escrowVault', 'collection'] as const
export type AccountName = (typeof NAMES)[number]

/** All coin accounts of a coin, counted by whoever's node lists them. */
export interface CountedHolders {
  readonly accounts: number
  /** In all of them, the curve's and the escrow's included. */
  readonly baseUnits: bigint
}

export interface CoinReading {
  readonly slot: bigint
  readonly programAddress: string
  readonly addresses: MarketAddresses
  /** Undefined where nothing lives. */
  readonly accounts: Readonly<Record<AccountName, ReadAccount | undefined>>
  /** The program's own data account: its head, or the whole of it. */
  readonly programData: ReadAccount | undefined
  /** What the accounts of those are who hold the program's keys. */
  readonly owners: Owners
  readonly holders: CountedHolders | undefined
}

/** Asks a node; the answer is what JSON-RPC calls `result`. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A node's answer that is not what a node answers. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
  constructor(what: string) {
    super(`The node's answer can't be read: ${what}.`)
  }
}

const COMMITMENT = 'confirmed'
/** Tag, slot, and who may upgrade. */
const PROGRAM_DATA_HEAD_BYTES = 45

/** Loads the heads of accounts from a node. */
export const headLoader =
  (ask: Ask): LoadHeads =>
  async (addresses, bytes) => {
    const dataSlice = { offset: 0, length: bytes }
    const answer = await ask('getMultipleAccounts', [
      addresses,
      { encoding: 'base64', commitment: COMMITMENT, dataSlice },
    ])
    return accountsOf(answer, addresses.length)
  }

/** A burn between the two calls that count makes them differ; again and again it does not happen. */
const TRIES = 3

/** Reads the coin at `mintAddress`. `countHolders` only where the node lists a mint's accounts. */
export async function readCoin(ask: Ask, coin: CoinToRead): Promise<CoinReading> {
  for (let left = TRIES; ; left--) {
    const reading = await readOnce(ask, coin)
    if (left === 1 || reading.holders === undefined || reading.holders.baseUnits === supplyOf(reading))
      return reading
  }
}

interface CoinToRead {
  readonly programAddress: string
  readonly mintAddress: string
  readonly countHolders: boolean
}

/** Where the mint is none, the proof says so. */
function supplyOf({ accounts }: CoinReading): bigint | undefined {
  try {
    return accounts.mint && decodeMint(accounts.mint.data).supply
  } catch {
    return undefined
  }
}

async function readOnce(ask: Ask, coin: CoinToRead): Promise<CoinReading> {
  const programAddress = coin.programAddress as Address
  const mintAddress = coin.mintAddress as Address
  const addresses = await deriveMarketAddresses(programAddress, mintAddress)
  const named: Record<AccountName, Address> = { ...addresses, program: programAddress }
  const load = headLoader(ask)
  const [answer, [programData], holders] = await Promise.all([
    ask('getMultipleAccounts', [
      NAMES.map((name) => named[name]),
      { encoding: 'base64', commitment: COMMITMENT },
    ]),
    load([await deriveProgramDataAddress(programAddress)], PROGRAM_DATA_HEAD_BYTES),
    coin.countHolders ? countHolders(ask, mintAddress) : undefined,
  ])
  const found = accountsOf(answer, NAMES.length)
  const accounts = Object.fromEntries(NAMES.map((name, i) => [name, found[i]])) as CoinReading['accounts']
  return {
    slot: whole(field(field(answer, 'context'), 'slot')),
    programAddress,
    addresses,
    accounts,
    programData,
    owners: await readOwners(load, { programAddress, programData, accounts }),
    holders,
  }
}

/** The program's code as it is deployed, without what is in front of it. */
export async function readProgramCode(ask: Ask, programAddress: string): Promise<Uint8Array | undefined> {
  const answer = await ask('getMultipleAccounts', [
    [await deriveProgramDataAddress(programAddress as Address)],
    { encoding: 'base64', commitment: COMMITMENT },
  ])
  return accountsOf(answer, 1)[0]?.data.subarray(PROGRAM_DATA_HEAD_BYTES)
}

const AMOUNT = { offset: 64, length: 8 }

/** Every account of the mint, whoever holds it, with its amount. */
async function countHolders(ask: Ask, mintAddress: Address): Promise<CountedHolders> {
  const answer = await ask('getProgramAccounts', [
    TOKEN_2022_PROGRAM,
    {
      encoding: 'base64',
      commitment: COMMITMENT,
      dataSlice: AMOUNT,
      filters: [{ memcmp: { offset: 0, bytes: mintAddress } }],
    },
  ])
  let baseUnits = 0n
  const found = list(answer)
  for (const each of found) {
    const { data } = accountOf(field(each, 'account'))
    if (data.length !== AMOUNT.length) throw new UnreadableAnswer('an account has no amount')
    baseUnits += new DataView(data.buffer, data.byteOffset).getBigUint64(0, true)
  }
  return { accounts: found.length, baseUnits }
}

/** The mints of all coins of the program, in no order. */
export async function listCoins(ask: Ask, programAddress: string): Promise<readonly string[]> {
  const answer = await ask('getProgramAccounts', [
    programAddress,
    {
      encoding: 'base58',
      commitment: COMMITMENT,
      // A market begins with its tag, 2; its mint stands at 8. Its size is that of its version.
      filters: [{ memcmp: { offset: 0, bytes: '3' } }],
      dataSlice: { offset: 8, length: 32 },
    },
  ])
  return list(answer).map((each) => {
    const [mint] = list(field(field(each, 'account'), 'data'))
    if (typeof mint !== 'string' || addressBytes(mint).length !== 32)
      throw new UnreadableAnswer('a market has no mint')
    return mint
  })
}

function accountsOf(answer: unknown, count: number): readonly (ReadAccount | undefined)[] {
  const values = list(field(answer, 'value'))
  if (values.length !== count) throw new UnreadableAnswer('accounts are missing')
  return values.map((value) => (value === null ? undefined : accountOf(value)))
}

function accountOf(value: unknown): ReadAccount {
  const [base64] = list(field(value, 'data'))
  const owner = field(value, 'owner')
  const data = typeof base64 === 'string' ? decodeBase64(base64) : undefined
  if (data === undefined || typeof owner !== 'string') throw new UnreadableAnswer('an account is not whole')
  return {
    lamports: whole(field(value, 'lamports')),
    owner,
    isExecutable: field(value, 'executable') === true,
    data,
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableAnswer('a list is missing')
  return value
}

function whole(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) throw new UnreadableAnswer('a figure is missing')
  return BigInt(text)
}
