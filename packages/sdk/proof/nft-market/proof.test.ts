// The lines of the proof about listings and offers, over accounts that the real program wrote: whole they hold, and each
// promise broken once turns red. Read as from a node that lists a program's accounts.
import type { Address } from '@solana/kit'
import { beforeAll, expect, test } from 'vitest'
import { SOL, wallet } from '../../../../program/test/harness.ts'
import {
  bidder,
  buyer,
  NftMarket,
  payer,
  seller,
  U64_MAX,
} from '../../../../program/test/nft-market-scene.ts'
import { sendLamports } from '../../../../program/test/tokens.ts'
import { decodeBase58 } from '../../core/base58.ts'
import { encodeBase64 } from '../../core/base64.ts'
import { RpcFailure } from '../../program/rpc.ts'
import type { Ask } from '../answers.ts'
import type { ProofLine } from '../lines.ts'
import { proveCoin } from '../proof-rules.ts'
import { type CoinReading, readCoin } from '../reading.ts'

interface Slice {
  readonly dataSlice?: { readonly offset: number; readonly length: number }
}
interface Filters extends Slice {
  readonly filters: readonly { readonly memcmp: { readonly offset: number; readonly bytes: string } }[]
}

/** A node of this chain, as far as a proof asks it. */
function nodeOf({ chain }: NftMarket): Ask {
  const answer = (address: Address, { dataSlice }: Slice) => {
    const account = chain.svm.getAccount(address)
    if (!account.exists || account.lamports === 0n) return null
    const { offset = 0, length = account.data.length } = dataSlice ?? {}
    return {
      lamports: String(account.lamports),
      owner: account.programAddress,
      executable: account.executable,
      data: [encodeBase64(new Uint8Array(account.data).slice(offset, offset + length)), 'base64'],
    }
  }
  return async (method, [what, config]) => {
    if (method === 'getMultipleAccounts')
      return {
        context: { slot: 5 },
        value: (what as Address[]).map((address) => answer(address, config as Slice)),
      }
    const { filters } = config as Filters
    // Tokens are not listed, as on a public node.
    if (what !== chain.program) throw new RpcFailure('excluded from account secondary indexes', -32_010)
    return chain.svm
      .getProgramAccounts(chain.program)
      .filter(({ data }) =>
        filters.every(({ memcmp: { offset, bytes } }) =>
          (decodeBase58(bytes) ?? new Uint8Array()).every((byte, at) => data[offset + at] === byte),
        ),
      )
      .map(({ address }) => ({ pubkey: address, account: answer(address, config as Slice) }))
  }
}

let market: NftMarket
/** NFTs 1 and 2 are listed, 3 is not; two offers stand, of one of which somebody sent a lamport too much. */
let reading: CoinReading

const read = (ask: Ask = nodeOf(market)): Promise<CoinReading> =>
  readCoin(ask, {
    programAddress: market.chain.program,
    mintAddress: market.coin.addresses.mint,
    countHolders: true,
    countNftMarket: true,
  })
/** `shown`: how many the page says are for sale, and at which moment; an hour before they end where it does not say. */
const lineIn = (of: CoinReading, id: string, shown?: { listed: number; unixSeconds?: bigint }): ProofLine => {
  const { lines, sequence } = proveCoin(
    of,
    {},
    shown && { unixSeconds: market.tomorrow - 3_600n, ...shown, sequence: Number(proveCoin(of).sequence) },
  )
  const line = lines.find((each) => each.id === id)
  if (line === undefined || sequence === undefined) throw new Error(`there is no line ${id}`)
  return line
}
const broken = (of: CoinReading): string[] =>
  proveCoin(of)
    .lines.filter(({ verdict }) => verdict === 'broken')
    .map(({ id }) => id)

beforeAll(async () => {
  market = await NftMarket.open()
  const { chain } = market
  for (const edition of [1, 2]) chain.must(await market.list(seller, edition, { price: SOL }), payer, seller)
  chain.must(await market.offer(bidder, 1n, [3, 7], { price: 2n * SOL }), payer, bidder)
  chain.must(await market.offer(bidder, 2n, [9], { price: 5n }), payer, bidder)
  chain.must(sendLamports(payer.address, await market.offerAt(bidder, 1n), 1n), payer)
  reading = await read()
})

test('what is listed and offered adds up, and is counted from the chain', () => {
  expect(broken(reading)).toEqual([])
  expect(lineIn(reading, 'nfts').sum).toEqual({
    unit: 'NFTs',
    whole: { label: 'Made so far', amount: 3n },
    parts: [
      { label: 'With holders', amount: 1n },
      { label: 'Listed by holders', amount: 2n },
      { label: 'Waiting in the escrow', amount: 0n },
    ],
  })
  expect(lineIn(reading, 'listed')).toMatchObject({
    finding: '2 NFTs are listed.',
    sum: {
      whole: { label: 'Listed', amount: 2n },
      parts: [{ label: 'In accounts of the program', amount: 2n }],
    },
  })
  expect(lineIn(reading, 'offers')).toMatchObject({
    finding: '2.000000005 SOL are locked in 2 offers.',
    sum: {
      whole: { label: 'Held by 2 offers', amount: 2n * SOL + 5n + 2n * (2_672_640n + 2_074_080n) + 1n },
      parts: [
        { label: 'Prices offered', amount: 2n * SOL + 5n },
        { label: 'For the bidders’ NFT accounts', amount: 2n * 2_074_080n },
        { label: 'Rent of the offers’ accounts', amount: 2n * 2_672_640n },
        { label: 'Sent here unasked', amount: 1n },
      ],
    },
  })
})

test('royalties and fees of sales are in what the market owes', async () => {
  const sold = await NftMarket.open()
  const { chain, coin } = sold
  chain.must(await sold.list(seller, 1, { price: 3n * SOL }), payer, seller)
  const sale = sold.listingSale(3n * SOL)
  const before = chain.market(coin)
  expect(sale.royaltyLamports).toBeGreaterThan(0n)
  chain.must(await sold.buy(buyer, 1, U64_MAX), payer, buyer)
  const after = await readCoin(nodeOf(sold), {
    programAddress: chain.program,
    mintAddress: coin.addresses.mint,
    countHolders: false,
    countNftMarket: true,
  })
  expect(broken(after)).toEqual([])
  expect(lineIn(after, 'sol').sum?.parts).toEqual(
    expect.arrayContaining([
      { label: 'Creator fees owed', amount: before.creatorFeesOwedLamports + sale.royaltyLamports },
      { label: 'Treasury fees owed', amount: before.treasuryFeesOwedLamports + sale.platformFeeLamports },
    ]),
  )
  expect(lineIn(after, 'listed').finding).toBe('No NFT is listed.')
  expect(lineIn(after, 'offers').finding).toBe('There is no offer.')
})

test('what the page says is listed is compared where it was read after the same event', () => {
  expect(lineIn(reading, 'listed', { listed: 2 })).toMatchObject({
    verdict: 'holds',
    finding: '2 NFTs are listed. This site says the same.',
  })
  expect(lineIn(reading, 'listed', { listed: 3 })).toMatchObject({
    verdict: 'broken',
    finding: '2 NFTs are listed; this site says that 3 are for sale.',
  })
  const sequence = Number(proveCoin(reading).sequence) - 1
  const older = proveCoin(reading, {}, { listed: 3, sequence, unixSeconds: market.tomorrow - 3_600n })
  expect(older.broken).toBe(0)
  // Past their end they are listed, and not for sale; in the minute of it clocks decide, so nothing is compared.
  expect(lineIn(reading, 'listed', { listed: 0, unixSeconds: market.tomorrow + 3_600n })).toMatchObject({
    verdict: 'holds',
    finding: '2 NFTs are listed, 2 of them past their end. This site says the same.',
  })
  for (const listed of [0, 1, 2])
    expect(lineIn(reading, 'listed', { listed, unixSeconds: market.tomorrow }).verdict).toBe('holds')
})

test('an NFT that is not where its listing says turns its line red', () => {
  const nftMarket = reading.nftMarket
  if (nftMarket === undefined) throw new Error('nothing was listed')
  type Listed = (typeof nftMarket.listings)[number]
  const altered = (change: (listed: Listed) => Partial<Listed>): CoinReading => ({
    ...reading,
    nftMarket: {
      ...nftMarket,
      listings: nftMarket.listings.map((each, at) => (at === 0 ? { ...each, ...change(each) } : each)),
    },
  })
  const stranger = wallet(3).address
  const bytes = (offset: number, ...values: readonly number[]) =>
    altered(({ listedNft }) => {
      if (listedNft === undefined) throw new Error('there is no account')
      const data = Uint8Array.from(listedNft.data)
      data.set(values, offset)
      return { listedNft: { ...listedNft, data } }
    })
  const cases: readonly (readonly [words: string, CoinReading])[] = [
    ['is no listing that can be read', altered(() => ({ listing: undefined }))],
    ['is listed at an address that is not its own', altered(() => ({ address: stranger }))],
    [
      'is listed by the name of another NFT',
      altered(({ expected }) => ({ expected: { ...expected, nftMint: stranger } })),
    ],
    ['is listed, and its account is not there', altered(() => ({ listedNft: undefined }))],
    ['is listed, and not in its account', bytes(64, 0)],
    ['lies in an account of somebody else', bytes(32, ...(decodeBase58(stranger) ?? []))],
    ['lies in an account over which somebody else has power', bytes(72, 1)],
    ['lies in an account over which somebody else has power', bytes(129, 1)],
    ['lies in an account that can’t be read', bytes(108, 0)],
  ]
  for (const [words, of] of cases) {
    expect(broken(of), words).toEqual(['listed'])
    expect(lineIn(of, 'listed').finding).toContain(words)
  }
})

test('an offer that holds a lamport less than it promises turns its line red, whatever others have too much', () => {
  const nftMarket = reading.nftMarket
  if (nftMarket === undefined) throw new Error('nothing was offered')
  const offers = nftMarket.offers.map((each) =>
    each.priceLamports === 5n ? { ...each, lamports: each.lamports - 1n } : each,
  )
  const short = { ...reading, nftMarket: { ...nftMarket, offers } }
  expect(broken(short)).toEqual(['offers'])
  expect(lineIn(short, 'offers').finding).toBe('0.000000001 SOL are missing in 1 offer.')
})

test('a node that does not list a program’s accounts leaves the lines out, and the rest holds', async () => {
  const node = nodeOf(market)
  const silent = await read(async (method, params) => {
    if (method === 'getProgramAccounts') throw new RpcFailure('Method not found', -32_601)
    return node(method, params)
  })
  expect(silent.nftMarket).toBeUndefined()
  expect(broken(silent)).toEqual([])
  expect(lineIn(silent, 'nfts').sum?.parts[0]).toEqual({ label: 'With holders', amount: 3n })
  // One that does not answer at all is no such node.
  await expect(
    read(async (method, params) => {
      if (method === 'getProgramAccounts') throw new RpcFailure('The node did not answer.')
      return node(method, params)
    }),
  ).rejects.toThrow('did not answer')
})

test('an NFT that is sold between two calls is read again, and not called missing', async () => {
  const node = nodeOf(market)
  const { listedNft } = await market.at(1)
  let hidden = 1
  const again = await read(async (method, params) => {
    const answer = await node(method, params)
    const asked = params[0] as readonly string[]
    if (method !== 'getMultipleAccounts' || !asked.includes(listedNft) || hidden-- <= 0) return answer
    const { value } = answer as { value: unknown[] }
    return { ...(answer as object), value: value.map((each, at) => (asked[at] === listedNft ? null : each)) }
  })
  expect(broken(again)).toEqual([])
})

test('only a node that refuses to list leaves it out: another error is one', async () => {
  const answering =
    (code: number): Ask =>
    async (method, params) => {
      if (method === 'getProgramAccounts') throw new RpcFailure('no', code)
      return nodeOf(market)(method, params)
    }
  const refused = await read(answering(-32_601))
  expect(refused.nftMarket).toBeUndefined()
  expect(proveCoin(refused).lines.find(({ id }) => id === 'notCounted')?.finding).toContain('does not list')
  expect(proveCoin(reading).lines.find(({ id }) => id === 'notCounted')).toBeUndefined()
  await expect(read(answering(-32_603))).rejects.toThrow('no')
})
