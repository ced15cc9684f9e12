// @vitest-environment happy-dom
// Why nothing can be sent yet, and what can be done about it.
import { QueryClientProvider } from '@tanstack/react-query'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient } from '../../data/query-client.ts'
import { SendForm } from './SendForm.tsx'

const ME = 'FWnxdtUhz5CJYFcaenQ7iMCp11KTrdouBJs51ktYBK7L'
const FRIEND = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
// A worker keeps what it has loaded: what was made with other mocks is not of use here, nor this with others.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('../../wallet/wallet.ts', () => ({
  useWallet: () => ({ status: 'connected', address: ME, wallets: [] }),
}))
vi.mock('../../data/live.ts', () => ({ useLive: () => undefined }))

const collection = {
  id: 'c',
  mintAddress: FRIEND,
  symbol: 'FROG',
  collectionName: 'Frogs',
  reserveLamports: '1',
  reserveBaseUnits: '1',
} as Collection
const idle = {
  status: undefined,
  isRunning: false,
  start: () => undefined,
  checkAgain: () => undefined,
  dismiss: () => undefined,
  card: () => undefined,
}
let isWalletRead: boolean
let unmount = async () => {}

async function answer(path: string): Promise<Response> {
  if (path.startsWith('/api/send/recipient'))
    return Response.json({ address: FRIEND, standing: 'wallet', createsAccount: false, rentLamports: '0' })
  if (path.startsWith('/api/wallet/'))
    return isWalletRead
      ? Response.json({
          walletAddress: ME,
          lamports: '1000000000',
          coin: { baseUnits: '5000000', hasAccount: true },
        })
      : Response.json({ error: 'Chain', message: 'The chain is away.', code: 'internal' }, { status: 500 })
  return Response.json([])
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', answer)
  queryClient.clear()
})
afterEach(async () => {
  await unmount()
  document.body.replaceChildren()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const buttonOf = (name: RegExp) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent))
const enter = (label: RegExp, value: string) =>
  act(async () => {
    const of = [...document.querySelectorAll('label')].find(({ textContent }) => label.test(textContent))
    const input = document.getElementById(of?.htmlFor ?? '')
    // React notes what its own setter writes, and would take the event for one of no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
    input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })

it('says that the balance could not be read, and sends when it can be again', async () => {
  isWalletRead = false
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <SendForm
          collection={collection}
          edition={undefined}
          walletAddress={ME}
          site={undefined}
          send={idle}
          onDone={() => undefined}
        />
      </QueryClientProvider>,
    ),
  )
  await enter(/^Amount/, '2')
  await enter(/^To/, FRIEND)
  await eventually(() =>
    expect(document.body.textContent).toContain('What the wallet holds is not known yet.'),
  )
  expect(document.querySelector('[role=alert]')?.textContent).toBe(
    'The wallet’s balance could not be read. The chain is away.',
  )
  expect(buttonOf(/^Send 2/)?.disabled).toBe(true)
  isWalletRead = true
  await act(async () => buttonOf(/^Look again/)?.click())
  await eventually(() => expect(buttonOf(/^Send 2/)?.disabled).toBe(false))
  expect(document.querySelector('[role=alert]')).toBeNull()
})
