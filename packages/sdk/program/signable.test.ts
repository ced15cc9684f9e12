import type { Address } from '@solana/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf } from '../core/address.ts'
import { encodeBase64 } from '../core/base64.ts'
import { baseUnits, lamports } from '../core/money.ts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftAddresses,
  type MarketAddresses,
  type NftAddresses,
} from './addresses.ts'
import {
  buyExactOutInstruction,
  captureInstruction,
  releaseInstruction,
  sellInstruction,
} from './instructions.ts'
import { encodeTransaction, type Instruction } from './message.ts'
import { bytesOfBase64, readSignable, TransactionMismatch } from './signable.ts'
import { createCoinAccountInstruction } from './token-2022.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const PROGRAM = addressNumber(9)
const WALLET = addressNumber(3)
const MINT = addressNumber(5)
const BLOCKHASH = addressNumber(7)
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as Address

let addresses: MarketAddresses
let userCoins: Address
let nfts: NftAddresses[]
beforeAll(async () => {
  addresses = await deriveMarketAddresses(PROGRAM, MINT)
  userCoins = await deriveAssociatedAddress(WALLET, MINT)
  nfts = await Promise.all(
    [7, 8].map((edition) =>
      deriveNftAddresses(PROGRAM, { mintAddress: MINT, walletAddress: WALLET, edition }),
    ),
  )
})

const read = (...instructions: readonly Instruction[]) =>
  readSignable(encodeTransaction({ feePayer: WALLET, recentBlockhash: BLOCKHASH, instructions }), {
    walletAddress: WALLET,
    programAddress: PROGRAM,
  })
const assertion = (tag: number): Instruction => ({
  programAddress: LIGHTHOUSE,
  accounts: [{ address: WALLET, signer: false, writable: false }],
  data: Uint8Array.of(tag, 0, 1),
})
const reasonOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return error instanceof TransactionMismatch ? error.reason : String(error)
  }
  return 'accepted'
}

describe('a transaction of several instructions of ours', () => {
  it('is read whole and in order: coins bought, then captured', async () => {
    const common = { user: WALLET, userCoins, addresses }
    const { own, createdCoinAccount } = read(
      await createCoinAccountInstruction({ payer: WALLET, wallet: WALLET, mint: MINT }),
      buyExactOutInstruction(PROGRAM, {
        ...common,
        baseUnitsOut: baseUnits(2_000_000_000_000n),
        lamportsInMax: lamports(5n),
      }),
      ...nfts.map((nft, at) =>
        captureInstruction(PROGRAM, { ...common, nft, source: at === 0 ? 'mint' : 'escrow' }),
      ),
    )
    expect(createdCoinAccount).toEqual({ address: userCoins, mintAddress: MINT, ownerAddress: WALLET })
    expect(own.map(({ name }) => name)).toEqual(['buyExactOut', 'capture', 'capture'])
    expect(own[0]).toMatchObject({ baseUnitsOut: 2_000_000_000_000n, lamportsInMax: 5n })
    expect(own[1]).toMatchObject({
      edition: 7,
      source: 'mint',
      addresses: { nftMint: nfts[0]?.mint, user: WALLET },
    })
    expect(own[2]).toMatchObject({ edition: 8, source: 'escrow' })
  })
  it('is read whole and in order: released, then sold', () => {
    const common = { user: WALLET, userCoins, addresses }
    const { own } = read(
      ...nfts.map((nft) => releaseInstruction(PROGRAM, { ...common, nft })),
      sellInstruction(PROGRAM, {
        ...common,
        baseUnitsIn: baseUnits(2_000_000_000_000n),
        lamportsOutMin: lamports(3n),
      }),
    )
    expect(own.map((each) => [each.name, 'edition' in each ? each.edition : undefined])).toEqual([
      ['release', 7],
      ['release', 8],
      ['sell', undefined],
    ])
  })
})

describe('what a wallet may add', () => {
  it('assertions of Lighthouse, which can only make it fail', () => {
    expect(read(assertion(2), assertion(6)).own).toEqual([])
  })
  it('nothing that makes or closes an account of Lighthouse', () => {
    for (const tag of [0, 1]) expect(reasonOf(() => read(assertion(tag)))).toMatch(/writes to an account/)
    expect(reasonOf(() => read({ ...assertion(2), data: new Uint8Array() }))).toMatch(/writes to an account/)
  })
})

it('base64 there and back, and what is none', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => at & 255)
  expect(bytesOfBase64(encodeBase64(bytes))).toEqual(bytes)
  expect(reasonOf(() => bytesOfBase64('***'))).toMatch(/not base64/)
})
