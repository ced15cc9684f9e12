// @vitest-environment happy-dom
// The links of the form: folded until they are wanted, written out when they are left, and unfolded where one is wrong.

import { FORM_CHOICES } from '@twinmint/sdk/actions/launch/choices'
import type { LinkKind } from '@twinmint/sdk/content/links'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_LINKS } from '../launch-storage.ts'
import { LinksChoice } from './LinksChoice.tsx'
import type { LaunchFieldValues } from './values.ts'

let unmount = async () => {}
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  await unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const texts = {
  name: '',
  symbol: '',
  collectionName: '',
  description: '',
  devBuyAmount: '0',
  boostLaunch: false,
}
const left = vi.fn<(kind: string) => void>()
function Form({
  links = NO_LINKS,
  wrong,
}: {
  readonly links?: LaunchFieldValues['links']
  readonly wrong?: LinkKind
}) {
  const [values, setValues] = useState<LaunchFieldValues>({ ...texts, ...FORM_CHOICES, links })
  return (
    <LinksChoice
      values={values}
      errorOf={(field) => (field === wrong ? 'It is wrong.' : undefined)}
      onChange={(change) => setValues({ ...values, ...change })}
      onLeave={left}
    />
  )
}
async function draw(element: React.ReactNode) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () => root.render(element))
  await act(() => vi.dynamicImportSettled())
}
const inputs = () => [...document.querySelectorAll('input')]
async function type(input: HTMLInputElement | undefined, text: string) {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await act(async () => void input?.dispatchEvent(new Event('focusout', { bubbles: true })))
}

it('are folded where nothing was typed, and open where something was', async () => {
  await draw(<Form />)
  expect(document.querySelector('details')?.open).toBe(false)
  expect(inputs()).toEqual([])
  await unmount()
  await draw(<Form links={{ ...NO_LINKS, x: '@frog' }} />)
  expect(document.querySelector('details')?.open).toBe(true)
  expect(inputs().map(({ value }) => value)).toEqual(['', '@frog', ''])
  expect(document.body.textContent).toContain('nobody can change them after the launch')
})

it('are shown as they will be written when they are left; what is none stays as it was typed', async () => {
  await draw(<Form links={{ ...NO_LINKS, website: 'x' }} />)
  const [website, x, telegram] = inputs()
  await type(website, 'Frog.Example/pond')
  await type(x, '@frog')
  await type(telegram, 'https://telegram.me/frogs')
  expect(inputs().map(({ value }) => value)).toEqual([
    'https://frog.example/pond',
    'https://x.com/frog',
    'https://t.me/frogs',
  ])
  await type(telegram, 'no')
  expect(inputs()[2]?.value).toBe('no')
  expect(left.mock.calls.map(([kind]) => kind)).toEqual(['website', 'x', 'telegram', 'telegram'])
})

it('are open where one is wrong, which says so', async () => {
  await draw(<Form wrong="telegram" />)
  const [, x, telegram] = inputs()
  expect(x?.getAttribute('aria-invalid')).toBeNull()
  expect(telegram?.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(telegram?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'It is wrong.',
  )
})
