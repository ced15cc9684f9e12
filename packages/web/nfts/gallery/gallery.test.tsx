// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { NftStats } from '@twinmint/sdk/api/nfts/contract'
import type { NftDetail } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import type { Activity, Trade } from '@twinmint/sdk/api/records/trade'
import { rarityOf } from '@twinmint/sdk/core/rarity'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { NftPage } from './NftPage.tsx'
import NftSection from './NftSection.tsx'

const ESCROW = 'Escrow1111111111111111111111111111111111111'
const OWNER = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const collection = {
  id: 'c1',
  name: 'Frog',
  symbol: 'FROG',
  collectionName: 'Frogs',
  imageUrl: null,
  collectionAddress: 'Co11ection11111111111111111111111111111111',
  escrowAddress: ESCROW,
  maxNFTSupply: 1_000,
  mintedNFTCount: 3,
  circulatingNFTCount: 2,
  reserveLamports: '2000000000',
  reserveBaseUnits: '1000000000000000',
  tradingVolume: '1.5',
  sequence: 9,
} as Collection

function nft(tokenId: number, fields: Partial<Nft> = {}): Nft {
  const { rarity, reason, rank } = rarityOf(tokenId)
  return {
    id: `c1:${tokenId}`,
    collectionId: 'c1',
    tokenId,
    name: `Frogs #${tokenId}`,
    collectionName: 'Frogs',
    symbol: 'FROG',
    imageUrl: null,
    thumbnailUrl: null,
    metadataUrl: `https://x/${tokenId}`,
    ownerAddress: OWNER,
    mintAddress: `Mint${tokenId}`,
    tokenAccount: null,
    rarity,
    rarityReason: reason,
    rarityRank: rank,
    traits: [{ trait_type: 'Edition', value: tokenId }],
    isMinted: true,
    isSwapped: false,
    mintSignature: null,
    swappedAt: null,
    listing: null,
    lastSaleLamports: null,
    createdAt: '2026-11-21T00:00:00.000Z',
    ...fields,
  }
}
const released = nft(2, { isSwapped: true, ownerAddress: ESCROW })
const stats: NftStats = {
  supply: 1_000,
  minted: 3,
  inCirculation: 2,
  inEscrow: 1,
  holders: 2,
  swaps24h: 4,
  volume24h: '1.5',
  rarities: { common: 0, rare: 0, epic: 0, legendary: 2, mythic: 1 },
  listed: 0,
  floors: { common: null, rare: null, epic: null, legendary: null, mythic: null },
  offers: 0,
  sequence: 1,
  bestOfferLamports: null,
  salesLamports: '0',
  salesLamports24h: '0',
}
const swap = (fields: Partial<Trade>) =>
  ({
    collectionId: 'c1',
    traderAddress: OWNER,
    nftTokenId: 2,
    nftMinted: false,
    txSignature: '5igSignatureSignatureSignature',
    createdAt: '2026-11-21T00:00:00.000Z',
    ...fields,
  }) as Trade

/** What of the market is shown beside it. */
const parts = {
  PriceBox: () => <p>the price</p>,
  OffersPanel: () => <p>the offers</p>,
  PriceHistory: () => <p>the sales</p>,
  NftProof: () => <p>the proof</p>,
}

const entry = (fields: Partial<Activity>) =>
  ({
    collectionId: 'c1',
    walletAddress: OWNER,
    sellerAddress: null,
    nftTokenId: 2,
    txSignature: '5igSignatureSignatureSignature',
    createdAt: '2026-11-21T00:00:00.000Z',
    ...fields,
  }) as Activity

let root: Root
let box: HTMLElement
let asked: string[]
/** Answers by the beginning of the path, the longest that fits. */
let answers: Record<string, unknown>

const client = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, queryFn: async () => ({}) } } })
const show = async (node: ReactNode) => {
  await act(async () => root.render(<QueryClientProvider client={client()}>{node}</QueryClientProvider>))
  await settle()
}
const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 20)))
const button = (name: string) => {
  const found = [...box.querySelectorAll('button')].find((each) => each.textContent?.startsWith(name))
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}
const click = async (name: string) => {
  await act(async () => button(name).click())
  await settle()
}
const texts = (selector: string) => [...box.querySelectorAll(selector)].map(({ textContent }) => textContent)

/** A stream that tells nothing; it is closed some time after its test. */
class SilentSource extends EventTarget {
  close() {}
}
Object.assign(globalThis, { EventSource: SilentSource })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  history.replaceState(null, '', '/trade/c1')
  asked = []
  answers = { '/api/collections/c1/nft-figures': stats }
  vi.stubGlobal('fetch', async (path: string) => {
    // Who holds them is asked for beside, whenever it is.
    if (path.startsWith('/api/user/names')) return Response.json([])
    asked.push(path)
    const known = Object.keys(answers)
      .filter((each) => path.startsWith(each))
      .sort((a, b) => b.length - a.length)[0]
    const body = known === undefined ? undefined : answers[known]
    return body === undefined
      ? new Response('{"message":"The server is busy.","code":"internal"}', { status: 500 })
      : new Response(JSON.stringify(body))
  })
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a collection’s NFTs', () => {
  const onCapture = vi.fn<(nft: Nft) => void>()
  const section = <NftSection collection={collection} onCapture={onCapture} onRelease={() => undefined} />

  it('show whose they are, and offer what the escrow holds', async () => {
    answers['/api/collections/c1/nfts'] = { nfts: [nft(1), released], nextCursor: null }
    await show(section)
    expect(texts('article')).toEqual([
      expect.stringContaining('9xQe…VFin'),
      expect.stringContaining('in the escrow'),
    ])
    await click('Capture this one')
    expect(onCapture).toHaveBeenCalledExactlyOnceWith(released)
  })

  it('say their figures, and what nobody asks or offers yet', async () => {
    answers['/api/collections/c1/nfts'] = { nfts: [nft(1)], nextCursor: null }
    await show(section)
    expect(texts('dd')).toEqual([
      expect.stringContaining('0.002 SOL'),
      '0',
      'none',
      expect.stringContaining('0 SOL'),
      expect.stringContaining('0 SOL'),
      '3 / 1,000',
      '2',
      '1',
      '2',
      '4',
      expect.stringContaining('1.5 SOL'),
    ])
  })

  it('go on by the cursor, say when that failed, and try again', async () => {
    answers['/api/collections/c1/nfts'] = { nfts: [nft(1), nft(2)], nextCursor: 'next' }
    await show(section)
    await click('Load More')
    expect(asked.at(-1)).toBe('/api/collections/c1/nfts?limit=24&state=minted&sort=edition&cursor=next')
    // The stub answers the same page again, so nothing is new; now it fails.
    delete answers['/api/collections/c1/nfts']
    await click('Load More')
    expect(texts('[role=alert]')).toEqual(['The server is busy.'])
    expect(texts('article')).toHaveLength(2)
    answers['/api/collections/c1/nfts'] = { nfts: [nft(2), nft(3)], nextCursor: null }
    await click('Retry')
    expect(texts('article h3')).toEqual(['Frogs #1', 'Frogs #2', 'Frogs #3'])
    expect(texts('[role=alert]')).toEqual([])
    expect(box.textContent).toContain('3 NFTs shown')
  })

  it('follow the address, and write it', async () => {
    answers['/api/collections/c1/nfts'] = { nfts: [released], nextCursor: null }
    history.replaceState(null, '', '/trade/c1?capture=7&nfts=escrow&rarity=legendary')
    await show(section)
    expect(asked).toContain('/api/collections/c1/nfts?limit=24&state=escrow&rarity=legendary&sort=edition')
    await click('In wallets')
    expect(location.search).toBe('?capture=7&nfts=wallet&rarity=legendary')
    expect(button('In wallets').getAttribute('aria-pressed')).toBe('true')
  })

  it('that are none yet say how the first is made', async () => {
    answers['/api/collections/c1/nfts'] = { nfts: [], nextCursor: null }
    await show(section)
    expect(box.textContent).toContain('No NFT has been captured yet')
    expect(box.textContent).toContain('1,000,000 FROG make one')
  })

  it('that could not be read can be asked for again', async () => {
    await show(section)
    expect(box.textContent).toContain('The server is busy.')
    answers['/api/collections/c1/nfts'] = { nfts: [nft(1)], nextCursor: null }
    await click('Retry')
    expect(texts('article')).toHaveLength(1)
  })
})

describe('an NFT’s page', () => {
  const answer = (detail: Partial<NftDetail>) => {
    answers['/api/collections/c1/nfts/2'] = { nft: released, collection, history: [], market: [], ...detail }
  }
  const page = <NftPage collectionId="c1" edition="2" parts={parts} />
  const links = () => [...box.querySelectorAll('a')].map((link) => link.getAttribute('href'))

  it('tells its history from now to its mint', async () => {
    answer({
      market: [
        entry({ id: 'f', kind: 'SALE', sequence: 6, lamports: '2000000000', sellerAddress: OWNER }),
        entry({ id: 'e', kind: 'LIST', sequence: 5, lamports: '2000000000' }),
        entry({ id: 'c', kind: 'UNLIST', sequence: 3, lamports: '1000000000' }),
      ],
      history: [
        swap({ id: 'd', type: 'SWAP_TO_TOKEN', sequence: 4 }),
        swap({ id: 'b', type: 'SWAP_TO_NFT', sequence: 2 }),
        swap({ id: 'a', type: 'SWAP_TO_NFT', sequence: 1, nftMinted: true }),
      ],
    })
    await show(page)
    expect(texts('ol p:first-child')).toEqual([
      expect.stringContaining('Sold for 2 SOL'),
      expect.stringContaining('Listed at 2 SOL'),
      'Released',
      'Taken back',
      'Captured',
      'Minted and captured',
    ])
    expect(texts('ol li')[0]).toMatch(/from .* to /)
  })

  it('of one that a wallet holds has the market beside it, of one in the escrow not', async () => {
    answer({ nft: nft(2) })
    await show(page)
    expect(box.textContent).toContain('the price')
    expect(box.textContent).toContain('the offers')
    expect(box.textContent).toContain('the sales')
    answer({})
    await show(<NftPage key="again" collectionId="c1" edition="2" parts={parts} />)
    expect(box.textContent).not.toContain('the price')
  })

  it('of one in the escrow leads to its capture', async () => {
    answer({})
    await show(page)
    expect(box.textContent).toContain('Legendary · single digit')
    expect(links()).toContain('/trade/c1?capture=2')
    expect(links()).toContain('/nft/c1/1')
    expect(links()).toContain('/nft/c1/3')
  })

  it('of one that is not minted says how many come before', async () => {
    answer({ nft: nft(7, { isMinted: false, ownerAddress: null, mintAddress: null }) })
    await show(page)
    expect(box.textContent).toContain('3 come before it')
  })

  it.each(['0', '1001', 'abc'])('of number %s is not there, and asks nothing', async (edition) => {
    await show(<NftPage collectionId="c1" edition={edition} parts={parts} />)
    expect(texts('h1')).toEqual(['NFT Not Found'])
    expect(asked).toEqual([])
  })
})

it('the button that loads more keeps the focus, and hands it on when there is no more', async () => {
  const onLoad = vi.fn<() => void>()
  const more = (fields: { readonly pending?: boolean; readonly hasMore?: boolean }) =>
    act(async () =>
      root.render(
        <LoadMore
          shownText="24 shown"
          hasMore
          pending={false}
          error={undefined}
          onLoad={onLoad}
          {...fields}
        />,
      ),
    )
  await more({})
  const loading = box.querySelector('button')
  loading?.focus()
  await more({ pending: true })
  expect(document.activeElement).toBe(loading)
  loading?.click()
  expect(onLoad).not.toHaveBeenCalled()
  await more({ hasMore: false })
  expect(document.activeElement?.textContent).toBe('24 shown')
})
