// Every way in which a server could prepare another send than was shown, and every way in which a signed one could be another
// than this product's. The page's check and the server's list are asked the same.
import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { assertionOf, memoOf, transferOf } from '../../../../tests/wallet-additions.ts'
import { addressOf } from '../../core/address.ts'
import { deriveAssociatedAddress, deriveMarketAddresses } from '../../program/addresses.ts'
import { NotAllowed, readAllowed, sentIn } from '../../program/allowed.ts'
import { Writer } from '../../program/bytes.ts'
import { computeBudgetInstructions } from '../../program/compute-budget.ts'
import { boostInstruction } from '../../program/instructions.ts'
import { decodeTransaction, encodeTransaction, type Instruction } from '../../program/message.ts'
import { TOKEN_2022_PROGRAM } from '../../program/programs.ts'
import { TransactionMismatch } from '../../program/signable.ts'
import { createCoinAccountInstruction, transferInstruction } from '../../program/token-2022.ts'
import type { ShownSend } from './rules.ts'
import { deriveSend, type SendAddresses, sendInstructions } from './transaction.ts'
import { verifySend } from './verify.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const [PROGRAM, SENDER, RECIPIENT, STRANGER, COIN] = [9, 3, 4, 6, 5].map(addressNumber) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const UNITS = 1_234_567n

let coins: SendAddresses
let nft: SendAddresses
beforeAll(async () => {
  const between = { programAddress: PROGRAM, coinMint: COIN, sender: SENDER, recipient: RECIPIENT }
  coins = await deriveSend({ ...between, edition: undefined })
  nft = await deriveSend({ ...between, edition: 7 })
})

const shown = (more: Partial<ShownSend> = {}): ShownSend => ({
  recipientAddress: RECIPIENT,
  edition: undefined,
  units: UNITS,
  createsAccount: true,
  rentLamports: 2_074_080n,
  priorityFeeLamports: 0n,
  ...more,
})
const wireOf = (instructions: readonly Instruction[], feePayer = SENDER) =>
  encodeTransaction({ feePayer, recentBlockhash: addressNumber(7), instructions })
const usual = () =>
  sendInstructions({
    addresses: coins,
    sender: SENDER,
    recipient: RECIPIENT,
    units: UNITS,
    createsAccount: true,
  })
const check = (instructions: readonly Instruction[], of: ShownSend = shown(), addresses = coins) =>
  verifySend(wireOf(instructions), { programAddress: PROGRAM, walletAddress: SENDER, shown: of, addresses })
const transfer = (more: Partial<Parameters<typeof transferInstruction>[0]> = {}) =>
  transferInstruction({ ...coins, owner: SENDER, units: UNITS, ...more })
const account = (wallet: Address, mint: Address = COIN) =>
  createCoinAccountInstruction({ payer: SENDER, wallet, mint })

describe('accepts', () => {
  it('coins to an account that is made, or is there, and an NFT', async () => {
    const allowed = await usual()
    expect(() => check(allowed)).not.toThrow()
    check([transfer()])
    check([transfer()], shown({ createsAccount: false }))
    const one = { addresses: nft, sender: SENDER, recipient: RECIPIENT, units: 1n, createsAccount: true }
    check(await sendInstructions(one), shown({ edition: 7, units: 1n }), nft)
  })

  it('what wallets add, and a price to be first', async () => {
    const budget = computeBudgetInstructions({ unitLimit: 30_000n, unitPriceMicroLamports: 5n })
    const added = [memoOf('hi'), assertionOf(SENDER), transferOf(SENDER, STRANGER, 1_000n)]
    const wire = wireOf([...budget, ...(await usual()), ...added])
    check([...budget, ...(await usual()), ...added])
    expect(sentIn(decodeTransaction(wire), PROGRAM).transfer).toMatchObject({ units: UNITS })
    expect(readAllowed(decodeTransaction(wire), PROGRAM, true)).toMatchObject({
      sentLamports: 1_000n,
      walletInstructions: 3,
      own: [],
    })
  })
})

describe('the page refuses', () => {
  test.each<[string, () => Promise<readonly Instruction[]> | readonly Instruction[], Partial<ShownSend>?]>([
    ['another mint', () => [transfer({ mint: STRANGER })]],
    ['another amount', () => [transfer({ units: UNITS + 1n })]],
    ['less than was shown', () => [transfer({ units: UNITS - 1n })]],
    ['other decimals', () => [transfer({ decimals: 9 })]],
    ['another source of the same wallet', () => [transfer({ source: nft.source })]],
    [
      'another wallet’s account',
      async () => [transfer({ destination: await deriveAssociatedAddress(STRANGER, COIN) })],
    ],
    ['an account that is not the receiver’s own', () => [transfer({ destination: STRANGER })]],
    ['to the receiver’s address itself', () => [transfer({ destination: RECIPIENT })]],
    [
      'an account for somebody else, beside the right transfer',
      async () => [await account(STRANGER), transfer()],
    ],
    ['an account of another coin', async () => [await account(RECIPIENT, STRANGER), transfer()]],
    ['an account whose rent was not shown', usual, { createsAccount: false, rentLamports: 0n }],
    ['an account whose rent was shown as nothing', usual, { rentLamports: 0n }],
    ['an account and nothing sent', async () => [await account(RECIPIENT)]],
  ])('%s', async (_name, made, more) => {
    const instructions = await made()
    expect(() => check(instructions, shown(more))).toThrow(TransactionMismatch)
  })
})

describe('page and server refuse', () => {
  const token = (data: Uint8Array): Instruction => ({ ...transfer(), data })
  test.each<[string, () => Promise<readonly Instruction[]> | readonly Instruction[], Address?]>([
    ['two transfers', () => [transfer(), transfer({ units: 1n })]],
    ['nothing sent', () => [transfer({ units: 0n })]],
    ['what another wallet pays for', usual, STRANGER],
    ['another wallet’s coins', () => [transfer({ owner: STRANGER })]],
    ['a transfer without its mint', () => [token(new Writer().u8(3).u64(UNITS).finish())]],
    ['an approval', () => [token(new Writer().u8(13).u64(UNITS).u8(6).finish())]],
    ['a burn', () => [token(new Writer().u8(15).u64(UNITS).u8(6).finish())]],
    ['a change of an authority', () => [transfer(), token(Uint8Array.of(6, 2, 0))]],
    ['a closed account', () => [transfer(), token(Uint8Array.of(9))]],
    ['a transfer with bytes left over', () => [token(new Writer().u8(12).u64(UNITS).u8(6).u8(0).finish())]],
    [
      'a transfer with one account more',
      () => [
        {
          ...transfer(),
          accounts: [...transfer().accounts, { address: STRANGER, signer: false, writable: false }],
        },
      ],
    ],
    ['a transfer to where it comes from', () => [transfer({ destination: coins.source })]],
    ['an account of the sender’s own', async () => [await account(SENDER), transfer()]],
    ['two accounts', async () => [await account(RECIPIENT), await account(STRANGER), transfer()]],
    [
      'an account that fails where it is there',
      async () => [{ ...(await account(RECIPIENT)), data: Uint8Array.of(0) }, transfer()],
    ],
    [
      'another token program',
      () => [{ ...transfer(), programAddress: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address }],
    ],
    [
      'an instruction of our program beside it',
      async () => [
        transfer(),
        boostInstruction(PROGRAM, {
          payer: SENDER,
          addresses: await deriveMarketAddresses(PROGRAM, COIN),
        }),
      ],
    ],
    ['SOL of somebody else', () => [transfer(), transferOf(STRANGER, SENDER, 1n)]],
    [
      'an account that is writable and that nothing writes',
      () => [
        transfer(),
        { ...memoOf('hi'), accounts: [{ address: STRANGER, signer: false, writable: true }] },
      ],
    ],
  ])('%s', async (_name, made, feePayer) => {
    const wire = wireOf(await made(), feePayer)
    expect(() =>
      verifySend(wire, { programAddress: PROGRAM, walletAddress: SENDER, shown: shown(), addresses: coins }),
    ).toThrow(TransactionMismatch)
    expect(() => sentIn(decodeTransaction(wire), PROGRAM)).toThrow('This call does not send such')
  })

  it('a send where an instruction of our program is asked for', async () => {
    for (const instructions of [await usual(), [transfer()], [await account(RECIPIENT)]])
      expect(() => readAllowed(decodeTransaction(wireOf(instructions)), PROGRAM)).toThrow(NotAllowed)
  })
})

it('sends by the program that made the coin', () => {
  expect(transfer().programAddress).toBe(TOKEN_2022_PROGRAM)
})
