// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { pagedOptions, usePaged } from '../data/paged.ts'
import { Paged } from './Loaded.tsx'

interface Frogs {
  readonly frogs: readonly { readonly id: string; readonly isChosen?: boolean }[]
  readonly nextCursor: string | null
}

function List() {
  const list = usePaged(pagedOptions<Frogs>(['api', 'frogs'], '/api/frogs?limit=2'), (page) => page.frogs)
  const items = list.items.filter(({ isChosen = true }) => isChosen)
  return (
    <Paged
      list={{ ...list, items }}
      skeleton="on its way"
      failedTitle="The frogs could not be loaded"
      empty="no frogs"
      endText={`${items.length} shown`}
    >
      {(frogs) => <p>{frogs.map(({ id }) => id).join(' ')}</p>}
    </Paged>
  )
}

let box: HTMLElement
let root: Root
let asked: string[]
/** Each is answered once it is called, with a page or a failure. */
let answer: (page: Frogs | 'failure') => void

beforeEach(async () => {
  asked = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    return new Promise<Response>((resolve) => {
      answer = (page) =>
        resolve(
          page === 'failure'
            ? Response.json({ error: 'Failed', message: 'The pond is dry.' }, { status: 500 })
            : Response.json(page),
        )
    })
  })
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <List />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.unstubAllGlobals()
})

const expectText = (text: string) => eventually(() => expect(box.textContent).toBe(text))
const press = () => act(async () => box.querySelector('button')?.click())

it('a list is on its way, goes on by its cursors, each item once, and ends', async () => {
  await expectText('on its way')
  answer({ frogs: [{ id: 'a' }, { id: 'b' }], nextCursor: 'b/2' })
  await expectText('a bLoad More2 shown')
  await press()
  answer({ frogs: [{ id: 'b' }, { id: 'c' }], nextCursor: null })
  await expectText('a b c3 shown')
  expect(asked).toEqual(['/api/frogs?limit=2', '/api/frogs?limit=2&cursor=b%2F2'])
})

it('a list that does not come says why, and is asked for again', async () => {
  answer('failure')
  await expectText('The frogs could not be loadedThe pond is dry.Retry')
  await press()
  answer({ frogs: [], nextCursor: null })
  await expectText('no frogs')
  expect(asked).toHaveLength(2)
})

it('a next page that does not come leaves the first, and is asked for again', async () => {
  answer({ frogs: [{ id: 'a' }], nextCursor: '2' })
  await expectText('aLoad More1 shown')
  await press()
  answer('failure')
  await expectText('aThe pond is dry.Retry1 shown')
  await press()
  answer({ frogs: [{ id: 'b' }], nextCursor: null })
  await expectText('a b2 shown')
  expect(asked).toHaveLength(3)
})

it('where nothing of a page is chosen, the next one can be loaded', async () => {
  answer({ frogs: [{ id: 'a', isChosen: false }], nextCursor: '2' })
  await expectText('no frogsLoad More0 shown')
  await press()
  answer({ frogs: [{ id: 'b' }], nextCursor: null })
  await expectText('b1 shown')
  expect(asked).toHaveLength(2)
})
