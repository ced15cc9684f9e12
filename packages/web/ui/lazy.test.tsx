// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bring, lazyPart } from './lazy.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const CODE = { default: 'code' }
const fails = () => Promise.reject(new TypeError('Failed to fetch http://here/assets/Part-1.js'))
const never = () => Promise.reject(new Error('not asked'))

test('what comes is asked for once', async () => {
  await expect(
    bring(() => Promise.resolve(CODE), { serverAnswers: never, importAgain: never }),
  ).resolves.toBe(CODE)
})

test('what did not come is asked for again when the server is back, and not before', async () => {
  let isBack = false
  let looks = 0
  const again = vi.fn<() => Promise<typeof CODE>>(() => Promise.resolve(CODE))
  const brought = bring<typeof CODE>(fails, {
    serverAnswers: () => {
      looks++
      return Promise.resolve(isBack)
    },
    importAgain: again,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(again).not.toHaveBeenCalled()
  // More and more seldom.
  expect(looks).toBeGreaterThan(5)
  expect(looks).toBeLessThan(20)
  isBack = true
  await vi.advanceTimersByTimeAsync(8_000)
  await expect(brought).resolves.toBe(CODE)
  expect(again).toHaveBeenCalledOnce()
})

test('a look that nobody answers is one that failed, and another follows', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const late = new AbortController()
    setTimeout(() => late.abort(), milliseconds)
    return late.signal
  })
  const silent = (signal: AbortSignal | null | undefined) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  let looks = 0
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) =>
    ++looks === 1 ? silent(signal) : Promise.resolve(new Response(null)),
  )
  const brought = bring<typeof CODE>(fails, { importAgain: () => Promise.resolve(CODE) })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks).toBe(2)
  await expect(brought).resolves.toBe(CODE)
  vi.restoreAllMocks()
})

/** Draws a page with a part whose code `load` brings; the page's first file is answered with `status`. */
async function show(load: () => Promise<{ readonly default: () => string }>, status: number) {
  const script = Object.assign(document.createElement('script'), { type: 'module' })
  script.setAttribute('src', '/assets/index-1.js')
  const [place, root] = [document.createElement('div'), document.createElement('div')]
  // Nothing is to be run of it.
  document.body.append(place)
  vi.spyOn(document, 'querySelector').mockReturnValue(script)
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(null, { status: path.includes('index-1.js') ? status : 200 })),
  )
  const Part = lazyPart(load)
  const drawn = createRoot(root)
  place.append(root)
  await act(async () => {
    drawn.render(
      <main>
        The page:
        <Suspense fallback="…">
          <Part />
        </Suspense>
      </main>,
    )
    await vi.advanceTimersByTimeAsync(1_000)
  })
  opened.push(
    () => act(() => drawn.unmount()),
    () => place.remove(),
    () => vi.restoreAllMocks(),
  )
  const button = (name: string) =>
    [...place.querySelectorAll('button')].find((each) => each.textContent === name)
  return { said: () => place.textContent, button }
}
const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

test('what a deployment took away says so in its place, and the rest stays', async () => {
  const { said, button } = await show(() => Promise.reject(new Error('gone')), 404)
  expect(said()).toContain('The page:This part of the page did not load. Reload to get the newest version')
  expect(button('Retry')).toBeUndefined()
})

test('what a content blocker stopped says so in its place, and comes when it is allowed', async () => {
  let isAllowed = false
  const { said, button } = await show(
    () => (isAllowed ? Promise.resolve({ default: () => 'the part' }) : Promise.reject(new Error('blocked'))),
    200,
  )
  expect(said()).toContain(
    'The page:This part of the page did not load. A content blocker may have stopped it',
  )
  const retry = () =>
    act(async () => {
      button('Retry')?.click()
      await vi.advanceTimersByTimeAsync(1_000)
    })
  await retry()
  expect(said()).toContain('A content blocker may have stopped it')
  isAllowed = true
  await retry()
  expect(said()).toBe('The page:the part')
})
