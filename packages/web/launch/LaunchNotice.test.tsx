// @vitest-environment happy-dom
// What a page goes on telling of a launch that was signed in a window that is gone.
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Fate } from './flow.ts'
import LaunchNotice from './LaunchNotice.tsx'
import { forgetSent, rememberSent, type SentLaunch } from './launch-storage.ts'

const fateOf = vi.hoisted(() => vi.fn<() => Promise<Fate>>())
// A worker keeps what it has loaded: what was made with other mocks is not of use here, nor this with others.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('./flow.ts', () => ({ fateOf }))

const launchOf = (launchId: string) =>
  ({
    launchId,
    mintAddress: 'mint',
    signedTransaction: 'signed',
    collectionData: { name: `Frog ${launchId}` },
  }) as SentLaunch
let root: Root

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // As where the connection is not secure.
  vi.stubGlobal('navigator', {})
  fateOf.mockResolvedValue({ kind: 'unknown' })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  forgetSent()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = async (path: string) => {
  await act(async () => root.render(<LaunchNotice path={path} />))
  await pass(0)
}
const said = () => document.body.textContent

it('ends what nobody knew at once when another page was told', async () => {
  rememberSent(launchOf('1'))
  await open('/')
  expect(said()).toContain('Signed: Frog 1')
  forgetSent()
  await act(async () => dispatchEvent(new Event('storage')))
  expect(said()).toBe('')
})

it('ends it with the next question where this page itself was told', async () => {
  rememberSent(launchOf('1'))
  await open('/')
  forgetSent()
  await pass(5_000)
  expect(said()).toBe('')
})

it('keeps what is known, which is told once', async () => {
  fateOf.mockResolvedValue({ kind: 'failed', message: 'No money moved.' })
  rememberSent(launchOf('1'))
  await open('/')
  expect(said()).toContain('Not launched: Frog 1')
  await act(async () => dispatchEvent(new Event('storage')))
  await open('/gallery')
  expect(said()).toContain('Not launched: Frog 1')
})

it('is quiet about the one that was dismissed, and not about the next', async () => {
  rememberSent(launchOf('1'))
  await open('/')
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Dismiss]')?.click())
  await pass(5_000)
  expect(said()).toBe('')
  rememberSent(launchOf('2'))
  await pass(10_000)
  expect(said()).toContain('Signed: Frog 2')
})
