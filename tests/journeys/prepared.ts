// Markets that journeys only look at, each prepared once a run, for all workers, when the first of them asks. Playwright
// runs this file as its global set-up, in a process that outlives the workers.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { boost, type Client, createClient, listNfts, makeOffer, nextSecond, swap } from '../client.ts'
import { drawPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'

/** Where workers ask, by the name of a market. */
const OFFICE = 'TWINMINT_MARKETS'

export interface Three {
  readonly origin: string
  /** First Frog, Second Newt and Third Toad trend in this order; the second is the largest, the third is boosted. */
  readonly coins: readonly Collection[]
}

export interface LongNames {
  readonly origin: string
  /** Its texts are as long and as wide as texts may be; 33 of its NFTs are minted, two of those are in the escrow. */
  readonly long: Collection
  readonly graduated: Collection
  /** Of a wallet that has coins and three NFTs of the first: its seed, in hexadecimal. */
  readonly holderKey: string
  readonly held: readonly number[]
  /** For sale by somebody else, at a price of all digits; for the first of `held` there is an offer. */
  readonly listed: number
  readonly buySignature: string
}

export interface States {
  /** By market cap, upwards: Small Frog, Middle Frog, Nearly Toad (about to graduate) and Graduated Toad. */
  readonly origin: string
}

export interface Markets {
  readonly states: States
  readonly three: Three
  readonly longNames: LongNames
}

/** The market of that name, prepared by now. */
export async function preparedMarket<Name extends keyof Markets>(name: Name): Promise<Markets[Name]> {
  const response = await fetch(`${process.env[OFFICE]}/${name}`)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Markets[Name]
}

const PREPARE: { readonly [Name in keyof Markets]: (origin: string) => Promise<Markets[Name]> } = {
  states: prepareStates,
  three: prepareThree,
  longNames: prepareLongNames,
}

/** Opens the office; resolves with what closes it and stops its servers. */
export default async function openOffice(): Promise<() => Promise<void>> {
  const servers: ServerProcess[] = []
  const prepare = async (name: keyof Markets) => {
    const server = await startServerProcess({ database: 'embedded' })
    servers.push(server)
    return PREPARE[name](server.origin)
  }
  const prepared = new Map<string, Promise<unknown>>()
  const office = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1) as keyof Markets
    const market = prepared.get(name) ?? prepare(name)
    prepared.set(name, market)
    market.then(
      (made) => response.end(JSON.stringify(made)),
      (error: unknown) => response.writeHead(500).end(`${name} could not be prepared: ${String(error)}`),
    )
  })
  await new Promise<void>((listening) => office.listen(0, '127.0.0.1', listening))
  process.env[OFFICE] = `http://127.0.0.1:${(office.address() as AddressInfo).port}`
  return async () => {
    office.closeAllConnections()
    office.close()
    for (const server of servers) await server.remove()
  }
}

async function prepareStates(origin: string): Promise<States> {
  const creator = createClient(origin)
  for (let sol = 0; sol < 80; sol += 10) await creator.airdrop(10)
  const picture = await drawPicture('#21d38b')
  for (const [name, symbol, devBuyAmount] of [
    ['Small Frog', 'SMALL', '0.1'],
    ['Middle Frog', 'MID', '2'],
    ['Nearly Toad', 'NEAR', '18'],
    ['Graduated Toad', 'GRAD', '30'],
  ] as const)
    await creator.launch({ name, symbol, devBuyAmount }, picture)
  return { origin }
}

async function prepareThree(origin: string): Promise<Three> {
  const [creator, other] = [createClient(origin), createClient(origin)]
  for (const client of [creator, creator, other]) await client.airdrop(10)
  const coins: Collection[] = []
  for (const [name, colour, devBuyAmount] of [
    ['First Frog', '#9a6bff', '0'],
    ['Second Newt', '#ffcf3a', '3'],
    ['Third Toad', '#21d38b', '0'],
  ] as const) {
    const form = { name, symbol: `${name.slice(0, 3).toUpperCase()}${coins.length}`, devBuyAmount }
    coins.push(await creator.launch(form, await drawPicture(colour)))
    await nextSecond()
  }
  const [first, , third] = coins as [Collection, Collection, Collection]
  for (const round of [1, 2, 3]) {
    await creator.trade('BUY', first.id, `0.3${round}`)
    await creator.trade('SELL', first.id, '20000000')
    await other.trade('BUY', first.id, '0.5')
  }
  await boost(creator, third.id)
  await nextSecond()
  await other.trade('BUY', third.id, '0.01')
  await trends(creator, coins)
  return { origin, coins }
}

/** Resolves when these trend, in this order: figures follow trades within seconds. */
async function trends(client: Client, coins: readonly Collection[]): Promise<void> {
  for (let look = 0; look < 100; look++) {
    const trending = await client.get<Collection[]>('/api/collections/trending')
    if (trending.map(({ id }) => id).join() === coins.map(({ id }) => id).join()) return
    await new Promise((again) => setTimeout(again, 200))
  }
  throw new Error('they do not trend in the order of their launches')
}

const LONG = 'WWWWWWWWWW MMMMMMMMMMMMMMMMMMMM WWWWWWWWWWWWWWWWWW'

async function prepareLongNames(origin: string): Promise<LongNames> {
  const [creator, holder] = [createClient(origin), createClient(origin)]
  for (const client of [creator, creator, creator, creator, holder]) await client.airdrop(10)
  const picture = await drawPicture('#9a6bff')
  const form = { name: LONG, symbol: 'WWWWWWWWWW', collectionName: LONG, devBuyAmount: '1' }
  const description = `${'long'.repeat(40)}\n\nA second paragraph.`
  const links = {
    website: `https://${'long.'.repeat(30)}example/${'long'.repeat(5)}`,
    x: 'W'.repeat(15),
    telegram: 'W'.repeat(32),
  }
  const long = await creator.launch({ ...form, description, links, boostLaunch: true }, picture)
  await swap(creator, 'capture', long.id, { count: 30 })
  const bought = await holder.trade('BUY', long.id, '0.5')
  const { confirmed } = await swap(holder, 'capture', long.id, { count: 3 })
  const { nfts } = await creator.get<UserNfts>(`/api/user/nfts/${long.id}/${creator.address}`)
  const nftMints = nfts.slice(0, 2).map(({ mintAddress }) => mintAddress ?? '')
  await swap(creator, 'release', long.id, { nftMints })
  const [forSale] = nfts.slice(2)
  await listNfts(creator, long.id, { [forSale?.mintAddress ?? '']: 123_456_789_012n })
  const held = confirmed.flatMap(({ nfts: each }) => each.map(({ tokenId }) => tokenId))
  await makeOffer(creator, long.id, held.slice(0, 1), 1_234_567_891n)
  await creator.trade('SELL', long.id, '1000')
  await creator.signIn()
  await creator.post(`/api/collections/${long.id}/comments`, { message: 'W'.repeat(500) })
  const graduated = await creator.launch({ name: 'Golden Frog', symbol: 'GOLD', devBuyAmount: '21' }, picture)
  return {
    origin,
    long,
    graduated,
    holderKey: Buffer.from(holder.keypair.seed).toString('hex'),
    held,
    listed: forSale?.tokenId ?? 0,
    buySignature: bought.signature,
  }
}
