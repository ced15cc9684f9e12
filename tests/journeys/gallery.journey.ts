// The gallery: NFTs found by rarity, by number and by where they are; an NFT's page; lists that follow what others swap.
import type { UserNfts } from '@twinmint/sdk/api/records/nft'
import { type Client, swap } from '../client.ts'
import { expect, test } from './fixtures.ts'
import { photograph } from './screens.ts'

async function releaseFirst(client: Client, collectionId: string, count: number): Promise<void> {
  const { nfts } = await client.get<UserNfts>(`/api/user/nfts/${collectionId}/${client.address}`)
  const nftMints = nfts.slice(0, count).map(({ mintAddress }) => mintAddress ?? '')
  await swap(client, 'release', collectionId, { nftMints })
}

test('rarity filters the featured NFTs, and one of them leads to its capture', { tag: '@soak' }, async ({
  page,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch(
    { name: 'Rare Frog', symbol: 'RARE', collectionName: 'Rare Frogs', devBuyAmount: '1' },
    picture,
  )
  await swap(somebody, 'capture', coin.id, { count: 12 })
  await releaseFirst(somebody, coin.id, 1)

  await page.goto('/gallery')
  await page.getByRole('searchbox', { name: 'Search collections' }).fill('rARE fr')
  const collections = page.getByRole('region', { name: 'Collections' })
  await expect(collections.getByRole('article')).toHaveCount(1)
  await expect(collections.getByRole('article')).toContainText('12 / 1,000')
  await expect(page).toHaveURL(/q=rARE/)

  const featured = page.getByRole('region', { name: 'Featured NFTs' })
  await featured.getByRole('button', { name: 'Epic' }).click()
  await expect(page).toHaveURL(/rarity=epic/)
  const ofRareFrogs = featured.getByRole('article').filter({ hasText: 'Rare Frogs' })
  await expect(ofRareFrogs).toHaveCount(1)
  await expect(ofRareFrogs).toContainText('round ten')
  await featured.getByRole('button', { name: 'Mythic' }).click()
  await expect(ofRareFrogs).toContainText('the first')
  await photograph(page, 'gallery')

  await ofRareFrogs.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Rare Frogs #1' })).toBeVisible()
  await expect(page).toHaveTitle('Rare Frogs #1 · Twinmint')
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([/Released/, /Minted and captured/])
  await page.getByRole('link', { name: 'Next: #2' }).click()
  await expect(page.getByRole('heading', { name: 'Rare Frogs #2' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Capture this one' }).click()
  await expect(page).toHaveURL(new RegExp(`/trade/${coin.id}`))
})

test('a collection’s NFTs follow what others swap, and the address carries the filters', async ({
  page,
  picture,
  somebody,
}) => {
  const coin = await somebody.launch({ name: 'Busy Frog', symbol: 'BUSY', devBuyAmount: '1' }, picture)
  await page.goto(`/trade/${coin.id}#nfts`)
  const section = page.getByRole('region', { name: 'The twin NFTs' })
  await expect(section).toContainText('No NFT has been captured yet')
  await swap(somebody, 'capture', coin.id, { count: 26 })
  const cards = section.getByRole('article')
  await expect(cards).toHaveCount(24)
  await expect(section).toContainText('26 / 1,000')

  await section.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(cards).toHaveCount(26)
  await expect(section.getByText('26 NFTs shown')).toBeFocused()

  await section.getByRole('searchbox').fill('777')
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('three of a kind')
  await expect(cards).toContainText('not minted yet')
  await section.getByRole('searchbox').fill('1001')
  await expect(section.getByRole('alert')).toHaveText('A number from 1 to 1,000.')
  await section.getByRole('searchbox').press('Escape')
  await section.getByRole('button', { name: /^Legendary/ }).click()
  await section.getByRole('combobox').selectOption('Rarity Rank')
  await expect(page).toHaveURL(/rarity=legendary&sort=rarity/)
  await expect(cards).toHaveCount(10)
  await page.reload()
  await expect(cards).toHaveCount(10)
  await expect(section.getByRole('button', { name: /^Legendary/ })).toHaveAttribute('aria-pressed', 'true')
})
