/* oxlint-disable vitest/valid-expect, vitest/expect-expect -- a table has to say which row it was */
// Every refusal of the four instructions of fee shares and the order in which they are said; every account put in another's
// place; every byte and account too many or too few.
import type { Address } from '@solana/kit'
import type { ErrorCode } from '@twinmint/sdk/core/errors'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { ann, bob, cat, creator, dan, eve, payer, Shared, share } from './fee-shares-scene.ts'
import { elf, SOL, type Wallet, wallet } from './harness.ts'

const replaced = (instruction: Instruction, index: number, address: Address): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => (i === index ? { ...meta, address } : meta)),
})
const unsigned = (instruction: Instruction): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => (i === 0 ? { ...meta, signer: false } : meta)),
})
const readOnly = (instruction: Instruction, index: number): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => (i === index ? { ...meta, writable: false } : meta)),
})
const pair = [share(ann, 4_000), share(bob, 6_000)]

/** A coin without shares, and one whose shares are offered to eve and owe something to ann and bob. */
async function openBoth(): Promise<{ readonly fresh: Shared; readonly shared: Shared }> {
  const fresh = await Shared.open(undefined, 1)
  const shared = await Shared.open(fresh.chain, 2)
  const { chain } = fresh
  chain.must(shared.set(creator, pair), payer, creator)
  chain.must(shared.offer(creator, eve.address), payer, creator)
  for (const one of [fresh, shared]) one.owe(SOL)
  return { fresh, shared }
}

test('new receivers: one to four, each once, with a share, all shares together 10,000, and each can be paid', async () => {
  const { fresh, shared } = await openBoth()
  const { chain } = fresh
  chain.svm.addProgram(wallet(720).address, elf)
  chain.fund(wallet(721).address, SOL)
  chain.fund(wallet(723).address, chain.rent(0) - 1n)
  chain.setAccount(wallet(724).address, dan.address, new Uint8Array(9), chain.rent(9) - 1n)
  // Not for want of lamports: anybody can send them some.
  for (const one of [shared, fresh]) chain.fund(one.coin.addresses.escrow, SOL)
  chain.fund(fresh.at.feeShares, SOL)
  const wrongOf = ({ coin: { addresses } }: Shared): [string, Parameters<Shared['set']>[1]][] => [
    ['nobody', []],
    ['9,999', [share(ann, 4_000), share(bob, 5_999)]],
    ['10,001', [share(ann, 4_000), share(bob, 6_001)]],
    ['a share of nothing', [share(ann, 10_000), share(bob, 0)]],
    ['a sum that wraps 16 bits', [share(ann, 65_535), share(bob, 10_001)]],
    ['the same twice', [share(ann, 4_000), share(bob, 2_000), share(ann, 4_000)]],
    ['the zero address', [share(SYSTEM_PROGRAM, 10_000)]],
    ['a program', [share(wallet(720), 10_000)]],
    ['an empty wallet', [share(ann, 5_000), share(wallet(722), 5_000)]],
    ['a wallet a lamport short of its rent', [share(wallet(723), 10_000)]],
    ['an account short of the rent of its size', [share(wallet(724), 10_000)]],
    ...(['market', 'escrow', 'config', 'mint', 'vault', 'collection'] as const).map(
      (role): [string, ReturnType<typeof share>[]] => [role, [share(addresses[role], 10_000)]],
    ),
  ]
  for (const [what, next] of wrongOf(shared)) {
    expect(chain.send([shared.set(creator, next)], payer, creator).failure, what).toBe('feeSharesOutOfRange')
    expect(chain.send([shared.accept(eve, next)], payer, eve).failure, what).toBe('feeSharesOutOfRange')
  }
  for (const [what, next] of wrongOf(fresh))
    expect(chain.send([fresh.set(creator, next)], payer, creator).failure, what).toBe('feeSharesOutOfRange')
  for (const one of [shared, fresh]) {
    const next = [share(one.at.feeShares, 10_000)]
    expect(chain.send([one.set(creator, next)], payer, creator).failure).toBe('feeSharesOutOfRange')
    const last = 5 + one.present.length
    const cannot = readOnly(one.set(creator, [share(wallet(721), 10_000)]), last)
    expect(chain.send([cannot], payer, creator).failure).toBe('feeSharesOutOfRange')
  }
  chain.fund(wallet(723).address, 1n)
  chain.must(fresh.set(creator, [share(wallet(723), 10_000)]), payer, creator)
})

test('whoever changes the receivers names every present one, in order, and so that it can be paid', async () => {
  const { shared } = await openBoth()
  const { chain } = shared
  const next = [share(cat, 10_000)]
  const both: readonly (readonly [Wallet, (present?: readonly Address[]) => Instruction, number])[] = [
    [creator, (present) => shared.set(creator, next, present), 5],
    [eve, (present) => shared.accept(eve, next, present), 4],
  ]
  for (const [signer, change, at] of both) {
    const failure = (instruction: Instruction) => chain.send([instruction], payer, signer).failure
    expect(failure(change([]))).toBe('wrongAccountCount')
    expect(failure(change([ann.address]))).toBe('wrongAccountCount')
    expect(failure(change([ann.address, bob.address, dan.address]))).toBe('wrongAccountCount')
    expect(failure(change([bob.address, ann.address]))).toBe('wrongAddress')
    expect(failure(change([ann.address, dan.address]))).toBe('wrongAddress')
    expect(failure(readOnly(change(), at))).toBe('wrongAccountKind')
    expect(failure(readOnly(change(), at + 1))).toBe('wrongAccountKind')
  }
  chain.must(shared.set(creator, next), payer, creator)
})

test('no instruction takes a byte more or less, nor an account', async () => {
  const { fresh, shared } = await openBoth()
  const { chain } = shared
  const all: readonly (readonly [Instruction, Wallet])[] = [
    [fresh.set(creator, pair), creator],
    [shared.set(creator, pair), creator],
    [shared.draw(ann), ann],
    [shared.offer(creator, dan.address), creator],
    [shared.accept(eve, pair), eve],
  ]
  for (const [instruction, signer] of all) {
    const { accounts, data } = instruction
    const failure = (change: Partial<Instruction>) =>
      chain.send([{ ...instruction, ...change }], payer, signer).failure
    const what = `tag ${data[0]}`
    expect(failure({ data: Uint8Array.of(...data, 0) }), what).toBe('malformedInstruction')
    // A draw is its tag alone: without it there is no data at all.
    expect(failure({ data: data.slice(0, -1) }), what).toBe('malformedInstruction')
    expect(failure({ accounts: [...accounts, accounts[0]!] }), what).toBe('wrongAccountCount')
    expect(failure({ accounts: accounts.slice(0, -1) }), what).toBe('wrongAccountCount')
    expect(failure({ accounts: accounts.slice(0, 3) }), what).toBe('wrongAccountCount')
  }
  const five = [ann, bob, cat, dan, eve].map((one) => share(one, 2_000))
  for (const tooMany of [five, [...five, ...five, ...five]])
    expect(
      chain.send([{ ...fresh.set(creator, []), data: fresh.set(creator, tooMany).data }], payer, creator)
        .failure,
    ).toBe('malformedInstruction')
})

test('nothing stands for another account: every substitution is refused', async () => {
  const { fresh, shared } = await openBoth()
  const { chain, at } = shared
  const forged = wallet(730).address
  chain.setAccount(forged, wallet(731).address, chain.data(at.feeShares), SOL)
  const bare = wallet(732).address
  chain.setAccount(bare, chain.program, new Uint8Array(312), SOL)
  const version = chain.data(at.feeShares).slice()
  version[1] = 2
  const later = wallet(733).address
  chain.setAccount(later, chain.program, version, SOL)
  const longer = wallet(734).address
  chain.setAccount(longer, chain.program, Uint8Array.of(...chain.data(at.feeShares), 0), SOL)
  const other = await Shared.open(chain, 3)
  chain.must(other.set(creator, pair), payer, creator)

  const all: readonly (readonly [Instruction, Wallet, programAt: number])[] = [
    [shared.set(creator, pair), creator, 4],
    [shared.draw(ann), ann, 3],
    [shared.offer(creator, dan.address), creator, 3],
    [shared.accept(eve, pair), eve, 3],
  ]
  for (const [instruction, signer, programAt] of all) {
    const failure = (index: number, address: Address) =>
      chain.send([replaced(instruction, index, address)], payer, signer).failure
    const what = `tag ${instruction.data[0]}`
    expect(failure(1, chain.config), what).toBe('wrongAccountKind')
    expect(failure(1, dan.address), what).toBe('wrongAccountOwner')
    expect(failure(1, at.feeShares), what).toBe('wrongAccountKind')
    // Another coin's market knows these shares as little as another coin's shares know this market.
    expect(failure(1, other.at.market), what).toBe('wrongAddress')
    expect(failure(2, other.at.feeShares), what).toBe('wrongAddress')
    expect(failure(2, at.market), what).toBe('wrongAccountKind')
    expect(failure(2, forged), what).toBe('wrongAccountOwner')
    for (const wrong of [bare, later, longer]) expect(failure(2, wrong), what).toBe('wrongAccountKind')
    expect(failure(programAt, dan.address), what).toBe('wrongAddress')
  }
  expect(chain.send([replaced(all[0]![0], 3, dan.address)], payer, creator).failure).toBe('wrongAddress')
  // The first time, the account is at its one address; before it, nothing else knows of shares.
  const first = fresh.set(creator, pair)
  for (const wrong of [at.feeShares, dan.address])
    expect(chain.send([replaced(first, 2, wrong)], payer, creator).failure).toBe('wrongAddress')
  for (const [instruction, signer] of [
    [fresh.draw(ann), ann],
    [fresh.offer(creator, dan.address), creator],
    [fresh.accept(eve, pair, []), eve],
  ] as const)
    expect(chain.send([instruction], payer, signer).failure).toBe('wrongAccountOwner')
})

test('what is wrong first is said: accounts, signature, right, shares, lamports', async () => {
  const { fresh, shared } = await openBoth()
  const { chain } = shared
  const bad = [share(ann, 1)]
  const rows: readonly (readonly [ErrorCode, Instruction, ...Wallet[]])[] = [
    ['missingSignature', unsigned(fresh.set(ann, bad))],
    ['notCreator', fresh.set(ann, bad), ann],
    ['feeSharesOutOfRange', fresh.set(creator, bad), creator],
    ['missingSignature', unsigned(shared.set(ann, bad))],
    ['notFeeShares', shared.set(ann, bad), ann],
    // The offer alone gives no right to change anything.
    ['notFeeShares', shared.set(eve, pair), eve],
    ['feeSharesOutOfRange', shared.set(creator, bad), creator],
    ['missingSignature', unsigned(shared.draw(cat))],
    ['notFeeShares', shared.draw(cat), cat],
    ['missingSignature', unsigned(shared.offer(ann, cat.address))],
    ['notFeeShares', shared.offer(ann, cat.address), ann],
    ['missingSignature', unsigned(shared.accept(ann, bad))],
    ['notOffered', shared.accept(ann, bad), ann],
    ['notOffered', shared.accept(creator, pair), creator],
    ['feeSharesOutOfRange', shared.accept(eve, bad), eve],
  ]
  const watched = [fresh, shared].flatMap(({ at }) => [at.market, at.feeShares])
  const before = chain.snapshot([...watched, ...[creator, ann, bob, cat, eve].map(({ address }) => address)])
  for (const [code, instruction, ...signers] of rows)
    expect(chain.send([instruction], payer, ...signers).failure, `${code} of ${instruction.data[0]}`).toBe(
      code,
    )
  expect(
    chain.snapshot([...watched, ...[creator, ann, bob, cat, eve].map(({ address }) => address)]),
  ).toEqual(before)
  const rent = chain.rent(312)
  fresh.leave(creator.address, rent - 1n)
  expect(chain.send([fresh.set(creator, pair)], payer, creator).failure).toBe('insufficientLamports')
  fresh.leave(creator.address, rent)
  chain.must(fresh.set(creator, pair), payer, creator)
})

test('books that do not add up pay nobody', async () => {
  const { shared } = await openBoth()
  const { chain, at } = shared
  // ann has drawn more than her share of all that was received.
  const data = chain.data(at.feeShares).slice()
  new DataView(data.buffer).setBigUint64(105 + 32, 10n * SOL, true)
  chain.setAccount(at.feeShares, chain.program, data)
  for (const [instruction, signer] of [
    [shared.draw(ann), ann],
    [shared.set(creator, pair), creator],
  ] as const)
    expect(chain.send([instruction], payer, signer).failure).toBe('invariantBroken')
  // And a market that has fewer lamports than it owes.
  const market = chain.data(at.market)
  chain.setAccount(at.market, chain.program, market, SOL - 1n)
  for (const [instruction, signer] of [
    [shared.draw(bob), bob],
    [shared.accept(eve, pair), eve],
  ] as const)
    expect(chain.send([instruction], payer, signer).failure).toBe('invariantBroken')
})
