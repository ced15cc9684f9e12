import { chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'

const b = await findBrowser()
const browser = await chromium.launch({
  executablePath: b.executablePath,
  chromiumSandbox: b.sandbox,
  env: { ...(process.env as Record<string, string>), ...b.env },
})
const origin = 'http://127.0.0.1:8787'
const coins = (await (await fetch(`${origin}/api/collections?limit=5&sort=volume`)).json()) as {
  id: string
}[]
const listed = (await (await fetch(`${origin}/api/marketplace/nfts?sort=priceLow`)).json()) as {
  nfts: { collectionId: string; tokenId: number }[]
}
console.log(coins.length, listed.nfts.length)
const nft = listed.nfts[0]
for (const width of [390, 1440]) {
  const page = await browser.newPage({
    viewport: { width, height: width === 390 ? 844 : 900 },
    ...(width === 390 ? { isMobile: true, hasTouch: true } : {}),
  })
  page.on('console', (m) => {
    if (m.type() === 'error') console.log(width, m.text())
  })
  page.on('pageerror', (e) => console.log(width, 'ERR', e.message))
  for (const [name, path] of [
    ['home', '/'],
    ['gallery', '/gallery'],
    ['market', '/gallery?sort=priceHigh'],
    ['rarity', '/gallery?rarity=epic'],
    ['part', '/gallery#gallery-nfts'],
    ['coin', `/trade/${coins[0]?.id}`],
    ['nfts', `/trade/${coins[0]?.id}?tab=nfts`],
    ['markets', '/trade'],
    ['launch', '/launch'],
    ['nft', `/nft/${nft?.collectionId}/${nft?.tokenId}`],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(origin + path)
    await page.waitForTimeout(2500)
    console.log(
      width,
      name,
      await page.evaluate(() =>
        [scrollY, document.documentElement.scrollWidth, document.documentElement.clientWidth].join(' '),
      ),
    )
    await page.screenshot({ path: `/tmp/w/s/${name}-${width}.png` })
  }
  await page.close()
}
await browser.close()
