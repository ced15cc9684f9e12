// @vitest-environment happy-dom
// When somebody is taken for the receiver: never while an address is still being typed.
import { QueryClientProvider } from '@tanstack/react-query'
import { isAddress } from '@twinmint/sdk/core/address'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/query-client.ts'
import { RecipientField } from './RecipientField.tsx'

/** An address of 44 letters that is one without its last letter, too. */
const WHOLE = 'FWnxdtUhz5CJYFcaenQ7iMCp11KTrdouBJs51ktYBK7L'
const chosen = vi.fn<(address: string) => void>()
let root: Root

function Form() {
  const [text, setText] = useState('')
  return (
    <>
      <RecipientField text={text} onText={setText} isFocused onChoose={chosen} />
      <button type="button">elsewhere</button>
    </>
  )
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async () => Response.json([]))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Form />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  chosen.mockClear()
})

const field = () => {
  const input = document.querySelector('input')
  if (input === null) throw new Error('no field')
  return input
}
const enter = (value: string) =>
  act(async () => {
    // React notes what its own setter writes, and would take the event for one of no change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), value)
    field().dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
async function type(text: string): Promise<void> {
  const before = field().value
  for (let length = 1; length <= text.length; length++) {
    await enter(before + text.slice(0, length))
    await pass(length === text.length - 1 ? 60_000 : 80)
  }
}
const pressEnter = () =>
  act(async () =>
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
  )
const leave = () => act(async () => document.querySelector('button')?.focus())

it('the test’s own address is one, and one without its last letter', () => {
  expect([isAddress(WHOLE), isAddress(WHOLE.slice(0, -1))]).toEqual([true, true])
})

it('takes nobody while letters are typed, however slowly, and the whole one at Enter', async () => {
  await type(WHOLE)
  expect(chosen).not.toHaveBeenCalled()
  expect(document.querySelector('[role=status]')?.textContent).toBe(
    'Press Enter when the whole address is there.',
  )
  await pressEnter()
  expect(chosen).toHaveBeenCalledExactlyOnceWith(WHOLE)
})

it('takes the whole one when the field is left', async () => {
  await type(WHOLE)
  await leave()
  await pass(1_000)
  expect(chosen).toHaveBeenCalledExactlyOnceWith(WHOLE)
})

it('takes nobody where the field is left for a moment, or with the whole window', async () => {
  await type(WHOLE.slice(0, -1))
  await leave()
  await act(async () => field().focus())
  await pass(1_000)
  await act(async () => field().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await pass(1_000)
  expect(chosen).not.toHaveBeenCalled()
})

it.each([
  ['into an empty field', ''],
  ['over a part of it', WHOLE.slice(0, 7)],
])('takes one at once that is pasted %s', async (_where, before) => {
  if (before !== '') await enter(before)
  await enter(` ${WHOLE.slice(0, 20)} ${WHOLE.slice(20)}\n`)
  expect(chosen).toHaveBeenCalledExactlyOnceWith(WHOLE)
})

it('takes nobody of what is no address', async () => {
  await enter(`${WHOLE.slice(0, -1)}0`)
  await pressEnter()
  await leave()
  await pass(1_000)
  expect(chosen).not.toHaveBeenCalled()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('That is not a Solana address')
})
