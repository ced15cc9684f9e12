// Claims of many coins: how many fit with what wallets add, and that only what was shown is signed.

import type { Address } from '@solana/kit'
import { expect, test } from 'vitest'
import { NEXT_KINDS } from '../../../../program/test/next-version.ts'
import { assertionOf, memoOf, transferOf } from '../../../../tests/wallet-additions.ts'
import { addressOf } from '../../core/address.ts'
import { rentLamports } from '../../core/rent.ts'
import { migrationLamports } from '../../program/accounts.ts'
import { deriveFeeSharesAddress, deriveMarketAddresses } from '../../program/addresses.ts'
import { computeBudgetInstructions } from '../../program/compute-budget.ts'
import { buildInstruction } from '../../program/instructions.ts'
import { encodeTransaction, type Instruction, TRANSACTION_BYTES_MAX } from '../../program/message.ts'
import { CLAIMS_PER_TRANSACTION, claimSteps, groupClaims } from './transaction.ts'
import { verifyClaims } from './verify.ts'

const keyOf = (fill: number): Address => {
  const bytes = new Uint8Array(32).fill(fill)
  bytes[0] = 1
  const address = addressOf(bytes)
  if (!address) throw new Error('32 bytes are an address')
  return address
}
const program = keyOf(200)
const wallet = keyOf(201)
const blockhash = keyOf(202)
const wireOf = (instructions: readonly Instruction[]) =>
  encodeTransaction({ feePayer: wallet, recentBlockhash: blockhash, instructions })
const coinsOf = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => deriveMarketAddresses(program, keyOf(at + 1))))
const claimsOf = (coins: Awaited<ReturnType<typeof coinsOf>>) =>
  coins.map((addresses) => buildInstruction(program, 'claimCreatorFees', { ...addresses, creator: wallet }))
const drawOf = async (
  { market, mint }: { readonly market: Address; readonly mint: Address },
  receiver = wallet,
) =>
  buildInstruction(program, 'drawFeeShare', {
    receiver,
    market,
    feeShares: await deriveFeeSharesAddress(program, mint),
  })
const added = (text: string) => [
  ...computeBudgetInstructions({ unitLimit: 1_400_000n, unitPriceMicroLamports: 10n ** 12n }),
  assertionOf(wallet),
  assertionOf(wallet),
  assertionOf(wallet),
  transferOf(wallet, keyOf(203), 5_000_000n),
  memoOf(text),
]

test('the fullest transaction has room for a fee, three assertions, a transfer and a memo', async () => {
  const [full = [], ...rest] = claimSteps(claimsOf(await coinsOf(CLAIMS_PER_TRANSACTION)))
  expect(rest).toEqual([])
  expect(full).toHaveLength(CLAIMS_PER_TRANSACTION)
  const wire = wireOf([...full, ...added('a memo as long as wallets write them: 64 letters and no more....')])
  expect(wire.length).toBeLessThanOrEqual(TRANSACTION_BYTES_MAX)
  // What wallets add takes nothing of what is claimed.
  const marketAddresses = (await coinsOf(CLAIMS_PER_TRANSACTION)).map(({ market }) => market)
  expect(
    verifyClaims([wire], { programAddress: program, walletAddress: wallet, marketAddresses }).flat(),
  ).toEqual(marketAddresses)
})

test('more coins are more transactions, each coin once, in their order', async () => {
  const coins = await coinsOf(2 * CLAIMS_PER_TRANSACTION + 1)
  const steps = claimSteps(claimsOf(coins))
  expect(steps.map(({ length }) => length)).toEqual([CLAIMS_PER_TRANSACTION, CLAIMS_PER_TRANSACTION, 1])
  const marketAddresses = coins.map(({ market }) => market)
  const by = { programAddress: program, walletAddress: wallet, marketAddresses }
  expect(verifyClaims(steps.map(wireOf), by).flat()).toEqual(marketAddresses)
})

test('only claims of the coins that were shown are signed, each once', async () => {
  const [a, b, other] = await coinsOf(3)
  if (!a || !b || !other) throw new Error('three coins')
  const claim = (addresses: typeof a, creator = wallet) =>
    buildInstruction(program, 'claimCreatorFees', { ...addresses, creator })
  const check = (...transactions: (readonly Instruction[])[]) =>
    verifyClaims(transactions.map(wireOf), {
      programAddress: program,
      walletAddress: wallet,
      marketAddresses: [a.market, b.market],
    })
  const mismatch = /does not match what you asked for/
  expect(check([claim(b)], [claim(a)])).toEqual([[b.market], [a.market]])
  // One whose fees vanished is left out.
  expect(check([claim(a)])).toEqual([[a.market]])
  expect(() => check([claim(a), claim(a)])).toThrow(mismatch)
  expect(() => check([claim(a)], [claim(a)])).toThrow(mismatch)
  expect(() => check([claim(a), claim(other)])).toThrow(mismatch)
  expect(() => check([claim(a), buildInstruction(program, 'boost', { ...b, payer: wallet })])).toThrow(
    mismatch,
  )
  expect(() => check([])).toThrow(mismatch)
  expect(() => check([transferOf(wallet, other.market, 1n)])).toThrow(mismatch)
  expect(() => check([claim(a, keyOf(77))])).toThrow(/others must sign|does not match/)
})

test('18 coins that have to be migrated first are two transactions, within the instructions that the runtime counts', async () => {
  const coins = await coinsOf(18)
  const markets = new Set<string>(coins.map(({ market }) => market))
  const steps = claimSteps(claimsOf(coins), markets)
  expect(steps.map(({ length }) => length)).toEqual([14, 4])
  const [full = []] = steps
  const migrations = coins
    .slice(0, full.length)
    .map(({ market }) => buildInstruction(program, 'migrate', { payer: wallet, account: market }))
  const more = added('a memo as long as wallets write them: 64 letters and no more....')
  // A migration calls the system program, a claim the program itself for its event.
  expect(2 * (migrations.length + full.length) + more.length).toBeLessThanOrEqual(64)
  expect(wireOf([...migrations, ...full, ...more]).length).toBeLessThanOrEqual(TRANSACTION_BYTES_MAX)
  // Some of them: the others are claimed as ever.
  const some = claimSteps(claimsOf(coins), new Set([...markets].slice(0, 1)))
  expect(some.map(({ length }) => length)).toEqual([17, 1])
})

test('what migrating costs is of all of them, and no more than was shown', async () => {
  const coins = await coinsOf(2)
  const cost = migrationLamports(NEXT_KINDS.market, rentLamports)
  const wires = claimsOf(coins).map((claim, at) => {
    const account = coins[at]?.market ?? wallet
    return wireOf([buildInstruction(program, 'migrate', { payer: wallet, account }), claim])
  })
  const check = (shown?: bigint) =>
    verifyClaims(wires, {
      kinds: NEXT_KINDS,
      programAddress: program,
      walletAddress: wallet,
      marketAddresses: coins.map(({ market }) => market),
      migrationLamports: shown,
    })
  for (const shown of [undefined, cost, 2n * cost - 1n]) expect(() => check(shown)).toThrow(/does not match/)
  expect(check(2n * cost)).toHaveLength(2)
})

test('shares take more room: full transactions of them leave as much for what wallets add', async () => {
  const coins = await coinsOf(20)
  const draws = await Promise.all(coins.map((each) => drawOf(each)))
  const steps = claimSteps(draws)
  expect(steps.map(({ length }) => length)).toEqual([9, 9, 2])
  const [full = []] = steps
  const wire = wireOf([...full, ...added('a memo as long as wallets write them: 64 letters and no more....')])
  expect(wire.length).toBeLessThanOrEqual(TRANSACTION_BYTES_MAX)
  const mixed = claimSteps([...draws.slice(0, 4), ...claimsOf(coins.slice(4, 20))])
  expect(mixed.map(({ length }) => length)).toEqual([14, 6])
  expect(groupClaims([], () => 1)).toEqual([])
})

test('a share is drawn by the wallet that was shown it alone', async () => {
  const [a, b] = await coinsOf(2)
  if (!a || !b) throw new Error('two coins')
  const check = (...instructions: readonly Instruction[]) =>
    verifyClaims([wireOf(instructions)], {
      programAddress: program,
      walletAddress: wallet,
      marketAddresses: [a.market],
    })
  expect(check(await drawOf(a))).toEqual([[a.market]])
  const draws = [await drawOf(b), await drawOf(a, keyOf(77))]
  for (const draw of draws) expect(() => check(draw)).toThrow(/others must sign|does not match/)
  const [twice] = [await drawOf(a)]
  expect(() => check(twice, twice)).toThrow(/does not match/)
})
