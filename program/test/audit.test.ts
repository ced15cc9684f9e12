/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect, vitest/expect-expect -- several tests share what they expect */
// What the audit of the swaps tried against Token-2022's own possibilities and did not get through: accounts that only look
// like token accounts, switches that holders have on theirs, lamports that lie on ours. Signatures are verified.
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { Writer } from '@twinmint/sdk/program/bytes'
import type { Instruction } from '@twinmint/sdk/program/message'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { Chain, type Coin, NFT_PRICE, SOL, type Wallet, wallet } from './harness.ts'
import { burnNft, pays, reads, signs, token, writes } from './tokens.ts'

const [creator, user, other, stranger] = [wallet(1), wallet(2), wallet(3), wallet(4)]
const payer = wallet(9)

interface Scene {
  readonly chain: Chain
  readonly coin: Coin
}

/** `user` and `other` have coins for twenty NFTs each; `user` has captured the first two. */
async function open(allFeatures = false): Promise<Scene> {
  const chain = await Chain.open({ signatures: true, allFeatures })
  for (const one of [creator, user, other, stranger, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, {}, 1)
  for (const one of [user, other])
    chain.must(
      [
        await chain.createCoinAccount(one, coin),
        await chain.buyExactOut(one, coin, 20n * NFT_PRICE, 10n * SOL),
      ],
      payer,
      one,
    )
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  return { chain, coin }
}

function expectPromise({ chain, coin }: Scene, inCirculation: number): void {
  expect(chain.market(coin).nftsInCirculation).toBe(inCirculation)
  expect(chain.baseUnitsOf(coin.addresses.escrowVault)).toBe(BigInt(inCirculation) * NFT_PRICE)
}

const replaced = (instruction: Instruction, by: Readonly<Record<number, Address>>): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => ({ ...meta, address: by[i] ?? meta.address })),
})

const MEMO_TRANSFER = 8
const CPI_GUARD = 11
/** The instructions of Token-2022 that switch these extensions of an account on and off. */
const SWITCH = { [MEMO_TRANSFER]: 30, [CPI_GUARD]: 34 }

/** Room for an extension in an account, by its holder. */
const makeRoom = (account: Address, holder: Wallet, extension: number): Instruction =>
  token(
    [writes(account), pays(holder.address), reads(SYSTEM_PROGRAM), signs(holder.address)],
    new Writer().u8(29).u16(extension).finish(),
  )
const turn = (how: 'on' | 'off', account: Address, holder: Wallet, extension: keyof typeof SWITCH) =>
  token([writes(account), signs(holder.address)], [SWITCH[extension], how === 'on' ? 0 : 1])

test('a multisig whose bytes read like a full account pays for nothing', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const nft = await chain.nft(user, coin, 1)
  // A Token-2022 multisig has 355 bytes, and its signers are whatever its maker says.
  const lookAlike = (mint: Address, amount: bigint): Uint8Array => {
    const data = new Uint8Array(355)
    data.set(addressBytes(mint), 0)
    data.set(addressBytes(stranger.address), 32)
    new DataView(data.buffer).setBigUint64(64, amount, true)
    data[108] = 1
    data[165] = 2
    return data
  }
  const [coins, held] = [wallet(60).address, wallet(61).address]
  chain.setAccount(coins, TOKEN_2022_PROGRAM, lookAlike(coin.addresses.mint, 50n * NFT_PRICE))
  chain.setAccount(held, TOKEN_2022_PROGRAM, lookAlike(nft.nftMint, 1n))
  const watched = [
    ...Object.values(coin.addresses),
    nft.nftMint,
    nft.userNft,
    nft.escrowNft,
    stranger.address,
  ]
  const before = chain.snapshot(watched)
  const attempts = [
    replaced(await chain.capture(stranger, coin, 3), { 3: coins }),
    replaced(await chain.sell(stranger, coin, NFT_PRICE), { 4: coins }),
    replaced(await chain.buy(stranger, coin, SOL), { 5: coins }),
    replaced(await chain.release(stranger, coin, 1), { 3: coins, 8: held }),
  ]
  for (const attempt of attempts) {
    const { failure } = chain.send([attempt], payer, stranger)
    expect(failure).toBe('invalid account data for instruction')
    expect(chain.snapshot(watched)).toEqual(before)
  }
  expectPromise(scene, 2)
})

const switches = [
  { what: 'coins only with a memo', of: 'coins', extension: MEMO_TRANSFER, stops: 'release', code: 0x24 },
  { what: 'no coins by a program', of: 'coins', extension: CPI_GUARD, stops: 'capture', code: 0x2a },
  { what: 'no NFT by a program', of: 'userNft', extension: CPI_GUARD, stops: 'release', code: 0x2a },
] as const

test.each(switches)(
  'a holder who allows $what stops only themselves, and only until they undo it',
  async (each) => {
    const { of, extension, stops, code } = each
    const scene = await open()
    const { chain, coin } = scene
    const { userNft } = await chain.nft(user, coin, 1)
    const account = of === 'coins' ? await chain.coinAccount(user, coin) : userNft
    const swap = stops === 'capture' ? await chain.capture(user, coin, 3) : await chain.release(user, coin, 1)
    chain.must([makeRoom(account, user, extension), turn('on', account, user, extension)], payer, user)
    expect(chain.send([swap], payer, user).failure).toBe(`custom program error: 0x${code.toString(16)}`)
    expectPromise(scene, 2)
    chain.must([await chain.capture(other, coin, 4), await chain.release(other, coin, 4)], payer, other)
    const foreign = turn('off', account, stranger, extension)
    expect(chain.send([foreign], payer, stranger).failure).toBeDefined()
    chain.must([turn('off', account, user, extension), swap], payer, user)
    expectPromise(scene, stops === 'capture' ? 3 : 1)
  },
)

test('an NFT account that asks for memos gives its NFT away without one, and its longer rent comes back', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const { userNft } = await chain.nft(user, coin, 1)
  const on = turn('on', userNft, user, MEMO_TRANSFER)
  const had = chain.lamportsOf(user.address)
  chain.must([makeRoom(userNft, user, MEMO_TRANSFER), on], payer, user)
  expect(chain.lamportsOf(user.address)).toBeLessThan(had)
  chain.must(await chain.release(user, coin, 1), payer, user)
  expect(chain.svm.getAccount(userNft).exists).toBe(false)
  expect(chain.lamportsOf(user.address)).toBe(had + chain.rent(170) - chain.rent(165))
  expectPromise(scene, 1)
})

test('lamports beyond the rent of the program’s token accounts and mints stay where they are', async () => {
  const { chain, coin } = await open()
  chain.must(await chain.release(user, coin, 2), payer, user)
  const nft = await chain.nft(user, coin, 2)
  const { mint, vault, escrowVault, collection } = coin.addresses
  const targets = [mint, vault, escrowVault, collection, nft.nftMint, nft.escrowNft]
  for (const address of targets) chain.fund(address, SOL)
  const before = chain.snapshot(targets)
  for (const address of targets)
    for (const one of [stranger, creator, user]) {
      const withdrawExcessLamports = token([writes(address), writes(one.address), signs(one.address)], [38])
      expect(chain.send([withdrawExcessLamports], payer, one).failure, address).toBeDefined()
    }
  expect(chain.snapshot(targets)).toEqual(before)
})

test('swaps, their events and a burned NFT are the same with all of the network’s features on', async () => {
  const scene = await open(true)
  const { chain, coin } = scene
  const nft = await chain.nft(user, coin, 1)
  chain.must(burnNft(nft.userNft, nft.nftMint, user.address), user)
  const swaps = [
    await chain.release(user, coin, 2),
    await chain.capture(user, coin, 2, 'escrow'),
    await chain.capture(user, coin, 64),
    await chain.sell(user, coin, NFT_PRICE),
  ]
  const { events } = chain.must(swaps, payer, user)
  expect(events.map(({ kind }) => kind)).toEqual(['release', 'capture', 'capture', 'sell'])
  expect(chain.must(chain.claimCreatorFees(creator, coin), payer, creator).events).toHaveLength(1)
  // The burned one's coins stay locked beside those of the other two.
  expectPromise(scene, 3)
  expect(chain.send([await chain.release(user, coin, 1)], payer, user).failure).toBe('nftNotHeld')
})
