// The API as an integrator meets it: the built server, its embedded chain and database, real pictures, real signatures.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RootNode } from '@codama/nodes'
import type { BondingCurve } from '@twinmint/sdk/api/coin/contract'
import type { Stats } from '@twinmint/sdk/api/coin/list-contract'
import type { Holders } from '@twinmint/sdk/api/history/activity-contract'
import type { ChartData } from '@twinmint/sdk/api/history/contract'
import type { PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import { cidOfRaw } from '@twinmint/sdk/content/cid'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { INSTRUCTION_NAMES } from '@twinmint/sdk/program/instructions'
import { decodeTransaction, encodeTransaction } from '@twinmint/sdk/program/message'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeypair, signTransaction } from '../packages/localnet/keypair.ts'
import { boost, type Client, createClient } from './client.ts'
import { readLive } from './live.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

let server: ServerProcess
let creator: Client
let coin: Collection
let image: Uint8Array

beforeAll(async () => {
  server = await startServerProcess()
  image = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#21d38b' } })
    .jpeg()
    .toBuffer()
  creator = createClient(server.origin)
  await creator.fund()
  coin = await creator.launch(
    {
      name: 'Twin Frog',
      symbol: 'frog',
      collectionName: 'Twin Frogs',
      description: 'Two frogs.\nOne pond.',
      devBuyAmount: '0.25',
    },
    image,
  )
})
afterAll(() => server.remove())

const failure = (status: number, code: string) => expect.objectContaining({ status, code })

describe('a launch', () => {
  test('is a coin with the specification’s first price, the dev buy in it, at an address that ends in jpg', () => {
    expect(coin).toMatchObject({
      name: 'Twin Frog',
      symbol: 'FROG',
      collectionName: 'Twin Frogs',
      description: 'Two frogs.\nOne pond.',
      creatorAddress: creator.address,
      totalSupply: '1000000000',
      initialPrice: '0.000000001',
      maxNFTSupply: 1000,
      isGraduated: false,
      devBuyAmount: '0.25',
      // 1e15 − ceil(1e9·1e15 / 1.25e9) base units
      currentSupply: '200000000',
    })
    expect(coin.mintAddress).toMatch(/jpg$/)
  })

  test('can be read by its id and by its mint', async () => {
    const byMint = await creator.get<Collection>(`/api/collections/${coin.mintAddress}`)
    expect(byMint.id).toBe(coin.id)
    expect(await creator.get('/api/collections')).toEqual([expect.objectContaining({ id: coin.id })])
  })

  test('reports the real steps and counts the 1,000 records', async () => {
    const other = createClient(server.origin)
    await other.fund()
    const prepared = await other.prepareLaunch({ name: 'Second', symbol: 'SEC' }, image)
    const response = await fetch(`${server.origin}/api/launch-progress?launchId=${prepared.launchId}`)
    const messages: { type: string; step?: number; created?: number; collectionId?: string }[] = []
    const reading = (async () => {
      for await (const chunk of response.body ?? [])
        for (const line of Buffer.from(chunk).toString().split('\n'))
          if (line.startsWith('data: ')) messages.push(JSON.parse(line.slice(6)))
    })()
    await expect
      .poll(() => messages.filter(({ type }) => type === 'step').map(({ step }) => step))
      .toEqual([1])
    const { collection } = await other.post<{ collection: Collection }>('/api/collections/launch', {
      signedTransaction: [...Buffer.from(other.sign(prepared.transaction), 'base64')],
    })
    await reading
    expect(messages.at(-1)).toEqual({ type: 'done', collectionId: collection.id })
    const steps = messages.filter(({ type }) => type === 'step').map(({ step }) => step ?? 0)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(5)
    expect(messages.filter(({ type }) => type === 'nft_progress').at(-1)).toMatchObject({
      created: 1000,
      total: 1000,
    })
  })

  test('costs what was said before signing, to the lamport', async () => {
    const other = createClient(server.origin)
    await other.airdrop(5)
    const prepared = await other.prepareLaunch({ devBuyAmount: '0.5', boostLaunch: true }, image)
    await other.post('/api/collections/launch', { signedTransaction: other.sign(prepared.transaction) })
    const { totalLamports, boostLamports } = prepared.estimatedFees
    expect(boostLamports).toBe('1000000000')
    expect(BigInt((await other.wallet()).lamports)).toBe(5_000_000_000n - BigInt(totalLamports))
  })

  test('submitted twice is one launch, answered twice', async () => {
    const other = createClient(server.origin)
    await other.fund()
    const prepared = await other.prepareLaunch({ symbol: 'TWICE' }, image)
    const signedTransaction = other.sign(prepared.transaction)
    const answers = await Promise.all(
      [1, 2].map(() =>
        other.post<{ collection: Collection }>('/api/collections/launch', { signedTransaction }),
      ),
    )
    expect(answers[0]?.collection.id).toBe(answers[1]?.collection.id)
    expect(await other.get<Collection[]>(`/api/collections?search=twice`)).toHaveLength(1)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: '  ' }, 'Collection name is required'],
    ['no symbol', { symbol: '' }, 'Token symbol is required'],
    ['no collection name', { collectionName: '' }, 'NFT collection name is required'],
    ['a name of 51 characters', { name: 'x'.repeat(51) }, 'at most 50'],
    ['a symbol of 11 characters', { symbol: 'x'.repeat(11) }, 'at most 10'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'at most 500'],
    ['a name with a line break', { name: 'a\nb' }, 'cannot be shown'],
    ['a name that turns what follows around', { name: 'a\u202eb' }, 'cannot be shown'],
    ['a name that imitates the site', { name: 'Twinmint Support' }, 'Twinmint itself'],
    ['a symbol that imitates a currency', { symbol: 'USDC' }, 'another currency'],
    ['a check mark for a name', { name: '✅' }, 'check mark'],
    ['a heap of accents', { collectionName: `z${'\u0301'.repeat(9)}` }, 'too many accents'],
    ['a symbol that shows nothing', { symbol: '\u3164' }, 'cannot be shown'],
    ['hidden tags', { description: 'a\u{e0041}b' }, 'cannot be shown'],
    ['a dev buy below zero', { devBuyAmount: '-1' }, 'SOL'],
    ['a dev buy of ten decimals', { devBuyAmount: '0.0000000001' }, '9 decimals'],
    ['another supply', { totalSupply: 2_000_000_000 }, 'totalSupply'],
    ['a creator that is no address', { creatorAddress: 'somebody' }, 'wallet'],
  ])('is refused with %s', async (_, form, sentence) => {
    await expect(creator.prepareLaunch(form as never, image)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(sentence),
    })
  })

  test('is refused without a picture, with a text as one, and above 10 MB', async () => {
    await expect(creator.prepareLaunch({}, Buffer.from('<svg/>'))).rejects.toEqual(
      failure(415, 'imageUnsupported'),
    )
    const large = Buffer.concat([image, Buffer.alloc(10 * 1024 * 1024)])
    await expect(creator.prepareLaunch({}, large)).rejects.toEqual(failure(413, 'imageTooLarge'))
    const form = new FormData()
    form.set(
      'data',
      JSON.stringify({ name: 'a', symbol: 'a', collectionName: 'a', creatorAddress: creator.address }),
    )
    const response = await fetch(`${server.origin}/api/collections/create-transaction`, {
      method: 'POST',
      body: form,
    })
    expect(await response.json()).toMatchObject({ code: 'imageMissing' })
  })

  test('is refused for a wallet that can’t pay, and nothing is kept', async () => {
    const files = () => readdirSync(join(server.folder, 'pictures'), { recursive: true }).length
    const before = files()
    const another = await plainPicture('#ff9d4d')
    await expect(createClient(server.origin).prepareLaunch({}, another)).rejects.toEqual(
      failure(400, 'insufficientLamports'),
    )
    await expect(creator.prepareLaunch({ devBuyAmount: '100' }, another)).rejects.toEqual(
      failure(400, 'insufficientLamports'),
    )
    expect(files()).toBe(before)
  })

  test('is refused when its texts were changed after it was prepared', async () => {
    const [a, b] = [
      await creator.prepareLaunch({ name: 'Mine' }, image),
      await creator.prepareLaunch({ name: 'Yours' }, image),
    ]
    const swapped = swapName(a, b)
    await expect(creator.post('/api/collections/launch', { signedTransaction: swapped })).rejects.toEqual(
      failure(400, 'wrongTransaction'),
    )
  })

  /** The launch of `a` with the instruction's name taken from `b`'s length-equal text. */
  function swapName(a: PreparedLaunch, _b: PreparedLaunch): string {
    const wire = Buffer.from(a.transaction, 'base64')
    const at = wire.indexOf('Mine')
    wire.write('Thin', at)
    return creator.sign(wire.toString('base64'))
  }
})

describe('a trade', () => {
  test('moves exactly what was quoted, and the index shows it at once', async () => {
    const request = {
      collectionId: coin.id,
      traderAddress: creator.address,
      type: 'BUY',
      amount: '0.1',
      slippage: 1,
    }
    const { quote, transaction } = await creator.post<PreparedTrade>(
      '/api/trades/create-transaction',
      request,
    )
    const before = await creator.wallet(coin.id)
    const { trade, collection } = await creator.post<{ trade: Trade; collection: Collection }>(
      '/api/trades/execute',
      {
        signedTransaction: creator.sign(transaction),
      },
    )
    const after = await creator.wallet(coin.id)
    expect(trade).toMatchObject({
      type: 'BUY',
      lamports: '100000000',
      baseUnits: quote.amountOut,
      traderAddress: creator.address,
    })
    expect(BigInt(after.coin!.baseUnits) - BigInt(before.coin!.baseUnits)).toBe(BigInt(quote.amountOut))
    expect(BigInt(before.lamports) - BigInt(after.lamports)).toBe(100_000_000n + 5_000n)
    expect(collection.sequence).toBe(trade.sequence)
    const { trades } = await creator.get<{ trades: Trade[] }>(`/api/collections/${coin.id}/trades`)
    expect(trades[0]).toEqual(trade)
  })

  test('of a sell pays the fee, half of it to the creator', async () => {
    const buyer = createClient(server.origin)
    await buyer.fund()
    await buyer.trade('BUY', coin.id, '0.5', 50)
    const owed = BigInt((await buyer.get<Collection>(`/api/collections/${coin.id}`)).creatorFeesOwedLamports)
    const { trade, collection } = await buyer.trade('SELL', coin.id, '1000000')
    const gross = BigInt(trade.lamports) + BigInt(trade.feeLamports)
    expect(BigInt(trade.feeLamports)).toBe((gross * 100n + 9_999n) / 10_000n)
    expect(BigInt(collection.creatorFeesOwedLamports) - owed).toBe(BigInt(trade.feeLamports) / 2n)
  })

  test('`test` answers what would happen and changes nothing', async () => {
    const before = await creator.get<BondingCurve>(`/api/bonding-curve/${coin.id}`)
    const answer = await creator.post('/api/trades/test', {
      collectionId: coin.id,
      traderAddress: creator.address,
      type: 'SELL',
      amount: '5',
    })
    expect(answer).toMatchObject({ success: true, quote: { type: 'SELL', amountIn: '5000000' } })
    expect(await creator.get(`/api/bonding-curve/${coin.id}`)).toEqual(before)
  })

  test('submitted twice is one trade, answered twice the same', async () => {
    const request = { collectionId: coin.id, traderAddress: creator.address, type: 'BUY', amount: '0.01' }
    const { transaction } = await creator.post<PreparedTrade>('/api/trades/create-transaction', request)
    const body = { signedTransaction: creator.sign(transaction) }
    const [a, b] = await Promise.all(
      [1, 2].map(() => creator.post<{ trade: Trade }>('/api/trades/execute', body)),
    )
    expect(a?.trade).toEqual(b?.trade)
    const c = await creator.post<{ trade: Trade }>('/api/trades/execute', body)
    expect(c.trade).toEqual(a?.trade)
  })

  test('beyond its slippage is refused, and no money moves', async () => {
    const [slow, quick] = [createClient(server.origin), createClient(server.origin)]
    await Promise.all([slow.fund(), quick.fund()])
    const request = {
      collectionId: coin.id,
      traderAddress: slow.address,
      type: 'BUY',
      amount: '0.1',
      slippage: 0.1,
    }
    const { transaction } = await slow.post<PreparedTrade>('/api/trades/create-transaction', request)
    await quick.trade('BUY', coin.id, '0.5')
    await expect(
      slow.post('/api/trades/execute', { signedTransaction: slow.sign(transaction) }),
    ).rejects.toEqual(failure(409, 'slippageExceeded'))
    expect((await slow.wallet()).lamports).toBe('2000000000')
  })

  test.each<[string, Record<string, unknown>, number, string]>([
    ['an unknown coin', { collectionId: '00000000-0000-8000-8000-000000000000' }, 404, 'collectionNotFound'],
    ['a coin that is no id', { collectionId: "'; drop table trades" }, 404, 'collectionNotFound'],
    ['a wallet that is none', { traderAddress: '0x12' }, 400, 'invalidAddress'],
    ['zero', { amount: '0' }, 400, 'badRequest'],
    ['less than zero', { amount: '-1' }, 400, 'badRequest'],
    ['not a number', { amount: 'much' }, 400, 'badRequest'],
    ['ten decimals', { amount: '0.0000000001' }, 400, 'amountUnclear'],
    ['more than there is', { amount: '1000000' }, 400, 'insufficientLamports'],
    ['more than fits', { amount: '99999999999999999999' }, 400, 'overflow'],
    ['a slippage of 60 %', { slippage: 60 }, 400, 'invalidSlippage'],
    ['a slippage of 0', { slippage: 0 }, 400, 'invalidSlippage'],
    ['coins that the wallet has not', { type: 'SELL', amount: '900000000' }, 400, 'insufficientBaseUnits'],
    ['a swap', { type: 'SWAP_TO_NFT' }, 400, 'badRequest'],
    ['an unknown type', { type: 'STEAL' }, 400, 'badRequest'],
  ])('is refused with %s', async (_, change, status, code) => {
    const request = {
      collectionId: coin.id,
      traderAddress: creator.address,
      type: 'BUY',
      amount: '0.01',
      ...change,
    }
    await expect(creator.post('/api/trades/create-transaction', request)).rejects.toEqual(
      failure(status, code),
    )
  })

  test.each([
    ['SWAP_TO_NFT', '/api/hybrid/capture'],
    ['SWAP_TO_TOKEN', '/api/hybrid/release'],
  ])('of the type %s is told which call to use', async (type, call) => {
    const request = { collectionId: coin.id, traderAddress: creator.address, type, amount: '1' }
    await expect(creator.post('/api/trades/create-transaction', request)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(`POST ${call}`),
    })
  })

  test('relays nothing but trades: no transfer, no launch, no unsigned or foreign bytes', async () => {
    const { programAddress } = await creator.get<SiteConfig>('/api/config')
    const { transaction, blockhash } = await creator.post<PreparedTrade>('/api/trades/create-transaction', {
      collectionId: coin.id,
      traderAddress: creator.address,
      type: 'BUY',
      amount: '0.01',
    })
    const execute = (signedTransaction: unknown) => creator.post('/api/trades/execute', { signedTransaction })
    const transfer = (lamports: number) => ({
      programAddress: '11111111111111111111111111111111' as never,
      accounts: [
        { address: creator.keypair.address, signer: true, writable: true },
        { address: createKeypair().address, signer: false, writable: true },
      ],
      data: Uint8Array.from([2, 0, 0, 0, lamports, 0, 0, 0, 0, 0, 0, 0]),
    })
    const only = encodeTransaction({
      feePayer: creator.keypair.address,
      recentBlockhash: blockhash,
      instructions: [transfer(9)],
    })
    await expect(
      execute(Buffer.from(signTransaction(only, [creator.keypair])).toString('base64')),
    ).rejects.toEqual(failure(400, 'wrongTransaction'))
    const prepared = await creator.prepareLaunch({}, image)
    await expect(execute(creator.sign(prepared.transaction))).rejects.toEqual(
      failure(400, 'wrongTransaction'),
    )
    await expect(execute(transaction)).rejects.toEqual(failure(400, 'signatureInvalid'))
    const forged = Buffer.from(creator.sign(transaction), 'base64')
    forged[10] = (forged[10] ?? 0) ^ 1
    await expect(execute(forged.toString('base64'))).rejects.toEqual(failure(400, 'signatureInvalid'))
    for (const bytes of ['', 'AAAA', '!!!!', [], [1, 2, 3], 'A'.repeat(1999)])
      await expect(execute(bytes)).rejects.toMatchObject({ status: 400 })
    expect(decodeTransaction(Buffer.from(transaction, 'base64')).addresses).toContain(programAddress)
  })
})

describe('boost, curve, chart and lists', () => {
  test('a boost is paid on the chain and lasts 24 hours; another adds to it', async () => {
    const patron = createClient(server.origin)
    await patron.airdrop(5)
    const once = await boost(patron, coin.id)
    expect(once.isBoosted).toBe(true)
    // At once: under the same blockhash it would be the same transaction, which a chain takes once.
    const twice = await boost(patron, coin.id)
    expect(Date.parse(twice.boostedUntil!) - Date.parse(once.boostedUntil!)).toBe(86_400_000)
    const boosted = await patron.get<Collection[]>('/api/collections/boosted')
    expect(boosted.map(({ id }) => id)).toContain(coin.id)
  })

  test('the curve says reserves, threshold and k', async () => {
    const curve = await creator.get<BondingCurve>(`/api/bonding-curve/${coin.mintAddress}`)
    expect(curve).toMatchObject({ collectionId: coin.id, migrationThreshold: 63_000, isGraduated: false })
    expect(BigInt(curve.k)).toBe(BigInt(curve.reserveLamports) * BigInt(curve.reserveBaseUnits))
  })

  test('candles of every timeframe hold every trade once, and close at the price', async () => {
    const { trades } = await creator.get<{ trades: Trade[] }>(`/api/collections/${coin.id}/trades?limit=200`)
    const volume = trades.reduce(
      (sum, trade) => sum + Number(trade.solAmount) + Number(trade.feeLamports) / 1e9,
      0,
    )
    for (const timeframe of ['1m', '5m', '15m', '1h', '4h', '1d']) {
      const { chartData, currentPrice } = await creator.get<ChartData>(
        `/api/chart-data/${coin.id}?timeframe=${timeframe}&limit=1000`,
      )
      expect(chartData.reduce((sum, candle) => sum + candle.volume, 0)).toBeCloseTo(volume, 8)
      expect(chartData.at(-1)?.close).toBe(Number(currentPrice))
      expect(chartData[0]?.open).toBe(1e-9)
      for (const { open, high, low, close } of chartData) {
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
        expect(low).toBeLessThanOrEqual(Math.min(open, close))
      }
    }
    await expect(creator.get(`/api/chart-data/${coin.id}?timeframe=2h`)).rejects.toEqual(
      failure(400, 'badRequest'),
    )
  })

  test('figures of the platform are those of its trades', async () => {
    const difference = async () => {
      const stats = await creator.get<Stats>('/api/stats')
      const all = await creator.get<Collection[]>('/api/collections?limit=100')
      expect(stats.totalLaunches).toBe(all.length)
      return (
        Number(stats.totalVolume) - all.reduce((sum, { tradingVolume }) => sum + Number(tradingVolume), 0)
      )
    }
    // Both are seconds old at most.
    await expect.poll(difference).toBeCloseTo(0, 6)
  })

  test('lists page by cursor in every order without repeating or losing one', async () => {
    for (const sort of ['lastTrade', 'created', 'marketCap', 'volume']) {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const response = await fetch(
          `${server.origin}/api/collections?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`,
        )
        seen.push(...((await response.json()) as Collection[]).map(({ id }) => id))
        cursor = response.headers.get('x-next-cursor') ?? ''
        if (cursor === '') break
      }
      const whole = await creator.get<Collection[]>(`/api/collections?limit=100&sort=${sort}`)
      expect(seen).toEqual(whole.map(({ id }) => id))
    }
    await expect(creator.get('/api/collections?cursor=nonsense')).rejects.toEqual(failure(400, 'badRequest'))
  })

  test('search takes wildcards as letters', async () => {
    expect(await creator.get<Collection[]>('/api/collections?search=twin%20fr')).toHaveLength(1)
    expect(await creator.get<Collection[]>('/api/collections?search=%25')).toHaveLength(0)
    expect(await creator.get<Collection[]>("/api/collections?search=';--")).toHaveLength(0)
  })

  test('metadata is told by the mint, for coin, collection and NFTs', async () => {
    const base = `/api/metadata/${coin.mintAddress}`
    expect(await creator.get(base)).toMatchObject({
      name: 'Twin Frog',
      symbol: 'FROG',
      description: 'Two frogs.\nOne pond.',
    })
    expect(await creator.get(`${base}/collection`)).toMatchObject({ name: 'Twin Frogs' })
    const nft = await creator.get<{ name: string; image: string }>(`${base}/1000`)
    expect(nft.name).toBe('Twin Frogs #1000')
    const [, hash = ''] = /([0-9a-f]{64})-1024/.exec(coin.imageUrl ?? '') ?? []
    expect(nft.image).toBe(`ipfs://${cidOfRaw(Buffer.from(hash, 'hex'))}`)
    const picture = await fetch(server.origin + coin.imageUrl)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    await expect(creator.get(`${base}/1001`)).rejects.toEqual(failure(404, 'notFound'))
    await expect(creator.get(`${base}/0`)).rejects.toEqual(failure(404, 'notFound'))
  })

  test('a coin that everybody buys graduates, burns the rest and trades on', async () => {
    const whale = createClient(server.origin)
    for (let i = 0; i < 3; i++) await whale.airdrop(10)
    const other = createClient(server.origin)
    await other.fund()
    const young = await other.launch({ symbol: 'MOON' }, image)
    const { collection } = await whale.trade('BUY', young.id, '22', 50)
    expect(collection).toMatchObject({ isGraduated: true, bondingProgress: 100 })
    expect(BigInt(collection.burnedBaseUnits)).toBeGreaterThan(0n)
    const { burned } = await whale.get<Holders>(`/api/collections/${collection.id}/holders`)
    expect(burned.baseUnits).toBe(collection.burnedBaseUnits)
    expect(Math.round(Number(collection.totalSupply) * 1e6)).toBe(1e15 - Number(burned.baseUnits))
    expect(collection.reserveLamports).toBe(collection.realLamports)
    const sold = await whale.trade('SELL', young.id, '1000000')
    expect(sold.trade.type).toBe('SELL')
    const again = await whale.trade('BUY', young.id, '0.1')
    expect(again.collection.isGraduated).toBe(true)
    await expect.poll(async () => (await whale.get<Stats>('/api/stats')).successRate).toBeGreaterThan(0)
  })
})

describe('the creator’s fees', () => {
  test('go to the creator, once, and to nobody else', async () => {
    const path = `/api/collections/${coin.id}/claim`
    const stranger = createClient(server.origin)
    await stranger.fund()
    await expect(
      stranger.post(`${path}/create-transaction`, { walletAddress: stranger.address }),
    ).rejects.toEqual(failure(403, 'notCreator'))
    const { transaction } = await creator.post<{ transaction: string }>(`${path}/create-transaction`, {
      walletAddress: creator.address,
    })
    const owed = BigInt(
      (await creator.get<Collection>(`/api/collections/${coin.id}`)).creatorFeesOwedLamports,
    )
    const before = BigInt((await creator.wallet()).lamports)
    await creator.post(path, { signedTransaction: creator.sign(transaction) })
    expect(BigInt((await creator.wallet()).lamports) - before).toBe(owed - 5_000n)
    await expect(
      creator.post(`${path}/create-transaction`, { walletAddress: creator.address }),
    ).rejects.toEqual(failure(409, 'nothingToClaim'))
  })
})

describe('the faucet', () => {
  test('gives 2 SOL once, also when asked many times at once', async () => {
    const wallet = createClient(server.origin)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => wallet.fund()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await wallet.wallet()).lamports).toBe('2000000000')
    await expect(wallet.fund()).rejects.toEqual(failure(409, 'faucetUsed'))
  })
})

describe('the live stream', () => {
  async function listen(topics: string, headers: Record<string, string> = {}) {
    const stop = new AbortController()
    const response = await fetch(`${server.origin}/api/live?topics=${topics}`, {
      signal: stop.signal,
      headers,
    })
    const events: { id: string; data: { type: string; trade?: Trade; collection?: Collection } }[] = []
    void (async () => {
      let text = ''
      try {
        for await (const chunk of response.body ?? []) {
          text += Buffer.from(chunk).toString()
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const frame = text.slice(0, end)
            text = text.slice(end + 2)
            const data = /^data: (.*)$/m.exec(frame)?.[1]
            if (data && !frame.startsWith('event: alive'))
              events.push({ id: /^id: (.*)$/m.exec(frame)?.[1] ?? '', data: JSON.parse(data) })
          }
        }
      } catch {}
    })()
    return {
      events,
      stop: () => stop.abort(),
      until: (done: () => boolean) => expect.poll(done).toBe(true),
    }
  }

  test('tells of trades and of what they change, resumes, and says reset when it can’t', async () => {
    const reader = await listen(`market,collection:${coin.id},wallet:${creator.address}`)
    await reader.until(() => reader.events.length > 0)
    const { trade } = await creator.trade('BUY', coin.id, '0.01')
    await reader.until(() =>
      ['trade', 'wallet', 'collection'].every((type) => reader.events.some(({ data }) => data.type === type)),
    )
    expect(reader.events.find(({ data }) => data.type === 'trade')?.data.trade).toEqual(trade)
    const seen = reader.events.at(-1)?.id ?? ''
    reader.stop()
    const missed = await creator.trade('BUY', coin.id, '0.01')
    const resumed = await listen(`collection:${coin.id}`, { 'last-event-id': seen })
    await resumed.until(() => resumed.events.some(({ data }) => data.trade?.id === missed.trade.id))
    expect(resumed.events.filter(({ data }) => data.trade?.id === trade.id)).toEqual([])
    resumed.stop()
    const lost = await listen('market', { 'last-event-id': 'another-run.12' })
    await lost.until(() => lost.events[0]?.data.type === 'reset')
    lost.stop()
  })

  test('refuses topics that there are not', async () => {
    await expect(creator.get('/api/live?topics=everything')).rejects.toEqual(failure(400, 'badRequest'))
  })
})

describe('every answer', () => {
  test('has the headers that keep browsers safe', async () => {
    const page = await fetch(`${server.origin}/trade/${coin.id}`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*)/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await fetch(`${server.origin}/api/stats`)).headers.get('access-control-allow-origin')).toBeNull()
    expect((await fetch(`${server.origin}/nowhere`)).status).toBe(404)
    expect((await fetch(`${server.origin}/trade/nothing`)).status).toBe(404)
    expect((await fetch(`${server.origin}/launch`, { method: 'HEAD' })).status).toBe(200)
    // A page with a question draws itself, and asks for all that it needs.
    const { headers } = await fetch(`${server.origin}/trade/${coin.id}?side=sell`)
    expect(headers.get('link')).toContain('rel=modulepreload')
    expect(headers.get('link')).toContain(
      `${coin.imageUrl?.replace('-1024', '-512')}>; rel=preload; as=image`,
    )
  })

  test('comes compressed where it is long and that is asked for, and the live stream in pieces', async () => {
    const path = `${server.origin}/api/docs`
    const plain = await fetch(path, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const text = await plain.text()
    for (const encoding of ['br', 'gzip']) {
      const answer = await fetch(path, { headers: { 'accept-encoding': encoding } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(await answer.text()).toBe(text)
    }
    const short = await fetch(`${server.origin}/api/stats`, { headers: { 'accept-encoding': 'br' } })
    expect(short.headers.get('content-encoding')).toBeNull()
    const stop = new AbortController()
    for (const [asked, packed] of [
      ['identity', null],
      ['br, gzip', 'gzip'],
    ] as const) {
      const headers = { 'accept-encoding': asked }
      const stream = await fetch(`${server.origin}/api/live?topics=market`, { headers, signal: stop.signal })
      expect(stream.headers.get('content-encoding')).toBe(packed)
      const first = await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read()
      expect(first?.value).toContain('retry: ')
    }
    stop.abort()
    const wanted = JSON.stringify({
      collectionId: coin.id,
      traderAddress: creator.address,
      type: 'BUY',
      amount: '0.01',
      slippage: 5,
    })
    const prepare = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
      fetch(`${server.origin}/api/trades/create-transaction`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
    expect((await prepare(wanted, {})).status).toBe(200)
    const squeezed = new Uint8Array(gzipSync(wanted))
    expect((await prepare(squeezed, { 'content-encoding': 'gzip' })).status).toBe(400)
  })

  test('of a document says where the live stream was, so that a page misses nothing until its own is open', async () => {
    const html = await (await fetch(`${server.origin}/`)).text()
    const since = /<html data-live="([^"]+)"/.exec(html)?.[1]
    expect(since).toMatch(/^\S+\.\d+$/)
    const { trade } = await creator.trade('BUY', coin.id, '0.01')
    // A coin's stream tells of a trade once; by now that is over.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const stream = await readLive(server.origin, `collection:${coin.id}`, since)
    await expect.poll(() => stream.trades()).toContain(trade.id)
    expect(stream.types()).not.toContain('reset')
    stream.stop()
  })

  test('of a market without bots marks nobody as one', async () => {
    expect(await creator.get<SiteConfig>('/api/config')).toMatchObject({ demoMarket: null })
  })

  test('of the home page holds what it shows first, and wants the leading coin’s picture before all others', async () => {
    const read = async () => (await fetch(`${server.origin}/`)).text()
    // The first may come undrawn: the thread that draws begins with it.
    await expect.poll(read).toContain('id="first-data"')
    const html = await read()
    const data = /<script type="application\/json" id="first-data">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    for (const list of ['boosted', 'trending']) expect(data).toContain(list)
    const first = /<img [^>]*fetchpriority="high"[^>]*>/i.exec(html)?.[0] ?? ''
    expect(first).toMatch(/-512\.webp 512w/)
    expect((await fetch(`${server.origin}/?sort=marketCap`)).headers.get('link')).not.toContain('trending')
  })

  test('that fails has one shape, whatever was sent', async () => {
    const shapes = await Promise.all(
      [
        fetch(`${server.origin}/api/nothing`),
        fetch(`${server.origin}/api/collections/%00`),
        fetch(`${server.origin}/api/trades/execute`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{',
        }),
        fetch(`${server.origin}/api/trades/execute`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '[]',
        }),
        fetch(`${server.origin}/api/trades/execute`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: `"${'x'.repeat(70_000)}"`,
        }),
        fetch(`${server.origin}/api/trades/execute`, {
          method: 'POST',
          headers: { 'content-type': 'text/xml' },
          body: '<a/>',
        }),
        fetch(`${server.origin}/api/launch-progress?launchId=1`),
        fetch(`${server.origin}/api/wallet/me`),
        fetch(`${server.origin}/api/images/..%2f..%2fetc%2fpasswd`),
      ].map(async (pending) => {
        const response = await pending
        return { status: response.status, body: await response.json() }
      }),
    )
    for (const { status, body } of shapes) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(Object.keys(body as object).sort()).toEqual(['code', 'error', 'message', 'requestId'])
    }
  })
})

describe('a second server on the same folder', () => {
  test('does not start, and says why', async () => {
    await expect(startServerProcess({ folder: server.folder })).rejects.toThrow(
      `The data folder is in use by process ${server.child.pid}`,
    )
    expect(await creator.get('/api/health')).toMatchObject({ status: 'ok' })
  })
})

describe('a wrong setting', () => {
  // Which are wrong is packages/server/main/config.test.ts's.
  test('stops the start with a sentence', async () => {
    await expect(startServerProcess({ env: { PORT: 'many' } })).rejects.toThrow(
      'Twinmint could not start: PORT',
    )
  })
})

test('a server that was not asked to keeps figures and versions to itself, and still says that it is well', async () => {
  for (const authorization of ['', 'Bearer ', 'Bearer undefined'])
    expect((await fetch(`${server.origin}/api/metrics`, { headers: { authorization } })).status).toBe(404)
  const visitor = createClient(server.origin)
  expect(await visitor.get('/api/health')).toMatchObject({ status: 'ok' })
  expect(await visitor.get('/api/ready')).toMatchObject({ ready: true })
  const { versions } = await visitor.get<Status>('/api/status')
  expect(versions).toMatchObject({ product: null, productSha256: null, node: null, programOnChain: 'same' })
})

test('describes its program for machines, at the address that it has here', async () => {
  const visitor = createClient(server.origin)
  const { programAddress } = await visitor.get<SiteConfig>('/api/config')
  const idl = await visitor.get<RootNode>('/api/idl')
  expect(idl.program).toMatchObject({ name: 'twinmint', publicKey: programAddress })
  expect(idl.program.instructions.map(({ name }) => name)).toEqual(INSTRUCTION_NAMES)
})
