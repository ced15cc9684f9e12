// @vitest-environment happy-dom
// What a tab knows of the session when another tab signs in or out.
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../../../tests/eventually.ts'
import { queryClient, SESSION_KEY } from '../../data/query-client.ts'
import { useSignOutWithWallet } from './queries.ts'

const changeElsewhere = () =>
  dispatchEvent(Object.assign(new Event('storage'), { key: 'twinmint.session', newValue: 'W' }))

function Mounted() {
  useSignOutWithWallet()
  return null
}

it('reads the session again for what another tab changed, also before anything of it was mounted', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  const root = createRoot(document.createElement('div'))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  changeElsewhere()
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Mounted />
      </QueryClientProvider>,
    ),
  )
  await eventually(() => expect(invalidate).toHaveBeenCalledTimes(1))
  await act(async () => void changeElsewhere())
  await eventually(() => expect(invalidate).toHaveBeenCalledTimes(2))
  expect(invalidate).toHaveBeenLastCalledWith({ queryKey: SESSION_KEY, exact: true })
})
