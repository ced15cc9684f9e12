// A browser's translation replaces text nodes with <font> elements, and restores the text nodes when the user asks for the original.
// React only knows its own text nodes: it throws where one has left its parent, and updates nodes that are no longer in the document.
// This module maps each text node to the <font> that replaced it (decision 28).

/** A <font> in place of a text node that left the document, which Chrome keeps to bring the original back. */
const placeOf = new WeakMap<Node, Element>()
const originalOf = new WeakMap<Element, Text>()

const placeFor = (node: Node): Node => (node.parentNode === null ? (placeOf.get(node) ?? node) : node)

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT'

/** Nested as Chrome nests them. */
function outermostFont(node: Node): Node {
  let at = node
  while (isFont(at.parentNode)) at = at.parentNode
  return at
}

/** The child of `parent` that holds `node` or its place; null where neither is there. */
function childFor(parent: Node, node: Node): Node | null {
  note(observer.takeRecords())
  for (let at: Node | null = placeFor(node); at !== null; at = at.parentNode)
    if (at.parentNode === parent) return at
  return null
}

/** Restores the text node in place of its <font>, where new text would not show. The browser then translates it again. */
function putBack(text: Node): void {
  if (!text.isConnected) placeOf.get(text)?.replaceWith(text)
  placeOf.delete(text)
}

const lastText = (font: Node): Node =>
  isFont(font.lastChild) ? lastText(font.lastChild) : (font.lastChild ?? font)

/** All of a page as the server drew it. */
function restore(root: Element): void {
  for (const font of root.querySelectorAll('font'))
    if (font.isConnected) font.replaceWith(originalOf.get(font) ?? lastText(font))
}

let held: Element | undefined
/** Bounds the loop with a translator that reacts to every restoration. */
let restoresLeft = 50

function note(records: readonly MutationRecord[]): void {
  for (const record of records) {
    if (record.type === 'characterData') putBack(record.target)
    for (const text of record.removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue
      const around = [...record.addedNodes, record.previousSibling, record.nextSibling]
      const font = around.filter(isFont).find((each) => !originalOf.has(each))
      if (font === undefined) continue
      placeOf.set(text, font)
      originalOf.set(font, text)
      observer.observe(text, { characterData: true })
    }
  }
  if (held?.querySelector('font') && restoresLeft-- > 0) restore(held)
}

const observer = new MutationObserver(note)

/**
 * Until `root` is taken over its texts are those that the server drew, whatever translates them meanwhile. `changes` were made
 * before this code was there (packages/web/pages/start.ts).
 */
export function keepAsDrawn(root: Element, changes: readonly MutationRecord[]): void {
  held = root
  note(changes)
  document.addEventListener('takenover', () => (held = undefined), { once: true })
}

/** Before React draws anything. */
export function endureTranslation(): void {
  observer.observe(document.documentElement, { childList: true, subtree: true })
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { appendChild, insertBefore, removeChild } = Node.prototype
  /** Removes the <font> of a text node that moves. */
  const leave = (node: Node) => {
    const place = outermostFont(placeFor(node))
    if (isFont(place) && place.parentNode !== null) removeChild.call(place.parentNode, place)
  }
  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node) {
      leave(node)
      return appendChild.call(this, node)
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      leave(node)
      return insertBefore.call(this, node, next?.parentNode === this ? next : next && childFor(this, next))
    },
    removeChild(this: Node, node: Node) {
      const child = node.parentNode === this ? node : childFor(this, node)
      if (child !== null) removeChild.call(this, child)
      return node
    },
  })
}
