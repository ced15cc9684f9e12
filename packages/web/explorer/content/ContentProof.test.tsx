// @vitest-environment happy-dom
// What the panel says of picture and texts, in every state.

import { broken, contentProof, holds, unread } from '@twinmint/sdk/proof/content/rules'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ContentLines, ContentSummary } from './ContentProof.tsx'
import type { CheckedContent } from './queries.ts'

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
})

const show = (node: ReactNode) => act(async () => root.render(node))
const summary = async (data: CheckedContent | undefined, error: Error | null = null) => {
  await show(<ContentSummary query={{ data, error }} />)
  return box.textContent
}

const line = (id: string, said: ReturnType<typeof holds>) => ({
  id,
  title: `Of ${id}`,
  explanation: 'What it means.',
  ...said,
})
const checkedOf = (...lines: Parameters<typeof contentProof>[0]): CheckedContent => ({
  kind: 'checked',
  cid: 'bafyfolder',
  proof: contentProof(lines),
})

test('an old coin’s picture lies at an http address, so nobody can check it', async () => {
  const uri = 'https://site.example/api/metadata/9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
  expect(await summary({ kind: 'none', uri })).toBe(
    `The picture can’t be checkedThis coin was launched before content addresses: its picture lies at an http address, so nobody can check it.${uri}`,
  )
  expect(await summary({ kind: 'none', uri: 'https://elsewhere.example/frog.json' })).toContain(
    'is no content address, so nobody can check its picture',
  )
})

test('says what came of it, and what could not be looked at', async () => {
  expect(await summary(undefined)).toBe('')
  expect(box.querySelector('[aria-label="Fetching picture and texts"], [role="status"]')).not.toBeNull()
  expect(await summary(checkedOf(line('picture', holds('It is.'))))).toContain(
    'Picture and texts are what the chain names',
  )
  expect(box.textContent).toContain('bafyfolder')
  expect(await summary(checkedOf(line('picture', broken('It is not.'))))).toContain(
    'The picture is not what was launched',
  )
  expect(await summary(checkedOf(line('coin', unread('It did not come.'))))).toContain(
    'That says nothing about the coin',
  )
  expect(await summary({ kind: 'unreadable', problem: 'The coin’s mint is not on the chain.' })).toContain(
    'The coin’s mint is not on the chain.',
  )
  expect(await summary(undefined, new Error('no'))).toContain('They could not be fetched')
})

test('names whom wallets ask, where it is another server', async () => {
  const held = checkedOf(line('picture', holds('It is.')))
  await summary(held)
  expect(box.textContent).not.toContain('Wallets ask')
  expect(await summary({ ...held, otherHost: 'evil.example' } as CheckedContent)).toContain(
    'Wallets ask evil.example for them, which may send something else.',
  )
})

test('a line that is broken stands open', async () => {
  await show(<ContentLines lines={[line('picture', broken('It is not.')), line('coin', holds('It is.'))]} />)
  expect([...box.querySelectorAll('details')].map(({ open }) => open)).toEqual([true, false])
  expect(box.textContent).toContain('Does not hold: Of picture')
})

test('of two columns each is a list of its own, so that a line that is opened parts none of the other', async () => {
  await show(
    <ContentLines
      lines={['folder', 'picture', 'coin', 'rule', 'shown'].map((id) => line(id, holds('It is.')))}
    />,
  )
  expect([...box.querySelectorAll('ul')].map(({ children }) => children.length)).toEqual([3, 2])
})
