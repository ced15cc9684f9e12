/* oxlint-disable vitest/valid-expect, vitest/expect-expect -- a table has to say which row it was */
// What the holders of the program's keys may do, and nobody else: handing the admin's right over, pausing, the treasury; and
// that each act is told, whole, in a sequence of its own.
import type { Address } from '@solana/kit'
import { lamports } from '@twinmint/sdk/core/money'
import { EVENT_TAG } from '@twinmint/sdk/program/instructions'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { Rent } from 'litesvm'
import { describe, expect, test } from 'vitest'
import { Chain, elf, SOL, TERMS, type Wallet, wallet } from './harness.ts'

const [creator, stranger, next, pauser, treasury] = [1, 3, 4, 5, 6].map(wallet) as [
  Wallet,
  Wallet,
  Wallet,
  Wallet,
  Wallet,
]
const HOURS = 3_600n
const PAUSE = 72n * HOURS

async function open(values: Parameters<Chain['initializeConfig']>[1] = {}): Promise<Chain> {
  const chain = await Chain.open({ terms: { pauseKey: pauser.address, ...values } })
  for (const one of [creator, stranger, next, pauser]) chain.fund(one.address, 100n * SOL)
  return chain
}
const readOnly = (instruction: Instruction, index: number): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((account, at) =>
    at === index ? { ...account, writable: false } : account,
  ),
})
const refused = (chain: Chain, instruction: Instruction, signer: Wallet) =>
  chain.send([instruction], signer).failure

describe('the admin’s right', () => {
  test('passes on when whoever it is offered to accepts it, not before', async () => {
    const chain = await open()
    const admin = chain.authority
    chain.must(chain.offerAdmin(admin, next.address), admin)
    expect(chain.configuration()).toMatchObject({ admin: admin.address, pendingAdmin: next.address })
    // Until then the admin may do all, and the other nothing.
    expect(refused(chain, chain.updateConfig(next, {}), next)).toBe('notAdmin')
    expect(refused(chain, chain.offerAdmin(next, stranger.address), next)).toBe('notAdmin')
    chain.must(chain.updateConfig(admin, { sellFeeBps: 200 }), admin)
    expect(chain.configuration().pendingAdmin).toBe(next.address)
    expect(refused(chain, chain.acceptAdmin(stranger), stranger)).toBe('notOffered')
    expect(refused(chain, chain.acceptAdmin(admin), admin)).toBe('notOffered')

    chain.must(chain.acceptAdmin(next), next)
    expect(chain.configuration()).toMatchObject({
      admin: next.address,
      pendingAdmin: undefined,
      sellFeeBps: 200,
    })
    // It was used up, and the old admin has nothing left.
    expect(refused(chain, chain.acceptAdmin(next), next)).toBe('notOffered')
    for (const act of [chain.updateConfig(admin, {}), chain.offerAdmin(admin, admin.address)])
      expect(refused(chain, act, admin)).toBe('notAdmin')
    chain.must(chain.updateConfig(next, { sellFeeBps: 300 }), next)
  })

  test('another offer takes the place of one, and one to nobody withdraws it', async () => {
    const chain = await open()
    const admin = chain.authority
    chain.must(chain.offerAdmin(admin, next.address), admin)
    chain.must(chain.offerAdmin(admin, stranger.address), admin)
    expect(refused(chain, chain.acceptAdmin(next), next)).toBe('notOffered')
    chain.must(chain.offerAdmin(admin, undefined), admin)
    expect(refused(chain, chain.acceptAdmin(stranger), stranger)).toBe('notOffered')
    expect(chain.configuration()).toMatchObject({ admin: admin.address, pendingAdmin: undefined })
  })

  test('takes the signature of both, and no other’s account', async () => {
    const chain = await open()
    const admin = chain.authority
    const unsigned = (instruction: Instruction): Instruction => ({
      ...instruction,
      accounts: instruction.accounts.map((account, at) =>
        at === 0 ? { ...account, signer: false } : account,
      ),
    })
    expect(refused(chain, unsigned(chain.offerAdmin(admin, next.address)), stranger)).toBe('missingSignature')
    chain.must(chain.offerAdmin(admin, next.address), admin)
    expect(refused(chain, unsigned(chain.acceptAdmin(next)), stranger)).toBe('missingSignature')
    // Where nobody is offered it, the zero address, for which nobody signs, can't take it either.
    chain.must(chain.offerAdmin(admin, undefined), admin)
    const accept = chain.acceptAdmin(next)
    const nobody = {
      ...accept,
      accounts: accept.accounts.map((a, i) =>
        i === 0 ? { ...a, address: SYSTEM_PROGRAM, signer: false } : a,
      ),
    }
    expect(refused(chain, nobody, stranger)).toBe('missingSignature')
  })
})

describe('a pause', () => {
  test('stops launches and buys for 72 hours, then ends by itself, and none begins for 72 hours after', async () => {
    const chain = await open()
    const coin = await chain.launched(creator)
    const begin = chain.now()
    chain.must([await chain.createCoinAccount(creator, coin), await chain.buy(creator, coin, SOL)], creator)
    chain.must(chain.pause(pauser), pauser)
    expect(chain.configuration().pausedUntilSeconds).toBe(begin + PAUSE)
    const other = await chain.coin(creator)
    const stopped = [
      chain.launch(other),
      await chain.buy(creator, coin, 1_000n),
      await chain.buyExactOut(creator, coin, 1_000n, SOL),
    ]
    const failures = () => stopped.map((instruction) => chain.send([instruction], creator).failure)
    expect(failures()).toEqual(['paused', 'paused', 'paused'])
    chain.must(await chain.sell(creator, coin, 1_000_000n), creator)

    for (const [at, why] of [
      [begin, 'pauseTooSoon'],
      [begin + PAUSE - 1n, 'pauseTooSoon'],
      [begin + PAUSE, 'pauseTooSoon'],
      [begin + 2n * PAUSE - 1n, 'pauseTooSoon'],
    ] as const) {
      chain.setTime(at)
      expect(refused(chain, chain.pause(pauser), pauser), `${at - begin} s after`).toBe(why)
    }
    chain.setTime(begin + PAUSE - 1n)
    expect(failures()).toEqual(['paused', 'paused', 'paused'])
    chain.setTime(begin + PAUSE)
    expect(failures()).toEqual([undefined, undefined, undefined])
    chain.setTime(begin + 2n * PAUSE)
    chain.must(chain.pause(pauser), pauser)
    expect(chain.configuration().pausedUntilSeconds).toBe(begin + 3n * PAUSE)
  })

  test('ends early by its key or the admin, and the 72 hours after it begin then', async () => {
    const chain = await open()
    const admin = chain.authority
    for (const who of [pauser, admin]) {
      const begin = chain.now()
      chain.must(chain.pause(pauser), pauser)
      expect(refused(chain, chain.unpause(stranger), stranger)).toBe('notPauseKey')
      chain.setTime(begin + HOURS)
      chain.must(chain.unpause(who), who)
      expect(chain.configuration().pausedUntilSeconds).toBe(begin + HOURS)
      await chain.launched(creator)
      chain.setTime(begin + HOURS + PAUSE - 1n)
      expect(refused(chain, chain.pause(pauser), pauser)).toBe('pauseTooSoon')
      chain.setTime(begin + HOURS + PAUSE)
    }
    chain.must(chain.pause(pauser), pauser)
  })

  test('that is over, or never was, can’t be ended: it would put off the next', async () => {
    const chain = await open()
    for (const who of [pauser, chain.authority])
      expect(refused(chain, chain.unpause(who), who)).toBe('notPaused')
    chain.must(chain.pause(pauser), pauser)
    chain.setTime(chain.now() + PAUSE)
    const before = chain.configuration()
    expect(refused(chain, chain.unpause(pauser), pauser)).toBe('notPaused')
    expect(chain.configuration()).toEqual(before)
  })

  test('has its own key: no admin, and nobody where there is none', async () => {
    const chain = await open()
    const admin = chain.authority
    for (const who of [admin, stranger]) expect(refused(chain, chain.pause(who), who)).toBe('notPauseKey')
    chain.must(chain.updateConfig(admin, { pauseKey: undefined }), admin)
    for (const who of [pauser, admin]) expect(refused(chain, chain.pause(who), who)).toBe('notPauseKey')
    // Another key does not begin anew what has to wait.
    chain.must(chain.updateConfig(admin, { pauseKey: next.address }), admin)
    chain.must(chain.pause(next), next)
    chain.must(chain.updateConfig(admin, { pauseKey: pauser.address }), admin)
    expect(refused(chain, chain.pause(pauser), pauser)).toBe('pauseTooSoon')
    expect(refused(chain, chain.unpause(next), next)).toBe('notPauseKey')
    chain.must(chain.unpause(pauser), pauser)
  })

  test('is over where the clock says so, whatever else the admin changes', async () => {
    const chain = await open()
    chain.must(chain.pause(pauser), pauser)
    const until = chain.configuration().pausedUntilSeconds
    chain.must(chain.updateConfig(chain.authority, { sellFeeBps: 1 }), chain.authority)
    chain.must(chain.offerAdmin(chain.authority, next.address), chain.authority)
    chain.must(chain.acceptAdmin(next), next)
    expect(chain.configuration().pausedUntilSeconds).toBe(until)
  })

  test('near the end of time it overflows, and changes nothing', async () => {
    const chain = await open()
    chain.setTime((1n << 63n) - 1n)
    expect(refused(chain, chain.pause(pauser), pauser)).toBe('overflow')
  })
})

describe('the treasury', () => {
  /** So much lies in the Config, above its rent. */
  const gather = (chain: Chain, amount: bigint) => chain.fund(chain.config, amount)

  test('gets what has gathered before another takes its place', async () => {
    const chain = await open()
    const admin = chain.authority
    gather(chain, 3n * SOL)
    const before = chain.lamportsOf(chain.treasury)
    const sent = chain.must(chain.updateConfig(admin, { treasury: treasury.address }), admin)
    expect(chain.lamportsOf(chain.treasury) - before).toBe(3n * SOL)
    expect(chain.lamportsOf(chain.config)).toBe(chain.rent(240))
    expect(sent.configEvents).toMatchObject([{ kind: 'updateConfig', lamports: 3n * SOL }])
    // What comes later is the new one's.
    gather(chain, SOL)
    expect(refused(chain, chain.claimTreasuryFees(chain.treasury), stranger)).toBe('wrongAddress')
    chain.must(chain.claimTreasuryFees(treasury.address), stranger)
    expect(chain.lamportsOf(treasury.address)).toBe(SOL)
  })

  test('is paid nothing by a change of anything else, or where nothing has gathered', async () => {
    const chain = await open()
    const admin = chain.authority
    gather(chain, SOL)
    const held = chain.lamportsOf(chain.config)
    const sent = chain.must(chain.updateConfig(admin, { sellFeeBps: 5, pauseKey: next.address }), admin)
    expect([chain.lamportsOf(chain.config), sent.configEvents[0]?.lamports]).toEqual([held, 0n])
    chain.must(chain.claimTreasuryFees(), stranger)
    const paid = chain.lamportsOf(chain.treasury)
    chain.must(chain.updateConfig(admin, { treasury: treasury.address }), admin)
    expect(chain.lamportsOf(chain.treasury)).toBe(paid)
  })

  test('until now is named, and nobody else stands for it', async () => {
    const chain = await open()
    const admin = chain.authority
    gather(chain, SOL)
    for (const address of [stranger.address, treasury.address, chain.config, admin.address])
      expect(refused(chain, chain.updateConfig(admin, { treasury: treasury.address }, address), admin)).toBe(
        'wrongAddress',
      )
  })

  test('is never one that can’t be paid, neither from the beginning nor later', async () => {
    const chain = await open()
    const admin = chain.authority
    const { market, vault } = (await chain.launched(creator)).addresses
    const bare = await Chain.open({ config: false })
    for (const treasury of [
      chain.config,
      SYSTEM_PROGRAM,
      TOKEN_2022_PROGRAM,
      chain.program,
      'SysvarC1ock11111111111111111111111111111111' as Address,
      'Vote111111111111111111111111111111111111111' as Address,
      market,
      vault,
    ]) {
      expect(refused(chain, chain.updateConfig(admin, { treasury }), admin), treasury).toBe(
        'configOutOfRange',
      )
      if (treasury === market || treasury === vault) continue
      const write = await bare.initializeConfig(bare.authority, { treasury })
      expect(refused(bare, write, bare.authority), treasury).toBe('configOutOfRange')
    }
    const marked = readOnly(chain.updateConfig(admin, { treasury: treasury.address }), 3)
    expect(refused(chain, marked, admin)).toBe('configOutOfRange')
    // An empty wallet is one, and so is the treasury until now, which stays.
    chain.must(chain.updateConfig(admin, { treasury: wallet(777).address }), admin)
    chain.must(chain.updateConfig(admin, { sellFeeBps: 7 }), admin)
  })

  test('that can’t take what has gathered leaves it to the next, and holds no change up', async () => {
    const chain = await open()
    const admin = chain.authority
    const empty = wallet(778).address
    chain.must(chain.updateConfig(admin, { treasury: empty }), admin)
    const rent = chain.rent(0)
    gather(chain, 1n)
    expect(refused(chain, chain.claimTreasuryFees(empty), stranger)).toBeDefined()
    const sent = chain.must(chain.updateConfig(admin, { treasury: stranger.address }), admin)
    expect(sent.configEvents).toMatchObject([{ kind: 'updateConfig', lamports: 0n }])
    expect(chain.lamportsOf(chain.config)).toBe(chain.rent(240) + 1n)
    expect(chain.lamportsOf(empty)).toBe(0n)
    // With its rent gathered, it takes all.
    chain.must(chain.updateConfig(admin, { treasury: wallet(779).address }), admin)
    chain.must(chain.updateConfig(admin, { treasury: empty }), admin)
    gather(chain, rent)
    chain.must(chain.updateConfig(admin, { treasury: treasury.address }), admin)
    expect(chain.lamportsOf(empty)).toBe(rent)
    // A program since it was named is paid nothing, and need not be writable.
    chain.svm.addProgram(treasury.address, elf)
    gather(chain, SOL)
    chain.must(readOnly(chain.updateConfig(admin, { treasury: next.address }), 2), admin)
    expect(chain.configuration().treasury).toBe(next.address)
    const had = chain.lamportsOf(next.address)
    chain.must(chain.claimTreasuryFees(next.address), stranger)
    expect(chain.lamportsOf(next.address)).toBe(had + SOL)
  })

  test('until now can’t be passed over by keeping it from being written', async () => {
    const chain = await open()
    const admin = chain.authority
    chain.must(chain.updateConfig(admin, { treasury: treasury.address }), admin)
    gather(chain, SOL)
    const change = chain.updateConfig(admin, { treasury: next.address })
    expect(refused(chain, readOnly(change, 2), admin)).toBe('wrongAccountKind')
    chain.must(change, admin)
    expect(chain.lamportsOf(treasury.address)).toBe(SOL)
  })

  test('that is the admin’s own wallet gets it, too', async () => {
    const chain = await open({ treasury: wallet(900_001).address })
    const admin = chain.authority
    gather(chain, SOL)
    const before = chain.lamportsOf(admin.address)
    chain.must(chain.updateConfig(admin, { treasury: treasury.address }), admin)
    // Less the network's fee.
    expect(chain.lamportsOf(admin.address)).toBe(before + SOL - 5_000n)
  })

  test('has nothing in a Config that a raised rent leaves below its own, which can be changed', async () => {
    const chain = await open()
    chain.svm.setRent(new Rent(69_600n, 1, 50))
    expect(refused(chain, chain.claimTreasuryFees(), stranger)).toBe('nothingToClaim')
    chain.fund(treasury.address, SOL)
    chain.must(chain.updateConfig(chain.authority, { treasury: treasury.address }), chain.authority)
    expect(chain.lamportsOf(treasury.address)).toBe(SOL)
  })
})

describe('an event of the Config', () => {
  test('tells of each act, whole, in one sequence without gaps', async () => {
    const chain = await Chain.open({ config: false })
    const admin = chain.authority
    for (const one of [next, pauser, stranger]) chain.fund(one.address, SOL)
    const told: unknown[] = []
    const act = async (instruction: Instruction | Promise<Instruction>, who: Wallet) => {
      const { configEvents, events } = chain.must(await instruction, who)
      expect(events).toEqual([])
      expect(configEvents).toHaveLength(1)
      const [event] = configEvents
      const { pendingAdmin, pauseKey, pausedUntilSeconds, sequence, ...config } = chain.configuration()
      expect(event).toMatchObject({ sequence, unixSeconds: chain.now() })
      expect(event?.after).toMatchObject({ admin: config.admin, treasury: config.treasury })
      expect(event?.after).toMatchObject({ pendingAdmin, pauseKey, pausedUntilSeconds })
      for (const [name, value] of Object.entries(event?.after.terms ?? {}))
        expect([name, value]).toEqual([name, config[name as keyof typeof TERMS]])
      told.push([event?.kind, event?.sequence, event?.who, event?.lamports])
    }
    await act(chain.initializeConfig(admin, { pauseKey: pauser.address }), admin)
    const terms = {
      graduationMarketCapLamports: lamports(500n * SOL),
      boostPriceLamports: lamports(2n * SOL),
      boostSeconds: 3_600,
      sellFeeBps: 200,
      creatorShareBps: 4_000,
      royaltyBps: 1_000,
      marketFeeBps: 500,
    }
    await act(chain.updateConfig(admin, { ...terms, treasury: treasury.address }), admin)
    chain.fund(chain.config, SOL)
    await act(chain.claimTreasuryFees(treasury.address), stranger)
    await act(chain.offerAdmin(admin, next.address), admin)
    await act(chain.acceptAdmin(next), next)
    await act(chain.pause(pauser), pauser)
    await act(chain.unpause(next), next)
    expect(told).toEqual([
      ['initializeConfig', 1n, admin.address, 0n],
      ['updateConfig', 2n, admin.address, 0n],
      ['claimTreasuryFees', 3n, treasury.address, SOL],
      ['offerAdmin', 4n, admin.address, 0n],
      ['acceptAdmin', 5n, next.address, 0n],
      ['pause', 6n, pauser.address, 0n],
      ['unpause', 7n, next.address, 0n],
    ])
  })

  test('can be told by nobody but the program', async () => {
    const chain = await open()
    const record = new Uint8Array(229)
    record[0] = EVENT_TAG
    const tell = (address = chain.config, signer = false): Instruction => ({
      programAddress: chain.program,
      accounts: [{ address, signer, writable: false }],
      data: record,
    })
    expect(refused(chain, tell(), stranger)).toBe('missingSignature')
    expect(refused(chain, tell(stranger.address, true), stranger)).toBe('wrongAccountOwner')
  })

  test('at the end of the sequence is refused, with whatever it would tell', async () => {
    const chain = await open()
    const data = chain.data(chain.config).slice()
    new DataView(data.buffer).setBigUint64(168, (1n << 64n) - 1n, true)
    chain.setAccount(chain.config, chain.program, data, chain.lamportsOf(chain.config) + SOL)
    for (const [act, who] of [
      [chain.updateConfig(chain.authority, {}), chain.authority],
      [chain.offerAdmin(chain.authority, next.address), chain.authority],
      [chain.pause(pauser), pauser],
      [chain.claimTreasuryFees(), stranger],
    ] as const)
      expect(refused(chain, act, who)).toBe('overflow')
  })
})

describe('each act', () => {
  const acts = [
    ['updateConfig', 'admin', (chain: Chain) => chain.updateConfig(chain.authority, {})],
    ['offerAdmin', 'admin', (chain: Chain) => chain.offerAdmin(chain.authority, next.address)],
    ['acceptAdmin', 'next', (chain: Chain) => chain.acceptAdmin(next)],
    ['pause', 'pauser', (chain: Chain) => chain.pause(pauser)],
    ['unpause', 'pauser', (chain: Chain) => chain.unpause(pauser)],
    ['claimTreasuryFees', 'anybody', (chain: Chain) => chain.claimTreasuryFees()],
  ] as const
  /** Everything that could be asked of it, ready. */
  async function ready(name: (typeof acts)[number][0]): Promise<Chain> {
    const chain = await open()
    chain.must(chain.offerAdmin(chain.authority, next.address), chain.authority)
    if (name === 'unpause') chain.must(chain.pause(pauser), pauser)
    chain.fund(chain.config, SOL)
    return chain
  }
  const signerOf = {
    admin: (chain: Chain) => chain.authority,
    next: () => next,
    pauser: () => pauser,
    anybody: () => stranger,
  }

  test.each(acts)('%s goes through as it stands, and takes its accounts exactly', async (name, by, build) => {
    const chain = await ready(name)
    const signer = signerOf[by](chain)
    const instruction = build(chain)
    const { accounts, data } = instruction
    const at = accounts.findIndex(({ address }) => address === chain.config)
    const before = chain.snapshot([chain.config, chain.treasury])
    const altered = (change: Partial<Instruction>) => refused(chain, { ...instruction, ...change }, signer)
    expect(altered({ accounts: accounts.slice(0, -1) })).toBe('wrongAccountCount')
    expect(altered({ accounts: [...accounts, accounts[0] as (typeof accounts)[0]] })).toBe(
      'wrongAccountCount',
    )
    expect(altered({ data: data.slice(0, -1) })).toBe('malformedInstruction')
    expect(altered({ data: Uint8Array.of(...data, 0) })).toBe('malformedInstruction')
    const substituted = (index: number, address: typeof chain.config) =>
      altered({ accounts: accounts.map((account, i) => (i === index ? { ...account, address } : account)) })
    // A market is no Config, nor is an account of the same bytes that somebody else owns.
    const coin = await chain.coin(creator)
    const fake = wallet(77).address
    chain.setAccount(fake, SYSTEM_PROGRAM, chain.data(chain.config))
    expect(substituted(at, fake)).toBe('wrongAccountOwner')
    chain.setAccount(coin.addresses.market, chain.program, chain.data(chain.config).slice().fill(2, 0, 1))
    expect(substituted(at, coin.addresses.market)).toBe('wrongAccountKind')
    chain.setAccount(fake, chain.program, chain.data(chain.config).slice(0, 128).fill(1, 1, 2))
    expect(substituted(at, fake)).toBe('needsMigration')
    expect(substituted(accounts.length - 1, stranger.address)).toBe('wrongAddress')
    expect(chain.snapshot([chain.config, chain.treasury])).toEqual(before)
    chain.must(instruction, signer)
  })

  test.each(acts.filter(([, by]) => by !== 'anybody'))('%s is refused unsigned', async (name, _, build) => {
    const chain = await ready(name)
    const { accounts, ...instruction } = build(chain)
    const unsigned = accounts.map((account, at) => (at === 0 ? { ...account, signer: false } : account))
    expect(refused(chain, { ...instruction, accounts: unsigned }, stranger)).toBe('missingSignature')
  })
})
