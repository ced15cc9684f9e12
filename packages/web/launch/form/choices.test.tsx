// @vitest-environment happy-dom
// What is wrong with a choice is told where the choice is; terms that could not be read can be read again.

import { STANDARD_OPENING_LAMPORTS } from '@twinmint/sdk/core/curve'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GuardChoice } from './GuardChoice.tsx'
import { OpeningChoice } from './OpeningChoice.tsx'
import { TermsPanel } from './TermsPanel.tsx'

let unmount = async () => {}
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  await unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function draw(element: React.ReactNode) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () => root.render(element))
}
const descriptionOf = (element: Element | null) =>
  (element?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

it('the openings are described by what is wrong with the chosen one', async () => {
  await draw(
    <OpeningChoice
      openings={[STANDARD_OPENING_LAMPORTS]}
      chosen={STANDARD_OPENING_LAMPORTS}
      graduation={undefined}
      error="Too deep for this graduation."
      onChoose={() => undefined}
    >
      Words.
    </OpeningChoice>,
  )
  expect(descriptionOf(document.querySelector('fieldset'))).toMatch(
    /^SOL that nobody pays.* Too deep for this graduation\.$/,
  )
})

it.each([['Not with this opening.'], [undefined]])(
  'the guard’s box says that it is wrong: %s',
  async (error) => {
    await draw(
      <GuardChoice
        checked
        opening={STANDARD_OPENING_LAMPORTS}
        firstSolText="33.3"
        error={error}
        onChange={() => undefined}
      />,
    )
    const box = document.querySelector('input')
    expect(box?.getAttribute('aria-invalid')).toBe(error === undefined ? null : 'true')
    expect(descriptionOf(box).endsWith('Not with this opening.')).toBe(error !== undefined)
  },
)

it('terms that could not be loaded are asked for again', async () => {
  const refetch = vi.fn<() => void>()
  await draw(<TermsPanel terms={undefined} haveChanged={false} failed={{ isFetching: false, refetch }} />)
  expect(document.querySelector('[role=alert]')?.textContent).toContain('could not be loaded')
  document.querySelector('button')?.click()
  expect(refetch).toHaveBeenCalledOnce()
})
