/* oxlint-disable vitest/valid-expect, vitest/no-standalone-expect, vitest/expect-expect -- several tests share what they expect */
// Capture and release: what they make and move to the lamport, and that nobody can stand in their way or have more than
// they give. What fits one transaction is in fits.test.ts.

import type { Address } from '@solana/kit'
import { addressBytes, addressOf } from '@twinmint/sdk/core/address'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import type { LaunchTexts } from '@twinmint/sdk/program/instructions'
import { TOKEN_2022_PROGRAM } from '@twinmint/sdk/program/programs'
import { expect, test } from 'vitest'
import { Chain, type Coin, NFT_PRICE, SOL, type Wallet, wallet } from './harness.ts'
import {
  decodeMetadata,
  decodeMint,
  GROUP,
  MEMBER,
  MEMBER_POINTER,
  METADATA,
  METADATA_POINTER,
} from './mints.ts'
import {
  approve,
  burnNft,
  createAccount,
  createAssociated,
  initializeAccount,
  sendLamports,
  setCloseAuthority,
  transferNft,
  transferTokens,
} from './tokens.ts'

const [creator, user, other, stranger] = [wallet(1), wallet(2), wallet(3), wallet(4)]
const payer = wallet(9)
const NONE = new Uint8Array(32)
const ACCOUNT_BYTES = 165
const ASSOCIATED_BYTES = 170

interface Scene {
  readonly chain: Chain
  readonly coin: Coin
}

/** `user` and `other` have coins for a hundred NFTs each. */
async function open(texts: Partial<LaunchTexts> = {}): Promise<Scene> {
  const chain = await Chain.open({ signatures: true })
  for (const one of [creator, user, other, stranger, payer]) chain.fund(one.address, 100n * SOL)
  const coin = await chain.launched(creator, texts, texts.uri === undefined ? 1 : 4)
  for (const one of [user, other])
    chain.must(
      [
        await chain.createCoinAccount(one, coin),
        await chain.buyExactOut(one, coin, 100n * NFT_PRICE, 10n * SOL),
      ],
      payer,
      one,
    )
  return { chain, coin }
}

const coinsOf = async ({ chain, coin }: Scene, one: Wallet) =>
  chain.baseUnitsOf(await chain.coinAccount(one, coin))

/** Writes u32 fields of the market as no transaction could. */
function rewriteMarket({ chain, coin }: Scene, fields: Readonly<Record<number, number>>): void {
  const { market } = coin.addresses
  const data = chain.data(market).slice()
  for (const [offset, value] of Object.entries(fields))
    new DataView(data.buffer).setUint32(Number(offset), value, true)
  chain.setAccount(market, chain.program, data, chain.lamportsOf(market))
}

/** That the books say so many, and that the escrow has the coins for them (and `gifts` more). */
function expectBooks({ chain, coin }: Scene, minted: number, inCirculation: number, gifts = 0n): void {
  const market = chain.market(coin)
  expect([market.nftsMinted, market.nftsInCirculation]).toEqual([minted, inCirculation])
  expect(chain.baseUnitsOf(coin.addresses.escrowVault)).toBe(BigInt(inCirculation) * NFT_PRICE + gifts)
}

async function expectMinted({ chain, coin }: Scene, holder: Wallet, index: number, member: bigint) {
  const nft = await chain.nft(holder, coin, index)
  const mint = decodeMint(chain.data(nft.mint))
  expect(mint).toMatchObject({ hasMintAuthority: false, supply: 1n, decimals: 0, hasFreezeAuthority: false })
  expect([...mint.extensions.keys()].sort((a, b) => a - b)).toEqual([
    METADATA_POINTER,
    METADATA,
    MEMBER_POINTER,
    MEMBER,
  ])
  const itself = Uint8Array.of(...NONE, ...addressBytes(nft.mint))
  expect(mint.extensions.get(METADATA_POINTER)).toEqual(itself)
  expect(mint.extensions.get(MEMBER_POINTER)).toEqual(itself)
  const { collectionName, symbol, uri } = coin.texts
  expect(decodeMetadata(mint.extensions.get(METADATA)!)).toEqual({
    authority: NONE,
    mint: nft.mint,
    texts: [`${collectionName} #${index}`, symbol, `${uri}/${index}`],
    rest: 0,
  })
  const membership = mint.extensions.get(MEMBER)!
  expect(addressOf(membership.slice(0, 32))).toBe(nft.mint)
  expect(addressOf(membership.slice(32, 64))).toBe(coin.addresses.collection)
  const number = new DataView(membership.buffer, membership.byteOffset).getBigUint64(64, true)
  expect(number).toBe(member)
  expect(chain.baseUnitsOf(nft.userNft)).toBe(1n)
  expect(chain.lamportsOf(nft.mint)).toBe(chain.rent(chain.data(nft.mint).length))
  const group = decodeMint(chain.data(coin.addresses.collection)).extensions.get(GROUP)!
  return new DataView(group.buffer, group.byteOffset).getBigUint64(64, true)
}

test('a capture mints an NFT of the collection that nobody can mint, freeze or rename', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const [had, held] = [chain.lamportsOf(user.address), await coinsOf(scene, user)]
  const before = chain.market(coin)
  const sent = chain.must(await chain.capture(user, coin, 1), payer, user)
  expect(await expectMinted(scene, user, 1, 1n)).toBe(1n)
  expectBooks(scene, 1, 1)
  expect(await coinsOf(scene, user)).toBe(held - NFT_PRICE)
  const { mint } = await chain.nft(user, coin, 1)
  const rents = chain.rent(chain.data(mint).length) + 2n * chain.rent(ASSOCIATED_BYTES)
  expect(chain.lamportsOf(user.address)).toBe(had - rents)
  const { reserveLamports, reserveBaseUnits, realLamports } = before.curve
  expect(chain.market(coin)).toEqual({
    ...before,
    nftsMinted: 1,
    nftsInCirculation: 1,
    sequence: before.sequence + 1n,
  })
  expect(sent.events).toEqual([
    {
      kind: 'capture',
      sequence: before.sequence + 1n,
      mint: coin.addresses.mint,
      who: user.address,
      reserveLamports,
      reserveBaseUnits,
      realLamports,
      unixSeconds: chain.now(),
      edition: 1,
      minted: true,
      baseUnits: NFT_PRICE,
    },
  ])
})

test('the longest texts and the last number fit an NFT', async () => {
  const rocket = '🚀'
  const scene = await open({
    collectionName: rocket.repeat(50),
    symbol: rocket.repeat(10),
    uri: `${'u'.repeat(119)}/`,
  })
  const { chain, coin } = scene
  rewriteMarket(scene, { 160: 999, 164: 0 })
  chain.must(await chain.capture(user, coin, 1_000), payer, user)
  await expectMinted(scene, user, 1_000, 1n)
  expectBooks(scene, 1_000, 1)
})

test('a text that itself looks like the end of the address is kept', async () => {
  const scene = await open({ uri: 'ipfs://x/collection', collectionName: ' # 7 ' })
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 10), payer, user)
  await expectMinted(scene, user, 10, 1n)
})

test('a release gives the coins and the rent back, and another wallet captures that very NFT', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 1), payer, user)
  const { mint, userNft, escrowNft } = await chain.nft(user, coin, 1)
  const mintData = chain.data(mint)
  const [had, held] = [chain.lamportsOf(user.address), await coinsOf(scene, user)]
  const before = chain.market(coin)
  const released = chain.must(await chain.release(user, coin, 1), payer, user)
  expect(await coinsOf(scene, user)).toBe(held + NFT_PRICE)
  expectBooks(scene, 1, 0)
  expect(chain.svm.getAccount(userNft).exists).toBe(false)
  expect(chain.baseUnitsOf(escrowNft)).toBe(1n)
  const gained = chain.rent(ASSOCIATED_BYTES) - chain.rent(ACCOUNT_BYTES)
  expect(chain.lamportsOf(user.address)).toBe(had + gained)
  expect(chain.market(coin)).toEqual({ ...before, nftsInCirculation: 0, sequence: before.sequence + 1n })
  expect(released.events).toMatchObject([
    { kind: 'release', edition: 1, baseUnits: NFT_PRICE, who: user.address },
  ])

  const otherHad = chain.lamportsOf(other.address)
  const captured = chain.must(await chain.capture(other, coin, 1, 'escrow'), payer, other)
  expectBooks(scene, 1, 1)
  expect(captured.events).toMatchObject([
    { kind: 'capture', edition: 1, minted: false, baseUnits: NFT_PRICE },
  ])
  expect(chain.svm.getAccount(escrowNft).exists).toBe(false)
  expect(chain.baseUnitsOf((await chain.nft(other, coin, 1)).userNft)).toBe(1n)
  expect(chain.lamportsOf(other.address)).toBe(otherHad - gained)
  expect(chain.data(mint)).toEqual(mintData)
})

test('the numbers may be up to 64 beyond those minted, and each is minted once', async () => {
  const scene = await open()
  const { chain, coin } = scene
  for (const index of [0, 65, 1_000, 1_001, 65_535])
    expect(chain.send([await chain.capture(user, coin, index)], payer, user).failure).toBe(
      'nftIndexOutOfRange',
    )
  chain.must(await chain.capture(user, coin, 64), payer, user)
  chain.must(await chain.capture(user, coin, 65), payer, user)
  expect(chain.send([await chain.capture(user, coin, 67)], payer, user).failure).toBe('nftIndexOutOfRange')
  for (const one of [user, other])
    expect(chain.send([await chain.capture(one, coin, 64)], payer, one).failure).toBe('nftTaken')
  chain.must(await chain.release(user, coin, 64), payer, user)
  expect(chain.send([await chain.capture(other, coin, 64)], payer, other).failure).toBe('nftTaken')
  for (const index of [0, 1, 65, 1_001, 65_535]) {
    const expected = index >= 1 && index <= 1_000 ? 'nftNotInEscrow' : 'nftIndexOutOfRange'
    const sent = chain.send([await chain.capture(other, coin, index, 'escrow')], payer, other)
    expect(sent.failure, `${index}`).toBe(expected)
  }
  expectBooks(scene, 2, 1)
})

test('all 1,000 are minted, each once, and no 1,001st', async () => {
  const scene = await open()
  const { chain, coin } = scene
  let sequence = chain.market(coin).sequence
  for (let index = 1; index <= 1_000; index += 2) {
    const both = [index, index + 1]
    const swaps = both.flatMap((each) => [chain.capture(user, coin, each), chain.release(user, coin, each)])
    const { events } = chain.must(await Promise.all(swaps), payer, user)
    expect(events.map((event) => event.sequence)).toEqual([1n, 2n, 3n, 4n].map((n) => sequence + n))
    sequence += 4n
  }
  expectBooks(scene, 1_000, 0)
  const group = decodeMint(chain.data(coin.addresses.collection)).extensions.get(GROUP)!
  expect(new DataView(group.buffer, group.byteOffset).getBigUint64(64, true)).toBe(1_000n)
  for (const [index, failure] of [
    [1, 'nftTaken'],
    [1_000, 'nftTaken'],
    [1_001, 'nftIndexOutOfRange'],
  ] as const)
    expect(chain.send([await chain.capture(user, coin, index)], payer, user).failure).toBe(failure)
  chain.must(await chain.capture(other, coin, 1_000, 'escrow'), payer, other)
  expectBooks(scene, 1_000, 1)
})

test('lamports that strangers sent everywhere before do no harm, and reach the one who captures', async () => {
  const scene = await open()
  const { chain, coin } = scene
  let minted = 0
  for (const [i, gift] of [1n, 890_880n, 2_074_080n, 5_000_000n, 3n * SOL].entries()) {
    const index = i + 1
    const nft = await chain.nft(user, coin, index)
    const { escrow, escrowVault, collection, market } = coin.addresses
    const dusted = [nft.mint, nft.userNft, nft.escrowNft, escrow, escrowVault, collection, market]
    for (const address of dusted) chain.fund(address, gift)
    const had = chain.lamportsOf(user.address)
    const captured = chain.must(await chain.capture(user, coin, index), payer, user)
    minted++
    await expectMinted(scene, user, index, BigInt(minted))
    expectBooks(scene, minted, 0 + 1)
    // What lay at the mint's address came to the user; a rent that lamports had already paid was not paid again.
    const paid = had - chain.lamportsOf(user.address)
    const rests = (size: number) => {
      const rent = chain.rent(size)
      return gift < rent ? rent - gift : 0n
    }
    const vault = i === 0 ? rests(ASSOCIATED_BYTES) : 0n
    expect(paid).toBe(chain.rent(chain.data(nft.mint).length) - gift + rests(ASSOCIATED_BYTES) + vault)
    const before = chain.lamportsOf(user.address)
    const released = chain.must(await chain.release(user, coin, index), payer, user)
    expect(chain.lamportsOf(nft.escrowNft)).toBe(chain.rent(ACCOUNT_BYTES))
    const account = chain.rent(ASSOCIATED_BYTES)
    const back = (gift > account ? gift : account) + gift - chain.rent(ACCOUNT_BYTES)
    expect(chain.lamportsOf(user.address)).toBe(before + back)
    expectBooks(scene, minted, 0)
    // Lamports that come later, too.
    for (const address of [nft.userNft, nft.escrowNft, nft.mint]) chain.fund(address, gift)
    const again = chain.must(await chain.capture(user, coin, index, 'escrow'), payer, user)
    chain.must(await chain.release(user, coin, index), payer, user)
    expect([captured, released, again].map(({ events }) => events.length)).toEqual([1, 1, 1])
  }
})

test('accounts that strangers made before do no harm', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const { mint, escrow, escrowVault } = coin.addresses
  const vault = await createAssociated(stranger.address, escrow, mint)
  chain.must(vault.instruction, stranger)
  expect(vault.address).toBe(escrowVault)
  // A gift to the escrow stays there: neither capture nor release touches it.
  const gift = transferTokens({
    from: await chain.coinAccount(other, coin),
    to: escrowVault,
    mint,
    authority: other.address,
    amount: 7n * NFT_PRICE + 1n,
  })
  chain.must(gift, other)
  chain.must(await chain.capture(user, coin, 1), payer, user)
  expectBooks(scene, 1, 1, 7n * NFT_PRICE + 1n)
  chain.must(await chain.release(user, coin, 1), payer, user)
  expectBooks(scene, 1, 0, 7n * NFT_PRICE + 1n)
  const nft = await chain.nft(other, coin, 1)
  chain.must((await createAssociated(stranger.address, other.address, nft.mint)).instruction, stranger)
  const sent = chain.must(await chain.capture(other, coin, 1, 'escrow'), payer, other)
  expect(sent.trace).toBe(5)
  expect(chain.baseUnitsOf(nft.userNft)).toBe(1n)
  expectBooks(scene, 1, 1, 7n * NFT_PRICE + 1n)
})

test('an NFT that somebody sends to the escrow is lost to them alone, and blocks nothing', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  chain.must(await chain.capture(other, coin, 3), payer, other)
  const nft = await chain.nft(user, coin, 1)
  const { escrow } = coin.addresses
  const account = await createAssociated(stranger.address, escrow, nft.mint)
  chain.must(account.instruction, stranger)
  const send = transferNft({
    from: nft.userNft,
    to: account.address,
    mint: nft.mint,
    authority: user.address,
  })
  chain.must(send, user)
  // Were it handed out, more would be in circulation than were minted, and the last one released would be stuck.
  expect(chain.send([await chain.capture(other, coin, 1, 'escrow')], payer, other).failure).toBe(
    'nftNotInEscrow',
  )
  const there = await chain.capture(other, coin, 1, 'escrow')
  const forced = there.accounts.map((meta, i) => (i === 6 ? { ...meta, address: account.address } : meta))
  expect(chain.send([{ ...there, accounts: forced }], payer, other).failure).toBe('wrongAddress')
  expect(chain.send([await chain.release(user, coin, 1)], payer, user).failure).toBe('nftNotHeld')
  chain.must(await chain.release(user, coin, 2), payer, user)
  chain.must(await chain.release(other, coin, 3), payer, other)
  expectBooks(scene, 3, 1)
  for (const index of [2, 3]) chain.must(await chain.capture(user, coin, index, 'escrow'), payer, user)
  chain.must(await chain.capture(other, coin, 4), payer, other)
  expectBooks(scene, 4, 4)
})

test('a burned NFT leaves its coins locked', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 1), payer, user)
  const nft = await chain.nft(user, coin, 1)
  chain.must(burnNft(nft.userNft, nft.mint, user.address), user)
  expect(chain.send([await chain.release(user, coin, 1)], payer, user).failure).toBe('nftNotHeld')
  expect(chain.send([await chain.capture(user, coin, 1)], payer, user).failure).toBe('nftTaken')
  expect(chain.send([await chain.capture(user, coin, 1, 'escrow')], payer, user).failure).toBe(
    'nftNotInEscrow',
  )
  chain.must(await chain.capture(other, coin, 2), payer, other)
  expectBooks(scene, 2, 2)
})

test('whoever holds the NFT can release it, from any account, and nobody else', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 1), payer, user)
  const nft = await chain.nft(user, coin, 1)
  // Sold to a wallet that keeps it in an account of its own making.
  const kept = wallet(44)
  const make = [
    createAccount({
      payer: other.address,
      account: kept.address,
      lamports: chain.rent(ACCOUNT_BYTES) + 5n,
      size: ACCOUNT_BYTES,
    }),
    initializeAccount(kept.address, nft.mint, other.address),
  ]
  chain.must(make, other, kept)
  const sell = transferNft({ from: nft.userNft, to: kept.address, mint: nft.mint, authority: user.address })
  chain.must(sell, user)
  const from = async (one: Wallet, account: Address) => {
    const release = await chain.release(one, coin, 1)
    const accounts = release.accounts.map((meta, i) => (i === 8 ? { ...meta, address: account } : meta))
    return { ...release, accounts }
  }
  expect(chain.send([await from(user, nft.userNft)], payer, user).failure).toBe('nftNotHeld')
  expect(chain.send([await from(user, kept.address)], payer, user).failure).toBe('wrongTokenAccount')
  expect(chain.send([await chain.release(other, coin, 1)], payer, other).failure).toBe('wrongTokenAccount')
  const held = await coinsOf(scene, other)
  const had = chain.lamportsOf(other.address)
  chain.must(await from(other, kept.address), payer, other)
  expect(await coinsOf(scene, other)).toBe(held + NFT_PRICE)
  expect(chain.svm.getAccount(kept.address).exists).toBe(false)
  expect(chain.lamportsOf(other.address)).toBe(had + 5n)
  expectBooks(scene, 1, 0)
})

test('somebody else’s right to close or to move the account does not hold a release up', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  const [closed, delegated] = [await chain.nft(user, coin, 1), await chain.nft(user, coin, 2)]
  chain.must(setCloseAuthority(closed.userNft, user.address, stranger.address), user)
  chain.must(await chain.release(user, coin, 1), payer, user)
  expect(chain.svm.getAccount(closed.userNft).exists).toBe(true)
  expect(chain.baseUnitsOf(closed.userNft)).toBe(0n)
  expectBooks(scene, 2, 1)
  // Captured again into that very account, and released again.
  chain.must(await chain.capture(user, coin, 1, 'escrow'), payer, user)
  expect(chain.baseUnitsOf(closed.userNft)).toBe(1n)
  chain.must(await chain.release(user, coin, 1), payer, user)

  chain.must(approve(delegated.userNft, stranger.address, user.address, 1n), user)
  const asDelegate = await chain.release(stranger, coin, 2)
  const accounts = asDelegate.accounts.map((meta, i) =>
    i === 8 ? { ...meta, address: delegated.userNft } : meta,
  )
  chain.must(await chain.createCoinAccount(stranger, coin), stranger)
  expect(chain.send([{ ...asDelegate, accounts }], payer, stranger).failure).toBe('wrongTokenAccount')
  chain.must(await chain.release(user, coin, 2), payer, user)
  expect(chain.svm.getAccount(delegated.userNft).exists).toBe(false)
  expectBooks(scene, 2, 0)
})

test('a user who closes the account through a right of their own gets its rent all the same', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 1), payer, user)
  const nft = await chain.nft(user, coin, 1)
  chain.must(setCloseAuthority(nft.userNft, user.address, user.address), user)
  chain.must(await chain.release(user, coin, 1), payer, user)
  expect(chain.svm.getAccount(nft.userNft).exists).toBe(false)
})

test('several swaps go into one transaction, those of the same NFT included, all or nothing', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const capture = (index: number, source: 'mint' | 'escrow' = 'mint') =>
    chain.capture(user, coin, index, source)
  const release = (index: number) => chain.release(user, coin, index)
  const held = await coinsOf(scene, user)
  const both = chain.must([await capture(1), await release(1)], payer, user)
  expect(both.events.map(({ kind }) => kind)).toEqual(['capture', 'release'])
  expect(await coinsOf(scene, user)).toBe(held)
  expectBooks(scene, 1, 0)
  chain.must([await capture(1, 'escrow'), await release(1), await capture(1, 'escrow')], payer, user)
  expectBooks(scene, 1, 1)
  const before = chain.snapshot([...Object.values(coin.addresses), user.address])
  const twice = [await capture(2), await capture(2)]
  expect(chain.send(twice, payer, user).failure).toBe('nftTaken')
  expect(chain.send([await release(1), await release(1)], payer, user).failure).toBe('wrongTokenAccount')
  expect(chain.snapshot([...Object.values(coin.addresses), user.address])).toEqual(before)
  // Two coins at once.
  const second = await chain.launched(creator, {}, 2)
  chain.must(
    [await chain.createCoinAccount(user, second), await chain.buyExactOut(user, second, NFT_PRICE, SOL)],
    payer,
    user,
  )
  chain.must([await release(1), await chain.capture(user, second, 1)], payer, user)
  expectBooks(scene, 1, 0)
  expectBooks({ chain, coin: second }, 1, 1)
})

test('two wallets that sign at the same moment get different numbers', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const [first, second] = [await chain.capture(user, coin, 1), await chain.capture(other, coin, 2)]
  chain.must(second, payer, other)
  chain.must(first, payer, user)
  expectBooks(scene, 2, 2)
})

test('a pause stops neither captures nor releases', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.setPausedUntil(chain.now() + 1n)
  expect(chain.send([await chain.buyExactOut(user, coin, NFT_PRICE, SOL)], payer, user).failure).toBe(
    'paused',
  )
  chain.must(await chain.capture(user, coin, 1), payer, user)
  chain.must(await chain.release(user, coin, 1), payer, user)
  chain.must(await chain.capture(other, coin, 1, 'escrow'), payer, other)
  expectBooks(scene, 1, 1)
})

test('captures and releases go on after graduation, and leave the price alone', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 1), payer, user)
  chain.must(await chain.buy(user, coin, 60n * SOL), payer, user)
  const { curve } = chain.market(coin)
  expect(curve.graduated).toBe(true)
  chain.must([await chain.release(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  expect(chain.market(coin).curve).toEqual(curve)
  expectBooks(scene, 2, 1)
})

test('who can’t pay the rents is told so before anything moves', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const poor = async (lamports: bigint) => {
    chain.setAccount(user.address, '11111111111111111111111111111111' as Address, new Uint8Array(), lamports)
    return chain.send([await chain.capture(user, coin, 1)], payer, user).failure
  }
  const needed = async () => {
    const texts = 10 + 3 + 4 + coin.texts.uri.length + 2 // "Nyan Twins #1", "NYAN", the address
    return chain.rent(166 + 68 + 68 + 76 + 84 + texts) + 2n * chain.rent(ASSOCIATED_BYTES)
  }
  expect(await poor((await needed()) - 1n)).toBe('insufficientLamports')
  expect(await poor(await needed())).toBeUndefined()
  expect(chain.lamportsOf(user.address)).toBe(0n)
  const account = chain.rent(ACCOUNT_BYTES)
  chain.fund(user.address, account - 1n)
  expect(chain.send([await chain.release(user, coin, 1)], payer, user).failure).toBe('insufficientLamports')
  chain.fund(user.address, 1n)
  chain.must(await chain.release(user, coin, 1), payer, user)
  expect(chain.lamportsOf(user.address)).toBe(chain.rent(ASSOCIATED_BYTES))
  chain.setAccount(
    user.address,
    '11111111111111111111111111111111' as Address,
    new Uint8Array(),
    chain.rent(ASSOCIATED_BYTES) - 1n,
  )
  const back = [await chain.capture(user, coin, 1, 'escrow')]
  expect(chain.send(back, payer, user).failure).toBe('insufficientLamports')
  chain.must(sendLamports(payer.address, user.address, 1n), payer)
  chain.must(back, payer, user)
  expect(chain.lamportsOf(user.address)).toBe(account)
})

test('an account of the mint’s that is not the associated one pays and is paid as well', async () => {
  const scene = await open()
  const { chain, coin } = scene
  const aside = wallet(45).address
  chain.setAccount(aside, TOKEN_2022_PROGRAM, chain.data(await chain.coinAccount(user, coin)))
  const there = (instruction: Awaited<ReturnType<Chain['capture']>>) => ({
    ...instruction,
    accounts: instruction.accounts.map((meta, i) => (i === 3 ? { ...meta, address: aside } : meta)),
  })
  const held = chain.baseUnitsOf(aside)
  chain.must(there(await chain.capture(user, coin, 1)), payer, user)
  expect(chain.baseUnitsOf(aside)).toBe(held - NFT_PRICE)
  chain.must(there(await chain.release(user, coin, 1)), payer, user)
  expect(chain.baseUnitsOf(aside)).toBe(held)
})

test('an NFT into which somebody made a look-alike is not taken for one', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must(await chain.capture(user, coin, 1), payer, user)
  const nft = await chain.nft(user, coin, 1)
  // Byte for byte the same mint and account, elsewhere.
  const [mint, account] = [wallet(46).address, wallet(47).address]
  chain.setAccount(mint, TOKEN_2022_PROGRAM, chain.data(nft.mint))
  const data = chain.data(nft.userNft).slice()
  data.set(addressBytes(mint), 0)
  data.set(addressBytes(other.address), 32)
  chain.setAccount(account, TOKEN_2022_PROGRAM, data)
  const release = await chain.release(other, coin, 1)
  const change = (map: Readonly<Record<number, Address>>) => ({
    ...release,
    accounts: release.accounts.map((meta, i) => ({ ...meta, address: map[i] ?? meta.address })),
  })
  expect(chain.send([change({ 7: mint, 8: account })], payer, other).failure).toBe('wrongAddress')
  expect(chain.send([change({ 8: account })], payer, other).failure).toBe('wrongTokenAccount')
  expect(chain.send([change({ 8: nft.userNft })], payer, other).failure).toBe('wrongTokenAccount')
  // An NFT of another collection.
  const second = await chain.launched(creator, {}, 2)
  chain.must(
    [await chain.createCoinAccount(other, second), await chain.buyExactOut(other, second, NFT_PRICE, SOL)],
    payer,
    other,
  )
  chain.must(await chain.capture(other, second, 1), payer, other)
  const foreign = await chain.nft(other, second, 1)
  expect(chain.send([change({ 7: foreign.mint, 8: foreign.userNft })], payer, other).failure).toBe(
    'wrongAddress',
  )
  expect(chain.send([change({ 8: foreign.userNft })], payer, other).failure).toBe('wrongTokenAccount')
  expectBooks(scene, 1, 1)
})

test('the escrow’s and the curve’s own accounts can’t pay for a capture or be paid by a release', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  chain.must(await chain.release(user, coin, 2), payer, user)
  const { vault, escrowVault, escrow } = coin.addresses
  const nft = await chain.nft(user, coin, 2)
  const swaps = [
    await chain.capture(user, coin, 3),
    await chain.capture(user, coin, 2, 'escrow'),
    await chain.release(user, coin, 1),
  ]
  const escrowAssociated = await deriveAssociatedAddress(escrow, nft.mint)
  for (const swap of swaps)
    for (const index of [3, 8])
      for (const address of [vault, escrowVault, nft.escrowNft, escrowAssociated]) {
        const accounts = swap.accounts.map((meta, i) => (i === index ? { ...meta, address } : meta))
        const { failure } = chain.send([{ ...swap, accounts }], payer, user)
        expect(failure).toMatch(/^(wrongTokenAccount|wrongAddress)$/)
      }
  expectBooks(scene, 2, 1)
})

test('nobody can stand for the escrow, with a vault that fits them', async () => {
  const scene = await open()
  const { chain, coin } = scene
  chain.must([await chain.capture(user, coin, 1), await chain.capture(user, coin, 2)], payer, user)
  chain.must(await chain.release(user, coin, 2), payer, user)
  const swaps = [
    await chain.capture(user, coin, 3),
    await chain.capture(user, coin, 2, 'escrow'),
    await chain.release(user, coin, 1),
  ]
  const { market, vault } = coin.addresses
  const pretenders = [
    // Themselves, who sign, so that the coins would only go round.
    [user.address, await chain.coinAccount(user, coin)],
    [other.address, await chain.coinAccount(other, coin)],
    // The curve, so that they would be sold to it again and again.
    [market, vault],
  ] as const
  for (const swap of swaps)
    for (const [escrow, escrowVault] of pretenders) {
      const accounts = swap.accounts.map((meta, i) =>
        i === 4 ? { ...meta, address: escrow } : i === 5 ? { ...meta, address: escrowVault } : meta,
      )
      expect(chain.send([{ ...swap, accounts }], payer, user).failure).toBe('wrongAddress')
    }
  expectBooks(scene, 2, 1)
})
