// @vitest-environment happy-dom

import { NAMES_MAX } from '@twinmint/sdk/api/records/names'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteName } from './names.ts'
import { ShortAddress } from './ShortAddress.tsx'

/** Different ones for each test, since names are remembered. */
let salt = 0
const addressOf = (number: number) =>
  `${'9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZ'.slice(0, 34)}${salt}x${number + 1000}`

let box: HTMLElement
let root: Root
const asked: string[][] = []
let answer: (wallets: string[]) => Response

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  salt += 1
  asked.length = 0
  answer = () => Response.json([{ walletAddress: addressOf(1), username: 'dogfather' }])
  vi.stubGlobal('fetch', async (url: string) => {
    const wallets = new URL(url, 'http://x').searchParams.get('wallets')?.split(',') ?? []
    asked.push(wallets)
    return answer(wallets)
  })
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  await vi.runOnlyPendingTimersAsync()
  box.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (...numbers: number[]) =>
  act(async () => {
    root.render(numbers.map((number, at) => <ShortAddress key={at} address={addressOf(number)} isPerson />))
  })
const wait = () => act(async () => vi.advanceTimersByTimeAsync(100))
const links = () => [...box.querySelectorAll('a')]

it('asks once for all that are drawn, however often', async () => {
  await show(1, 2, 1, 3)
  expect(links()[0]?.textContent).toContain('9xQe…')
  await wait()
  expect(asked).toEqual([[addressOf(1), addressOf(2), addressOf(3)]])
  await show(1, 2, 3, 4)
  await wait()
  expect(asked.slice(1)).toEqual([[addressOf(4)]])
})

it('shows the name, with the address on hover, for screen readers and behind the link', async () => {
  await show(1, 2)
  await wait()
  const [named, nameless] = links()
  expect(named?.querySelector('bdi')?.textContent).toBe('dogfather')
  expect(named?.querySelector('[title]')?.getAttribute('title')).toBe(`dogfather, ${addressOf(1)}`)
  expect(named?.querySelector('.sr-only')?.textContent).toMatch(/9xQe….{4}$/)
  expect(named?.getAttribute('href')).toBe(`/profile/${addressOf(1)}`)
  expect(nameless?.querySelector('bdi')).toBeNull()
  expect(nameless?.querySelector('[title]')?.getAttribute('title')).toBe(addressOf(2))
  expect(box.querySelectorAll('button[aria-label="Copy contract address"]')).toHaveLength(2)
})

it('shows the end of the address beside a name that may be cut, and beside no other', async () => {
  for (const [number, name] of ['dogfather', 'Dogfather of them all', '犬犬犬犬犬犬犬'].entries())
    noteName(addressOf(number), name)
  await show(0, 1, 2)
  const [short, long, wide] = links()
  const endIn = (link: Element | undefined) => link?.querySelector('bdi + [aria-hidden]')?.textContent
  expect([endIn(short), endIn(long), endIn(wide)]).toEqual([
    undefined,
    addressOf(1).slice(-4),
    addressOf(2).slice(-4),
  ])
})

it('asks for no more at once than the server answers', async () => {
  await show(...Array.from({ length: NAMES_MAX + 1 }, (_, at) => at + 10))
  await wait()
  expect(asked.map(({ length }) => length)).toEqual([NAMES_MAX, 1])
})

it('keeps the addresses when the answer does not come, and asks again when they are shown next', async () => {
  answer = () => new Response('{}', { status: 500 })
  await show(1)
  await wait()
  expect(links()[0]?.textContent).toContain('9xQe…')
  answer = () => Response.json([{ walletAddress: addressOf(1), username: 'dogfather' }])
  await show()
  await show(1)
  await wait()
  expect(links()[0]?.textContent).toContain('dogfather')
})

it('shows a new name at once', async () => {
  await show(2)
  await wait()
  await act(async () => noteName(addressOf(2), 'mia'))
  expect(links()[0]?.textContent).toContain('mia')
})
