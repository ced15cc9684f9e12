// A browser that translates a page, as far as the page sees it.
import type { Page } from '@playwright/test'

type How = 'wraps' | 'replaces'
type Translating = typeof globalThis & { translate: (how: How) => void; untranslate: () => void }

/**
 * Chrome's translation as the page sees it, for what comes later too. `wraps` moves the text node into the <font>; `replaces` leaves
 * it out of the document, as Chrome does, and writes «so».
 */
export function installTranslator(): void {
  const originals = new Map<Element, Text>()
  const font = () => document.createElement('font')
  const isLeft = (element: Element | null) =>
    element === null ||
    element.closest('[translate=no], .notranslate, font, script, style, noscript, textarea, head') !== null
  let how: How | undefined
  const all = () => {
    if (how === undefined) return
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (isLeft(text.parentElement) || text.data.trim() === '') continue
      const [outer, inner] = [font(), font()]
      outer.append(inner)
      originals.set(outer, text)
      text.replaceWith(outer)
      if (how === 'wraps') inner.append(text)
      else inner.append(`«${text.data}»`)
    }
  }
  // As Chrome, which asks its server for what came.
  let waits = false
  const again = new MutationObserver(() => {
    if (waits) return
    waits = true
    setTimeout(() => {
      waits = false
      all()
    }, 50)
  })
  const translating = globalThis as Translating
  translating.translate = (as) => {
    how = as
    all()
    again.observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  translating.untranslate = () => {
    how = undefined
    again.disconnect()
    for (const [outer, text] of originals) if (outer.isConnected) outer.replaceWith(text)
    originals.clear()
  }
}

export const translate = (page: Page, how: How) =>
  page.evaluate((as) => (globalThis as Translating).translate(as), how)
export const untranslate = (page: Page) => page.evaluate(() => (globalThis as Translating).untranslate())
