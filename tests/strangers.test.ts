// What strangers may do to somebody else's accounts, and to the server: nothing that hurts. Over HTTP, on a real server.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Address } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSeed } from '../program/random.ts'
import { deriveAssociatedAddress } from '../src/chain/program/addresses.ts'
import type { Collection } from '../src/collection/contract.ts'
import type { Creator, Position } from '../src/portfolio/contract.ts'
import type { PreparedTransaction } from '../src/trade/contract.ts'
import { holdConnections, largeAnswerRequest, sendHostileInputs } from './attackers.ts'
import { type Client, createClient, rpc, sendAndConfirm, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { residentBytes, type ServerProcess, SHORT_LIVED, startServerProcess } from './server-process.ts'
import { isSoak, size } from './soak.ts'

/** The least that the network lets an account of no bytes have. */
const DUST_LAMPORTS = 890_880

let server: ServerProcess
let creator: Client
let coin: Collection

beforeAll(async () => {
  // With little memory to its name, so that garbage is collected soon and what grows is what is kept.
  server = await startServerProcess({ flags: [SHORT_LIVED, '--max-old-space-size=256'] })
  creator = createClient(server.origin)
  await creator.airdrop(10)
  coin = await creator.launch({ name: 'Dusty Frog', symbol: 'DUST' }, await plainPicture())
})
afterAll(() => server.remove())

/** Lamports to the address where the wallet's coin account will be. */
async function dust(wallet: string): Promise<void> {
  const place = await deriveAssociatedAddress(wallet as Address, coin.mintAddress as Address)
  await rpc(creator, 'requestAirdrop', [place, DUST_LAMPORTS])
}

test('lamports that a stranger sent to where a coin account will be are no account, and stop no purchase', async () => {
  const buyer = createClient(server.origin)
  await buyer.airdrop(5)
  await dust(buyer.address)
  await dust(creator.address)
  expect(await buyer.wallet(coin.id)).toMatchObject({ coin: { baseUnits: '0', hasAccount: false } })
  const position = () => buyer.get<Position>(`/api/collections/${coin.id}/position/${buyer.address}`)
  expect(await position()).toMatchObject({ baseUnits: '0' })
  expect(await buyer.get<Creator>(`/api/collections/${coin.id}/creator`)).toMatchObject({ baseUnits: '0' })
  await expect(swap(buyer, 'capture', coin.id, { count: 1 })).rejects.toMatchObject({
    code: 'insufficientBaseUnits',
  })

  await buyer.trade('BUY', coin.id, '0.5')
  const held = await buyer.wallet(coin.id)
  expect(held.coin).toMatchObject({ hasAccount: true })
  expect((await position()).baseUnits).toBe(held.coin?.baseUnits)
})

test('another transaction’s signature is no boost, and a claim is of the coin that it is posted to', async () => {
  const other = await creator.launch({ name: 'Other Frog', symbol: 'OTHER' }, await plainPicture())
  const { signature } = await creator.trade('BUY', coin.id, '0.1')
  const said = (id: string, txSignature: string) =>
    creator.post(`/api/collections/${id}/boost`, { txSignature })
  await expect(said(coin.id, signature)).rejects.toMatchObject({ code: 'wrongTransaction' })
  const prepared = await creator.post<PreparedTransaction>(
    `/api/collections/${other.id}/boost/create-transaction`,
    { walletAddress: creator.address },
  )
  const boosted = await sendAndConfirm(creator, creator.sign(prepared.transaction))
  await expect(said(coin.id, boosted)).rejects.toMatchObject({ code: 'wrongTransaction' })
  expect(await said(other.id, boosted)).toMatchObject({ success: true, collection: { isBoosted: true } })

  await creator.trade('SELL', coin.id, '1000000')
  const claim = await creator.post<PreparedTransaction>(
    `/api/collections/${coin.id}/claim/create-transaction`,
    { walletAddress: creator.address },
  )
  const signedTransaction = creator.sign(claim.transaction)
  const post = (id: string) => creator.post(`/api/collections/${id}/claim`, { signedTransaction })
  await expect(post(other.id)).rejects.toMatchObject({ code: 'wrongTransaction' })
  expect(await post(coin.id)).toMatchObject({ success: true, collection: { id: coin.id } })
})

test('nobody else on the machine reads or writes what the server keeps', () => {
  expect(statSync(server.folder).mode & 0o077).toBe(0)
  const made = readdirSync(join(server.folder, 'pictures'), { recursive: true, encoding: 'utf8' })
  expect(made.length).toBeGreaterThan(0)
  for (const name of made)
    expect([name, statSync(join(server.folder, 'pictures', name)).mode & 0o077]).toEqual([name, 0])
})

test('answers that are one person’s are kept by no cache, and every answer says what a page may not do', async () => {
  await creator.signIn()
  const cookie = creator.cookie() ?? ''
  for (const path of ['/api/user/watchlist', '/api/session', '/api/admin/waitlist']) {
    const { headers } = await fetch(`${server.origin}${path}`, { headers: { cookie } })
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
  for (const path of ['/', '/api/stats']) {
    const { headers } = await fetch(`${server.origin}${path}`)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('permissions-policy')).toContain('microphone=()')
    // Not over plain HTTP.
    expect(headers.get('strict-transport-security')).toBeNull()
  }
})

test.skipIf(process.platform !== 'linux')(
  'answers that nobody reads do not fill the memory, and others are answered',
  async () => {
    const before = residentBytes(server)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(server))
    }, 100)
    const held = holdConnections(server.origin, {
      addresses: 10,
      each: 30,
      first: largeAnswerRequest(),
      reads: false,
    })
    for (let look = 0; look < 20; look++) {
      await rpc(creator, 'getSlot', [])
      await new Promise((next) => setTimeout(next, 100))
    }
    clearInterval(watch)
    held.release()
    // 300 answers of 2.7 MB; the budget is 64 MiB.
    expect((most - before) / 2 ** 20).toBeLessThan(500)
    await creator.trade('BUY', coin.id, '0.01')
  },
)

const INPUTS = size(5_000, 1_000_000)

test(`${INPUTS} hostile inputs get answers that are documented, and keep no memory`, () =>
  withSeed(async (seed) => {
    const buyer = createClient(server.origin)
    await buyer.airdrop(5)
    const prepared = await buyer.post<PreparedTransaction>('/api/trades/create-transaction', {
      collectionId: coin.id,
      traderAddress: buyer.address,
      type: 'BUY',
      amount: '0.1',
      slippage: 5,
    })
    const { signature } = await buyer.trade('BUY', coin.id, '0.1')
    const known = {
      collectionId: coin.id,
      wallet: buyer.address,
      signature,
      transaction: prepared.transaction,
    }
    // What a server keeps once it has answered everything once is no leak.
    const warm = INPUTS / 5
    let bytesAtFirst = 0
    const { undocumented, statuses } = await sendHostileInputs(
      server.origin,
      seed,
      INPUTS,
      known,
      (answered) => {
        if (isSoak && bytesAtFirst === 0 && answered > warm) bytesAtFirst = residentBytes(server)
      },
    )
    expect(undocumented).toEqual([])
    // They reached what they are for.
    for (const status of [200, 400, 401, 404])
      expect(statuses[status], String(status)).toBeGreaterThan(INPUTS / 200)
    if (isSoak && process.platform === 'linux') expect(residentBytes(server)).toBeLessThan(bytesAtFirst * 1.1)
    await buyer.trade('BUY', coin.id, '0.1')
  }))
