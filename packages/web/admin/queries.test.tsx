// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { useAdminCollections, useMark } from './queries.ts'

const COIN = { id: 'c1', name: 'Doubtful Frog', isVerified: false, isHidden: false }

it('a list that was read before a coin was marked does not say otherwise afterwards', async () => {
  let isHidden = false
  const reads: (() => void)[] = []
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (init?.method === 'PUT') {
      isHidden = true
      return Response.json({ ...COIN, isHidden })
    }
    const page = { collections: [{ ...COIN, isHidden }], nextCursor: null }
    // The first answer is made and takes its time.
    await new Promise<void>((go) => (isHidden ? go() : reads.push(go)))
    return Response.json(page)
  })
  function List() {
    const { items } = useAdminCollections('frog', 'all')
    const mark = useMark()
    return (
      <button type="button" onClick={() => mark.mutate({ id: 'c1', isHidden: true })}>
        {items?.map((each) => `${each.name}: ${each.isHidden ? 'hidden' : 'shown'}`)}
      </button>
    )
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  try {
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <List />
        </QueryClientProvider>,
      ),
    )
    await eventually(() => expect(reads).toHaveLength(1))
    await act(async () => document.querySelector('button')?.click())
    await eventually(() => expect(isHidden).toBe(true))
    await act(async () => reads[0]?.())
    await eventually(() => expect(document.body.textContent).toContain('Doubtful Frog: hidden'))
  } finally {
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
  }
})
