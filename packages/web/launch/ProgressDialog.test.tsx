// @vitest-environment happy-dom
// What is shown while the wallet asks: the picture that signing fixes, from the bytes that were hashed, and who will serve it.

import { lamports } from '@twinmint/sdk/core/money'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LaunchView } from './ProgressDialog.tsx'
import ProgressDialog from './ProgressDialog.tsx'

const picture = new Blob(['what the server stored'], { type: 'image/webp' })
const VIEW: LaunchView = {
  sent: undefined,
  cost: undefined,
  shown: {
    cost: {
      rentLamports: '1',
      networkFeeLamports: '1',
      devBuyLamports: '0',
      boostLamports: '0',
      totalLamports: '2',
    },
    choices: { openingReserveLamports: lamports(30_000_000_000n), guardBps: 0, guardSeconds: 0 },
    devBuy: { kind: 'refused', code: 'amountZero' },
    picture,
    publicUrl: 'https://evil.example',
  },
  step: 1,
  metadata: { created: 0, total: 1000 },
  progress: 0,
}

let root: Root
let urls: Map<string, Blob>
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  urls = new Map()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:number-${urls.size + 1}`
    urls.set(url, blob as Blob)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.delete(url))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (view = VIEW) =>
  act(async () =>
    root.render(<ProgressDialog step="signing" view={view} network="embedded" onCancel={() => undefined} />),
  )

it('shows the bytes that were hashed while the wallet asks, and lets them go', async () => {
  await show()
  const source = document.querySelector('img')?.src ?? ''
  expect(urls.get(source)).toBe(picture)
  expect(document.body.textContent).toContain('Signing fixes this picture forever.')
  await act(async () => root.unmount())
  expect(urls.size).toBe(0)
})

it('names who will serve it, where that is another server than the page’s', async () => {
  await show()
  expect(document.body.textContent).toContain('Wallets will ask evil.example for picture and texts')
  const { shown } = VIEW
  await show({ ...VIEW, shown: shown && { ...shown, publicUrl: location.origin } })
  expect(document.body.textContent).not.toContain('Wallets will ask')
  await act(async () => root.unmount())
})
