// `npm run prove` against the real server: it holds, and it ends with 1 when a node tells of a market that is a lamport short.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Content } from '@twinmint/sdk/api/content/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createClient, listNfts, makeOffer, swap } from './client.ts'
import { runCommand } from './command.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { burnTokens, sendTokens } from './tokens.ts'

let server: ServerProcess
let trader: Client
let coins: Collection[]
/** A node that passes on what the real one says, with this done to it; and a gateway, with that. */
let node: Server
let tamper: (answer: string, method: string) => string
let alter = (bytes: Buffer, _path: string): Buffer => bytes

beforeAll(async () => {
  server = await startServerProcess()
  trader = createClient(server.origin)
  const friend = createClient(server.origin)
  for (let times = 0; times < 4; times++) await trader.airdrop(10)
  await friend.airdrop(1)
  const picture = await plainPicture('teal')
  coins = []
  for (const symbol of ['CURVE', 'POOL', 'QUIET'])
    coins.push(await trader.launch({ name: `${symbol} coin`, symbol, devBuyAmount: '0' }, picture))
  const [curve, pool] = coins
  if (curve === undefined || pool === undefined) throw new Error('nothing was launched')
  await trader.trade('BUY', curve.id, '3')
  await swap(trader, 'capture', curve.id, { count: 2 })
  await trader.trade('SELL', curve.id, '1234567.890123')
  const { nfts } = await trader.get<UserNfts>(`/api/user/nfts/${curve.id}/${trader.address}`)
  await listNfts(trader, curve.id, { [nfts[0]?.mintAddress ?? '']: 5_000_000_000n })
  await makeOffer(trader, curve.id, [500, 501], 250_000_001n)
  const mint = curve.mintAddress
  await sendTokens(trader, friend, { mint, units: 123_456_789n, decimals: 6 })
  await burnTokens(trader, { mint, units: 7n, decimals: 6 })
  await trader.trade('BUY', pool.id, '25')
  node = createServer((request, response) => void passOn(request, response))
  await new Promise<void>((listening) => node.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  node.close()
  await server.remove()
})

async function passOn(
  request: Parameters<Parameters<typeof createServer>[1] & object>[0],
  response: Parameters<Parameters<typeof createServer>[1] & object>[1],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const answer = await fetch(`${server.origin}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
  })
  if (request.url?.startsWith('/ipfs/') === true) {
    response.statusCode = answer.status
    response.end(alter(Buffer.from(await answer.arrayBuffer()), request.url))
    return
  }
  const { method } = JSON.parse(body || '{}') as { method?: string }
  response.setHeader('content-type', 'application/json')
  response.end(tamper(await answer.text(), method ?? ''))
}

const prove = (...args: readonly string[]) => runCommand('prove', args, { cwd: server.folder })

const tamperedRpc = () => `http://127.0.0.1:${(node.address() as AddressInfo).port}/rpc`

test('every coin of a chain holds, and the program is the published one', async () => {
  const { code, output } = await prove('--rpc', `${server.origin}/rpc`)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('Code: byte for byte that of program/twinmint.so')
  for (const { mintAddress, symbol } of coins)
    expect(output).toMatch(new RegExp(`^holds +${mintAddress} +${symbol} `, 'm'))
  expect(output).toContain('migrated')
  expect(output).toContain('1 listed, 0.250000001 SOL in offers')
  expect(output).toContain('3 of 3 coins hold to the unit.')
  expect(output).toContain(
    `Pictures and texts of 3 coins, fetched from ${server.origin}, are what the chain names.`,
  )
  expect(output).toContain('To trust: Who can change the program')
})

test('says every line of one coin, with what was sent, locked and burned', async () => {
  const { programAddress } = await trader.get<SiteConfig>('/api/config')
  const mint = coins[0]?.mintAddress ?? ''
  const asked = ['--rpc', `${server.origin}/rpc`, '--program', programAddress, '--coin', mint, '--lines']
  const { code, output } = await prove(...asked)
  expect(code).toBe(0)
  expect(output).toContain('holds: Coins for every NFT: 2,000,000 coins are locked for 2 NFTs.')
  expect(output).toContain('999,999,999.999993 coins exist, and all are accounted for.')
  expect(output).toContain('(4 accounts in all)')
  expect(output).toContain('holds: Every listed NFT is there: 1 NFT is listed.')
  expect(output).toContain('holds: Every offer holds its SOL: 0.250000001 SOL are locked in 1 offer.')
  expect(output).toContain('1 of 1 coin hold')
})

test('ends with 1 and says which line, when one market is a lamport short', async () => {
  tamper = (answer) =>
    answer.replace(
      /("data":\["AgIB[^}]*?"lamports":)(\d+)/,
      (_, before: string, sol: string) => `${before}${Number(sol) - 1}`,
    )
  const { code, output } = await prove('--rpc', tamperedRpc())
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toMatch(new RegExp(`^BROKEN +${coins[1]?.mintAddress ?? ''}`, 'm'))
  expect(output).toContain('broken: SOL held = SOL owed: 0.000000001 SOL are missing.')
  expect(output).toContain('2 of 3 coins hold')
})

test('ends with 1 and says which line, when an offer holds a lamport less than it promises', async () => {
  // Its data begins with the price.
  const price = Buffer.alloc(8)
  price.writeBigUInt64LE(250_000_001n)
  const data = price.toString('base64').slice(0, 10)
  tamper = (answer) =>
    answer.replace(
      new RegExp(`("data":\\["${data.replaceAll('+', '\\+')}[^}]*?"lamports":)(\\d+)`),
      (_, before: string, sol: string) => `${before}${Number(sol) - 1}`,
    )
  const { code, output } = await prove('--rpc', tamperedRpc())
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toContain('broken: Every offer holds its SOL: 0.000000001 SOL are missing in 1 offer.')
  expect(output).toContain('2 of 3 coins hold')
})

test('ends with 1 and says what was changed, in a picture and in a text', async () => {
  const gateway = tamperedRpc().replace('/rpc', '')
  const [curve, pool] = coins
  const content = (id: string) => trader.get<Content>(`/api/collections/${id}/content`)
  const { pictureCid } = await content(curve?.id ?? '')
  alter = (bytes, path) => {
    if (path.includes(pictureCid)) bytes[30] = (bytes[30] ?? 0) ^ 1
    return bytes
  }
  const rpc = ['--rpc', `${server.origin}/rpc`]
  const { code, output } = await prove(...rpc, '--gateway', gateway)
  // All three have the same picture.
  expect({ code, output }).toMatchObject({ code: 1 })
  expect(output).toContain('broken: The picture is what was launched: The picture is not what was launched')
  expect(output).toContain('0 of 3 coins hold')

  alter = (bytes, path) =>
    path.includes(pool?.folderCid ?? '-')
      ? Buffer.from(bytes.toString('latin1').toUpperCase(), 'latin1')
      : bytes
  const one = await prove(...rpc, '--gateway', gateway)
  expect(one).toMatchObject({ code: 1 })
  expect(one.output).toMatch(new RegExp(`^BROKEN +${pool?.mintAddress ?? ''}.*NOT as launched`, 'm'))
  expect(one.output).toContain('2 of 3 coins hold')
})

test('says what did not come, and that it says nothing', async () => {
  alter = (bytes) => bytes
  const nobody = ['--rpc', `${server.origin}/rpc`, '--gateway', 'http://127.0.0.1:1']
  const { code, output } = await prove(...nobody)
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('The folder could not be fetched: no answer came.')
  expect(output).toContain('Not all of them came of 3 coins, so not all were checked.')
})

test('goes by the server’s list and the mint’s count where a node does not list accounts', async () => {
  tamper = (answer, method) =>
    method === 'getProgramAccounts'
      ? '{"jsonrpc":"2.0","id":1,"error":{"code":-32010,"message":"excluded from account secondary indexes"}}'
      : answer
  const { code, output } = await prove('--rpc', tamperedRpc())
  expect({ code, output }).toMatchObject({ code: 0 })
  expect(output).toContain('3 of 3 coins hold')
  expect(output).not.toContain('accounts in all')
  expect(output).not.toContain('in offers')
})

test('says what is wrong with what it was asked, and ends with 2', async () => {
  tamper = () => 'nonsense'
  for (const args of [
    ['--rpc', 'ftp://x'],
    ['--rpc', `${server.origin}/rpc`, '--gateway', 'ipfs.io'],
    ['--rpc', 'http://127.0.0.1:1/rpc'],
    ['--rpc', tamperedRpc()],
    ['--rpc', `${server.origin}/rpc`, '--coin', 'frog'],
  ]) {
    const { code, output } = await prove(...args)
    expect({ args, code }).toEqual({ args, code: 2 })
    expect(output).toMatch(/^Nothing was proven: /)
  }
})
