// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bring, later } from './later.tsx'

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

test('what is gone for good says so in its place, and the rest stays', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null)))
  const Part = later<object>(() => Promise.reject(new Error('gone')))
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () => {
    root.render(
      <main>
        The page
        <Suspense fallback="…">
          <Part />
        </Suspense>
      </main>,
    )
    await vi.advanceTimersByTimeAsync(1_000)
  })
  expect(place.textContent).toBe('The pageThis part of the page did not load.Reload the page')
  act(() => root.unmount())
})
