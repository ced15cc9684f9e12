// What strangers may do to somebody else's accounts, and to the server: nothing that hurts. Over HTTP, on a real server.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { Address } from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveAssociatedAddress } from '../src/chain/program/addresses.ts'
import type { Collection } from '../src/collection/contract.ts'
import type { Creator, Position } from '../src/portfolio/contract.ts'
import { type Client, createClient, rpc, swap } from './client.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** The least that the network lets an account of no bytes have. */
const DUST_LAMPORTS = 890_880

let server: ServerProcess
let creator: Client
let coin: Collection

beforeAll(async () => {
  server = await startServerProcess()
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

/** Resident memory of the server. */
const residentBytes = (): number => {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

test.skipIf(process.platform !== 'linux')(
  'answers that nobody reads do not fill the memory, and others are answered',
  async () => {
    const { hostname, port } = new URL(server.origin)
    const large = 'SysvarS1otHistory11111111111111111111111111' // 131,097 bytes
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getMultipleAccounts',
      params: [Array.from({ length: 15 }, () => large), { encoding: 'base64' }],
    })
    const ask = `POST /rpc HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    const before = residentBytes()
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes())
    }, 100)
    const sockets = Array.from({ length: 400 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(ask)
      return socket
    })
    for (let look = 0; look < 40; look++) {
      await rpc(creator, 'getSlot', [])
      await new Promise((next) => setTimeout(next, 100))
    }
    clearInterval(watch)
    for (const socket of sockets) socket.destroy()
    // 400 answers of 2.7 MB; the budget is 64 MiB, and texts that were refused wait for the garbage collector.
    expect((most - before) / 2 ** 20).toBeLessThan(500)
    await creator.trade('BUY', coin.id, '0.01')
  },
)
