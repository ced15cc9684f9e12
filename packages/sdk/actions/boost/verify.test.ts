import { expect, it } from 'vitest'
import { addressOf } from '../../core/address.ts'
import { deriveMarketAddresses } from '../../program/addresses.ts'
import { buildInstruction } from '../../program/instructions.ts'
import { encodeTransaction, type Instruction } from '../../program/message.ts'
import { createCoinAccountInstruction } from '../../program/token-2022.ts'
import { verifyBoost } from './verify.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const MINT = addressNumber(5)

it('accepts one boost of this coin and refuses everything else', async () => {
  const addresses = await deriveMarketAddresses(PROGRAM, MINT)
  const other = await deriveMarketAddresses(PROGRAM, addressNumber(6))
  const boost = buildInstruction(PROGRAM, 'boost', { ...addresses, payer: WALLET })
  const check = (instructions: readonly Instruction[], walletAddress: string = WALLET) =>
    verifyBoost(encodeTransaction({ feePayer: WALLET, recentBlockhash: addressNumber(7), instructions }), {
      programAddress: PROGRAM,
      walletAddress,
      marketAddress: addresses.market,
    })
  const mismatch = /does not match what you asked for/
  check([boost])
  expect(() => check([boost, boost])).toThrow(mismatch)
  expect(() => check([buildInstruction(PROGRAM, 'boost', { ...other, payer: WALLET })])).toThrow(mismatch)
  expect(() =>
    check([buildInstruction(PROGRAM, 'claimCreatorFees', { ...addresses, creator: WALLET })]),
  ).toThrow(mismatch)
  expect(() => check([boost], addressNumber(4))).toThrow(mismatch)
  const coins = await createCoinAccountInstruction({ payer: WALLET, wallet: WALLET, mint: MINT })
  expect(() => check([coins, boost])).toThrow(mismatch)
})
