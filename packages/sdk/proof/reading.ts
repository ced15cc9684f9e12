// What a proof reads: the accounts of one coin, all in one call and so of one slot, from any node. Pure but for the call
// that it is given; decides nothing.

import type { Address } from '@solana/kit'
import { addressBytes } from '../core/address.ts'
import { decodeMarket, type Market } from '../program/accounts.ts'
import {
  deriveMarketAddresses,
  deriveProgramDataAddress,
  type MarketAddresses,
} from '../program/addresses.ts'
import { decodeMint } from '../program/mint.ts'
import { TOKEN_2022_PROGRAM } from '../program/programs.ts'
import { RpcFailure } from '../program/rpc.ts'
import {
  type Ask,
  accountOf,
  accountsOf,
  COMMITMENT,
  field,
  list,
  type ReadAccount,
  UnreadableAnswer,
  whole,
} from './answers.ts'
import { type LoadHeads, type Owners, readOwners } from './keys.ts'
import { ACCOUNT_NAMES, type AccountName } from './lines.ts'
import { isSettled, type NftMarketReading, readNftMarket } from './nft-market/reading.ts'

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
  /** Undefined where the node does not list them. */
  readonly nftMarket: NftMarketReading | undefined
}

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

/** A burn or a sale between two calls makes them differ; again and again it does not happen. */
const TRIES = 3

/** Reads the coin at `mintAddress`. What the node does not list stays undefined. */
export async function readCoin(ask: Ask, coin: CoinToRead): Promise<CoinReading> {
  for (let left = TRIES; ; left--) {
    const reading = await readOnce(ask, coin)
    const { holders, nftMarket } = reading
    const isOfOneMoment =
      (holders === undefined || holders.baseUnits === supplyOf(reading)) &&
      (nftMarket === undefined || isSettled(nftMarket, programMarketOf(reading)))
    if (left === 1 || isOfOneMoment) return reading
  }
}

interface CoinToRead {
  readonly programAddress: string
  readonly mintAddress: string
  /** To ask for every account of the coin. Most public nodes refuse that of tokens. */
  readonly countHolders: boolean
  /** To ask for every listing and every offer. */
  readonly countNftMarket: boolean
}

/**
 * JSON-RPC's for a method that is not there or not allowed, and those with which nodes refuse to list what they keep no list of, or
 * too long a one. Any other is an error as elsewhere.
 */
const REFUSED = new Set([-32601, -32600, -32010, -32012, 403, 410])

/** Undefined where the node refuses to list accounts; throws where it does not answer. */
async function whereListed<T>(counting: Promise<T>): Promise<T | undefined> {
  try {
    return await counting
  } catch (error) {
    if (error instanceof RpcFailure && REFUSED.has(error.code ?? 0)) return undefined
    throw error
  }
}

/** Where the mint is none, the proof says so. */
function supplyOf({ accounts }: CoinReading): bigint | undefined {
  try {
    return accounts.mint && decodeMint(accounts.mint.data).supply
  } catch {
    return undefined
  }
}

function programMarketOf({ accounts }: CoinReading): Market | undefined {
  try {
    return accounts.market && decodeMarket(accounts.market.data)
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
  const [answer, [programData], holders, nftMarket] = await Promise.all([
    ask('getMultipleAccounts', [
      ACCOUNT_NAMES.map((name) => named[name]),
      { encoding: 'base64', commitment: COMMITMENT },
    ]),
    load([await deriveProgramDataAddress(programAddress)], PROGRAM_DATA_HEAD_BYTES),
    coin.countHolders ? whereListed(countHolders(ask, mintAddress)) : undefined,
    coin.countNftMarket ? whereListed(readNftMarket(ask, programAddress, mintAddress)) : undefined,
  ])
  const found = accountsOf(answer, ACCOUNT_NAMES.length)
  const accounts = Object.fromEntries(
    ACCOUNT_NAMES.map((name, i) => [name, found[i]]),
  ) as CoinReading['accounts']
  return {
    slot: whole(field(field(answer, 'context'), 'slot')),
    programAddress,
    addresses,
    accounts,
    programData,
    owners: await readOwners(load, { programAddress, programData, accounts }),
    holders,
    nftMarket,
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
