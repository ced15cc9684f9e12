// What a newcomer does in any engine, in this order: connects the Demo wallet, trades, swaps, sells an NFT, launches a coin.
// Figures are the journeys' business; here it counts that the engine takes each step and shows what came of it.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Nft } from '@twinmint/sdk/api/records/nft'
import { expect } from 'vitest'
import { buyListing, type Client } from '../client.ts'
import type { Part, Visitor } from './visitor.ts'

export interface Scene {
  readonly visitor: Visitor
  readonly isPhone: boolean
  readonly origin: string
  /** Somebody else, with SOL, who launched the coin. */
  readonly creator: Client
  readonly coin: Collection
}

const banner: Part = { role: 'banner', name: '*' }
const main: Part = { role: 'main', name: '*' }
const dialog: Part = { role: 'dialog', name: '*' }
const button = (name: string, inside?: Part): Part => ({
  role: 'button',
  name,
  ...(inside === undefined ? {} : { inside }),
})

export async function becomesKnown({ visitor, origin }: Scene): Promise<void> {
  await visitor.engine.open(origin)
  await visitor.press(button('Connect Wallet', banner))
  await visitor.press(button('Demo Wallet*', { role: 'dialog', name: 'Connect Wallet' }))
  await visitor.reads(button('Wallet *', banner), /^2 SOL/)
}

/** Opens a tab of the coin's card: beside the chart, or in a sheet. */
async function openCard({ visitor, isPhone }: Scene, tab: 'Buy' | 'Sell' | 'Swap'): Promise<Part> {
  const card: Part = { role: isPhone ? 'dialog' : 'region', name: 'Trade *' }
  const choice: Part = { role: 'tab', name: tab, inside: card }
  await visitor.press(isPhone && !(await visitor.isThere(card)) ? button(tab) : choice)
  await visitor.sees(choice, ({ isSelected }) => isSelected)
  return card
}

export async function buysAndSells(scene: Scene): Promise<void> {
  const { visitor, origin, coin } = scene
  await visitor.engine.open(`${origin}/trade/${coin.id}`)
  await visitor.sees(button('Wallet *', banner))
  const buy = await openCard(scene, 'Buy')
  await visitor.enter({ role: 'textbox', name: 'Amount in SOL*', inside: buy }, '0.2')
  await visitor.press(button(`Buy ${coin.symbol}`, buy))
  await visitor.reads(buy, 'BUY Successful!')
  const sell = await openCard(scene, 'Sell')
  await visitor.press(button('25%', sell))
  await visitor.press(button(`Sell ${coin.symbol}`, sell))
  await visitor.reads(sell, 'SELL Successful!')
}

export async function swapsForNfts(scene: Scene): Promise<void> {
  const { visitor } = scene
  const card = await openCard(scene, 'Swap')
  await visitor.press({ role: 'tab', name: 'Tokens → NFT', inside: card })
  await visitor.press({ role: 'radio', name: '3', inside: card })
  await visitor.press(button('Capture 3 NFTs', card))
  await visitor.reads(card, 'Capture Successful')
}

const nftOf = async ({ creator, coin }: Scene, edition: number): Promise<Nft> =>
  (await creator.get<{ nft: Nft }>(`/api/collections/${coin.id}/nfts/${edition}`)).nft

export async function sellsAnNft(scene: Scene): Promise<void> {
  const { visitor, origin, coin, creator } = scene
  await visitor.engine.open(`${origin}/nft/${coin.id}/1`)
  await visitor.press(button('List', main))
  await visitor.enter({ role: 'textbox', name: 'Price*', inside: dialog }, '0.5')
  await visitor.press(button('List #1', dialog))
  await visitor.reads(dialog, 'Listed')
  await visitor.press(button('Done', dialog))
  await visitor.reads(main, 'Listed by')
  const { mintAddress } = await nftOf(scene, 1)
  await buyListing(creator, coin.id, mintAddress ?? '', 500_000_000n)
  await visitor.reads(main, 'Not listed')
  await visitor.reads({ role: 'region', name: 'Price history', inside: main }, '0.5 SOL')
  expect((await nftOf(scene, 1)).ownerAddress).toBe(creator.address)
}

export async function launches({ visitor, origin, creator }: Scene, picturePath: string): Promise<void> {
  await visitor.engine.open(`${origin}/hybrid-launch`)
  await visitor.sees(button('Wallet *', banner))
  await visitor.sees(button('Choose image*'))
  await visitor.engine.chooseFile('main input[type=file]', picturePath)
  await visitor.press(button('Apply', { role: 'dialog', name: 'Crop your picture' }))
  for (const [name, text] of [
    ['Meme Name*', 'Other Engine'],
    ['Token Symbol*', 'OTHER'],
    ['NFT Collection Name*', 'Other Engines'],
    ['Dev Buy*', '0.1'],
  ] as const)
    await visitor.enter({ role: 'textbox', name, inside: main }, text)
  await visitor.press(button('Launch Meme Collection*', main))
  await visitor.sees({ role: 'heading', name: 'Other Engine' })
  const path = await visitor.run(() => location.pathname)
  const launched = await creator.get<Collection>(`/api/collections/${path.split('/').at(-1)}`)
  expect(launched).toMatchObject({ name: 'Other Engine', symbol: 'OTHER', tradeCount: 1 })
}
