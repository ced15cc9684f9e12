// @vitest-environment happy-dom
// Where a coin's links lead is told before anybody goes there; what is no plain https address is no link.
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CoinLinks } from './CoinLinks.tsx'
import { isKnownSite, rememberSite, wayOf } from './leaving.ts'

let unmount = async () => {}
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(async () => {
  await unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

async function draw(element: React.ReactNode) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = () => act(async () => root.unmount())
  await act(async () => root.render(element))
  // What is loaded later.
  await act(() => vi.dynamicImportSettled())
}
const find = <Found extends HTMLElement = HTMLElement>(selector: string) => {
  const found = document.querySelector<Found>(selector)
  if (found === null) throw new Error(`nothing is ${selector}`)
  return found
}
/** Whether the browser was left to follow it. */
async function press(element: HTMLElement, type = 'click', button = 0): Promise<boolean> {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, button })
  // Nothing is to be opened here.
  let isFollowed = false
  const end = (late: Event) => {
    isFollowed = !late.defaultPrevented
    late.preventDefault()
  }
  addEventListener(type, end)
  await act(async () => void element.dispatchEvent(event))
  await act(() => vi.dynamicImportSettled())
  removeEventListener(type, end)
  return isFollowed
}
const dialog = () => document.querySelector('dialog')
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('dialog button, dialog a')].find((each) =>
    each.textContent.startsWith(name),
  )

describe('a way', () => {
  it('says host and rest apart', () => {
    expect(wayOf('https://frog.example:8443/a?b=c#d')).toEqual({
      href: 'https://frog.example:8443/a?b=c#d',
      host: 'frog.example:8443',
      rest: '/a?b=c#d',
      isPunycode: false,
    })
    expect(wayOf('https://frog.example/')?.rest).toBe('')
  })
  it('writes letters that look like others as what they are', () => {
    // Cyrillic.
    expect(wayOf('https://аррӏе.com/')).toMatchObject({ host: 'xn--80ak6aa92e.com', isPunycode: true })
    expect(wayOf('https://xn--80ak6aa92e.com/')?.isPunycode).toBe(true)
    expect(wayOf('https://a.xn--p1ai/')?.isPunycode).toBe(true)
  })
  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'http://frog.example/',
    'data:text/html,hi',
    'https://x.com@evil.example/',
    'https://user:word@frog.example/',
    '//frog.example',
    'https://',
  ])('is none: %s', (link) => {
    expect(wayOf(link)).toBeUndefined()
  })
})

const FROG = {
  name: 'Careful Frog',
  links: { website: 'https://frog.example/', x: 'https://x.com/frog', telegram: 'javascript:alert(1)' },
}

it('a coin without links shows nothing, one with links each that is one', async () => {
  await draw(<CoinLinks collection={{ name: 'Frog', links: {} }} kind="signs" />)
  expect(document.querySelector('ul')).toBeNull()
  await unmount()
  await draw(<CoinLinks collection={FROG} kind="words" />)
  expect(find('ul').getAttribute('aria-label')).toBe('Links of Careful Frog')
  const links = [...document.querySelectorAll('a')]
  expect(links.map((link) => [link.href, link.textContent, link.rel, link.target])).toEqual([
    ['https://frog.example/', 'frog.example', 'noopener noreferrer nofollow', '_blank'],
    ['https://x.com/frog', '@frog', 'noopener noreferrer nofollow', '_blank'],
  ])
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Website of Careful Frog: frog.example',
    'X of Careful Frog: @frog',
  ])
})

it('asks first, with the middle button too, and stays for whoever wants to', async () => {
  await draw(<CoinLinks collection={FROG} kind="signs" />)
  expect(await press(find('a'))).toBe(false)
  expect(dialog()?.textContent).toContain('Whoever launched Careful Frog set this link')
  expect(dialog()?.querySelector('strong')?.textContent).toBe('frog.example')
  await press(button('Stay') ?? document.body)
  expect(dialog()).toBeNull()
  expect(await press(find('a'), 'auxclick', 1)).toBe(false)
  expect(dialog()).not.toBeNull()
  await press(button('Stay') ?? document.body)
  // The right one opens the browser's menu.
  await press(find('a'), 'auxclick', 2)
  expect(dialog()).toBeNull()
})

it('of a menu tells it before it asks, and asks outside of it', async () => {
  const onAsk = vi.fn<() => void>(() => expect(dialog()).toBeNull())
  await draw(
    <div popover="auto">
      <CoinLinks collection={FROG} kind="words" onAsk={onAsk} />
    </div>,
  )
  await press(find('a'))
  expect(onAsk).toHaveBeenCalledOnce()
  expect(find('dialog').closest('[popover]')).toBeNull()
  rememberSite('frog.example')
  await press(button('Stay') ?? document.body)
  expect(await press(find('a'))).toBe(true)
  expect(onAsk).toHaveBeenCalledOnce()
})

it('opens it then, and asks no more about a site of which nobody wants to be asked', async () => {
  await draw(<CoinLinks collection={FROG} kind="signs" />)
  await press(find('a'))
  expect(await press(button('Open') ?? document.body)).toBe(true)
  expect(dialog()).toBeNull()
  expect(isKnownSite('frog.example')).toBe(false)

  await press(find('a'))
  await press(find('dialog input'))
  expect(button('Open')?.getAttribute('href')).toBe('https://frog.example/')
  await press(button('Open') ?? document.body)
  expect(isKnownSite('frog.example')).toBe(true)
  expect(await press(find('a'))).toBe(true)
  expect(dialog()).toBeNull()
  // Of another site it does.
  expect(await press(find('li:last-child a'))).toBe(false)
})

it('remembers so many sites, the latest, and nothing of what else lies there', () => {
  localStorage.setItem('twinmint.known-sites', '{"a":1}')
  expect(isKnownSite('a')).toBe(false)
  for (let at = 0; at < 60; at++) rememberSite(`${at}.example`)
  rememberSite('59.example')
  expect(isKnownSite('59.example')).toBe(true)
  expect(isKnownSite('10.example')).toBe(true)
  expect(isKnownSite('9.example')).toBe(false)
  expect(JSON.parse(localStorage.getItem('twinmint.known-sites') ?? '')).toHaveLength(50)
})
