import type { Address } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf } from '../core/address.ts'
import { lamports } from '../core/money.ts'
import { decodeListing, decodeOffer } from './accounts.ts'
import { ProgramDataError, Writer } from './bytes.ts'
import { EDITION_SET_BYTES, editionSet, editionsIn } from './editions.ts'
import { decodeEvent } from './events.ts'
import { buildInstruction, decodeInstruction, instructionOfTag } from './instructions.ts'
import type { Instruction } from './message.ts'
import { LISTING_BYTES, OFFER_BYTES } from './sizes.ts'

const key = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte))
const program = key(1)
const u64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
/** What is in the future, and as long as 64 bits with a sign go. */
const time = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n })
const edition = fc.integer({ min: 0, max: 65_535 })
const editions = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 })).map((all) => all.sort((a, b) => a - b))

const [market, config, listing, listedNft, nftMint] = [key(2), key(3), key(4), key(5), key(6)]
const [seller, sellerNft, buyer, buyerNft] = [key(7), key(8), key(9), key(10)]
const [bidder, bidderNft, offer] = [key(11), key(12), key(13)]
const FIXED = {
  system: '11111111111111111111111111111111',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  program,
}
const { system, token2022, associatedToken, memo } = FIXED

interface Built {
  readonly priceLamports: bigint
  readonly expiresAtSeconds: bigint
  readonly nonce: bigint
  readonly edition: number
  readonly editions: readonly number[]
}

/** Each of the seven: ours, what is read back of it, and the marks of docs/program.md. */
function all(input: Built) {
  const asked = { priceLamports: lamports(input.priceLamports), expiresAtSeconds: input.expiresAtSeconds }
  const of = {
    list: { seller, market, config, listing, listedNft, nftMint, sellerNft },
    updateListing: { seller, market, listing },
    cancelListing: { seller, market, listing, listedNft, nftMint, sellerNft },
    buyListing: { buyer, market, config, listing, listedNft, nftMint, buyerNft, seller },
    offer: { bidder, market, config, offer },
    cancelOffer: { bidder, market, offer },
    acceptOffer: { seller, market, offer, bidder, nftMint, sellerNft, bidderNft },
  }
  const swap = { system, token2022, associatedToken, program }
  const { nonce } = input
  const lamportsMax = asked.priceLamports
  const accepted = { edition: input.edition, lamportsMin: asked.priceLamports }
  return [
    [
      buildInstruction(program, 'list', of.list, { edition: input.edition, ...asked }),
      {
        name: 'list',
        addresses: { ...of.list, system, token2022, program },
        edition: input.edition,
        ...asked,
      },
      'sw w - w w - w - - -',
    ],
    [
      buildInstruction(program, 'updateListing', of.updateListing, asked),
      { name: 'updateListing', addresses: { ...of.updateListing, program }, ...asked },
      's w w -',
    ],
    [
      buildInstruction(program, 'cancelListing', of.cancelListing),
      { name: 'cancelListing', addresses: { ...of.cancelListing, ...swap } },
      'sw w w w - w - - - -',
    ],
    [
      buildInstruction(program, 'buyListing', of.buyListing, { lamportsMax }),
      { name: 'buyListing', addresses: { ...of.buyListing, ...swap }, lamportsMax },
      'sw w - w w - w w - - - -',
    ],
    [
      buildInstruction(program, 'offer', of.offer, { nonce, ...asked, editions: input.editions }),
      {
        name: 'offer',
        addresses: { ...of.offer, system, program },
        nonce,
        editions: input.editions,
        ...asked,
      },
      'sw w - w - -',
    ],
    [
      buildInstruction(program, 'cancelOffer', of.cancelOffer),
      { name: 'cancelOffer', addresses: { ...of.cancelOffer, program } },
      'sw w w -',
    ],
    [
      buildInstruction(program, 'acceptOffer', of.acceptOffer, accepted),
      { name: 'acceptOffer', addresses: { ...of.acceptOffer, ...swap, memo }, ...accepted },
      'sw w w w - w w - - - - -',
    ],
  ] as const satisfies readonly (readonly [Instruction, unknown, string])[]
}

const read = ({ data, accounts }: Instruction) =>
  decodeInstruction(
    data,
    accounts.map(({ address }) => address),
  )

const SOME: Built = { priceLamports: 258n, expiresAtSeconds: 3n, nonce: 4n, edition: 513, editions: [1, 10] }

test('reads back what it builds', () => {
  fc.assert(
    fc.property(
      fc.record({ priceLamports: u64, expiresAtSeconds: time, nonce: u64, edition, editions }),
      (input) => {
        for (const [instruction, expected] of all(input)) expect(read(instruction)).toEqual(expected)
      },
    ),
    { numRuns: 50 },
  )
})

test('the bytes, the marks and the order are those of docs/program.md', () => {
  const price = [2, 1, 0, 0, 0, 0, 0, 0]
  const expiry = [3, 0, 0, 0, 0, 0, 0, 0]
  const set = [1, 2, ...new Uint8Array(EDITION_SET_BYTES - 2)]
  expect(all(SOME).map(([{ data }]) => [...data])).toEqual([
    [30, 1, 2, ...price, ...expiry],
    [31, ...price, ...expiry],
    [32],
    [33, ...price],
    [34, 4, 0, 0, 0, 0, 0, 0, 0, ...price, ...expiry, ...set],
    [35],
    [36, 1, 2, ...price],
  ])
  for (const [instruction, , marks] of all(SOME)) {
    const marked = instruction.accounts.map(
      ({ signer, writable }) => `${signer ? 's' : ''}${writable ? 'w' : ''}` || '-',
    )
    expect(marked.join(' ')).toBe(marks)
  }
})

test('refuses instructions that are not whole', () => {
  for (const [instruction] of all(SOME)) {
    const { data, accounts } = instruction
    for (const wrong of [
      { ...instruction, data: Uint8Array.of(...data, 0) },
      { ...instruction, accounts: accounts.slice(1) },
      { ...instruction, accounts: [...accounts, accounts[0]!] },
      ...(data.length === 1 ? [] : [{ ...instruction, data: data.slice(0, -1) }]),
    ])
      expect(() => read(wrong)).toThrow(ProgramDataError)
  }
})

test('a set of editions is read back, upwards, and holds 1 to 1,000 alone', () => {
  fc.assert(
    fc.property(editions, (chosen) => {
      expect(editionsIn(editionSet(chosen.toReversed()))).toEqual(chosen)
    }),
  )
  expect(editionSet([1, 8, 9, 1_000])).toEqual(
    Uint8Array.of(0x81, 1, ...new Uint8Array(EDITION_SET_BYTES - 3), 0x80),
  )
  for (const wrong of [0, 1_001, -1, 1.5, Number.NaN]) expect(() => editionSet([wrong])).toThrow(RangeError)
})

test('bytes that are no Listing and no Offer, or of a later version, are refused', () => {
  for (const [decode, tag, bytes] of [
    [decodeListing, 4, LISTING_BYTES],
    [decodeOffer, 5, OFFER_BYTES],
  ] as const) {
    const data = new Uint8Array(bytes)
    data.set([tag, 1])
    expect(decode(data)).toMatchObject({ priceLamports: 0n })
    for (const wrong of [
      data.slice(0, -1),
      Uint8Array.of(...data, 0),
      data.with(0, tag === 4 ? 5 : 4),
      data.with(1, 2),
      new Uint8Array(),
    ])
      expect(() => decode(wrong)).toThrow(ProgramDataError)
  }
})

test('an event that ends early is refused, and one that goes on after its end', () => {
  const record = (tag: number, bytes: number) =>
    new Writer()
      .u8(tag)
      .u8(2)
      .bytes(new Uint8Array(150 + bytes))
      .finish()
  for (const [tag, bytes] of [
    [30, 8],
    [31, 8],
    [32, 0],
    [33, 32],
    [34, 173],
    [35, 32],
    [36, 64],
  ] as const) {
    expect(decodeEvent(record(tag, bytes)).kind).toBe(instructionOfTag(tag))
    for (const wrong of [bytes - 1, bytes + 1])
      expect(() => decodeEvent(record(tag, wrong))).toThrow(ProgramDataError)
  }
})
