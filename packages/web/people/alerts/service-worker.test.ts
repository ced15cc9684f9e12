// The service worker as the browser calls it, in a context that has what it uses and nothing else.
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

interface Event {
  waitUntil(work: Promise<unknown>): void
}

function startWorker(pages: readonly string[]) {
  const listeners = new Map<string, (event: Event & object) => void>()
  const showNotification = vi.fn<(title: string, options: object) => Promise<void>>(async () => {})
  const openWindow = vi.fn<(path: string) => Promise<void>>(async () => {})
  const windows = pages.map((url) => ({ url, focus: vi.fn<() => Promise<void>>(async () => {}) }))
  const self = {
    location: { origin: 'https://twinmint.example' },
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
    addEventListener: (type: string, listener: (event: Event & object) => void) =>
      listeners.set(type, listener),
  }
  runInContext(readFileSync('packages/web/public/sw.js', 'utf8'), createContext({ self, URL }))
  const call = async (type: string, fields: object) => {
    const work: Promise<unknown>[] = []
    listeners.get(type)?.({ ...fields, waitUntil: (each) => work.push(each) })
    await Promise.all(work)
  }
  return {
    types: [...listeners.keys()].sort(),
    showNotification,
    openWindow,
    windows,
    push: (data: object | null) => call('push', { data }),
    click: async (path: unknown) => {
      const close = vi.fn<() => void>()
      await call('notificationclick', { notification: { close, data: { path } } })
      expect(close).toHaveBeenCalled()
    },
  }
}

test('it hears of pushes and clicks alone, and keeps nothing', () => {
  expect(startWorker([]).types).toEqual(['notificationclick', 'push'])
})

test('it shows what is pushed, the same one once, and something for whatever is no message', async () => {
  const worker = startWorker([])
  await worker.push({
    json: () => ({ id: 'a', title: 'DOGE has graduated', body: 'Doge', path: '/trade/x' }),
  })
  expect(worker.showNotification).toHaveBeenLastCalledWith('DOGE has graduated', {
    body: 'Doge',
    tag: 'a',
    icon: '/favicon.svg',
    data: { path: '/trade/x' },
  })
  for (const data of [null, { json: () => JSON.parse('no JSON') as unknown }]) {
    await worker.push(data)
    expect(worker.showNotification).toHaveBeenLastCalledWith('Twinmint', expect.anything())
  }
})

test.each<[string, unknown, string]>([
  ['a page of the site', '/trade/x?a=1#b', '/trade/x?a=1#b'],
  ['another site', 'https://evil.example/trade/x', '/portfolio?tab=alerts'],
  ['another site, without its scheme', '//evil.example', '/portfolio?tab=alerts'],
  ['a script', 'javascript:alert(1)', '/portfolio?tab=alerts'],
  ['no address', 'https://', '/portfolio?tab=alerts'],
])('a click on what names %s opens this site', async (_, path, opened) => {
  const worker = startWorker(['https://twinmint.example/launch'])
  await worker.click(path)
  expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith(opened)
  expect(worker.windows[0]?.focus).not.toHaveBeenCalled()
})

test('a page that is open already comes to the front', async () => {
  const worker = startWorker(['https://twinmint.example/launch', 'https://twinmint.example/trade/x'])
  await worker.click('/trade/x')
  expect(worker.windows[1]?.focus).toHaveBeenCalled()
  expect(worker.openWindow).not.toHaveBeenCalled()
})
