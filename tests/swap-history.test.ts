// Random histories over the API: many wallets buy, sell, swap both ways and send coins and NFTs to each other. After every
// step the chain, the index and the promise agree: the escrow holds 1,000,000 coins for each NFT that is out. At the end
// of a soak the index is thrown away and rebuilt to the same rows.
import { rmSync } from 'node:fs'
import type { Address } from '@solana/kit'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft, UserNfts } from '@twinmint/sdk/api/records/nft'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { decodeMarket } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveMarketAddresses,
  deriveNftAddresses,
} from '@twinmint/sdk/program/addresses'
import { decodeCoinAccount } from '@twinmint/sdk/program/token-2022'
import { afterAll, expect, test } from 'vitest'
import { Random, withSeed } from '../program/test/random.ts'
import { type Client, createClient, HttpFailure, rpc, swap } from './client.ts'
import { copyFreshFolder } from './fresh-folder.ts'
import { dumpIndex, rebuildIndex } from './index-rows.ts'
import { plainPicture } from './pictures.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { isSoak, size } from './soak.ts'
import { sendTokens } from './tokens.ts'

const STEPS = size(40, 300)
const WALLETS = 6
const COIN_BASE_UNITS = 1_000_000n
const NFT_BASE_UNITS = 1_000_000n * COIN_BASE_UNITS
const folder = await copyFreshFolder()
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function loadAccounts(client: Client, addresses: readonly string[]): Promise<(Buffer | undefined)[]> {
  const { value } = await rpc<{ value: ({ data: [string, string] } | null)[] }>(
    client,
    'getMultipleAccounts',
    [addresses, { encoding: 'base64' }],
  )
  return value.map((account) =>
    account && account.data[0] !== '' ? Buffer.from(account.data[0], 'base64') : undefined,
  )
}
const held = (data: Buffer | undefined): bigint => (data ? decodeCoinAccount(data).baseUnits : 0n)

const nftsOf = async (client: Client, coin: Collection): Promise<readonly Nft[]> =>
  (await client.get<UserNfts>(`/api/user/nfts/${coin.id}/${client.address}`)).nfts

async function allNfts(client: Client, coin: Collection): Promise<Nft[]> {
  const nfts: Nft[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=100${cursor && `&cursor=${cursor}`}`
    const page: NftsPage = await client.get(`/api/collections/${coin.id}/nfts?${query}`)
    nfts.push(...page.nfts)
    cursor = page.nextCursor
  }
  return nfts
}

/** The chain, the index and the promise, compared. */
async function check(
  reader: Client,
  program: Address,
  coin: Collection,
  wallets: readonly Client[],
): Promise<void> {
  const mint = coin.mintAddress as Address
  const addresses = await deriveMarketAddresses(program, mint)
  const coinAccounts = await Promise.all(
    wallets.map(({ address }) => deriveAssociatedAddress(address as Address, mint)),
  )
  const [marketData, vault, escrowVault, ...coins] = await loadAccounts(reader, [
    addresses.market,
    addresses.vault,
    addresses.escrowVault,
    ...coinAccounts,
  ])
  const market = decodeMarket(marketData ?? Buffer.alloc(0))
  const collection = await reader.get<Collection>(`/api/collections/${coin.id}`)
  expect(held(escrowVault)).toBe(NFT_BASE_UNITS * BigInt(market.nftsInCirculation))
  expect(held(vault)).toBe(market.curve.reserveBaseUnits)
  const supply = BigInt(collection.totalSupply) * COIN_BASE_UNITS
  const everywhere = held(vault) + held(escrowVault) + coins.reduce((sum, data) => sum + held(data), 0n)
  expect(collection.isGraduated ? everywhere <= supply : everywhere === supply).toBe(true)
  expect(collection).toMatchObject({
    sequence: Number(market.sequence),
    mintedNFTCount: market.nftsMinted,
    circulatingNFTCount: market.nftsInCirculation,
    reserveLamports: market.curve.reserveLamports.toString(),
    reserveBaseUnits: market.curve.reserveBaseUnits.toString(),
  })

  const nfts = await allNfts(reader, coin)
  expect(new Set(nfts.map(({ tokenId }) => tokenId)).size).toBe(market.nftsMinted)
  expect(nfts).toHaveLength(market.nftsMinted)
  const owners = new Map<string, number>()
  for (const client of wallets) {
    const own = await nftsOf(client, coin)
    if (own.length > 0) owners.set(client.address, own.length)
    const listed = nfts.filter(({ ownerAddress }) => ownerAddress === client.address)
    expect(listed.map(({ tokenId }) => tokenId)).toEqual(own.map(({ tokenId }) => tokenId))
  }
  expect([...owners.values()].reduce((sum, count) => sum + count, 0)).toBe(market.nftsInCirculation)
  for (const nft of nfts.filter(({ isSwapped }) => isSwapped)) {
    const { escrowNft } = await deriveNftAddresses(program, {
      mintAddress: mint,
      walletAddress: coin.creatorAddress as Address,
      edition: nft.tokenId,
    })
    expect(nft).toMatchObject({ ownerAddress: addresses.escrow, tokenAccount: escrowNft })
    expect(held((await loadAccounts(reader, [escrowNft]))[0])).toBe(1n)
  }
  const stats = await reader.get<NftStats>(`/api/collections/${coin.id}/nft-figures`)
  expect(stats).toMatchObject({
    minted: market.nftsMinted,
    inCirculation: market.nftsInCirculation,
    inEscrow: market.nftsMinted - market.nftsInCirculation,
    holders: owners.size,
  })
}

/** One random action of one wallet. Refusals are part of life; whatever happens, the books must agree afterwards. */
async function act(random: Random, wallets: readonly Client[], coin: Collection): Promise<string> {
  const client = random.pick(wallets as [Client, ...Client[]])
  const other = random.pick(wallets as [Client, ...Client[]])
  const own = await nftsOf(client, coin)
  const some = (most: number) =>
    [...own]
      .sort(() => random.below(3) - 1)
      .slice(0, 1 + random.below(most))
      .map(({ mintAddress }) => mintAddress ?? '')
  const action = random.pick([
    'buy',
    'buy',
    'sell',
    'capture',
    'capture',
    'chosen',
    'release',
    'nftBuy',
    'nftSell',
    'sendNft',
    'sendCoins',
  ])
  switch (action) {
    case 'buy':
      await client.trade('BUY', coin.id, `0.${1 + random.below(9)}`, 50)
      break
    case 'sell':
      await client.trade('SELL', coin.id, String(1 + random.below(3_000_000)), 50)
      break
    case 'capture':
      await swap(client, 'capture', coin.id, { count: 1 + random.below(5) })
      break
    case 'chosen': {
      const page = await client.get<NftsPage>(`/api/collections/${coin.id}/nfts?state=escrow&limit=100`)
      const nft = page.nfts[random.below(Math.max(1, page.nfts.length))]
      if (nft?.mintAddress) await swap(client, 'capture', coin.id, { nftMints: [nft.mintAddress] })
      break
    }
    case 'release':
      if (own.length > 0) await swap(client, 'release', coin.id, { nftMints: some(8) })
      break
    case 'nftBuy':
      await swap(client, 'buy', coin.id, { count: 1 + random.below(5), slippage: 50 })
      break
    case 'nftSell':
      if (own.length > 0) await swap(client, 'sell', coin.id, { nftMints: some(5), slippage: 50 })
      break
    case 'sendNft':
      if (own[0]?.mintAddress && other !== client)
        await sendTokens(client, other, { mint: own[0].mintAddress, units: 1n, decimals: 0 })
      break
    case 'sendCoins':
      if (other !== client) {
        const { coin: holding } = await client.wallet(coin.id)
        const units = BigInt(holding?.baseUnits ?? '0') / 3n
        if (units > 0n) await sendTokens(client, other, { mint: coin.mintAddress, units, decimals: 6 })
      }
      break
  }
  return action
}

test('chain, index and promise agree after every step; a rebuilt index is the same', async () => {
  await withSeed(async (seed) => {
    const random = new Random(seed)
    server = await startServerProcess({ folder })
    const { origin } = server
    const image = await plainPicture()
    const wallets = Array.from({ length: WALLETS }, () => createClient(origin))
    for (const client of wallets) await client.airdrop(10)
    const [creator] = wallets
    if (!creator) throw new Error('there is a first wallet')
    const coins = [
      await creator.launch({ symbol: 'ONE', devBuyAmount: '0.5' }, image),
      await creator.launch({ symbol: 'TWO' }, image),
    ] as const
    const { programAddress } = await creator.get<SiteConfig>('/api/config')
    const done = new Map<string, number>()
    for (let step = 0; step < STEPS; step++) {
      const coin = random.pick(coins)
      try {
        const action = await act(random, wallets, coin)
        done.set(action, (done.get(action) ?? 0) + 1)
      } catch (error) {
        if (!(error instanceof HttpFailure) || error.status >= 500) throw error
      }
      await expect
        .poll(() => check(creator, programAddress as Address, coin, wallets).then(() => 'agreed', String))
        .toBe('agreed')
    }
    // A history in which nothing happens proves nothing.
    for (const action of ['buy', 'capture', 'release', 'nftBuy'])
      expect(done.get(action) ?? 0).toBeGreaterThan(0)
    await server.stop()
    if (!isSoak) return
    const live = await dumpIndex(folder)
    expect(rebuildIndex(folder)).toContain('The index was rebuilt')
    // What moved from wallet to wallet is not in events: the first reader brings it in again.
    server = await startServerProcess({ folder })
    const reader = createClient(server.origin)
    for (const coin of coins) await allNfts(reader, coin)
    await server.stop()
    expect(await dumpIndex(folder)).toEqual(live)
  })
})
