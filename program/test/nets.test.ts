/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect, vitest/expect-expect -- the tests share what they expect, and a loop has to say which case it was */
// The nets: checks that no transaction reaches while the rest of the program is right. The fault that each is there for is
// put into the chain by hand (accounts as nobody can write them, a Token-2022 that does nothing, addresses that sign), so
// that the net alone stands between it and the money.
import { readFileSync } from 'node:fs'
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { lamports } from '@twinmint/sdk/core/money'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { Chain, NFT_PRICE, SOL, SUPPLY, type Wallet, wallet } from './harness.ts'
import { creator, openScene, payer, type Scene, user } from './scene.ts'

const U64 = (1n << 64n) - 1n

/** Changes an account's bytes as no transaction could. */
function rewrite(chain: Chain, address: Address, change: (data: Uint8Array, view: DataView) => void): void {
  const account = chain.svm.getAccount(address)
  if (!account.exists) throw new Error(`there is nothing at ${address}`)
  const data = account.data.slice()
  change(data, new DataView(data.buffer))
  chain.setAccount(address, account.programAddress, data, account.lamports)
}

const rewriteMarket = ({ chain, coin }: Scene, fields: Readonly<Record<number, bigint>>) =>
  rewrite(chain, coin.addresses.market, (_, view) => {
    for (const [offset, value] of Object.entries(fields)) view.setBigUint64(Number(offset), value, true)
  })

const holdUnits = (chain: Chain, account: Address, units: bigint) =>
  rewrite(chain, account, (_, view) => view.setBigUint64(64, units, true))

const replaced = (instruction: Instruction, index: number, address: Address): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => (i === index ? { ...meta, address } : meta)),
})

/** Sends what has to be refused by this name, and to change nothing. */
function expectRefused(scene: Scene, instruction: Instruction, code: string, what = code, signer = user) {
  const { chain } = scene
  const watched = instruction.accounts.map(({ address }) => address)
  const before = chain.snapshot(watched)
  const { failure, logs } = chain.send([instruction], payer, signer)
  expect(failure, `${what}\n${logs.join('\n')}`).toBe(code)
  expect(chain.snapshot(watched), what).toEqual(before)
}

const spoiled = [
  ['belongs to another program', { owner: wallet(70).address }],
  ['is a byte shorter than an account', { bytes: 164 }],
  ['was never initialised', { at: 108, byte: 0 }],
  ['is frozen', { at: 108, byte: 2 }],
  ['says that it is a mint', { at: 165, byte: 1 }],
  ['is of another mint', { at: 0, byte: 99 }],
  ['is in other hands', { at: 32, byte: 99 }],
] as const

test.each(spoiled)('no coins and no NFT are in an account that %s', async (_, fault) => {
  const scene = await openScene()
  const { chain, coin } = scene
  const [coins, nft] = [await chain.coinAccount(user, coin), await chain.nft(user, coin, 1)]
  const there = await chain.nft(user, coin, 3)
  const spoil = (source: Address, target = source) => {
    const data = chain
      .data(source)
      .slice('bytes' in fault ? 0 : undefined, 'bytes' in fault ? fault.bytes : undefined)
    if ('at' in fault) data[fault.at] = fault.byte
    chain.setAccount(target, 'owner' in fault ? fault.owner : TOKEN_2022_PROGRAM, data)
  }
  const release = await chain.release(user, coin, 1)
  const kept = chain.svm.getAccount(nft.userNft)
  spoil(nft.userNft)
  expectRefused(scene, release, 'wrongTokenAccount', 'release of the NFT')
  if (kept.exists) chain.svm.setAccount(kept)
  // The account into which a capture would put the NFT, and the escrow's vault.
  chain.setAccount(there.userNft, TOKEN_2022_PROGRAM, chain.data(nft.userNft))
  rewrite(chain, there.userNft, (data) => data.set(addressBytes(there.nftMint)))
  spoil(there.userNft)
  expectRefused(scene, await chain.capture(user, coin, 3, 'escrow'), 'wrongTokenAccount', 'capture into it')
  chain.setAccount(there.userNft, SYSTEM_PROGRAM, new Uint8Array(), 0n)
  const vault = chain.svm.getAccount(coin.addresses.escrowVault)
  spoil(coin.addresses.escrowVault)
  expectRefused(scene, release, 'wrongTokenAccount', 'the escrow’s vault')
  if (vault.exists) chain.svm.setAccount(vault)
  spoil(coins)
  for (const instruction of [
    await chain.buy(user, coin, SOL),
    await chain.buyExactOut(user, coin, NFT_PRICE, SOL),
    await chain.sell(user, coin, NFT_PRICE),
    await chain.capture(user, coin, 2),
    release,
  ])
    expectRefused(scene, instruction, 'wrongTokenAccount', `instruction ${instruction.data[0]}`)
})

test('an account of the program that is not exactly a Config or a Market is neither', async () => {
  const scene = await openScene()
  const { chain, coin } = scene
  const { market } = coin.addresses
  const [buy, boost] = [await chain.buy(user, coin, SOL), chain.boost(user, coin)]
  const claims = [chain.claimTreasuryFees(), chain.claimCreatorFees(creator, coin)]
  const faults: readonly (readonly [
    'wrongAccountKind' | 'needsMigration',
    (data: Uint8Array) => Uint8Array,
  ])[] = [
    ['wrongAccountKind', (data) => data.slice(0, -1)],
    ['wrongAccountKind', (data) => Uint8Array.of(...data, 0)],
    ['wrongAccountKind', (data) => Uint8Array.of(3, ...data.slice(1))],
    ['wrongAccountKind', (data) => Uint8Array.of(3, 1, ...data.slice(2))],
    ['needsMigration', (data) => Uint8Array.of(data[0] ?? 0, 3, ...data.slice(2))],
    ['needsMigration', (data) => Uint8Array.of(data[0] ?? 0, 1, ...data.slice(2, 128))],
    ['wrongAccountKind', () => new Uint8Array()],
    ['wrongAccountKind', (data) => data.slice(0, 1)],
  ]
  for (const address of [chain.config, market]) {
    const account = chain.svm.getAccount(address)
    if (!account.exists) throw new Error('there is no account')
    for (const [code, fault] of faults) {
      chain.setAccount(address, chain.program, fault(account.data), 10n * SOL)
      for (const one of [buy, boost, ...claims].filter(({ accounts }) =>
        accounts.some((meta) => meta.address === address),
      ))
        expectRefused(scene, one, code, `${address} ${fault}`, one === claims[1] ? creator : user)
    }
    chain.svm.setAccount(account)
  }
})

test('a vault or a collection that is cut short is not read beyond its end', async () => {
  const scene = await openScene()
  const { chain, coin } = scene
  const { vault, collection } = coin.addresses
  const buy = await chain.buy(user, coin, SOL)
  for (const bytes of [0, 7, 71]) {
    chain.setAccount(vault, TOKEN_2022_PROGRAM, chain.data(vault).slice(0, bytes))
    expectRefused(scene, buy, 'wrongAccountKind', `a vault of ${bytes} bytes`)
    chain.setAccount(vault, TOKEN_2022_PROGRAM, new Uint8Array(170))
  }
  const whole = chain.data(collection)
  const uri = Buffer.from(whole).indexOf(coin.texts.uri)
  const capture = await chain.capture(user, coin, 2)
  for (const bytes of [0, 165, 166, 167, uri + 3]) {
    chain.setAccount(collection, TOKEN_2022_PROGRAM, whole.slice(0, bytes))
    expectRefused(scene, capture, 'wrongAccountKind', `a collection of ${bytes} bytes`)
  }
  // The address of its metadata is shorter than what it has to end with.
  chain.setAccount(collection, TOKEN_2022_PROGRAM, whole)
  rewrite(chain, collection, (_, view) => view.setUint32(uri - 4, 5, true))
  expectRefused(scene, capture, 'wrongAccountKind', 'an address of five bytes')
})

test('books that can’t be are refused, whatever is asked', async () => {
  type Build = (scene: Scene) => Promise<Instruction>
  const cases: readonly (readonly [string, Readonly<Record<number, bigint>>, Build])[] = [
    ...(
      [
        [120, 128],
        [120, 232],
        [240, 128],
        [240, 232],
      ] as const
    ).map(
      ([one, other]) =>
        [
          `promises at ${one} and ${other} that fit no number`,
          { [one]: U64, [other]: 1n },
          ({ chain, coin }: Scene) => chain.buy(user, coin, SOL),
        ] as const,
    ),
    ['fewer coins than the reserve', { 112: SUPPLY }, ({ chain, coin }) => chain.sell(user, coin, 0n)],
    ['coins for nothing', { 104: 0n }, ({ chain, coin }) => chain.buyExactOut(user, coin, NFT_PRICE, SOL)],
    ['1,001 NFTs', { 160: (1n << 32n) | 1_000n }, ({ chain, coin }) => chain.capture(user, coin, 2)],
    ['an NFT back that never was', { 160: 2n }, ({ chain, coin }) => chain.release(user, coin, 1)],
    [
      'a graduation that leaves no coins',
      { 104: 3n * SOL, 112: 2n, 120: 1n, 136: 2n * SOL },
      ({ chain, coin }) => chain.buyExactOut(user, coin, 1n, U64),
    ],
  ]
  const scene = await openScene()
  const { market } = scene.coin.addresses
  const books = scene.chain.svm.getAccount(market)
  for (const [what, fields, build] of cases) {
    rewriteMarket(scene, fields)
    expectRefused(scene, await build(scene), 'invariantBroken', what)
    if (books.exists) scene.chain.svm.setAccount(books)
  }
})

test('a graduation can’t make more SOL out of the reserve than it says, but may have as much', async () => {
  for (const [real, failure] of [
    [3n * SOL, undefined],
    [3n * SOL + 1n, 'invariantBroken'],
  ] as const) {
    const { chain, coin } = await openScene()
    const { market, vault, mint } = coin.addresses
    // A vault with so much that no other check stands in the way.
    holdUnits(chain, vault, 2n * SUPPLY)
    rewrite(chain, mint, (_, view) => view.setBigUint64(36, 4n * SUPPLY, true))
    chain.fund(market, 10n * SOL)
    rewriteMarket({ chain, coin }, { 104: 3n * SOL - 1n, 112: SUPPLY / 3n, 120: real - 1n, 136: 2n * SOL })
    const sent = chain.send([await chain.buy(user, coin, 1n)], payer, user)
    expect(sent.failure, `${real}`).toBe(failure)
  }
})

test('nobody is paid so much that their lamports fit no number, and no address pays itself', async () => {
  const scene = await openScene()
  const { chain, coin } = scene
  const { market, vault } = coin.addresses
  chain.fund(chain.config, SOL)
  chain.fund(chain.treasury, U64)
  expectRefused(scene, chain.claimTreasuryFees(), 'overflow')
  const { escrowNft } = await chain.nft(user, coin, 1)
  chain.fund(escrowNft, SOL)
  const had = chain.lamportsOf(user.address)
  chain.fund(user.address, U64 - had)
  expectRefused(scene, await chain.release(user, coin, 1), 'overflow')
  // The market sells to itself: what comes in goes out, and the fee is gone.
  const sale = replaced(replaced(await chain.sell(user, coin, NFT_PRICE), 0, market), 4, vault)
  expectRefused(scene, sale, 'invariantBroken', 'the market sells', { ...user, address: market })
  // Nor is an event counted beyond the last number.
  rewriteMarket(scene, { 184: U64 })
  expectRefused(scene, chain.boost(user, coin), 'overflow', 'the event after the last')
})

test('coins that only went round pay for no NFT, and give none back', async () => {
  const scene = await openScene()
  const { chain, coin } = scene
  const { escrow, escrowVault } = coin.addresses
  const self: Wallet = { ...user, address: escrow }
  chain.fund(escrow, SOL)
  // As if the escrow could ask for a swap: its vault is then the user's account as well.
  for (const [index, source] of [
    [2, 'mint'],
    [3, 'escrow'],
  ] as const) {
    const capture = replaced(await chain.capture(self, coin, index, source), 3, escrowVault)
    expectRefused(scene, capture, 'invariantBroken', `capture, ${source}`, self)
  }
  const [mine, theirs] = [await chain.nft(user, coin, 1), await chain.nft(self, coin, 1)]
  chain.setAccount(theirs.userNft, TOKEN_2022_PROGRAM, chain.data(mine.userNft))
  rewrite(chain, theirs.userNft, (data) => data.set(addressBytes(escrow), 32))
  const release = replaced(await chain.release(self, coin, 1), 3, escrowVault)
  expectRefused(scene, release, 'invariantBroken', 'release', self)
})

test('an NFT of which there are two is not handed out, nor is one that is not there', async () => {
  const scene = await openScene()
  const { chain, coin } = scene
  const [one, three] = [await chain.nft(user, coin, 1), await chain.nft(user, coin, 3)]
  const capture = await chain.capture(user, coin, 3, 'escrow')
  chain.setAccount(three.userNft, TOKEN_2022_PROGRAM, chain.data(one.userNft))
  rewrite(chain, three.userNft, (data) => data.set(addressBytes(three.nftMint)))
  expectRefused(scene, capture, 'invariantBroken', 'two')
  holdUnits(chain, three.escrowNft, 0n)
  expectRefused(scene, capture, 'nftNotInEscrow', 'none')
})

/** A program that says that all is well: the entrypoint of another one, with `r0 = 0; exit` in its place. */
function doingNothing(): Uint8Array {
  const elf = readFileSync(new URL('../caller.so', import.meta.url))
  const code = 64 + 56 * (elf.readUInt16LE(56) - 1)
  const at = elf.readBigUInt64LE(code + 8) + elf.readBigUInt64LE(24) - elf.readBigUInt64LE(code + 16)
  elf.set([0xb7, 0, 0, 0, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0], Number(at))
  return new Uint8Array(elf)
}

test('coins that Token-2022 did not move are not paid for', async () => {
  const scene = await openScene()
  const { chain, coin } = scene
  chain.svm.addProgram(TOKEN_2022_PROGRAM, doingNothing())
  expectRefused(scene, await chain.sell(user, coin, NFT_PRICE), 'invariantBroken', 'sell')
  expectRefused(scene, await chain.release(user, coin, 1), 'invariantBroken', 'release')
  // The user's account says that it has the NFT, and the vault has more than it needs.
  const [one, three] = [await chain.nft(user, coin, 1), await chain.nft(user, coin, 3)]
  chain.setAccount(three.userNft, TOKEN_2022_PROGRAM, chain.data(one.userNft))
  rewrite(chain, three.userNft, (data) => data.set(addressBytes(three.nftMint)))
  holdUnits(chain, coin.addresses.escrowVault, 10n * NFT_PRICE)
  expectRefused(scene, await chain.capture(user, coin, 3, 'escrow'), 'invariantBroken', 'capture')
})

test('whatever lies at the addresses of a launch, it is launched already', async () => {
  const chain = await Chain.open()
  for (const one of [creator, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.coin(creator, {}, 1)
  const { mint, market, collection } = coin.addresses
  for (const address of [mint, market, collection])
    for (const [owner, bytes] of [
      [chain.program, 0],
      [TOKEN_2022_PROGRAM, 165],
      [SYSTEM_PROGRAM, 1],
    ] as const) {
      chain.setAccount(address, owner, new Uint8Array(bytes), SOL)
      const what = `${bytes} bytes of ${owner} at ${address}`
      expectRefused({ chain, coin }, chain.launch(coin), 'alreadyLaunched', what, creator)
      chain.setAccount(address, SYSTEM_PROGRAM, new Uint8Array(), 0n)
    }
  chain.must(chain.launch(coin), payer, creator)
  expect(chain.market(coin).terms.graduationMarketCapLamports).toBe(lamports(420n * SOL))
})
