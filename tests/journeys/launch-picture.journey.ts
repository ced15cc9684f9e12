// A launch's picture before it is sent: cut out in the page, small and upright; and sent so that one sees it go and may end it.
import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import sharp from 'sharp'
import { answer } from './answers.ts'
import { atEachWidth, expectFitsHere } from './fits.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  chooseImage,
  cropDialog,
  fillLaunch,
  isPhone,
  launchButton,
  offerImage,
  openConnected,
  photograph,
  toast,
  tradedId,
} from './screens.ts'

const RED = '#e01020'
const BLUE = '#1020e0'

/** Two colours, one above the other as a camera that was held upright says it in its metadata; stored they lie side by side. */
async function uprightPhoto(): Promise<Buffer> {
  const half = (background: string) =>
    sharp({ create: { width: 900, height: 1200, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#000000' } })
    .composite([
      { input: await half(RED), left: 0, top: 0 },
      { input: await half(BLUE), left: 900, top: 0 },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Keeps what the page sends as its picture, before it is sent. */
async function keepSent(page: Page): Promise<() => Promise<Buffer>> {
  await page.addInitScript(() => {
    window.XMLHttpRequest = class extends XMLHttpRequest {
      override send(body?: XMLHttpRequestBodyInit | null) {
        const image = body instanceof FormData ? body.get('image') : null
        if (image instanceof File) Object.assign(window, { sentImage: image })
        super.send(body)
      }
    }
  })
  return async () => {
    const text = await page.evaluate(async () => {
      const { sentImage } = window as unknown as { readonly sentImage: File }
      const bytes = new Uint8Array(await sentImage.arrayBuffer())
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    })
    return Buffer.from(text, 'latin1')
  }
}

/** Red, green and blue in the middle of a picture's upper and lower half, and their opacity. */
async function halvesOf(picture: Buffer): Promise<{ upper: number[]; lower: number[] }> {
  const { width, height } = await sharp(picture).metadata()
  const at = async (top: number) => {
    const pixel = { left: Math.floor(width / 2), top: Math.floor(top), width: 1, height: 1 }
    return [...(await sharp(picture).ensureAlpha().extract(pixel).raw().toBuffer())]
  }
  return { upper: await at(height / 8), lower: await at((height * 7) / 8) }
}
const isNear = (pixel: number[], colour: string) =>
  [1, 3, 5].every(
    (from, at) => Math.abs(Number.parseInt(colour.slice(from, from + 2), 16) - (pixel[at] ?? 0)) < 24,
  )

/** Two fingers, from beside each other to far apart. */
async function pinch(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('something to pinch')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const touch = await page.context().newCDPSession(page)
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 0 },
    { x: x + apart, y, id: 1 },
  ]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
  for (const apart of [30, 40, 50, 60, 70])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a picture is cut out by hand, upright and small, and launched with the links of its coin', {
  tag: ['@soak', '@phone-soak'],
}, async ({ complaints, context, page, phantom }) => {
  complaints.allow(/User rejected/)
  const sent = await keepSent(page)
  await openConnected(page, '/launch')
  await offerImage(page, 'upright.jpg', 'image/jpeg', await uprightPhoto())
  const dialog = cropDialog(page)
  const frame = dialog.getByRole('application', { name: 'The part of the picture that is used' })
  await expect(frame).toBeFocused()
  await expect(frame).toHaveAccessibleDescription(/Arrow keys move the picture/)
  const says = dialog.getByRole('status')
  await expect(says).toHaveText('1,200 × 1,200 of 1,200 × 1,800 pixels')
  await photograph(page, 'launch-crop')
  if (isPhone(page)) await atEachWidth(page, () => expectFitsHere(page, 'crop'))
  else await expectAccessible(dialog)

  // Nothing is chosen by whoever thinks better of it.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose image' })).toBeVisible()
  await offerImage(page, 'upright.jpg', 'image/jpeg', await uprightPhoto())
  // Keys go nowhere, and fingers meet nothing, until it is there.
  await expect(frame).toBeFocused()

  // Closer, by fingers or keys, and to the upper edge: only the upper colour is left.
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  if (isPhone(page)) await pinch(page, frame)
  else for (let presses = 0; presses < 7; presses++) await page.keyboard.press('+')
  await expect.poll(async () => Number(await zoom.inputValue())).toBeGreaterThan(2.2)
  await frame.focus()
  for (let presses = 0; presses < 120; presses++) await page.keyboard.press('ArrowDown')
  await expect(says).not.toHaveText(/^1,200 × 1,200/)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const preview = page.getByRole('img', { name: 'Preview of upright.jpg' })
  await expect(preview).toBeVisible()

  // The same part again, from the whole picture, also after a reload.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('twinmint.launch-picture')))
    .toContain('upright')
  await page.reload()
  await expect(preview).toBeVisible()
  await page.getByRole('button', { name: 'Crop again' }).click()
  await expect(says).toHaveText(/of 1,200 × 1,800 pixels$/)
  await expect(says).not.toHaveText(/^1,200 × 1,200/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.locator('summary', { hasText: 'Links' }).click()
  const website = page.getByLabel('Website')
  await website.fill('http://frog.example')
  await page.getByLabel('X', { exact: true }).fill('@upright_frog')
  await expect(website).toHaveAccessibleDescription(/The website is an https address/)
  await website.fill('frog.example/pond')
  await page.getByLabel('Telegram').fill('uprightfrogs')
  await expect(website).toHaveValue('https://frog.example/pond')
  await fillLaunch(page, { name: 'Upright Frog', symbol: 'UP', collectionName: 'Uprights' })
  await page.reload()
  await expect(page.getByLabel('X', { exact: true })).toHaveValue('https://x.com/upright_frog')
  await expectAccessible(page.getByRole('main'))
  await photograph(page, 'launch-links')
  await launchButton(page).click()
  const id = await tradedId(page)

  const coin = await phantom.get<Collection>(`/api/collections/${id}`)
  expect(coin.links).toEqual({
    website: 'https://frog.example/pond',
    x: 'https://x.com/upright_frog',
    telegram: 'https://t.me/uprightfrogs',
  })
  const stored = await (await page.request.get(coin.imageUrl ?? '')).body()
  const { upper, lower } = await halvesOf(stored)
  expect(
    [upper, lower].every((pixel) => isNear(pixel, RED)),
    `${upper} and ${lower}`,
  ).toBe(true)

  await followLinks(page, context, id)
  // The page that sent it is gone: what another sends is looked at.
  await page.goto('/launch')
  await chooseImage(page, 'upright.jpg', 'image/jpeg', await uprightPhoto())
  await fillLaunch(page, { name: 'Second Frog', symbol: 'UPP', collectionName: 'Seconds' })
  phantom.refuses = true
  await launchButton(page).click()
  await expect(toast(page)).toContainText('Signature Required')
  const bytes = await sent()
  const cut = await sharp(bytes).metadata()
  expect(cut).toMatchObject({ format: 'webp', width: 1024, height: 1024 })
  expect(cut.orientation).toBeUndefined()
  const halves = await halvesOf(bytes)
  expect(isNear(halves.upper, RED) && isNear(halves.lower, BLUE), JSON.stringify(halves)).toBe(true)
})

/** The coin's links, from its page and its card, each with the question before it. */
async function followLinks(page: Page, context: BrowserContext, id: string) {
  // Nothing of the world is asked for.
  await answer(context, /frog\.example|x\.com|t\.me/, (route) => route.fulfill({ body: 'Elsewhere' }))
  const dialog = page.getByRole('dialog', { name: 'You leave Twinmint' })
  const details = page.getByRole('region', { name: 'Details' })
  await details.getByRole('tab', { name: 'Coin Info' }).click()
  await details.getByRole('link', { name: 'Website of Upright Frog: frog.example' }).click()
  await expect(dialog).toContainText('Whoever launched Upright Frog set this link')
  await expect(dialog.getByRole('strong')).toHaveText('frog.example')
  await expect(dialog).toContainText('https://frog.example/pond')
  await photograph(page, 'coin-leaving')
  if (isPhone(page)) await atEachWidth(page, () => expectFitsHere(page, 'leaving'))
  else await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(new RegExp(id))
  expect(context.pages()).toHaveLength(1)

  // From the menu, which does not stay behind the question.
  const more = page.getByRole('button', { name: 'More of Upright Frog' })
  const menu = page.getByRole('group', { name: 'Addresses of Upright Frog' })
  await more.click()
  await menu.getByRole('link', { name: 'Telegram of Upright Frog: @uprightfrogs' }).click()
  await expect(dialog.getByRole('strong')).toHaveText('t.me')
  await expect(menu).toBeHidden()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(menu).toBeHidden()
  await expect(more).toBeFocused()
  if (!isPhone(page)) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(page.getByRole('link', { name: 'Telegram of Upright Frog', exact: true })).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  // By the keyboard, from the home page's card, which itself leads to the coin.
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'Upright Frog' })
  const x = card.getByRole('link', { name: 'X of Upright Frog' })
  await x.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('strong')).toHaveText('x.com')
  await dialog.getByLabel('Don’t ask again for x.com').check()
  const opened = context.waitForEvent('page')
  await dialog.getByRole('link', { name: /^Open/ }).click()
  const other = await opened
  await expect(other.getByText('Elsewhere')).toBeVisible()
  expect(other.url()).toBe('https://x.com/upright_frog')
  expect(await other.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await other.close()
  await expect(x).toBeFocused()

  const again = context.waitForEvent('page')
  if (isPhone(page)) await x.tap()
  else await x.click()
  await (await again).close()
  await expect(dialog).toHaveCount(0)
  await card.getByRole('link', { name: 'Telegram of Upright Frog' }).click()
  await expect(dialog.getByRole('strong')).toHaveText('t.me')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
}

test('what moves is sent as it is, what is transparent stays so, and what is small is not drawn anew', async ({
  complaints,
  page,
  phantom,
}) => {
  complaints.allow(/User rejected/)
  const sent = await keepSent(page)
  await openConnected(page, '/hybrid-launch')
  await fillLaunch(page, { name: 'Moving Frog', symbol: 'MOVE', collectionName: 'Movers' })
  phantom.refuses = true
  const launch = async () => {
    await launchButton(page).click()
    await expect(toast(page)).toContainText('Signature Required')
    await toast(page).getByRole('button').first().click()
    await expect(toast(page)).not.toContainText('Signature Required')
    return sent()
  }
  const frame = (background: string) =>
    sharp({ create: { width: 90, height: 60, channels: 3, background } })
      .png()
      .toBuffer()
  const gif = await sharp([await frame(RED), await frame(BLUE)], { join: { animated: true } })
    .gif({ delay: [200, 200] })
    .toBuffer()
  await offerImage(page, 'frog.gif', 'image/gif', gif)
  await expect(page.getByRole('img', { name: 'Preview of frog.gif' })).toBeVisible()
  await expect(page.getByText('It moves, so it is kept whole')).toBeVisible()
  await expect(cropDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Crop again' })).toHaveCount(0)
  await photograph(page, 'launch-moving')
  expect((await launch()).equals(gif)).toBe(true)

  // Red above nothing.
  const halfEmpty = await sharp({
    create: { width: 1200, height: 1400, channels: 4, background: '#00000000' },
  })
    .composite([
      {
        input: await sharp(await frame(RED))
          .resize(1200, 700, { fit: 'fill' })
          .toBuffer(),
        top: 0,
        left: 0,
      },
    ])
    .png()
    .toBuffer()
  await offerImage(page, 'half.png', 'image/png', halfEmpty)
  await cropDialog(page).getByRole('button', { name: 'Use whole' }).click()
  await expect(page.getByRole('img', { name: 'Preview of half.png' })).toBeVisible()
  const drawn = await launch()
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'webp', width: 878, height: 1024 })
  const { upper, lower } = await halvesOf(drawn)
  expect(isNear(upper, RED)).toBe(true)
  expect([upper[3], lower[3]]).toEqual([255, 0])

  const small = await frame(BLUE)
  await offerImage(page, 'small.png', 'image/png', small)
  await expect(cropDialog(page).getByRole('slider', { name: 'Zoom' })).toBeDisabled()
  await cropDialog(page).getByRole('button', { name: 'Use whole' }).click()
  await expect(page.getByRole('img', { name: 'Preview of small.png' })).toBeVisible()
  expect((await launch()).equals(small)).toBe(true)
})

test('one sees the picture go, may end it, and is told what went wrong', { tag: '@phone-soak' }, async ({
  complaints,
  page,
  phantom,
  photo,
}) => {
  complaints.allow(/status of 422|ERR_FAILED|The picture is broken|did not answer/)
  await openConnected(page, '/launch')
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await fillLaunch(page, { name: 'Slow Frog', symbol: 'SLOW', collectionName: 'Slows' })
  const network = await page.context().newCDPSession(page)
  const carries = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  await network.send('Network.enable')
  await carries(40_000)
  await launchButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Curating Memetic Collection...' })
  const gone = dialog.getByRole('progressbar', { name: 'Picture sent' })
  await expect(dialog.getByRole('status')).toHaveText('Sending the picture')
  const percent = async () => Number(await gone.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(0)
  expect(await percent()).toBeLessThan(100)
  await expect(dialog).toContainText(/\d+ KB of \d+ KB/)
  await photograph(page, 'launch-sending')
  if (isPhone(page)) await expectFitsHere(page, 'sending')
  else await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Meme Name')).toHaveValue('Slow Frog')
  await expect(launchButton(page)).toBeEnabled()
  // The keyboard goes on where it was.
  await expect(launchButton(page)).toBeFocused()
  await expect(toast(page)).toHaveCount(0)
  await carries(-1)

  const call = '**/api/collections/create-transaction'
  await answer(
    page,
    call,
    (route) =>
      route.fulfill({ status: 422, json: { message: 'The picture is broken.', code: 'imageBroken' } }),
    { times: 1 },
  )
  await launchButton(page).click()
  await expect(toast(page)).toContainText('The picture is broken.')
  await answer(page, call, (route) => route.abort(), { times: 1 })
  await launchButton(page).click()
  await expect(toast(page)).toContainText('The server did not answer')

  // While the server works on it, it may be given up as well.
  let isAsked: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  await answer(page, call, isAsked, { times: 1 })
  await launchButton(page).click()
  await asked
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  expect(phantom.signatures).toBe(0)
  await launchButton(page).click()
  await tradedId(page)
  expect(phantom.signatures).toBe(1)
})
