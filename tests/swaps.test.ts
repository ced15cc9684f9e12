// Swapping over the API: the built server, its embedded chain and database, transactions sent by the server as for
// the page, and past it to /rpc.

import type { Address } from '@solana/kit'
import { mintingExtraLamports } from '@twinmint/sdk/actions/swap/quote-changes'
import type { TradesPage } from '@twinmint/sdk/api/coin/contract'
import type { Holders } from '@twinmint/sdk/api/history/activity-contract'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftDetail, NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft, UserNfts } from '@twinmint/sdk/api/records/nft'
import type { ConfirmedSwap, PreparedSwap } from '@twinmint/sdk/api/swap/contract'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { deriveAssociatedAddress } from '@twinmint/sdk/program/addresses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient, rpc, sendAndConfirm, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { burnTokens, sendTokens } from './tokens.ts'

let server: ServerProcess
let creator: Client
let coin: Collection
let image: Uint8Array

const failure = (status: number, code: string) => expect.objectContaining({ status, code })
const fresh = () => creator.get<Collection>(`/api/collections/${coin.id}`)
const coinsOf = async (client: Client) =>
  BigInt((await client.wallet(coin.id)).coin?.baseUnits ?? '0') / 1_000_000n
const nftsOf = async (client: Client) =>
  (await client.get<UserNfts>(`/api/user/nfts/${coin.id}/${client.address}`)).nfts
const mintsOf = (nfts: readonly Nft[]) => nfts.map(({ mintAddress }) => mintAddress ?? '')
/** A wallet with SOL and, for `sol` of it, coins. */
async function trader(sol: string): Promise<Client> {
  const client = createClient(server.origin)
  await client.airdrop(5)
  if (sol !== '0') await client.trade('BUY', coin.id, sol)
  return client
}

beforeAll(async () => {
  server = await startServerProcess()
  image = await plainPicture('#ffcf3a')
  creator = createClient(server.origin)
  await creator.airdrop(10)
  coin = await creator.launch(
    { name: 'Gold', symbol: 'GLD', collectionName: 'Gold Bars', devBuyAmount: '1' },
    image,
  )
})
afterAll(() => server.remove())

describe('a capture', () => {
  test('of three takes 3,000,000 coins and gives the next three NFTs, in one transaction', async () => {
    const before = await coinsOf(creator)
    const { prepared, confirmed } = await swap(creator, 'capture', coin.id, { count: 3 })
    expect(prepared.transactions).toHaveLength(1)
    expect(confirmed[0]?.nfts.map(({ tokenId, source }) => [tokenId, source])).toEqual([
      [1, 'mint'],
      [2, 'mint'],
      [3, 'mint'],
    ])
    expect(before - (await coinsOf(creator))).toBe(3_000_000n)
    expect(await nftsOf(creator)).toMatchObject([
      {
        tokenId: 1,
        name: 'Gold Bars #1',
        rarity: 'mythic',
        rarityReason: 'the first',
        ownerAddress: creator.address,
      },
      { tokenId: 2, rarity: 'legendary' },
      { tokenId: 3 },
    ])
    expect(await fresh()).toMatchObject({ mintedNFTCount: 3, circulatingNFTCount: 3 })
    // Project and wallet as a query are the same as in the path.
    expect(
      await creator.get(`/api/user/nfts?projectId=${coin.mintAddress}&walletAddress=${creator.address}`),
    ).toMatchObject({ nftCount: 3, nfts: [{ tokenId: 1 }, { tokenId: 2 }, { tokenId: 3 }] })
  })

  test('costs what was said before signing, to the lamport', async () => {
    const client = await trader('1')
    const before = BigInt((await client.wallet()).lamports)
    const { prepared } = await swap(client, 'capture', coin.id, { count: 2 })
    const { rentLamports, rentBackLamports, networkFeeLamports } = prepared.cost
    const cost = BigInt(rentLamports) - BigInt(rentBackLamports) + BigInt(networkFeeLamports)
    expect(before - BigInt((await client.wallet()).lamports)).toBe(cost)
  })

  test('of twelve is several transactions, each with what it swaps', async () => {
    const client = await trader('1')
    // Sent by the wallet itself, as integrators may.
    const { prepared, confirmed } = await swap(client, 'capture', coin.id, { count: 12, sends: true })
    expect(prepared.transactions).toHaveLength(4)
    expect(prepared.steps.map(({ nfts }) => nfts.length)).toEqual([3, 3, 3, 3])
    expect(confirmed.flatMap(({ nfts }) => nfts)).toHaveLength(12)
    expect(await nftsOf(client)).toHaveLength(12)
  })

  test('takes what the escrow holds before it mints, and costs so much less', async () => {
    const client = await trader('0.2')
    const all = await swap(client, 'capture', coin.id, { count: 2 })
    const given = all.confirmed.flatMap(({ nfts }) => nfts)
    await swap(client, 'release', coin.id, { nftMints: given.map(({ mintAddress }) => mintAddress) })
    const netOf = ({ cost }: PreparedSwap) =>
      BigInt(cost.rentLamports) - BigInt(cost.rentBackLamports) + BigInt(cost.networkFeeLamports)
    const prepare = (mintNew: boolean) =>
      client.post<PreparedSwap>('/api/hybrid/capture', {
        collectionId: coin.id,
        userWallet: client.address,
        count: 2,
        mintNew,
      })
    const sources = ({ steps }: PreparedSwap) => steps.flatMap(({ nfts }) => nfts.map(({ source }) => source))
    const fresh = await prepare(true)
    expect(sources(fresh)).toEqual(['mint', 'mint'])
    // Taken by the page's own figures, it is that much cheaper.
    const collection = await creator.get<Collection>(`/api/collections/${coin.id}`)
    const wanted = { kind: 'capture', chosen: undefined, count: 2 } as const
    const extra = mintingExtraLamports(wanted, {
      collection,
      holdings: undefined,
      slippageText: '5',
      moment: { nowSeconds: 0n },
    })
    const cheap = await swap(client, 'capture', coin.id, { count: 2 })
    expect(cheap.confirmed.flatMap(({ nfts }) => nfts)).toEqual(
      given.map((nft) => ({ ...nft, source: 'escrow' })),
    )
    expect(netOf(fresh) - netOf(cheap.prepared)).toBe(extra)
    expect(extra).toBeGreaterThan(0n)
    await swap(client, 'release', coin.id, {
      nftMints: given.slice(0, 1).map(({ mintAddress }) => mintAddress),
    })
    expect(sources(await prepare(false))).toEqual(['escrow', 'mint'])
    // Whom another one gets ahead of is offered the other way before what that one was offered.
    const other = await trader('0.2')
    const offered = await other.post<PreparedSwap>('/api/hybrid/capture', {
      collectionId: coin.id,
      userWallet: other.address,
      count: 1,
    })
    expect(sources(offered)).toEqual(['mint'])
    await swap(client, 'capture', coin.id, { count: 1 })
  })

  test('prepared by two wallets at once gives them different numbers, in whatever order they send', async () => {
    const [first, second] = [await trader('0.5'), await trader('0.5')]
    const prepare = (client: Client) =>
      client.post<PreparedSwap>('/api/hybrid/capture', {
        collectionId: coin.id,
        userWallet: client.address,
        count: 2,
      })
    // Also where neither is answered before the other asks.
    const asked = await Promise.all([first, second, first, second, second].map(prepare))
    const [one, two] = [asked[2]!, asked[3]!]
    const numbers = asked.map(({ steps }) => steps.flatMap(({ nfts }) => nfts.map(({ tokenId }) => tokenId)))
    expect(new Set(numbers.flat()).size).toBe(4)
    await sendAndConfirm(second, second.sign(two.transaction))
    await sendAndConfirm(first, first.sign(one.transaction))
    await expect.poll(() => nftsOf(first)).toHaveLength(2)
    await expect.poll(() => nftsOf(second)).toHaveLength(2)
  })

  test('of three that strangers’ SOL makes too long on the way is split when it is prepared again', async () => {
    const client = await trader('0')
    // Its first capture makes the escrow's account as well.
    const fresh = await client.launch({ name: 'Dusty', symbol: 'DST', devBuyAmount: '1' }, image)
    const asked = { collectionId: fresh.id, userWallet: client.address, count: 3 }
    const first = await client.post<PreparedSwap>('/api/hybrid/capture', asked)
    expect(first.transactions).toHaveLength(1)
    const mints = ({ steps }: PreparedSwap) => steps.map(({ nfts }) => nfts.map((nft) => nft.mintAddress))
    const accounts = mints(first)
      .flat()
      .map((mint) => [client.address, mint] as const)
    for (const [owner, mint] of [[fresh.escrowAddress, fresh.mintAddress] as const, ...accounts])
      for (const address of [mint, await deriveAssociatedAddress(owner as Address, mint as Address)])
        await rpc(client, 'requestAirdrop', [address, 1_000_000])
    const send = (transaction: string) =>
      client.post('/api/hybrid/capture/confirm', {
        collectionId: fresh.id,
        userWallet: client.address,
        signedTransaction: client.sign(transaction),
      })
    await expect(send(first.transaction)).rejects.toEqual(failure(409, 'tooManySteps'))
    const second = await client.post<PreparedSwap>('/api/hybrid/capture', asked)
    expect(second.transactions).toHaveLength(2)
    expect(mints(second).flat()).toEqual(mints(first).flat())
    for (const transaction of second.transactions) await send(transaction)
    // Each of both holds a number of the first, which therefore never goes through.
    await expect(send(first.transaction)).rejects.toEqual(failure(409, 'nftTaken'))
    const { nfts } = await client.get<UserNfts>(`/api/user/nfts/${fresh.id}/${client.address}`)
    expect(nfts).toHaveLength(3)
  })

  test('that is never confirmed to the server is in the index all the same', async () => {
    const client = await trader('0.2')
    const prepared = await client.post<PreparedSwap>('/api/hybrid/capture', {
      collectionId: coin.id,
      userWallet: client.address,
      count: 1,
    })
    const { mintedNFTCount } = await fresh()
    await sendAndConfirm(client, client.sign(prepared.transaction))
    await expect.poll(async () => (await fresh()).mintedNFTCount).toBe(mintedNFTCount + 1)
  })
})

describe('a release', () => {
  test('gives the coins back; the NFT can be captured again, that very one', async () => {
    const client = await trader('0.5')
    await swap(client, 'capture', coin.id, { count: 2 })
    const [kept, given] = await nftsOf(client)
    const before = await coinsOf(client)
    const { confirmed } = await swap(client, 'release', coin.id, { nftMints: mintsOf([given as Nft]) })
    expect(confirmed[0]?.nfts).toEqual([
      { tokenId: given?.tokenId, mintAddress: given?.mintAddress, source: null },
    ])
    expect((await coinsOf(client)) - before).toBe(1_000_000n)
    expect((await nftsOf(client)).map(({ tokenId }) => tokenId)).toEqual([kept?.tokenId])
    const escrow = await client.get<NftsPage>(`/api/collections/${coin.id}/nfts?state=escrow`)
    expect(escrow.nfts).toMatchObject([
      { tokenId: given?.tokenId, ownerAddress: coin.escrowAddress, isSwapped: true },
    ])

    const other = await trader('0.5')
    const again = await swap(other, 'capture', coin.id, { nftMints: mintsOf(escrow.nfts) })
    expect(again.confirmed[0]?.nfts).toMatchObject([{ tokenId: given?.tokenId, source: 'escrow' }])
    expect((await nftsOf(other)).map(({ tokenId }) => tokenId)).toEqual([given?.tokenId])
    const detail = await client.get<NftDetail>(`/api/collections/${coin.mintAddress}/nfts/${given?.tokenId}`)
    expect(detail.nft.ownerAddress).toBe(other.address)
    expect(
      detail.history.map(({ type, traderAddress, nftMinted }) => [type, traderAddress, nftMinted]),
    ).toEqual([
      ['SWAP_TO_NFT', other.address, false],
      ['SWAP_TO_TOKEN', client.address, false],
      ['SWAP_TO_NFT', client.address, true],
    ])
  })

  test('of seven takes two transactions, and costs what was said', async () => {
    const client = await trader('1')
    await swap(client, 'capture', coin.id, { count: 7 })
    const before = BigInt((await client.wallet()).lamports)
    const { prepared } = await swap(client, 'release', coin.id, { nftMints: mintsOf(await nftsOf(client)) })
    expect(prepared.steps.map(({ nfts }) => nfts.length)).toEqual([5, 2])
    const { rentLamports, rentBackLamports, networkFeeLamports } = prepared.cost
    const cost = BigInt(rentLamports) - BigInt(rentBackLamports) + BigInt(networkFeeLamports)
    expect(before - BigInt((await client.wallet()).lamports)).toBe(cost)
    expect(await nftsOf(client)).toEqual([])
  })

  test('by a wallet whose coin account is gone makes one', async () => {
    const client = await trader('0')
    await swap(client, 'buy', coin.id, { count: 1 })
    const { prepared } = await swap(client, 'release', coin.id, { nftMints: mintsOf(await nftsOf(client)) })
    expect(prepared.transactions).toHaveLength(1)
    expect(await coinsOf(client)).toBe(1_000_000n)
  })
})

describe('NFTs for SOL', () => {
  test('are bought in one transaction, for the price of their coins and not a lamport more', async () => {
    const client = await trader('0')
    const before = BigInt((await client.wallet()).lamports)
    const { prepared } = await swap(client, 'buy', coin.id, { count: 3, slippage: 1 })
    expect(prepared.transactions).toHaveLength(1)
    const { lamports, lamportsBound, rentLamports, rentBackLamports, networkFeeLamports } = prepared.cost
    expect(BigInt(lamportsBound)).toBe((BigInt(lamports) * 101n) / 100n)
    const cost =
      BigInt(lamports) + BigInt(rentLamports) - BigInt(rentBackLamports) + BigInt(networkFeeLamports)
    expect(before - BigInt((await client.wallet()).lamports)).toBe(cost)
    expect(await nftsOf(client)).toHaveLength(3)
    expect(await coinsOf(client)).toBe(0n)
  })

  test('five out of the escrow are one transaction; five new ones are two', async () => {
    const client = await trader('0')
    const bought = await swap(client, 'buy', coin.id, { count: 5 })
    expect(bought.prepared.steps.map(({ nfts }) => nfts.length)).toEqual([3, 2])
    const held = mintsOf(await nftsOf(client))
    const sold = await swap(client, 'sell', coin.id, { nftMints: held })
    expect(sold.prepared.transactions).toHaveLength(1)
    expect(await nftsOf(client)).toEqual([])
    expect(await coinsOf(client)).toBe(0n)
    const again = await swap(client, 'buy', coin.id, { nftMints: held })
    expect(again.prepared.transactions).toHaveLength(1)
    expect(await nftsOf(client)).toHaveLength(5)
  })

  test('a sale brings what was said, less rent and fee', async () => {
    const client = await trader('0')
    await swap(client, 'buy', coin.id, { count: 2 })
    const before = BigInt((await client.wallet()).lamports)
    const { prepared } = await swap(client, 'sell', coin.id, { nftMints: mintsOf(await nftsOf(client)) })
    const { lamports, rentLamports, rentBackLamports, networkFeeLamports } = prepared.cost
    const gain =
      BigInt(lamports) - BigInt(rentLamports) + BigInt(rentBackLamports) - BigInt(networkFeeLamports)
    expect(BigInt((await client.wallet()).lamports) - before).toBe(gain)
  })

  test('the slippage binds the total: a price that ran away moves nothing', async () => {
    const client = await trader('0')
    const prepared = await client.post<PreparedSwap>('/api/hybrid/buy', {
      collectionId: coin.id,
      userWallet: client.address,
      count: 2,
      slippage: 1,
    })
    await (await trader('0')).trade('BUY', coin.id, '2')
    await expect(sendAndConfirm(client, client.sign(prepared.transaction))).rejects.toThrow(/6019|0x1783/)
    expect(await nftsOf(client)).toEqual([])
    expect(await coinsOf(client)).toBe(0n)
  })
})

describe('a signed transaction that is handed to the server', () => {
  const prepare = (client: Client, kind: string, body: object) =>
    client.post<PreparedSwap>(`/api/hybrid/${kind}`, {
      collectionId: coin.id,
      userWallet: client.address,
      ...body,
    })
  const hand = (client: Client, signedTransaction: unknown, change: object = {}, path = 'capture') =>
    client.post<ConfirmedSwap>(`/api/hybrid/${path}/confirm`, {
      collectionId: coin.id,
      userWallet: client.address,
      signedTransaction,
      ...change,
    })

  test('twice, at once or later, swaps once and is answered the same; so is the signature', async () => {
    const client = await trader('0.2')
    const { transaction } = await prepare(client, 'capture', { count: 1 })
    const signed = client.sign(transaction)
    const [first, second] = await Promise.all([hand(client, signed), hand(client, signed)])
    const third = await hand(client, [...Buffer.from(signed, 'base64')])
    const { nfts, signature } = first
    expect(nfts).toHaveLength(1)
    for (const each of [second, third]) expect(each).toMatchObject({ nfts, signature })
    expect(await hand(client, undefined, { signature })).toMatchObject({ nfts, signature })
    expect(await nftsOf(client)).toHaveLength(1)
  })

  test('is sent only where it is the swap that the call is about', async () => {
    const client = await trader('0.3')
    await swap(client, 'capture', coin.id, { count: 1 })
    const other = createClient(server.origin)
    await other.airdrop(5)
    const second = await other.launch({ name: 'Bronze', symbol: 'BRZ', devBuyAmount: '0.1' }, image)
    const before = await client.wallet(coin.id)
    const wrong = failure(400, 'wrongTransaction')
    const capture = client.sign((await prepare(client, 'capture', { count: 1 })).transaction)
    const held = mintsOf(await nftsOf(client))
    const release = client.sign((await prepare(client, 'release', { nftMints: held })).transaction)
    // As something else, of another coin, of another wallet.
    await expect(hand(client, capture, {}, 'release')).rejects.toEqual(wrong)
    await expect(hand(client, release, {}, 'capture')).rejects.toEqual(wrong)
    await expect(hand(client, capture, { collectionId: second.id })).rejects.toEqual(wrong)
    await expect(hand(client, capture, { userWallet: other.address })).rejects.toEqual(wrong)
    // A trade alone is none.
    const trade = async (type: 'BUY' | 'SELL', amount: string) => {
      const request = { collectionId: coin.id, traderAddress: client.address, type, amount }
      const prepared = await client.post<PreparedTrade>('/api/trades/create-transaction', request)
      return client.sign(prepared.transaction)
    }
    await expect(hand(client, await trade('BUY', '0.01'))).rejects.toEqual(wrong)
    await expect(hand(client, await trade('SELL', '10'), {}, 'release')).rejects.toEqual(wrong)
    const both = { signature: encodeBase58(new Uint8Array(64).fill(7)) }
    await expect(hand(client, capture, both)).rejects.toEqual(failure(400, 'badRequest'))
    await expect(hand(client, undefined)).rejects.toEqual(failure(400, 'badRequest'))
    const unsigned = (await prepare(client, 'capture', { count: 1 })).transaction
    await expect(hand(client, unsigned)).rejects.toEqual(failure(400, 'signatureInvalid'))
    expect(await client.wallet(coin.id)).toEqual(before)
  })

  /** A capture whose coins are sold before it is sent. */
  async function hopeless(): Promise<{ readonly client: Client; readonly signed: string }> {
    const client = await trader('0.2')
    const { transaction } = await prepare(client, 'capture', { count: 1 })
    await client.trade('SELL', coin.id, String(await coinsOf(client)), 50)
    return { client, signed: client.sign(transaction) }
  }

  test('is refused in the program’s words, and nothing is charged', async () => {
    const { client, signed } = await hopeless()
    const before = await client.wallet()
    await expect(hand(client, signed)).rejects.toEqual(failure(400, 'insufficientBaseUnits'))
    expect(await client.wallet()).toEqual(before)
  })

  test('that has failed on the chain says that the fee was charged', async () => {
    const { client, signed } = await hopeless()
    const before = BigInt((await client.wallet()).lamports)
    // Past the look ahead that keeps it from being charged.
    await rpc(client, 'sendTransaction', [signed, { encoding: 'base64', skipPreflight: true }])
    const response = await fetch(`${server.origin}/api/hybrid/capture/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        collectionId: coin.id,
        userWallet: client.address,
        signedTransaction: signed,
      }),
    })
    expect(await response.json()).toMatchObject({ code: 'insufficientBaseUnits', feeCharged: true })
    expect(before - BigInt((await client.wallet()).lamports)).toBe(5_000n)
  })
})

describe('is refused', () => {
  const post = (client: Client, kind: string, body: object) =>
    client.post(`/api/hybrid/${kind}`, { collectionId: coin.id, userWallet: client.address, ...body })

  test('for want of coins, of SOL, or of the NFT', async () => {
    const poor = createClient(server.origin)
    await expect(post(poor, 'capture', { count: 1 })).rejects.toEqual(failure(400, 'insufficientBaseUnits'))
    await expect(post(poor, 'buy', { count: 1 })).rejects.toEqual(failure(400, 'insufficientLamports'))
    const [mint] = mintsOf(await nftsOf(creator))
    await expect(post(poor, 'release', { nftMint: mint })).rejects.toEqual(failure(409, 'nftNotHeld'))
    await expect(post(creator, 'capture', { nftMints: [mint] })).rejects.toEqual(
      failure(409, 'nftNotInEscrow'),
    )
  })

  test('for another collection’s NFT, a made-up one, too many, or none', async () => {
    const other = createClient(server.origin)
    await other.airdrop(5)
    const second = await other.launch({ name: 'Silver', symbol: 'SLV', devBuyAmount: '0.5' }, image)
    const { confirmed } = await swap(other, 'capture', second.id, { count: 1 })
    const foreign = confirmed[0]?.nfts[0]?.mintAddress
    await expect(post(other, 'release', { nftMint: foreign })).rejects.toEqual(failure(404, 'nftNotFound'))
    await expect(post(other, 'release', { nftMint: coin.mintAddress })).rejects.toEqual(
      failure(404, 'nftNotFound'),
    )
    await expect(post(creator, 'capture', { count: 41 })).rejects.toEqual(failure(400, 'tooManyNfts'))
    await expect(post(creator, 'buy', { count: 6 })).rejects.toEqual(failure(400, 'tooManyNfts'))
    await expect(post(creator, 'capture', { count: 0 })).rejects.toEqual(failure(400, 'badRequest'))
    await expect(post(creator, 'capture', { count: 1.5 })).rejects.toEqual(failure(400, 'badRequest'))
    await expect(post(creator, 'capture', { count: 1, nftMints: [foreign] })).rejects.toEqual(
      failure(400, 'badRequest'),
    )
    await expect(post(creator, 'release', {})).rejects.toEqual(failure(400, 'badRequest'))
    await expect(post(creator, 'release', { nftMints: [] })).rejects.toEqual(failure(400, 'badRequest'))
    await expect(post(creator, 'buy', { count: 1, slippage: 51 })).rejects.toEqual(
      failure(400, 'invalidSlippage'),
    )
  })

  test('a confirmation of what is no swap of that wallet', async () => {
    const confirm = (signature: string, client = creator) =>
      client.post('/api/hybrid/capture/confirm', {
        collectionId: coin.id,
        userWallet: client.address,
        signature,
      })
    await expect(confirm('x'.repeat(64))).rejects.toEqual(failure(400, 'badRequest'))
    // Never sent: the embedded chain knows that, and does not say that it may still go through.
    const unknown = encodeBase58(new Uint8Array(64).fill(7))
    await expect(confirm(unknown)).rejects.toEqual(failure(404, 'transactionUnknown'))
    await expect(confirm(coin.launchSignature)).rejects.toEqual(failure(400, 'wrongTransaction'))
    const [nft] = await nftsOf(creator)
    const stranger = createClient(server.origin)
    await expect(confirm(nft?.mintSignature ?? '', stranger)).rejects.toEqual(
      failure(400, 'wrongTransaction'),
    )
  })
})

describe('an NFT that moves without the program', () => {
  test('from wallet to wallet is the new holder’s at the next look, who can release it', async () => {
    const [giver, taker] = [await trader('0.3'), await trader('0')]
    await swap(giver, 'capture', coin.id, { count: 2 })
    const [given] = await nftsOf(giver)
    const mint = given?.mintAddress ?? ''
    await sendTokens(giver, taker, { mint, units: 1n, decimals: 0 })
    expect((await nftsOf(taker)).map(({ tokenId }) => tokenId)).toEqual([given?.tokenId])
    expect(await nftsOf(giver)).toHaveLength(1)
    const detail = await creator.get<NftDetail>(`/api/collections/${coin.id}/nfts/${given?.tokenId}`)
    expect(detail.nft.ownerAddress).toBe(taker.address)
    await swap(taker, 'release', coin.id, { nftMints: [mint] })
    expect(await coinsOf(taker)).toBe(1_000_000n)
  })

  test('into fire belongs to nobody, and is not looked for again', async () => {
    const client = await trader('0.2')
    await swap(client, 'capture', coin.id, { count: 1 })
    const [burned] = await nftsOf(client)
    await burnTokens(client, { mint: burned?.mintAddress ?? '', units: 1n, decimals: 0 })
    expect(await nftsOf(client)).toEqual([])
    const detail = await creator.get<NftDetail>(`/api/collections/${coin.id}/nfts/${burned?.tokenId}`)
    expect(detail.nft).toMatchObject({
      isMinted: true,
      isSwapped: false,
      ownerAddress: null,
      tokenAccount: null,
    })
    await expect(
      creator.post('/api/hybrid/release', {
        collectionId: coin.id,
        userWallet: client.address,
        nftMint: burned?.mintAddress,
      }),
    ).rejects.toEqual(failure(409, 'nftNotHeld'))
  })
})

test('coins that their holder burns are no part of the supply, wherever it is shown', async () => {
  const client = await trader('0.05')
  const before = await fresh()
  await burnTokens(client, { mint: coin.mintAddress, units: 1_500_000n, decimals: 6 })
  const supply = String(Number(before.totalSupply) - 1.5)
  // Somebody looks at the coin; a moment later every list has heard of it.
  await expect.poll(async () => (await fresh()).totalSupply).toBe(supply)
  const [listed] = await creator.get<Collection[]>('/api/collections?search=Gold')
  expect(listed?.totalSupply).toBe(supply)
  const { burned } = await creator.get<Holders>(`/api/collections/${coin.id}/holders`)
  expect(1_000_000_000 - Number(burned.baseUnits) / 1e6).toBe(Number(supply))
  const circulating = (await fresh()).currentSupply
  expect(Number(before.currentSupply) - Number(circulating)).toBeCloseTo(1.5, 6)
})

describe('the lists', () => {
  const pageThrough = async (list: string, most: number): Promise<Nft[]> => {
    const seen: Nft[] = []
    for (let cursor: string | null = ''; cursor !== null && seen.length < most; ) {
      const page: NftsPage = await creator.get(
        `/api/collections/${coin.id}/nfts?${list}&limit=7${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...page.nfts)
      cursor = page.nextCursor
    }
    return seen
  }
  const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

  test.each(['edition', 'rarity', 'recent'])(
    'page through a collection by %s, leaving nothing out',
    async (sort) => {
      const minted = await pageThrough(`state=minted&sort=${sort}`, 1_000)
      expect(minted).toHaveLength((await fresh()).mintedNFTCount)
      expect(new Set(minted.map(({ id }) => id)).size).toBe(minted.length)
      const all = await pageThrough(`state=all&sort=${sort}`, 70)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    },
  )

  test('go by number, and by rank', async () => {
    const numbers = (await pageThrough('sort=edition', 70)).map(({ tokenId }) => tokenId)
    expect(numbers).toEqual(ascending(numbers))
    const ranks = (await pageThrough('sort=rarity', 70)).map(({ rarityRank }) => rarityRank)
    expect(ranks).toEqual(ascending(ranks))
  })

  test('filter by state, rarity, owner and number', async () => {
    const list = (query: string) => creator.get<NftsPage>(`/api/collections/${coin.id}/nfts?${query}`)
    expect((await list('rarity=mythic')).nfts).toMatchObject([{ tokenId: 1 }])
    expect((await list(`owner=${creator.address}`)).nfts.map(({ tokenId }) => tokenId)).toEqual([1, 2, 3])
    expect((await list('edition=2')).nfts).toMatchObject([{ tokenId: 2 }])
    expect((await list('edition=900&state=all')).nfts).toMatchObject([
      { tokenId: 900, isMinted: false, mintAddress: null, rarity: 'legendary' },
    ])
    expect((await list('state=unminted&limit=1')).nfts[0]?.isMinted).toBe(false)
    for (const query of [
      'sort=price',
      'cursor=abc',
      'edition=1001',
      'limit=101',
      'owner=nobody',
      'rarity=odd',
    ])
      await expect(list(query)).rejects.toMatchObject({ status: 400 })
  })

  test('tell figures that the NFTs bear out', async () => {
    const stats = await creator.get<NftStats>(`/api/collections/${coin.id}/nft-figures`)
    const { nfts } = await creator.get<NftsPage>(`/api/collections/${coin.id}/nfts?limit=100`)
    const out = nfts.filter(({ isSwapped }) => !isSwapped)
    const collection = await fresh()
    expect(stats).toMatchObject({
      supply: 1000,
      minted: nfts.length,
      inCirculation: out.length,
      inEscrow: nfts.length - out.length,
      holders: new Set(out.flatMap(({ ownerAddress }) => ownerAddress ?? [])).size,
      volume24h: collection.tradingVolume,
    })
    expect(collection).toMatchObject({ mintedNFTCount: nfts.length, circulatingNFTCount: out.length })
    const { trades } = await creator.get<TradesPage>(`/api/collections/${coin.id}/trades?limit=200`)
    expect(stats.swaps24h).toBe(trades.filter(({ type }) => type.startsWith('SWAP')).length)
  })

  test('the featured ones are the last swapped, by rarity too, page by page', async () => {
    const all = await creator.get<Nft[]>('/api/nfts/featured?limit=100')
    const times = all.map(({ swappedAt }) => swappedAt ?? '')
    expect(times).toEqual([...times].sort().reverse())
    const first = await fetch(`${server.origin}/api/nfts/featured?limit=5`)
    const next = await creator.get<Nft[]>(
      `/api/nfts/featured?limit=5&cursor=${first.headers.get('x-next-cursor') ?? ''}`,
    )
    expect([...((await first.json()) as Nft[]), ...next].map(({ id }) => id)).toEqual(
      all.slice(0, 10).map(({ id }) => id),
    )
    const mythic = await creator.get<Nft[]>('/api/nfts/featured?rarity=mythic')
    expect(mythic.length).toBeGreaterThan(0)
    expect(mythic.every(({ rarity }) => rarity === 'mythic')).toBe(true)
  })

  test('metadata of each NFT says its rarity; its name on the chain is the same', async () => {
    const metadata = await creator.get<{ name: string; attributes: object[] }>(
      `/api/metadata/${coin.mintAddress}/2`,
    )
    expect(metadata.name).toBe('Gold Bars #2')
    expect(metadata.attributes).toEqual([
      { trait_type: 'Edition', value: 2 },
      { trait_type: 'Rarity', value: 'legendary' },
      { trait_type: 'Pattern', value: 'single digit' },
      { trait_type: 'Rarity rank', value: 11 },
    ])
  })

  test('an NFT’s page refuses what there is not', async () => {
    for (const edition of ['0', '1001', 'x', '01'])
      await expect(creator.get(`/api/collections/${coin.id}/nfts/${edition}`)).rejects.toEqual(
        failure(404, 'nftNotFound'),
      )
  })
})
