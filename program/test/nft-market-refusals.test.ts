/* oxlint-disable vitest/valid-expect, vitest/expect-expect -- a table or a loop has to say which row it was */
// Every refusal of the seven instructions of the NFT market and the order in which they are said; every account put in
// another's place; every byte and account too many or too few; and each limit from both sides.
import type { Address } from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import type { ErrorCode } from '@twinmint/sdk/core/errors'
import { EXPIRY_SECONDS_MAX } from '@twinmint/sdk/core/nft-sale'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import type { Instruction } from '@twinmint/sdk/program/message'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  MEMO_PROGRAMS,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
} from '@twinmint/sdk/program/programs'
import { LISTING_BYTES, OFFER_BYTES } from '@twinmint/sdk/program/sizes'
import { Rent } from 'litesvm'
import { beforeEach, expect, test } from 'vitest'
import { type Chain, SOL, setVersion, type Wallet, wallet } from './harness.ts'
import { bidder, buyer, creator, NftMarket, payer, seller, U64_MAX } from './nft-market-scene.ts'
import { transferNft } from './tokens.ts'

const [rival, stranger] = [wallet(34), wallet(35)]
const OF_BIDDER = { bidder, nonce: 1n }

/** `seller` has listed NFT 1, `rival` NFT 2, and of the other coin `seller` NFT 1; `seller` holds NFTs 3 and 4, for which
 *  `bidder` and `rival` have made an offer each, and `bidder` one for those of the other coin. */
interface Scene {
  readonly chain: Chain
  readonly market: NftMarket
  readonly other: NftMarket
}
let scene: Scene

async function openScene(): Promise<Scene> {
  const market = await NftMarket.open({ held: 4 })
  const { chain } = market
  const other = await NftMarket.open({ chain, of: wallet(2), edition: 1, held: 3 })
  for (const one of [rival, stranger]) chain.fund(one.address, 100n * SOL)
  const mint = await market.nftMint(2)
  const [from, to] = [await market.nftAccount(seller, 2), await market.nftAccount(rival, 2)]
  const make = {
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { address: rival.address, signer: true, writable: true },
      { address: to, signer: false, writable: true },
      ...[rival.address, mint, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM].map((address) => ({
        address,
        signer: false,
        writable: false,
      })),
    ],
    data: new Uint8Array(),
  }
  chain.must([make, transferNft({ from, to, mint, authority: seller.address })], payer, seller, rival)
  chain.must(await market.list(seller, 1), payer, seller)
  chain.must(await market.list(rival, 2), payer, rival)
  chain.must(await other.list(seller, 1), payer, seller)
  chain.must(await market.offer(bidder, 1n, [3, 4]), payer, bidder)
  chain.must(await market.offer(rival, 1n, [3, 4]), payer, rival)
  chain.must(await other.offer(bidder, 2n, [3, 4]), payer, bidder)
  return { chain, market, other }
}

beforeEach(async () => {
  scene = await openScene()
})

const changed = (
  instruction: Instruction,
  index: number,
  change: Partial<Instruction['accounts'][number]>,
): Instruction => ({
  ...instruction,
  accounts: instruction.accounts.map((meta, i) => (i === index ? { ...meta, ...change } : meta)),
})
const replaced = (instruction: Instruction, index: number, address: Address): Instruction =>
  changed(instruction, index, { address })
const unsigned = (instruction: Instruction): Instruction => changed(instruction, 0, { signer: false })

/** Each of the seven as it goes through, and who signs it. */
async function all({ market }: Scene): Promise<readonly (readonly [string, Instruction, Wallet])[]> {
  return [
    ['list', await market.list(seller, 3), seller],
    ['updateListing', await market.update(seller, 1, { price: 7n }), seller],
    ['cancelListing', await market.cancel(seller, 1), seller],
    ['buyListing', await market.buy(buyer, 1, SOL), buyer],
    ['offer', await market.offer(buyer, 7n, [1]), buyer],
    ['cancelOffer', await market.cancelOffer(bidder, 1n), bidder],
    ['acceptOffer', await market.accept(seller, 3, OF_BIDDER), seller],
  ]
}

/** All that there is, and accounts as like it as could be made. */
async function everything({ chain, market, other }: Scene): Promise<Address[]> {
  const addresses: Address[] = [
    ...Object.values(market.coin.addresses),
    ...Object.values(other.coin.addresses),
    ...[seller, buyer, bidder, rival, stranger, creator].map((one) => one.address),
    SYSTEM_PROGRAM,
    TOKEN_2022_PROGRAM,
    ASSOCIATED_TOKEN_PROGRAM,
    ...MEMO_PROGRAMS,
    chain.program,
    chain.treasury,
  ]
  for (const each of [market, other])
    for (const edition of [1, 2, 3, 4]) {
      addresses.push(await each.nftMint(edition), ...Object.values(await each.at(edition)))
      for (const one of [seller, buyer, bidder, rival]) addresses.push(await each.nftAccount(one, edition))
      addresses.push(await deriveAssociatedAddress((await each.at(1)).listing, await each.nftMint(edition)))
    }
  for (const [one, nonce] of [
    [bidder, 1n],
    [bidder, 2n],
    [rival, 1n],
    [buyer, 7n],
    [buyer, 8n],
  ] as const)
    addresses.push(await market.offerAt(one, nonce))
  const { listing, listedNft } = await market.at(1)
  const offer = await market.offerAt(bidder, 1n)
  const copies: [Address, Uint8Array][] = [
    [SYSTEM_PROGRAM, chain.data(listing)],
    [TOKEN_2022_PROGRAM, chain.data(listing)],
    [SYSTEM_PROGRAM, chain.data(offer)],
    [chain.program, new Uint8Array(LISTING_BYTES)],
    [chain.program, new Uint8Array(OFFER_BYTES)],
    // A second account of the listing's and one of the bidder's, as full as they could be.
    [TOKEN_2022_PROGRAM, chain.data(listedNft)],
    [SYSTEM_PROGRAM, chain.data(listedNft)],
    [SYSTEM_PROGRAM, chain.data(await market.nftAccount(seller, 3))],
  ]
  copies.forEach(([owner, data], i) => {
    const { address } = wallet(740 + i)
    chain.setAccount(address, owner, data)
    addresses.push(address)
  })
  return [...new Set(addresses)]
}

const signersOf = ({ accounts }: Instruction, signer: Wallet) =>
  accounts.some((meta) => meta.signer && meta.address === signer.address) ? [signer] : []

test('no account can stand in for another', async () => {
  const { chain } = scene
  const addresses = await everything(scene)
  const before = chain.snapshot(addresses)
  const reasons = new Set<string>()
  let tried = 0
  for (const [name, instruction, signer] of await all(scene)) {
    for (const [index, { address: own, signer: signs }] of instruction.accounts.entries()) {
      for (const address of addresses) {
        if (address === own) continue
        // Whoever offers decides for which coin.
        if (name === 'offer' && index === 1 && address === scene.other.coin.addresses.market) continue
        const attack = changed(instruction, index, { address, signer: signs && address === signer.address })
        const sent = chain.send([attack], payer, ...signersOf(attack, signer))
        expect(sent.failure, `${name} with account ${index} replaced by ${address}`).toBeDefined()
        reasons.add(sent.failure ?? '')
        tried++
      }
      expect(chain.snapshot(addresses), `${name} with account ${index} replaced`).toEqual(before)
    }
  }
  expect(tried).toBeGreaterThan(4_000)
  // None of them failed for a reason that is not ours to give.
  expect([...reasons].filter((reason) => !/^[a-zA-Z]+$/.test(reason))).toEqual([])
}, 120_000)

test('two of an instruction’s accounts can’t trade places, and none is read-only that has to be written', async () => {
  const { chain } = scene
  const addresses = await everything(scene)
  const before = chain.snapshot(addresses)
  for (const [name, instruction, signer] of await all(scene)) {
    const { accounts } = instruction
    for (let i = 0; i < accounts.length; i++) {
      for (let j = i + 1; j < accounts.length; j++) {
        const swapped = accounts.map((meta, k) => (k === i ? accounts[j]! : k === j ? accounts[i]! : meta))
        const sent = chain.send(
          [{ ...instruction, accounts: swapped }],
          payer,
          ...signersOf(instruction, signer),
        )
        expect(sent.failure, `${name} with ${i} and ${j} swapped`).toBeDefined()
      }
      if (!accounts[i]!.writable) continue
      const kept = changed(instruction, i, { writable: false })
      const sent = chain.send([kept], payer, ...signersOf(instruction, signer))
      expect(sent.failure, `${name} with account ${i} read-only`).toBeDefined()
    }
  }
  expect(chain.snapshot(addresses)).toEqual(before)
}, 60_000)

test('no instruction takes a byte more or less, nor an account', async () => {
  const { chain } = scene
  for (const [name, instruction, signer] of await all(scene)) {
    const { accounts, data } = instruction
    const failure = (change: Partial<Instruction>) =>
      chain.send([{ ...instruction, ...change }], payer, signer).failure
    expect(failure({ data: Uint8Array.of(...data, 0) }), name).toBe('malformedInstruction')
    expect(failure({ data: data.slice(0, -1) }), name).toBe('malformedInstruction')
    expect(failure({ accounts: [...accounts, accounts[0]!] }), name).toBe('wrongAccountCount')
    expect(failure({ accounts: accounts.slice(0, -1) }), name).toBe('wrongAccountCount')
  }
})

test('what is not ours, not of this kind, of another version or another coin is said to be so', async () => {
  const { chain, market, other } = scene
  const copy = (number: number, data: Uint8Array, owner = chain.program) => {
    const { address } = wallet(number)
    chain.setAccount(address, owner, data)
    return address
  }
  const later = (address: Address) => {
    const data = chain.data(address).slice()
    data[1] = 2
    return data
  }
  const longer = (address: Address) => Uint8Array.of(...chain.data(address), 0)
  const kinds = [
    {
      at: 'listing',
      real: (await market.at(1)).listing,
      theirs: (await other.at(1)).listing,
      bytes: LISTING_BYTES,
      gone: 'notListed',
      // With the account's place in the list.
      instructions: [
        [await market.update(seller, 1, {}), seller, 2],
        [await market.cancel(seller, 1), seller, 2],
        [await market.buy(buyer, 1, SOL), buyer, 3],
      ],
    },
    {
      at: 'offer',
      real: await market.offerAt(bidder, 1n),
      theirs: await market.offerAt(bidder, 2n),
      bytes: OFFER_BYTES,
      gone: 'offerClosed',
      instructions: [
        [await market.cancelOffer(bidder, 1n), bidder, 2],
        [await market.accept(seller, 3, OF_BIDDER), seller, 2],
      ],
    },
  ] as const
  for (const { at, real, theirs, bytes, gone, instructions } of kinds)
    for (const [instruction, signer, index] of instructions) {
      const failure = (address: Address) =>
        chain.send([replaced(instruction, index, address)], payer, signer).failure
      const what = `${at} of tag ${instruction.data[0]}`
      expect(failure(copy(750, chain.data(real), stranger.address)), what).toBe('wrongAccountOwner')
      expect(failure(copy(751, new Uint8Array(bytes))), what).toBe('wrongAccountKind')
      expect(failure(copy(752, later(real))), what).toBe('wrongAccountKind')
      expect(failure(copy(753, longer(real))), what).toBe('wrongAccountKind')
      expect(failure(market.coin.addresses.market), what).toBe('wrongAccountKind')
      expect(failure(theirs), what).toBe('wrongAddress')
      expect(failure(stranger.address), what).toBe(gone)
    }
})

test('what is wrong first is said: accounts, signature, state, amounts', async () => {
  const { chain, market } = scene
  const now = chain.now()
  const paused = () => chain.setPausedUntil(now + 1n)
  const open = () => chain.setPausedUntil(0n)
  const send = (instruction: Instruction, ...signers: Wallet[]) =>
    chain.send([instruction], payer, ...signers).failure
  const leave = (one: Wallet, amount: bigint) =>
    chain.setAccount(one.address, SYSTEM_PROGRAM, new Uint8Array(), amount)
  const wrong = wallet(760).address
  type Row = readonly [ErrorCode, Instruction, ...Wallet[]]
  const check = (rows: readonly Row[]) => {
    for (const [code, instruction, ...signers] of rows)
      expect(send(instruction, ...signers), `${code} of ${instruction.data[0]}`).toBe(code)
  }

  paused()
  const badList = await market.list(seller, 3, { price: 0n, expiresAt: now })
  check([
    ['wrongAddress', replaced(unsigned(badList), 7, wrong)],
    [
      'wrongTokenAccount',
      unsigned(await market.list(seller, 3, { from: await market.nftAccount(rival, 2) })),
    ],
    ['missingSignature', unsigned(badList)],
    ['paused', badList, seller],
  ])
  open()
  const held = await market.nftAccount(seller, 3)
  const full = chain.data(held)
  chain.setAccount(held, TOKEN_2022_PROGRAM, full.slice().fill(0, 64, 72))
  check([['nftNotHeld', badList, seller]])
  chain.setAccount(held, TOKEN_2022_PROGRAM, full)
  leave(seller, 0n)
  check([
    ['amountZero', badList, seller],
    ['expiryOutOfRange', await market.list(seller, 3, { expiresAt: now }), seller],
    ['insufficientLamports', await market.list(seller, 3), seller],
  ])

  const badUpdate = await market.update(seller, 1, { price: 0n, expiresAt: now })
  check([
    ['wrongAddress', replaced(unsigned(badUpdate), 3, wrong)],
    ['missingSignature', unsigned(badUpdate)],
    ['notSeller', replaced(badUpdate, 0, rival.address), rival],
    ['notSeller', await market.update(rival, 1, { price: 0n, expiresAt: now }), rival],
    ['amountZero', badUpdate, seller],
    ['expiryOutOfRange', await market.update(seller, 1, { expiresAt: now }), seller],
  ])

  // Whoever signs names an account of its own, so that nothing else is wrong.
  check([
    ['wrongAddress', replaced(unsigned(await market.cancel(seller, 1)), 6, wrong)],
    ['missingSignature', unsigned(await market.cancel(seller, 1))],
    ['notSeller', await market.cancel(rival, 1), rival],
    ['notSeller', await market.cancel(buyer, 2), buyer],
  ])
  const listing = await market.at(1)
  const kept = chain.svm.getAccount(listing.listing)
  leave(seller, chain.rent(170) - chain.lamportsOf(listing.listing) - 1n)
  check([['insufficientLamports', await market.cancel(seller, 1), seller]])
  if (kept.exists) chain.svm.setAccount(kept)

  paused()
  leave(buyer, 0n)
  const badBuy = await market.buy(buyer, 1, 0n)
  check([
    ['wrongAddress', replaced(unsigned(badBuy), 8, wrong)],
    ['wrongAddress', await market.buy(buyer, 1, SOL, rival), buyer],
    ['missingSignature', unsigned(badBuy)],
    ['paused', badBuy, buyer],
  ])
  open()
  chain.setTime(now + 86_400n)
  check([['listingExpired', badBuy, buyer]])
  chain.setTime(now)
  check([
    ['priceTooHigh', badBuy, buyer],
    ['priceTooHigh', await market.buy(buyer, 1, SOL - 1n), buyer],
    ['insufficientLamports', await market.buy(buyer, 1, SOL), buyer],
  ])

  paused()
  const badOffer = await market.offer(bidder, 1n, [], { price: 0n, expiresAt: now })
  leave(bidder, 0n)
  check([
    ['wrongAddress', replaced(unsigned(badOffer), 4, wrong)],
    ['missingSignature', unsigned(badOffer)],
    ['paused', badOffer, bidder],
  ])
  open()
  check([
    ['offerExists', badOffer, bidder],
    ['amountZero', await market.offer(bidder, 5n, [], { price: 0n, expiresAt: now }), bidder],
    ['expiryOutOfRange', await market.offer(bidder, 5n, [], { expiresAt: now }), bidder],
    ['offerEmpty', await market.offer(bidder, 5n, []), bidder],
    ['overflow', await market.offer(bidder, 5n, [1], { price: U64_MAX }), bidder],
    ['insufficientLamports', await market.offer(bidder, 5n, [1]), bidder],
  ])

  const cancelOffer = await market.cancelOffer(bidder, 1n)
  check([
    ['wrongAddress', replaced(unsigned(cancelOffer), 3, wrong)],
    ['missingSignature', unsigned(cancelOffer)],
    ['notBidder', replaced(cancelOffer, 0, seller.address), seller],
  ])

  const badAccept = await market.accept(seller, 3, OF_BIDDER, { min: U64_MAX })
  const notIn = await market.accept(rival, 2, OF_BIDDER, { from: (await market.at(2)).listedNft })
  check([
    ['wrongAddress', replaced(unsigned(badAccept), 10, wrong)],
    ['wrongAddress', replaced(badAccept, 3, rival.address), seller],
    ['missingSignature', unsigned(badAccept)],
    // What is listed has to be taken back first.
    ['wrongTokenAccount', notIn, rival],
  ])
  chain.must(await market.cancel(rival, 2), payer, rival)
  chain.setTime(now + 86_400n)
  check([['offerExpired', await market.accept(rival, 2, OF_BIDDER), rival]])
  chain.setTime(now)
  check([['nftNotInOffer', await market.accept(rival, 2, OF_BIDDER), rival]])
  chain.setAccount(held, TOKEN_2022_PROGRAM, full.slice().fill(0, 64, 72))
  check([['nftNotHeld', badAccept, seller]])
  chain.setAccount(held, TOKEN_2022_PROGRAM, full)
  const { sellerLamports } = market.sale(SOL)
  check([
    ['offerTooLow', badAccept, seller],
    ['offerTooLow', await market.accept(seller, 3, OF_BIDDER, { min: sellerLamports + 1n }), seller],
  ])
})

test('a market of another version is migrated first', async () => {
  const { chain, market } = scene
  const every = await all(scene)
  setVersion(chain, market.coin.addresses.market, 1)
  for (const [name, instruction, signer] of every)
    expect(chain.send([instruction], payer, signer).failure, name).toBe('needsMigration')
})

test('numbers end at 1 and 1,000, even where an account of such a mint were there', async () => {
  const { chain, market } = scene
  for (const index of [0, 1_001, 65_535]) {
    const nft = await chain.nft(seller, market.coin, index)
    const data = chain.data(await market.nftAccount(seller, 3)).slice()
    data.set(addressBytes(nft.nftMint))
    chain.setAccount(nft.userNft, TOKEN_2022_PROGRAM, data)
    for (const instruction of [
      await market.list(seller, index),
      await market.accept(seller, index, OF_BIDDER),
    ])
      expect(chain.send([instruction], payer, seller).failure, `${index}`).toBe('nftIndexOutOfRange')
  }
})

test('an end lies from the next second to 366 days ahead', async () => {
  const { chain, market } = scene
  const now = chain.now()
  const failures = async (expiresAt: bigint) => [
    chain.send([await market.list(seller, 3, { expiresAt })], payer, seller).failure,
    chain.send([await market.update(seller, 1, { expiresAt })], payer, seller).failure,
    chain.send([await market.offer(buyer, expiresAt, [1], { expiresAt })], payer, buyer).failure,
  ]
  const none = [undefined, undefined, undefined]
  const out = none.map(() => 'expiryOutOfRange')
  // As 64 bits with a sign, the last two are before all time.
  for (const wrong of [
    0n,
    now - 1n,
    now,
    now + EXPIRY_SECONDS_MAX + 1n,
    (1n << 63n) - 1n,
    1n << 63n,
    U64_MAX,
  ])
    expect(await failures(wrong), `${wrong}`).toEqual(out)
  expect(await failures(now + 1n)).toEqual(none)
  chain.must(await market.cancel(seller, 3), payer, seller)
  expect(await failures(now + EXPIRY_SECONDS_MAX)).toEqual(none)
})

test('in the second of its end nothing fills any more', async () => {
  const { chain, market } = scene
  const expiresAt = chain.now() + 10n
  chain.must(await market.list(seller, 3, { expiresAt }), payer, seller)
  chain.must(await market.offer(buyer, 7n, [4], { expiresAt }), payer, buyer)
  const buy = await market.buy(buyer, 3, SOL)
  const accept = await market.accept(seller, 4, { bidder: buyer, nonce: 7n })
  chain.setTime(expiresAt)
  expect(chain.send([buy], payer, buyer).failure).toBe('listingExpired')
  expect(chain.send([accept], payer, seller).failure).toBe('offerExpired')
  chain.setTime(expiresAt - 1n)
  chain.must(buy, payer, buyer)
  chain.must(accept, payer, seller)
})

test('prices go from a lamport to all that 64 bits hold, and nothing wraps', async () => {
  const { chain, market } = scene
  chain.must(await market.list(seller, 3, { price: U64_MAX }), payer, seller)
  expect((await market.listing(3)).priceLamports).toBe(U64_MAX)
  // With the rent of the buyer's account it is more than 64 bits; where that is there, more than anybody has.
  expect(chain.send([await market.buy(buyer, 3, U64_MAX)], payer, buyer).failure).toBe('overflow')
  expect(chain.send([await market.buy(buyer, 3, U64_MAX - 1n)], payer, buyer).failure).toBe('priceTooHigh')
  chain.must(await market.update(seller, 3, { price: U64_MAX - chain.rent(170) }), payer, seller)
  expect(chain.send([await market.buy(buyer, 3, U64_MAX)], payer, buyer).failure).toBe('insufficientLamports')
  chain.must(await market.offer(buyer, U64_MAX, [3, 4], { price: 1n }), payer, buyer)
  const smallest = { bidder: buyer, nonce: U64_MAX }
  expect(market.sale(1n)).toMatchObject({ platformFeeLamports: 1n, sellerLamports: 0n })
  const tooLow = await market.accept(seller, 4, smallest, { min: 1n })
  expect(chain.send([tooLow], payer, seller).failure).toBe('offerTooLow')
  const { gained } = market.gains(await market.accept(seller, 4, smallest), seller, { seller })
  expect(gained.seller).toBe(chain.rent(170))
})

test('the last lamport may be spent, and one fewer is too few', async () => {
  const { chain, market } = scene
  const [listing, account, associated, offer] = [LISTING_BYTES, 165, 170, OFFER_BYTES].map((bytes) =>
    chain.rent(bytes),
  ) as [bigint, bigint, bigint, bigint]
  // What lies where something is made reaches whoever pays for it.
  const gift = 1_000_000n
  for (const address of [...Object.values(await market.at(4)), await market.offerAt(buyer, 8n)])
    chain.fund(address, gift)
  const spending: readonly (readonly [Instruction, Wallet, bigint, bigint])[] = [
    [await market.list(seller, 3), seller, listing + account, associated],
    [await market.list(seller, 4), seller, listing + account - 2n * gift, associated],
    [await market.offer(buyer, 8n, [1], { price: 5n }), buyer, 5n + offer + associated - gift, 0n],
    [await market.cancel(seller, 1), seller, associated - listing, account],
    [await market.buy(buyer, 2, SOL, rival), buyer, SOL + associated, 0n],
    [await market.offer(buyer, 7n, [1], { price: 5n }), buyer, 5n + offer + associated, 0n],
  ]
  for (const [instruction, one, needed, left] of spending) {
    const what = `tag ${instruction.data[0]}`
    const leave = (amount: bigint) => chain.setAccount(one.address, SYSTEM_PROGRAM, new Uint8Array(), amount)
    leave(needed - 1n)
    expect(chain.send([instruction], payer, one).failure, what).toBe('insufficientLamports')
    leave(needed)
    expect(chain.send([instruction], payer, one).failure, what).toBeUndefined()
    expect(chain.lamportsOf(one.address), what).toBe(left)
  }
})

test('what lies at the listed NFT’s address comes too late to pay for the listing', async () => {
  const { chain, market } = scene
  const [listing, account] = [chain.rent(LISTING_BYTES), chain.rent(165)]
  chain.fund((await market.at(3)).listedNft, listing + account)
  const list = await market.list(seller, 3)
  const leave = (amount: bigint) => chain.setAccount(seller.address, SYSTEM_PROGRAM, new Uint8Array(), amount)
  leave(listing - 1n)
  expect(chain.send([list], payer, seller).failure).toBe('insufficientLamports')
  leave(listing)
  chain.must(list, payer, seller)
})

test('an offer pays for the bidder’s account out of all its rents where rents have risen, and out of nothing else', async () => {
  const { chain, market } = scene
  const offer = await market.offerAt(bidder, 1n)
  const beside = chain.lamportsOf(offer) - SOL
  const accept = await market.accept(seller, 3, OF_BIDDER)
  chain.fund(market.coin.addresses.market, SOL)
  // (128 + 170) · rate, a little more than the rents that were locked: what somebody sends there makes up for it.
  const rate = beside / 298n + 1n
  chain.svm.setRent(new Rent(rate, 1, 50))
  expect(chain.send([accept], payer, seller).failure).toBe('insufficientLamports')
  chain.fund(offer, rate * 298n - beside - 1n)
  expect(chain.send([accept], payer, seller).failure).toBe('insufficientLamports')
  chain.fund(offer, 1n)
  const { gained } = market.gains(accept, seller, { bidder })
  expect(gained.bidder).toBe(0n)
  expect(chain.lamportsOf(await market.nftAccount(bidder, 3))).toBe(rate * 298n)
})

test('where rents have fallen, all that was locked comes back', async () => {
  const { chain, market } = scene
  const beside = chain.lamportsOf(await market.offerAt(bidder, 1n)) - SOL
  chain.svm.setRent(new Rent(3_480n, 1, 50))
  const { gained } = market.gains(await market.accept(seller, 3, OF_BIDDER), seller, { bidder })
  expect(gained.bidder).toBe(beside - chain.rent(170))
  const { listing, listedNft } = await market.at(1)
  const rents = chain.lamportsOf(listing) + chain.lamportsOf(listedNft)
  const back = market.gains(await market.cancel(seller, 1), seller, { seller }).gained
  expect(back.seller).toBe(rents - chain.rent(170))
})

test('books that do not add up stop whatever moves', async () => {
  const { chain, market } = scene
  const offer = await market.offerAt(bidder, 1n)
  const accept = await market.accept(seller, 3, OF_BIDDER)
  // An offer with less than its price.
  const had = chain.svm.getAccount(offer)
  chain.setAccount(offer, chain.program, chain.data(offer), SOL - 1n)
  expect(chain.send([accept], payer, seller).failure).toBe('invariantBroken')
  if (had.exists) chain.svm.setAccount(had)
  // An account where nothing can be while the seller holds the NFT.
  const { listing, listedNft } = await market.at(3)
  const list = await market.list(seller, 3)
  chain.setAccount(listing, chain.program, new Uint8Array(LISTING_BYTES))
  expect(chain.send([list], payer, seller).failure).toBe('invariantBroken')
  chain.setAccount(listing, SYSTEM_PROGRAM, new Uint8Array(), 0n)
  chain.setAccount(listedNft, TOKEN_2022_PROGRAM, new Uint8Array(165))
  expect(chain.send([list], payer, seller).failure).toBe('invariantBroken')
  // A market that has fewer lamports than it owes.
  const { market: address } = market.coin.addresses
  const { curve, creatorFeesOwedLamports, treasuryFeesOwedLamports } = chain.market(market.coin)
  const owed = curve.realLamports + creatorFeesOwedLamports + treasuryFeesOwedLamports
  chain.setAccount(address, chain.program, chain.data(address), owed - 1n)
  const buy = await market.buy(buyer, 1, SOL)
  expect(chain.send([buy], payer, buyer).failure).toBe('invariantBroken')
  expect(chain.send([accept], payer, seller).failure).toBe('invariantBroken')
})

test('a listing sold, taken back or accepted for is there no more, within one transaction too', async () => {
  const { chain, market } = scene
  const [buy, cancel] = [await market.buy(buyer, 1, SOL), await market.cancel(seller, 1)]
  expect(chain.send([buy, await market.buy(buyer, 1, SOL)], payer, buyer).failure).toBe('notListed')
  expect(chain.send([cancel, cancel], payer, seller).failure).toBe('notListed')
  expect(chain.send([buy, cancel], payer, buyer, seller).failure).toBe('notListed')
  expect(chain.send([cancel, await market.update(seller, 1, {})], payer, seller).failure).toBe('notListed')
  const back = await market.cancelOffer(bidder, 1n)
  expect(chain.send([back, back], payer, bidder).failure).toBe('offerClosed')
  const accept = await market.accept(seller, 3, OF_BIDDER)
  const again = await market.accept(seller, 4, OF_BIDDER)
  expect(chain.send([accept, again], payer, seller).failure).toBe('offerClosed')
  // The same number may be taken for another offer then, with other terms: what the seller asks for at least holds.
  const lower = await market.offer(bidder, 1n, [3], { price: SOL - 1n })
  chain.must([back, lower], payer, bidder)
  const { sellerLamports } = market.sale(SOL)
  const asked = await market.accept(seller, 3, OF_BIDDER, { min: sellerLamports })
  expect(chain.send([asked], payer, seller).failure).toBe('offerTooLow')
})

test('an offer of another coin, or for another number, gets no NFT', async () => {
  const { chain, market, other } = scene
  const foreign = await market.accept(seller, 3, { bidder, nonce: 2n })
  expect(chain.send([foreign], payer, seller).failure).toBe('wrongAddress')
  // The same number of the other coin.
  const theirs = await other.accept(seller, 3, OF_BIDDER)
  expect(chain.send([theirs], payer, seller).failure).toBe('wrongAddress')
  const mixed = replaced(await market.accept(seller, 3, OF_BIDDER), 4, await other.nftMint(3))
  expect(chain.send([mixed], payer, seller).failure).toBe('wrongAddress')
  // The number that is named decides, not the NFT that is passed.
  const other4 = await market.accept(seller, 4, OF_BIDDER)
  const said3 = { ...other4, data: (await market.accept(seller, 3, OF_BIDDER)).data }
  expect(chain.send([said3], payer, seller).failure).toBe('wrongAddress')
})
