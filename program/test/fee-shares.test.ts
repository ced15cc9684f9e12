// Fee shares on the deployed program: who is paid what and when, that nobody waits for anybody, and that the right passes in
// two steps.
import { Rent } from 'litesvm'
import { expect, test } from 'vitest'
import { ann, bob, cat, creator, dan, eve, payer, Shared, share } from './fee-shares-scene.ts'
import { elf, SOL, type Wallet, wallet } from './harness.ts'

const quarters = [ann, bob, cat, dan].map((one) => share(one, 2_500))

test('the first naming pays the creator what is owed, and the rent comes from the creator', async () => {
  const shared = await Shared.open()
  const { chain, at } = shared
  shared.owe(SOL)
  const market = chain.lamportsOf(at.market)
  const had = chain.lamportsOf(creator.address)
  const sent = chain.must(shared.set(creator, [share(ann, 9_999), share(creator, 1)]), payer, creator)
  expect(chain.lamportsOf(creator.address)).toBe(had + SOL - chain.rent(312))
  expect(chain.lamportsOf(at.feeShares)).toBe(chain.rent(312))
  expect(chain.lamportsOf(at.market)).toBe(market - SOL)
  const feeShares = {
    authority: creator.address,
    pendingAuthority: undefined,
    receivers: [
      { ...share(ann, 9_999), isConfirmed: false, drawnLamports: 0n },
      { ...share(creator, 1), isConfirmed: true, drawnLamports: 0n },
    ],
  }
  expect(shared.account).toEqual({ mint: shared.coin.addresses.mint, ...feeShares })
  expect(chain.market(shared.coin).feeSharesBump).toBe(chain.data(at.feeShares)[2])
  expect(sent.events).toMatchObject([
    { kind: 'setFeeShares', sequence: 2n, who: creator.address, lamportsOut: SOL },
  ])
  expect(sent.events[0]).toMatchObject({ paidLamports: [SOL, 0n, 0n, 0n], feeShares })
})

test('lamports that lay at the address reach the creator and block nothing', async () => {
  const shared = await Shared.open()
  const { chain, at } = shared
  chain.fund(at.feeShares, 5n * SOL)
  const had = chain.lamportsOf(creator.address)
  chain.must(shared.set(creator, quarters), payer, creator)
  expect(chain.lamportsOf(creator.address)).toBe(had + 5n * SOL - chain.rent(312))
})

test('the creator draws by share from then on, and claims nothing', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  chain.must(shared.set(creator, [share(creator, 10_000)]), payer, creator)
  shared.owe(7n)
  expect(chain.send([chain.claimCreatorFees(creator, shared.coin)], payer, creator).failure).toBe(
    'feesShared',
  )
  const had = chain.lamportsOf(creator.address)
  chain.must(shared.draw(creator), payer, creator)
  expect(chain.lamportsOf(creator.address)).toBe(had + 7n)
})

test('each draws its share of all that was ever received, in any order, and the rest stays for what comes next', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  const thirds = [share(ann, 3_333), share(bob, 3_333), share(cat, 3_334)]
  chain.must(shared.set(creator, thirds), payer, creator)
  const gain = (one: Wallet) => {
    const had = chain.lamportsOf(one.address)
    const sent = chain.must(shared.draw(one), payer, one)
    const got = chain.lamportsOf(one.address) - had
    expect(sent.events).toMatchObject([{ kind: 'drawFeeShare', who: one.address, lamportsOut: got }])
    return got
  }
  shared.owe(100n)
  expect([gain(ann), gain(bob)]).toEqual([33n, 33n])
  shared.owe(100n)
  // cat has drawn nothing yet; 66.68 rounds down.
  expect([gain(cat), gain(ann), gain(bob)]).toEqual([66n, 33n, 33n])
  expect(shared.owed).toBe(2n)
  shared.owe(9_800n)
  expect([gain(ann), gain(bob), gain(cat)]).toEqual([3_333n - 66n, 3_333n - 66n, 3_334n - 66n])
  expect(shared.owed).toBe(0n)
  expect(chain.send([shared.draw(ann)], payer, ann).failure).toBe('nothingToClaim')
})

test('a receiver confirms once with nothing to draw', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  chain.must(shared.set(creator, quarters), payer, creator)
  const sent = chain.must(shared.draw(bob), payer, bob)
  expect(sent.events).toMatchObject([
    { kind: 'drawFeeShare', who: bob.address, lamportsOut: 0n, sequence: 3n },
  ])
  expect(shared.account?.receivers.map(({ isConfirmed }) => isConfirmed)).toEqual([false, true, false, false])
  expect(chain.send([shared.draw(bob)], payer, bob).failure).toBe('nothingToClaim')
})

test('a change pays the present receivers first, and who stays has to confirm again', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  chain.must(shared.set(creator, quarters), payer, creator)
  shared.owe(1_003n)
  chain.must(shared.draw(ann), payer, ann)
  const had = [ann, bob, cat, dan].map((one) => chain.lamportsOf(one.address))
  const sent = chain.must(shared.set(creator, [share(eve, 1), share(bob, 9_999)]), payer, creator)
  const got = [ann, bob, cat, dan].map((one, at) => chain.lamportsOf(one.address) - (had[at] ?? 0n))
  expect(got).toEqual([0n, 250n, 250n, 250n])
  expect(sent.events).toMatchObject([{ lamportsOut: 750n, paidLamports: [0n, 250n, 250n, 250n] }])
  // Nothing stays behind the last of them.
  expect(chain.data(shared.at.feeShares).slice(105 + 2 * 43)).toEqual(new Uint8Array(312 - 105 - 2 * 43))
  // What rounding left counts for those who come next.
  expect(shared.owed).toBe(3n)
  expect(shared.account?.receivers).toEqual([
    { ...share(eve, 1), isConfirmed: false, drawnLamports: 0n },
    { ...share(bob, 9_999), isConfirmed: false, drawnLamports: 0n },
  ])
  chain.must(shared.draw(bob), payer, bob)
  expect(shared.owed).toBe(1n)
})

test('what a wallet cannot take stays for those who come next, and what it can by a lamport is paid', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  const rent = chain.rent(0)
  chain.must(shared.set(creator, [share(ann, 5_000), share(bob, 5_000)]), payer, creator)
  shared.owe(2n * (rent - 1n))
  shared.leave(ann.address, 0n)
  shared.leave(bob.address, 1n)
  const sent = chain.must(shared.set(creator, [share(cat, 10_000)]), payer, creator)
  expect(sent.events).toMatchObject([{ paidLamports: [0n, rent - 1n, 0n, 0n] }])
  expect([ann, bob].map((one) => chain.lamportsOf(one.address))).toEqual([0n, rent])
  expect(shared.owed).toBe(rent - 1n)
  // A draw of it is neither paid nor refused, and the share waits.
  shared.leave(cat.address, 0n)
  chain.must(shared.draw(cat), payer, cat)
  expect(shared.account?.receivers).toMatchObject([{ isConfirmed: true, drawnLamports: 0n }])
  expect(chain.send([shared.draw(cat)], payer, cat).failure).toBe('nothingToClaim')
  shared.owe(1n)
  chain.must(shared.draw(cat), payer, cat)
  expect(chain.lamportsOf(cat.address)).toBe(rent)
})

test('a wallet that became a program keeps nobody from drawing or changing', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  chain.must(shared.set(creator, [share(ann, 5_000), share(bob, 5_000)]), payer, creator)
  shared.owe(SOL)
  chain.svm.addProgram(ann.address, elf)
  chain.must(shared.draw(bob), payer, bob)
  const change = shared.set(creator, [share(bob, 10_000)])
  const readOnly = change.accounts.map((meta) =>
    meta.address === ann.address ? { ...meta, writable: false } : meta,
  )
  const sent = chain.must({ ...change, accounts: readOnly }, payer, creator)
  expect(sent.events).toMatchObject([{ paidLamports: [0n, 0n, 0n, 0n] }])
  expect(shared.owed).toBe(SOL / 2n)
})

test('the right passes in two steps: an offer changes nothing, can be replaced and taken back', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  chain.must(shared.set(creator, [share(creator, 10_000)]), payer, creator)
  const offered = chain.must(shared.offer(creator, eve.address), payer, creator)
  expect(offered.events).toMatchObject([
    { kind: 'offerFeeShares', who: creator.address, feeShares: { pendingAuthority: eve.address } },
  ])
  expect(shared.account).toMatchObject({ authority: creator.address, pendingAuthority: eve.address })
  const take = (one: Wallet) => chain.send([shared.accept(one, [share(one, 10_000)])], payer, one).failure
  expect(take(dan)).toBe('notOffered')
  chain.must(shared.offer(creator, dan.address), payer, creator)
  expect(take(eve)).toBe('notOffered')
  chain.must(shared.offer(creator, undefined), payer, creator)
  expect(shared.account?.pendingAuthority).toBeUndefined()
  expect(take(dan)).toBe('notOffered')
  expect(chain.send([shared.set(dan, [share(dan, 10_000)])], payer, dan).failure).toBe('notFeeShares')

  chain.must(shared.offer(creator, dan.address), payer, creator)
  shared.owe(100n)
  const had = chain.lamportsOf(creator.address)
  const sent = chain.must(shared.accept(dan, [share(dan, 6_000), share(eve, 4_000)]), payer, dan)
  expect(chain.lamportsOf(creator.address)).toBe(had + 100n)
  expect(sent.events).toMatchObject([
    { kind: 'acceptFeeShares', who: dan.address, lamportsOut: 100n, paidLamports: [100n, 0n, 0n, 0n] },
  ])
  expect(shared.account).toMatchObject({
    authority: dan.address,
    pendingAuthority: undefined,
    receivers: [{ isConfirmed: true }, { isConfirmed: false }],
  })
  expect(take(dan)).toBe('notOffered')
  expect(chain.send([shared.set(creator, [share(creator, 10_000)])], payer, creator).failure).toBe(
    'notFeeShares',
  )
  // Who launched it never changes.
  expect(chain.market(shared.coin).creator).toBe(creator.address)
})

test('hostile receivers that were named before the hand-over hold nothing up, and are paid at most their due', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  const hostile = [wallet(701), wallet(702), wallet(703), wallet(704)]
  for (const one of hostile) chain.fund(one.address, chain.rent(0))
  chain.must(
    shared.set(
      creator,
      hostile.map((one) => share(one, 2_500)),
    ),
    payer,
    creator,
  )
  chain.must(shared.offer(creator, eve.address), payer, creator)
  shared.owe(4_000n)
  // One is empty, one has data of another program, one became a program, one is below its rent.
  shared.leave(hostile[0]!.address, 0n)
  chain.setAccount(hostile[1]!.address, dan.address, new Uint8Array(100), chain.rent(0))
  chain.svm.addProgram(hostile[2]!.address, elf)
  shared.leave(hostile[3]!.address, 5n)
  const sent = chain.must(shared.accept(eve, [share(eve, 10_000)]), payer, eve)
  expect(sent.events).toMatchObject([{ paidLamports: [0n, 0n, 0n, 0n] }])
  const had = chain.lamportsOf(eve.address)
  chain.must(shared.draw(eve), payer, eve)
  expect(chain.lamportsOf(eve.address)).toBe(had + 4_000n)
})

test('an authority can’t take what is due to an empty wallet by naming it again and again', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  const halves = [share(ann, 5_000), share(bob, 5_000)]
  const due = chain.rent(0) - 1n
  chain.must(shared.set(creator, halves), payer, creator)
  shared.leave(bob.address, 0n)
  shared.owe(2n * due)
  const had = chain.lamportsOf(ann.address)
  for (let time = 0; time < 8; time++)
    expect(chain.send([shared.set(creator, halves)], payer, creator).failure).toBe('feeSharesOutOfRange')
  expect([chain.lamportsOf(ann.address) - had, shared.owed]).toEqual([0n, 2n * due])
  // With its rent it takes every lamport that is due to it.
  shared.leave(bob.address, chain.rent(0))
  chain.must(shared.set(creator, halves), payer, creator)
  expect(chain.lamportsOf(ann.address) - had).toBe(due)
  expect(chain.lamportsOf(bob.address)).toBe(chain.rent(0) + due)
})

test('a raised rent stops nobody where the coin has a little SOL', async () => {
  const shared = await Shared.open()
  const { chain, coin } = shared
  chain.must([await chain.createCoinAccount(eve, coin), await chain.buy(eve, coin, SOL)], payer, eve)
  chain.must(shared.set(creator, quarters), payer, creator)
  shared.owe(SOL)
  chain.svm.setRent(new Rent(69_600n, 1, 50))
  const had = chain.lamportsOf(ann.address)
  chain.must(shared.draw(ann), payer, ann)
  expect(chain.lamportsOf(ann.address)).toBe(had + SOL / 4n)
  chain.must(shared.set(creator, [share(eve, 10_000)]), payer, creator)
  expect(shared.owed).toBe(0n)
})

test('four present and four new receivers fit one transaction, with a fee and what wallets add', async () => {
  const shared = await Shared.open()
  const { chain } = shared
  chain.must(shared.set(creator, quarters), payer, creator)
  const next = [wallet(711), wallet(712), wallet(713), wallet(714)].map((one) => share(one, 2_500))
  for (const { address } of next) chain.fund(address, SOL)
  chain.must(shared.offer(creator, eve.address), payer, creator)
  shared.owe(SOL)
  const drawn = chain.must(shared.draw(ann), payer, ann)
  const accepted = chain.must(shared.accept(eve, next), eve)
  const changed = chain.must(shared.set(eve, quarters), eve)
  const figures = [drawn, accepted, changed].map(({ trace, bytes, computeUnits }) => ({
    trace,
    bytes,
    computeUnits,
  }))
  expect(
    figures.every(({ trace, bytes }) => trace === 2 && bytes < 900),
    JSON.stringify(figures),
  ).toBe(true)
  expect(Math.max(...figures.map(({ computeUnits }) => computeUnits)), JSON.stringify(figures)).toBeLessThan(
    15_000,
  )
})
