// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HeaderSearch } from './HeaderSearch.tsx'

let page: HTMLElement
let root: Root

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json([]))
  page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = '<header></header><input aria-label="Amount">'
  root = createRoot(page.firstElementChild as Element)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <HeaderSearch />
      </QueryClientProvider>,
    ),
  )
})

afterEach(() => {
  act(() => root.unmount())
  page.remove()
  vi.unstubAllGlobals()
})

const search = () => page.querySelector<HTMLInputElement>('header input')
const amount = () => page.querySelector<HTMLInputElement>('[aria-label="Amount"]')

/** What finds has taken the plain field's place: it alone says what it controls. */
const boxCame = () =>
  vi.waitFor(() => act(async () => expect(search()?.hasAttribute('aria-controls')).toBe(true)))

it('keeps the focus and what was typed when what finds takes the place of the plain field', async () => {
  await act(async () => search()?.focus())
  await boxCame()
  expect(document.activeElement).toBe(search())
  expect(search()?.getAttribute('aria-expanded')).toBe('true')
})

it('leaves the focus to whoever has gone on before what finds came', async () => {
  await act(async () => {
    search()?.focus()
    amount()?.focus()
  })
  await boxCame()
  expect(document.activeElement).toBe(amount())
  expect(search()?.getAttribute('aria-expanded')).toBe('false')
})

it('takes the focus from nobody because a pointer passed', async () => {
  await act(async () => {
    amount()?.focus()
    search()?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await boxCame()
  expect(document.activeElement).toBe(amount())
})
