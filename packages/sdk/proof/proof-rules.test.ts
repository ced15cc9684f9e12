// The proof over a real program's accounts: whole it holds, and each promise broken once, by altered bytes, turns red.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Coin, SOL, Chain as Vm, wallet } from '../../../program/test/harness.ts'
import { addressBytes } from '../core/address.ts'
import { lamports } from '../core/money.ts'
import { deriveMarketAddresses, deriveProgramDataAddress } from '../program/addresses.ts'
import { SQUADS_V4_PROGRAM } from '../program/key-holder.ts'
import type { ReadAccount } from './answers.ts'
import { proveCoin } from './proof-rules.ts'
import type { CoinReading } from './reading.ts'

const [creator, buyer, stranger] = [wallet(1), wallet(2), wallet(3)]
let vm: Vm
/** Bought, sold, with two NFTs out and one given back. */
let traded: CoinReading
let fresh: CoinReading
let graduated: CoinReading
/** Bought while its launch guard ran. */
let guarded: CoinReading

async function reading(coin: Coin): Promise<CoinReading> {
  const addresses = await deriveMarketAddresses(vm.program, coin.addresses.mint)
  const read = (address: string): ReadAccount | undefined => {
    const account = vm.svm.getAccount(address as never)
    if (!account.exists || account.lamports === 0n) return undefined
    return {
      lamports: account.lamports,
      owner: account.programAddress,
      isExecutable: account.executable,
      data: new Uint8Array(account.data),
    }
  }
  return {
    slot: 1n,
    programAddress: vm.program,
    addresses,
    accounts: {
      program: read(vm.program),
      config: read(addresses.config),
      mint: read(addresses.mint),
      market: read(addresses.market),
      vault: read(addresses.vault),
      escrow: read(addresses.escrow),
      escrowVault: read(addresses.escrowVault),
      collection: read(addresses.collection),
    },
    programData: read(await deriveProgramDataAddress(vm.program)),
    owners: new Map(),
    holders: undefined,
    nftMarket: undefined,
  }
}

beforeAll(async () => {
  vm = await Vm.open()
  for (const { address } of [creator, buyer, stranger]) vm.fund(address, 1_000n * SOL)
  const coin = await vm.launched(creator, {}, 1)
  fresh = await reading(coin)
  vm.must([await vm.createCoinAccount(buyer, coin), await vm.buy(buyer, coin, 3n * SOL)], buyer)
  vm.must(await vm.sell(buyer, coin, 5_000_000_000_001n), buyer)
  for (const index of [1, 2, 3]) vm.must(await vm.capture(buyer, coin, index), buyer)
  vm.must(await vm.release(buyer, coin, 2), buyer)
  traded = await reading(coin)
  vm.must(await vm.buy(buyer, coin, 30n * SOL), buyer)
  graduated = await reading(coin)
  const choices = { openingReserveLamports: lamports(30n * SOL), guardBps: 5_000, guardSeconds: 120 }
  const early = await vm.launched(creator, choices, 2)
  vm.must([await vm.createCoinAccount(buyer, early), await vm.buy(buyer, early, 3n * SOL + 1n)], buyer)
  vm.must(vm.boost(buyer, early), buyer)
  guarded = await reading(early)
})

const broken = (read: CoinReading, shown = {}): string[] =>
  proveCoin(read, shown)
    .lines.filter(({ verdict }) => verdict === 'broken')
    .map(({ id }) => id)

type Name = keyof CoinReading['accounts']

/** The same reading with one account changed. */
function altered(
  read: CoinReading,
  name: Name,
  change: (account: ReadAccount) => ReadAccount | undefined,
): CoinReading {
  const account = read.accounts[name]
  if (account === undefined) throw new Error(`there is no ${name}`)
  return { ...read, accounts: { ...read.accounts, [name]: change(account) } }
}

/** With other bytes at an offset. */
const bytes = (read: CoinReading, name: Name, offset: number, ...values: readonly number[]): CoinReading =>
  altered(read, name, (account) => {
    const data = Uint8Array.from(account.data)
    data.set(values, offset)
    return { ...account, data }
  })

/** With a u64 that is so much more. */
const more = (read: CoinReading, name: Name, offset: number, by: bigint): CoinReading =>
  altered(read, name, (account) => {
    const data = Uint8Array.from(account.data)
    const view = new DataView(data.buffer)
    view.setBigUint64(offset, view.getBigUint64(offset, true) + by, true)
    return { ...account, data }
  })

/** Where an extension's body begins. */
function bodyOf({ data }: ReadAccount, type: number): number {
  const view = new DataView(data.buffer)
  for (let at = 166; at + 4 <= data.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === type) return at + 4
  throw new Error(`there is no extension ${type}`)
}

const inExtension = (read: CoinReading, name: Name, type: number, offset: number, value: number) =>
  bytes(read, name, bodyOf(read.accounts[name] as ReadAccount, type) + offset, value)

describe('the proof of a real coin', () => {
  test('holds after the launch, after trades and swaps, and after the migration', () => {
    expect([fresh, traded, graduated, guarded].map((read) => broken(read))).toEqual([[], [], [], []])
    expect(proveCoin(graduated)).toMatchObject({ isGraduated: true, broken: 0, trusted: 4 })
    expect(proveCoin(traded)).toMatchObject({ isGraduated: false, trusted: 4, sequence: 7n })
    // Of what nobody counted it is not said that it holds.
    expect(proveCoin(traded).lines.find(({ id }) => id === 'notCounted')).toMatchObject({ verdict: 'trust' })
  })

  test('adds up what is there, to the unit', () => {
    const sums = [fresh, traded, graduated, guarded].flatMap((read) =>
      proveCoin(read).lines.flatMap(({ sum }) => sum ?? []),
    )
    expect(sums.length).toBe(24)
    for (const { parts, whole } of sums)
      expect(parts.reduce((total, { amount }) => total + amount, 0n)).toBe(whole.amount)
    const escrow = proveCoin(traded).lines.find(({ id }) => id === 'escrow')
    expect(escrow?.finding).toBe('2,000,000 coins are locked for 2 NFTs.')
  })

  test('counts what the launch guard locked and what the treasury is owed apart from all else', () => {
    const { lines } = proveCoin(guarded)
    const parts = lines.find(({ id }) => id === 'sol')?.sum?.parts
    expect(parts?.slice(0, 4)).toEqual([
      { label: 'SOL of the curve', amount: (3n * SOL) / 2n },
      { label: 'Creator fees owed', amount: 0n },
      { label: 'Treasury fees owed', amount: SOL },
      { label: 'Locked by the launch guard', amount: (3n * SOL) / 2n + 1n },
    ])
    expect(lines.find(({ id }) => id === 'guard')?.finding).toBe(
      'The guard was 50% at the launch, falling to nothing in 2:00; 1.500000001 SOL are locked for ever. The opening reserve was 30 SOL.',
    )
    const reserve = lines.find(({ id }) => id === 'reserve')?.sum?.parts
    expect(reserve?.at(-1)).toEqual({ label: 'Opening reserve, paid by nobody', amount: 30n * SOL })
  })

  test('holds when strangers send SOL or coins unasked, and calls them that', () => {
    const gifts = [
      altered(traded, 'market', (account) => ({ ...account, lamports: account.lamports + 1n })),
      more(traded, 'vault', 64, 1n),
      more(traded, 'escrowVault', 64, 1n),
    ]
    for (const [i, id] of ['sol', 'vault', 'escrow'].entries()) {
      const proof = proveCoin(gifts[i] as CoinReading)
      expect(proof.broken).toBe(0)
      const line = proof.lines.find((each) => each.id === id)
      expect(line?.sum?.parts.at(-1)).toEqual({ label: 'Sent here unasked', amount: 1n })
    }
  })

  test('counts what holders have, account by account, where a node lists them', () => {
    const supply = 1_000_000_000_000_000n
    expect(broken({ ...traded, holders: { accounts: 3, baseUnits: supply } })).toEqual([])
    for (const baseUnits of [supply - 1n, supply + 1n])
      expect(broken({ ...traded, holders: { accounts: 3, baseUnits } })).toEqual(['supply'])
  })

  test('says who can upgrade the program, and is content where nobody can', () => {
    const trust = proveCoin(traded).lines.find(({ id }) => id === 'upgrade')
    expect(trust).toMatchObject({ verdict: 'trust' })
    expect(trust?.finding).toContain(`${vm.authority.address}, a plain wallet, with one key, can replace`)
    const multisig = new Map([[vm.authority.address, SQUADS_V4_PROGRAM]])
    const owned = proveCoin({ ...traded, owners: multisig }).lines.find(({ id }) => id === 'upgrade')
    expect(owned?.finding).toContain(`${vm.authority.address}, an account of Squads v4, a multisig, can`)
    const programData = traded.programData as ReadAccount
    const final = Uint8Array.from(programData.data)
    final[12] = 0
    const proof = proveCoin({ ...traded, programData: { ...programData, data: final } })
    expect(proof.lines.find(({ id }) => id === 'upgrade')).toMatchObject({ verdict: 'holds' })
  })
})

describe('one thing that is not as it must be', () => {
  const cases: readonly (readonly [what: string, broken: readonly string[], () => CoinReading])[] = [
    [
      'a lamport is missing',
      ['sol'],
      () => altered(traded, 'market', (a) => ({ ...a, lamports: a.lamports - 1n })),
    ],
    ['a lamport of what is locked is gone', ['sol'], () => more(guarded, 'market', 232, 1n)],
    ['the treasury is owed more', ['sol'], () => more(guarded, 'market', 240, 1n)],
    ['the opening reserve is another', ['reserve', 'product'], () => more(guarded, 'market', 224, SOL)],
    [
      'the opening reserve is none of a launch',
      ['reserve', 'guard'],
      () => more(guarded, 'market', 224, -30n * SOL),
    ],
    ['the guard takes more than it may', ['guard'], () => bytes(guarded, 'market', 248, 0x89, 0x13)],
    ['SOL is locked without a guard', ['guard'], () => bytes(guarded, 'market', 248, 0, 0, 0, 0)],
    ['the creator is owed more', ['sol'], () => more(traded, 'market', 128, 1n)],
    ['the price counts SOL that is not there', ['reserve'], () => more(traded, 'market', 104, 1n)],
    ['the pool counts SOL that is not there', ['reserve'], () => more(graduated, 'market', 104, 1n)],
    ['the product fell', ['product'], () => more(traded, 'market', 112, -1_000_000n)],
    ['a coin is missing in the vault', ['vault'], () => more(traded, 'vault', 64, -1n)],
    ['a coin is missing in the pool', ['vault'], () => more(graduated, 'vault', 64, -1n)],
    ['a coin is missing in the escrow', ['escrow'], () => more(traded, 'escrowVault', 64, -1n)],
    ['the escrow has no account', ['escrow'], () => altered(traded, 'escrowVault', () => undefined)],
    ['there are more coins than were made', ['supply'], () => more(traded, 'mint', 36, 1n)],
    ['the vaults hold more than exists', ['supply'], () => more(traded, 'mint', 36, -900_000_000_000_000n)],
    ['more NFTs are out than were made', ['escrow', 'nfts'], () => bytes(traded, 'market', 164, 4)],
    ['too many NFTs were made', ['nfts', 'collection'], () => bytes(traded, 'market', 160, 233, 3)],
    ['somebody can mint', ['mint-authority'], () => bytes(traded, 'mint', 0, 1)],
    ['somebody can freeze', ['freeze-authority'], () => bytes(traded, 'mint', 46, 1)],
    ['somebody can rename', ['metadata'], () => inExtension(traded, 'mint', 19, 5, 1)],
    ['somebody can point to other metadata', ['metadata'], () => inExtension(traded, 'mint', 18, 5, 1)],
    ['the metadata lies elsewhere', ['metadata'], () => inExtension(traded, 'mint', 18, 40, 1)],
    ['a delegate may take every coin', ['extensions'], () => withExtension(12)],
    ['each transfer calls another program', ['extensions'], () => withExtension(14)],
    ['an extension that nobody knows', ['extensions'], () => withExtension(99)],
    ['somebody may take from the vault', ['vault-account'], () => bytes(traded, 'vault', 72, 1)],
    ['somebody can close the vault', ['vault-account'], () => bytes(traded, 'vault', 129, 1)],
    ['the vault is frozen', ['vault-account'], () => bytes(traded, 'vault', 108, 2)],
    [
      'the vault is somebody’s',
      ['vault-account'],
      () => bytes(traded, 'vault', 32, ...addressBytes(stranger.address)),
    ],
    [
      'the vault holds another token',
      ['vault-account'],
      () => bytes(traded, 'vault', 0, ...addressBytes(stranger.address)),
    ],
    [
      'the escrow’s coins are somebody’s',
      ['escrow-account'],
      () => bytes(traded, 'escrowVault', 32, ...addressBytes(stranger.address)),
    ],
    ['somebody else adds NFTs', ['collection'], () => inExtension(traded, 'collection', 21, 5, 1)],
    ['the collection takes more', ['collection'], () => inExtension(traded, 'collection', 21, 74, 9)],
    ['the collection counts others', ['collection'], () => inExtension(traded, 'collection', 21, 64, 9)],
    ['somebody can mint the collection', ['collection'], () => bytes(traded, 'collection', 0, 1)],
    [
      'the market is of another coin',
      ['addresses'],
      () => bytes(traded, 'market', 8, ...addressBytes(stranger.address)),
    ],
    [
      'the market names another vault',
      ['addresses'],
      () => bytes(traded, 'market', 192, ...addressBytes(stranger.address)),
    ],
    [
      'the market names another collection',
      ['addresses'],
      () => bytes(traded, 'market', 72, ...addressBytes(stranger.address)),
    ],
    [
      'the escrow’s address holds data',
      ['addresses'],
      () => ({ ...traded, accounts: { ...traded.accounts, escrow: traded.accounts.vault } }),
    ],
    [
      'the program is none',
      ['upgrade'],
      () => altered(traded, 'program', (a) => ({ ...a, isExecutable: false })),
    ],
    ['the program’s code is gone', ['upgrade'], () => ({ ...traded, programData: undefined })],
    [
      'the program is not set up',
      ['admin', 'pause', 'treasury'],
      () => altered(traded, 'config', () => undefined),
    ],
  ]
  test.each(cases)('%s', (_, ids, read) => expect(broken(read())).toEqual(ids))

  /** The mint with one more extension, of 64 bytes. */
  function withExtension(type: number): CoinReading {
    return altered(traded, 'mint', (account) => ({
      ...account,
      data: Uint8Array.from([...account.data, type, 0, 64, 0, ...new Uint8Array(64).fill(7)]),
    }))
  }

  test('the page shows another address than the mint’s', () => {
    const { market, vault, escrow, collection } = traded.addresses
    const shown = { market, vault, escrow, collection }
    expect(broken(traded, shown)).toEqual([])
    for (const name of Object.keys(shown))
      expect(broken(traded, { ...shown, [name]: stranger.address })).toEqual(['addresses'])
  })

  test('an account belongs to another program', () => {
    for (const name of ['mint', 'market', 'vault', 'escrowVault', 'collection', 'config', 'program'] as const)
      expect(broken(altered(traded, name, (a) => ({ ...a, owner: stranger.address })))).not.toEqual([])
  })

  test('an account ends early, wherever: nothing throws, and nothing holds', () => {
    for (const name of ['mint', 'market', 'vault', 'escrowVault', 'collection', 'config'] as const) {
      // Beyond its 166 bytes a token account says nothing that matters here.
      const all = (traded.accounts[name] as ReadAccount).data.length
      const length = name === 'vault' || name === 'escrowVault' ? 166 : all
      for (let end = 0; end < length; end += 7)
        expect(
          broken(altered(traded, name, (a) => ({ ...a, data: a.data.slice(0, end) }))),
          `${name} ${end}`,
        ).not.toEqual([])
    }
  })
})
