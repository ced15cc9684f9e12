import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { RELEASED_ADDRESSES, releasedInstruction } from '../../../../tests/released-instructions.ts'
import { addressOf } from '../../core/address.ts'
import { baseUnits, lamports } from '../../core/money.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  type MarketAddresses,
} from '../../program/addresses.ts'
import { Writer } from '../../program/bytes.ts'
import { type AccountsOf, buildInstruction, type DataOf } from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import { TransactionMismatch } from '../../program/signable.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import { type ExpectedTrade, verifyTrade } from './verify.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const OTHER = addressNumber(4)
const MINT = addressNumber(5)
const OTHER_MINT = addressNumber(6)
const BLOCKHASH = addressNumber(7)
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address

let addresses: MarketAddresses
let otherMarket: MarketAddresses
let userCoins: Address
let otherCoins: Address
beforeAll(async () => {
  addresses = await deriveMarketAddresses(PROGRAM, MINT)
  otherMarket = await deriveMarketAddresses(PROGRAM, OTHER_MINT)
  userCoins = await deriveAssociatedAddress(WALLET, MINT)
  otherCoins = await deriveAssociatedAddress(OTHER, MINT)
})

const wire = (instructions: readonly Instruction[], feePayer: Address = WALLET) =>
  encodeTransaction({ feePayer, recentBlockhash: BLOCKHASH, instructions })
const buy = (change: Partial<AccountsOf<'buy'> & DataOf<'buy'>> = {}, program = PROGRAM) => {
  const amounts = { lamportsIn: lamports(1_000n), baseUnitsOutMin: baseUnits(900n) }
  const input = { ...addresses, user: WALLET, userCoins, ...amounts, ...change }
  return buildInstruction(program, 'buy', input, input)
}
const sell = (change: Partial<AccountsOf<'sell'> & DataOf<'sell'>> = {}) => {
  const amounts = { baseUnitsIn: baseUnits(1_000n), lamportsOutMin: lamports(900n) }
  const input = { ...addresses, user: WALLET, userCoins, ...amounts, ...change }
  return buildInstruction(PROGRAM, 'sell', input, input)
}
const expected = (change: Partial<ExpectedTrade> = {}): ExpectedTrade => ({
  programAddress: PROGRAM,
  walletAddress: WALLET,
  mintAddress: MINT,
  marketAddress: addresses.market,
  vaultAddress: addresses.vault,
  shown: { side: 'BUY', inLamports: lamports(1_000n), outBaseUnitsMin: baseUnits(900n) },
  ...change,
})
const createCoins = (wallet = WALLET, mint = MINT, payer = WALLET) =>
  createCoinAccountInstruction({ payer, wallet, mint })
const budget = (tag: number, value: bigint): Instruction => {
  const bytes = tag === 2 ? 4 : 8
  const data = new Uint8Array(1 + bytes)
  data[0] = tag
  for (let i = 0; i < bytes; i++) data[1 + i] = Number((value >> BigInt(i * 8)) & 255n)
  return { programAddress: COMPUTE_BUDGET, accounts: [], data }
}
const MISMATCH = 'The prepared transaction does not match what you asked for. Nothing was signed.'
/** Why it is refused, or undefined when it is accepted. */
const reasonOf = (bytes: Uint8Array, change: Partial<ExpectedTrade> = {}): string | undefined => {
  try {
    verifyTrade(bytes, expected(change))
    return undefined
  } catch (error) {
    return error instanceof TransactionMismatch && error.message === MISMATCH ? error.reason : String(error)
  }
}
const SELL = {
  shown: { side: 'SELL', inBaseUnits: baseUnits(1_000n), outLamportsMin: lamports(900n) },
} as const

describe('accepts', () => {
  it('a buy with its coin account and a bounded price', async () => {
    const bytes = wire([budget(2, 200_000n), budget(3, 1_000n), await createCoins(), buy()])
    expect(reasonOf(bytes)).toBeUndefined()
  })
  it('a buy alone, and one that promises more than the card', () => {
    expect(reasonOf(wire([buy()]))).toBeUndefined()
    expect(reasonOf(wire([buy({ baseUnitsOutMin: baseUnits(901n) })]))).toBeUndefined()
  })
  it('a sell', () => {
    expect(reasonOf(wire([sell()]), SELL)).toBeUndefined()
  })
})

describe('refuses', () => {
  it('another amount in', () => {
    expect(reasonOf(wire([buy({ lamportsIn: lamports(1_001n) })]))).toMatch(/another amount/)
    expect(reasonOf(wire([sell({ baseUnitsIn: baseUnits(999n) })]), SELL)).toMatch(/another amount/)
  })
  it('less at least than the card said', () => {
    expect(reasonOf(wire([buy({ baseUnitsOutMin: baseUnits(899n) })]))).toMatch(/less may come out/)
    expect(reasonOf(wire([sell({ lamportsOutMin: lamports(0n) })]), SELL)).toMatch(/less may come out/)
  })
  it('a sell in place of a buy, and the reverse', () => {
    expect(reasonOf(wire([sell()]))).toMatch(/it is a sell/)
    expect(reasonOf(wire([buy()]), SELL)).toMatch(/it is a buy/)
  })
  it('another coin, or the vault of another', () => {
    expect(reasonOf(wire([buy(otherMarket)]))).toMatch(/another coin/)
    expect(reasonOf(wire([buy({ vault: otherMarket.vault })]))).toMatch(/another coin/)
  })
  it('another fee payer', () => {
    expect(reasonOf(wire([buy()], OTHER))).toMatch(/another wallet pays/)
  })
  it('a trade for another wallet, which must sign too', () => {
    expect(reasonOf(wire([buy({ user: OTHER, userCoins: otherCoins })]))).toMatch(/others must sign/)
  })
  it('another program', () => {
    expect(reasonOf(wire([buy({}, OTHER)]))).toMatch(/it calls/)
  })
  it('a second trade, or a boost beside it', () => {
    expect(reasonOf(wire([buy(), buy()]))).toMatch(/2 instructions/)
    const boost = buildInstruction(PROGRAM, 'boost', { ...addresses, payer: WALLET })
    expect(reasonOf(wire([buy(), boost]))).toMatch(/2 instructions/)
    expect(reasonOf(wire([boost]))).toMatch(/it is a boost/)
  })
  it('no trade at all', async () => {
    expect(reasonOf(wire([await createCoins()]))).toMatch(/0 instructions/)
  })
  it('a coin account of somebody else, of another coin, or twice', async () => {
    expect(reasonOf(wire([await createCoins(OTHER), buy()]))).toMatch(/somebody else/)
    expect(reasonOf(wire([await createCoins(WALLET, OTHER_MINT), buy()]))).toMatch(/another coin/)
    expect(reasonOf(wire([await createCoins(), await createCoins(), buy()]))).toMatch(/more than one/)
  })
  it('buying into another account than the one it makes', async () => {
    const bytes = wire([await createCoins(), buy({ userCoins: otherCoins })])
    expect(reasonOf(bytes)).toMatch(/another account/)
  })
  it('a coin account for a sell, or one made otherwise', async () => {
    expect(reasonOf(wire([await createCoins(), sell()]), SELL)).toMatch(/no coin account/)
    const made = { ...(await createCoins()), data: Uint8Array.of(0) }
    expect(reasonOf(wire([made, buy()]))).toMatch(/otherwise/)
  })
  it('a compute budget that is none, or stands twice', () => {
    const unknown = { ...budget(2, 1n), data: Uint8Array.of(9, 0, 0, 0, 0) }
    expect(reasonOf(wire([unknown, buy()]))).toMatch(/compute budget/)
    expect(reasonOf(wire([budget(2, 1n), budget(2, 1n), buy()]))).toMatch(/compute budget/)
  })
  it('an instruction of ours with bytes too many', () => {
    const instruction = buy()
    const longer = { ...instruction, data: Uint8Array.of(...instruction.data, 0) }
    expect(reasonOf(wire([longer]))).toMatch(/not whole/)
  })
  it('bytes that are not one transaction', () => {
    expect(reasonOf(wire([buy()]).slice(0, -1))).toMatch(/not one whole transaction/)
    expect(reasonOf(new Uint8Array())).toMatch(/not one whole transaction/)
  })
})

it('accepts what the released program takes, whatever the table says', () => {
  const accounts = { ...RELEASED_ADDRESSES, ...addresses, user: WALLET, userCoins, program: PROGRAM }
  const wireOf = (name: 'buy' | 'sell') => {
    const data = new Writer()
      .u8(name === 'buy' ? 3 : 4)
      .u64(1_000n)
      .u64(900n)
      .finish()
    return wire([releasedInstruction(name, PROGRAM, accounts, data)])
  }
  expect(reasonOf(wireOf('buy'))).toBeUndefined()
  expect(reasonOf(wireOf('sell'), SELL)).toBeUndefined()
})
