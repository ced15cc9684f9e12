// What the launch form does not take: each field says why, the first of them gets the focus, and nothing is sent.
import { expect, test } from './fixtures.ts'
import { chooseImage, fillLaunch, launchButton, openConnected, photograph, toast } from './screens.ts'

test('pictures that are none, too large or damaged, and fields that are empty or too long', async ({
  complaints,
  page,
  phantom,
  photo,
}) => {
  // Only the last launch of this journey is sent, and refused.
  complaints.allow(/status of 400|less SOL than this costs/)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/collections/')) sent.push(request.url())
  })
  await openConnected(page, '/hybrid-launch')
  await launchButton(page).click()
  for (const sentence of [
    'A picture is required',
    'Collection name is required',
    'Token symbol is required',
    'NFT collection name is required',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose image' })).toBeFocused()
  await photograph(page, 'launch-errors')

  await chooseImage(page, 'large.png', 'image/png', Buffer.concat([photo, Buffer.alloc(10 * 1024 * 1024)]))
  await expect(page.getByText('The picture is larger than 10 MB')).toBeVisible()
  await chooseImage(page, 'notes.txt', 'text/plain', Buffer.from('not a picture'))
  await expect(page.getByText('Choose a PNG, JPEG, WebP, GIF or AVIF picture')).toBeVisible()
  await chooseImage(page, 'torn.png', 'image/png', photo.subarray(0, 40))
  await expect(page.getByText('This file cannot be read as a picture')).toBeVisible()
  await launchButton(page).click()
  await expect(page.getByRole('button', { name: 'Change image' })).toBeFocused()
  await chooseImage(page, 'sunset.jpg', 'image/jpeg', photo)
  await expect(page.getByRole('img', { name: 'Preview of sunset.jpg' })).toBeVisible()

  await fillLaunch(page, { name: '', symbol: 'frog', collectionName: 'Frogs' })
  await launchButton(page).click()
  const name = page.getByLabel('Meme Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Collection name is required')
  await name.fill('x'.repeat(51))
  await expect(name).toHaveAccessibleDescription('The name has at most 50 characters')
  await expect(page.getByText('51/50')).toBeVisible()
  await name.fill('Careful Frog')
  await expect(name).not.toHaveAttribute('aria-invalid')

  const symbol = page.getByLabel('Token Symbol')
  await expect(symbol).toHaveValue('FROG')
  await symbol.fill('')
  await launchButton(page).click()
  await expect(symbol).toBeFocused()
  await expect(symbol).toHaveAccessibleDescription('Token symbol is required')
  await symbol.fill('frog')
  const devBuy = page.getByLabel('Dev Buy')
  await devBuy.fill('-1')
  await launchButton(page).click()
  await expect(devBuy).toBeFocused()
  await expect(devBuy).toHaveAccessibleDescription(/Enter an amount of SOL, 0 or more/)
  expect(sent).toEqual([])

  // The server has the last word on what can be paid; the form stays as it was.
  await devBuy.fill('500')
  await launchButton(page).click()
  await expect(toast(page)).toContainText('Launch Failed')
  await expect(devBuy).toHaveValue('500')
  expect(phantom.signatures).toBe(0)
  expect(await phantom.get(`/api/collections?creator=${phantom.address}`)).toEqual([])
})
