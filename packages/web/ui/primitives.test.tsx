// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ShortAddress } from '../shared/ShortAddress.tsx'
import { Flash, Money, Price, RelativeTime } from './amounts.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { bondingTone } from './ProgressBar.tsx'
import { Tabs } from './Tabs.tsx'
import { TextInput } from './TextInput.tsx'
import { dismissToast, shownToast, showToast } from './toasts/toast.ts'

let root: Root
let box: HTMLElement
const show = (node: ReactNode) => act(async () => root.render(node))
const find = (selector: string) => {
  const element = box.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`no ${selector}`)
  return element
}
const press = (element: HTMLElement, key: string) =>
  act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
  box.remove()
  vi.unstubAllGlobals()
})

it('a figure that rises or falls is green or red for 300 ms from its last change', async () => {
  vi.useFakeTimers()
  try {
    const colourAt = async (value: number) => {
      await show(<Flash value={value}>{value}</Flash>)
      return find('span').style.color
    }
    expect(await colourAt(1)).toBe('')
    expect(await colourAt(2)).toBe('var(--color-up)')
    vi.advanceTimersByTime(299)
    expect(await colourAt(1.5)).toBe('var(--color-down)')
    vi.advanceTimersByTime(299)
    expect(await colourAt(1.5)).toBe('var(--color-down)')
    vi.advanceTimersByTime(1)
    expect(find('span').style.color).toBe('')
  } finally {
    vi.useRealTimers()
  }
})

it.each([
  [100, 'gold'],
  [80.1, 'gold'],
  [80, 'violet'],
  [50.1, 'violet'],
  [50, 'dim'],
  [20.1, 'dim'],
  [20, 'faint'],
  [0, 'faint'],
] as const)('bonding progress of %d is %s', (percent, tone) => {
  expect(bondingTone(percent)).toBe(tone)
})

describe('figures', () => {
  it('show a price short and say it whole', async () => {
    await show(<Price sol="0.00000000123" />)
    expect(find('[aria-hidden]').textContent).toBe('0.08123 SOL')
    expect(find('sub').textContent).toBe('8')
    expect(find('.whole').textContent).toBe('0.00000000123 SOL')
    expect(find('[title]').title).toBe('0.00000000123 SOL')
  })
  it('show dollars short, with all of them on hover', async () => {
    await show(<Money usd="1254321.99" />)
    expect(find('[title]').textContent).toBe('$1.25M')
    expect(find('[title]').title).toBe('$1,254,321.99')
  })
  it('follow the clock', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') })
    await show(<RelativeTime iso="2026-11-21T11:59:48Z" ago />)
    expect(find('time').textContent).toBe('12s ago')
    await act(async () => vi.advanceTimersByTime(3_000))
    expect(find('time').textContent).toBe('15s ago')
    vi.useRealTimers()
  })
  it('copy an address and say so', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await show(
      <ShortAddress
        address="9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
        explorerUrl="https://x/{address}"
      />,
    )
    await act(async () => find('button').click())
    expect(writeText).toHaveBeenCalledWith('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
    expect(shownToast.get()).toMatchObject({
      title: 'Copied!',
      description: 'Contract address copied to clipboard',
    })
    expect(find('a').getAttribute('href')).toBe('https://x/9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
  })
})

it('a field ties label, hint and error to its control', async () => {
  await show(
    <Field label="Meme Name" hint="Shown everywhere" error="Collection name is required" required>
      <TextInput />
    </Field>,
  )
  const input = find('input')
  expect(find('label').getAttribute('for')).toBe(input.id)
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const said = input
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(said).toEqual(['Shown everywhere', 'Collection name is required'])
})

it('tabs move with the arrows and wrap around', async () => {
  await show(
    <Tabs
      label="About"
      items={[
        { id: 'info', label: 'Coin Info', content: 'the description' },
        { id: 'activity', label: 'Activity', content: 'the trades' },
        { id: 'holders', label: 'Top Holders', content: 'the holders' },
      ]}
    />,
  )
  expect(find('[role=tabpanel]').textContent).toBe('the description')
  await press(find('[aria-selected=true]'), 'ArrowLeft')
  expect(find('[role=tabpanel]').textContent).toBe('the holders')
  expect(document.activeElement?.textContent).toBe('Top Holders')
  await press(find('[aria-selected=true]'), 'ArrowRight')
  expect(find('[aria-selected=true]').textContent).toBe('Coin Info')
  await press(find('[aria-selected=true]'), 'End')
  expect(find('[aria-selected=true]').textContent).toBe('Top Holders')
  expect(box.querySelectorAll('[tabindex="0"][role=tab]')).toHaveLength(1)
})

describe('a dialog', () => {
  function Page({ dismissable = true }: { readonly dismissable?: boolean }) {
    const [open, setOpen] = useState(true)
    return (
      <Dialog open={open} onClose={() => setOpen(false)} title="Boost" dismissable={dismissable}>
        text
      </Dialog>
    )
  }
  const click = (element: HTMLElement) =>
    act(async () => {
      element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    })

  it.each([
    ['its X', async () => act(async () => find('button[aria-label=Close]').click())],
    ['Esc', async () => press(find('dialog'), 'Escape')],
    ['a click on the backdrop', async () => click(find('dialog'))],
  ])('closes by %s', async (_how, close) => {
    await show(<Page />)
    expect(find('dialog').hasAttribute('open')).toBe(true)
    await close()
    expect(box.querySelector('dialog')).toBe(null)
  })
  it('does not close by a click inside', async () => {
    await show(<Page />)
    await click(find('h2'))
    expect(box.querySelector('dialog')).not.toBe(null)
  })
  it('holds the page still behind it, as long as one of them is open', async () => {
    const isHeld = () => document.documentElement.hasAttribute('data-dialog-open')
    const dialogs = (...names: string[]) =>
      names.map((name) => (
        <Dialog key={name} open onClose={() => undefined} title={name}>
          text
        </Dialog>
      ))
    expect(isHeld()).toBe(false)
    await show(dialogs('menu', 'help'))
    expect(isHeld()).toBe(true)
    await show(dialogs('help'))
    expect(isHeld()).toBe(true)
    await show(dialogs())
    expect(isHeld()).toBe(false)
  })
  it('that must not be left stays', async () => {
    await show(<Page dismissable={false} />)
    await press(find('dialog'), 'Escape')
    await click(find('dialog'))
    expect(box.querySelector('dialog')).not.toBe(null)
    expect(box.querySelector('button[aria-label=Close]')).toBe(null)
  })
})

it('shows one toast at a time', () => {
  showToast({ title: 'first' })
  const first = shownToast.get()
  showToast({ title: 'second', tone: 'destructive' })
  expect(shownToast.get()).toMatchObject({ title: 'second', open: true })
  dismissToast(first?.id ?? 0)
  expect(shownToast.get()?.open).toBe(true)
  dismissToast(shownToast.get()?.id ?? 0)
  expect(shownToast.get()?.open).toBe(false)
})
