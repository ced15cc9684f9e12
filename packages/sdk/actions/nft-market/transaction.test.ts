import type { Address } from '@solana/kit'
import { expect, it } from 'vitest'
import { addressOf } from '../../core/address.ts'
import { lamports } from '../../core/money.ts'
import { deriveListingAddresses, deriveMarketAddresses, deriveNftAddresses } from '../../program/addresses.ts'
import { BUDGET_BYTES } from '../../program/compute-budget.ts'
import { decodeInstruction, migrateInstruction } from '../../program/instructions.ts'
import { encodeTransaction, type Instruction, TRANSACTION_BYTES_MAX } from '../../program/message.ts'
import { TRACE } from './rules.ts'
import { type MarketNft, type MarketPlan, marketSteps } from './transaction.ts'

const addressNumber = (fill: number) => addressOf(new Uint8Array(32).fill(fill))
const [PROGRAM, WALLET, MINT] = [addressNumber(9), addressNumber(3), addressNumber(5)]
/** What wallets add: two assertions of Lighthouse. */
const WALLET_BYTES = 66

const marketOf = () => deriveMarketAddresses(PROGRAM, MINT)
async function nftsOf(
  count: number,
  trace: number,
): Promise<(MarketNft & { priceLamports: ReturnType<typeof lamports> })[]> {
  const editions = Array.from({ length: count }, (_, at) => at + 1)
  return Promise.all(
    editions.map(async (edition) => {
      const nft = await deriveNftAddresses(PROGRAM, {
        mintAddress: MINT,
        walletAddress: WALLET,
        edition,
      })
      const listed = await deriveListingAddresses(PROGRAM, nft.mint)
      return { ...nft, ...listed, trace, priceLamports: lamports(5n) }
    }),
  )
}
const stepsOf = async (plan: MarketPlan) =>
  marketSteps({ programAddress: PROGRAM, user: WALLET, addresses: await marketOf() }, plan)
const bytesOf = (instructions: readonly Instruction[]) =>
  encodeTransaction({ feePayer: WALLET, recentBlockhash: WALLET, instructions }).length
const names = (instructions: readonly Instruction[]) =>
  instructions
    .filter(({ programAddress }) => programAddress === PROGRAM)
    .map(
      ({ data, accounts }) =>
        decodeInstruction(
          data,
          accounts.map(({ address }) => address),
        ).name,
    )

const expiresAtSeconds = 1n << 40n
const takeBackTrace = TRACE.takeBack + TRACE.nftAccount
const plans = async (): Promise<Record<string, readonly [MarketPlan, counts: number[], bytes: number]>> => ({
  list: [{ kind: 'list', nfts: await nftsOf(12, TRACE.list), expiresAtSeconds }, [5, 5, 2], 1_096],
  update: [{ kind: 'update', nfts: await nftsOf(12, TRACE.update), expiresAtSeconds }, [10, 2], 760],
  cancel: [
    {
      kind: 'cancel',
      nfts: await nftsOf(12, takeBackTrace),
      andRelease: false,
      makesCoinAccount: false,
    },
    [5, 5, 2],
    1_006,
  ],
  'cancel and release': [
    {
      kind: 'cancel',
      nfts: await nftsOf(7, takeBackTrace + TRACE.release),
      andRelease: true,
      makesCoinAccount: true,
    },
    [3, 3, 1],
    1_013,
  ],
})

it.each(['list', 'update', 'cancel', 'cancel and release'])(
  '%s: as many a transaction as leave room for a priority fee, migrations, and what wallets add',
  async (name) => {
    const [plan, counts, bytes] = (await plans())[name] ?? []
    if (plan === undefined) throw new Error(name)
    const steps = await stepsOf(plan)
    expect(steps.map(({ nfts }) => nfts.length)).toEqual(counts)
    const [first] = steps
    const instructions = first?.instructions ?? []
    expect(bytesOf(instructions)).toBe(bytes)
    const { market, config } = await marketOf()
    const migrations = [market, config].map((account: Address) =>
      migrateInstruction(PROGRAM, { payer: WALLET, account }),
    )
    expect(bytesOf([...migrations, ...instructions]) + WALLET_BYTES).toBeLessThanOrEqual(
      TRANSACTION_BYTES_MAX,
    )
    expect(bytesOf(instructions) + BUDGET_BYTES + WALLET_BYTES).toBeLessThanOrEqual(TRANSACTION_BYTES_MAX)
  },
)

it('strangers’ SOL at new accounts makes it more transactions, none of them too long to run', async () => {
  const trace = takeBackTrace + TRACE.release + 2 * TRACE.dusted
  const steps = await stepsOf({
    kind: 'cancel',
    nfts: await nftsOf(3, trace),
    andRelease: true,
    makesCoinAccount: true,
  })
  expect(steps.map(({ nfts }) => nfts.length)).toEqual([2, 1])
})

it('each NFT is swapped right after it is taken back; the coin account stands before the first', async () => {
  const nfts = await nftsOf(4, takeBackTrace + TRACE.release)
  const steps = await stepsOf({ kind: 'cancel', nfts, andRelease: true, makesCoinAccount: true })
  const pair = ['cancelListing', 'release']
  expect(steps.map(({ instructions }) => names(instructions))).toEqual([[...pair, ...pair, ...pair], pair])
  expect(steps.map(({ instructions }) => instructions[0]?.programAddress === PROGRAM)).toEqual([false, true])
})

it('a listed NFT is taken back before it is sold to a bidder, from the account that it comes to', async () => {
  const [nft] = await nftsOf(1, 0)
  if (!nft) throw new Error('no NFT')
  const sold = {
    kind: 'accept',
    offer: addressNumber(1),
    bidder: addressNumber(2),
    lamportsMin: lamports(1n),
  } as const
  const aside = addressNumber(7)
  const from = async (isListed: boolean) => {
    const [step] = await stepsOf({ ...sold, nft: { ...nft, userNft: aside }, isListed })
    const last = step?.instructions.at(-1)
    const { addresses } = decodeInstruction(
      last?.data ?? new Uint8Array(),
      last?.accounts.map(({ address }) => address) ?? [],
    )
    return [names(step?.instructions ?? []), 'sellerNft' in addresses ? addresses.sellerNft : undefined]
  }
  expect(await from(false)).toEqual([['acceptOffer'], aside])
  expect(await from(true)).toEqual([['cancelListing', 'acceptOffer'], nft.userNft])
})
