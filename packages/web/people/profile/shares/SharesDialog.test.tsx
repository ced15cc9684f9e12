// @vitest-environment happy-dom
// Where the focus goes in the rows of receivers, what is said while the shares do not add up, and what a change costs.
import { QueryClientProvider } from '@tanstack/react-query'
import type { FeeShares } from '@twinmint/sdk/api/fee-shares/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../../../tests/eventually.ts'
import { queryClient } from '../../../data/query-client.ts'
import { SharesDialog, type SharesDialogMode } from './SharesDialog.tsx'

const ME = '9AkPBYogx3aYzDdfaU8MZV35G47vvpaPBEsiNswKQTwt'
const FRIEND = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
// A worker keeps what it has loaded: what was made with other mocks is not of use here, nor this with others.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('../../../wallet/wallet.ts', () => ({
  useWallet: () => ({ status: 'connected', address: ME, wallets: [] }),
}))
vi.mock('../../../data/live.ts', () => ({ useLive: () => undefined }))

const collection = { id: 'c', symbol: 'FROG', creatorAddress: ME } as Collection
let migrationLamports: string
let unmount = async () => {}

beforeEach(() => {
  migrationLamports = '0'
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path.startsWith('/api/wallet/')
        ? {
            walletAddress: ME,
            lamports: '1000000000',
            coin: { baseUnits: '0', hasAccount: false, migrationLamports },
          }
        : [],
    ),
  )
  queryClient.clear()
})
afterEach(async () => {
  await unmount()
  document.body.replaceChildren()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(mode: SharesDialogMode, shares: FeeShares | null = null) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <SharesDialog
          mode={mode}
          collection={collection}
          shares={shares}
          site={undefined}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    ),
  )
}

const press = (name: RegExp) =>
  act(async () =>
    [...document.querySelectorAll('button')]
      .find((button) => name.test(button.getAttribute('aria-label') ?? button.textContent))
      ?.click(),
  )
const inputOf = (name: string) => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) =>
    textContent.startsWith(name),
  )
  return document.getElementById(label?.htmlFor ?? '') as HTMLInputElement | null
}
const enter = (name: string, value: string) =>
  act(async () => {
    const input = inputOf(name)
    // React notes what its own setter writes, and would take the event for one of no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
const said = () => document.querySelector('form [role=status]')

it('begins with the creator, who gets all', async () => {
  await open('set')
  expect([inputOf('Wallet 1')?.value, inputOf('Share 1')?.value]).toEqual([ME, '100'])
})

it('goes on in the row that was added, and in the one that takes the place of a row left out', async () => {
  await open('set')
  await press(/^Add a wallet/)
  expect(document.activeElement).toBe(inputOf('Wallet 2'))
  await enter('Wallet 2', FRIEND)
  await press(/^Leave out wallet 1/)
  expect(inputOf('Wallet 2')).toBeNull()
  expect(document.activeElement).toBe(inputOf('Wallet 1'))
  expect(inputOf('Wallet 1')?.value).toBe(FRIEND)
})

it('says how far the shares are from 100% where it said nothing before, and as a fault once somebody tried', async () => {
  await open('set')
  const place = said()
  expect(place?.textContent).toBe('')
  await enter('Share 1', '60')
  expect(said()).toBe(place)
  expect(place?.textContent).toBe('The shares add up to 60%: 40% are missing.')
  expect(place?.className).toContain('text-muted')
  await press(/^Name receivers/)
  expect(place?.className).toContain('text-down')
})

it('a try leads to the first field that is wrong', async () => {
  await open('set')
  await press(/^Add a wallet/)
  await enter('Share 1', '50')
  await enter('Share 2', '50')
  inputOf('Share 1')?.focus()
  await press(/^Name receivers/)
  expect(document.activeElement).toBe(inputOf('Wallet 2'))
})

it('an offer says what it costs, the upgrade of the coin’s account with it', async () => {
  migrationLamports = '723840'
  await open('offer', {
    authorityAddress: ME,
    pendingAddress: null,
    receivers: [],
  })
  await eventually(() => expect(document.body.textContent).toContain('Upgrade of the coin’s account'))
  expect(document.body.textContent).toContain('Network fee')
  await press(/^Offer the right/)
  expect(document.activeElement).toBe(inputOf('Wallet'))
})
