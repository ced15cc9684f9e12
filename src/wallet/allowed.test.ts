import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { createKeypair } from '../chain/keypair.ts'
import { deriveAssociatedAddress, deriveMarketAddresses } from '../chain/program/addresses.ts'
import { buyInstruction } from '../chain/program/instructions.ts'
import { decodeTransaction, encodeTransaction, type Instruction } from '../chain/program/message.ts'
import { SYSTEM_PROGRAM } from '../chain/program/programs.ts'
import { baseUnits, lamports } from '../core/money.ts'
import { programInstructionsOf } from './allowed.ts'

const program = createKeypair().address
const user = createKeypair().address
const mint = createKeypair().address
const addresses = await deriveMarketAddresses(program, mint)
const userCoins = await deriveAssociatedAddress(user, mint)
const buy = buyInstruction(program, {
  user,
  userCoins,
  addresses,
  lamportsIn: lamports(5n),
  baseUnitsOutMin: baseUnits(1n),
})
const of = (programAddress: string): Instruction => ({
  programAddress: programAddress as Address,
  accounts: [],
  data: Uint8Array.of(1),
})
const read = (...instructions: Instruction[]) =>
  programInstructionsOf(
    decodeTransaction(encodeTransaction({ feePayer: user, recentBlockhash: mint, instructions })),
    program,
    ['buy', 'sell'],
  )

test.each([
  ['a compute limit', 'ComputeBudget111111111111111111111111111111'],
  ['a coin account', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'],
  ['the assertions that Phantom adds', 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'],
])('lets %s stand beside a trade', (_, address) => {
  expect(read(of(address), buy, of(address)).map(({ name }) => name)).toEqual(['buy'])
})

test.each<[string, Instruction[]]>([
  ['no instruction of the program', [of('ComputeBudget111111111111111111111111111111')]],
  ['a transfer of SOL', [buy, of(SYSTEM_PROGRAM)]],
  ['a program that nobody knows', [buy, of(createKeypair().address)]],
  [
    'another instruction of the program',
    [buy, { ...buy, data: Uint8Array.of(9), accounts: buy.accounts.slice(0, 2) }],
  ],
  ['an instruction that can’t be read', [buy, { ...buy, data: Uint8Array.of(3, 1) }]],
])('refuses %s', (_, instructions) => {
  expect(() => read(...instructions)).toThrow(expect.objectContaining({ code: 'wrongTransaction' }))
})
