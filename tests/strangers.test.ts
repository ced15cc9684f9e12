// What strangers may do to somebody else's accounts, and to the server: nothing that hurts. Over HTTP, on a real server.
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
