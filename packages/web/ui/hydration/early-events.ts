// What somebody did to a page that the server drew, before its code was there: taken note of when it is taken over, and done
// again when that is done. Links need no code.

type TextField = HTMLInputElement | HTMLTextAreaElement

/** A field that nobody touched has the value that the document gave it. */
const wasTyped = (field: Element): field is TextField =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.type !== 'file' &&
  field.value !== field.defaultValue

const wasChosen = (field: Element): field is HTMLSelectElement =>
  field instanceof HTMLSelectElement &&
  field.selectedOptions[0] !==
    ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])

/** React hears of a text only where it did not set it itself. */
function type(field: TextField, text: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function choose(field: HTMLSelectElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

const unmark = () => {
  for (const each of document.querySelectorAll('[data-pressed]')) each.removeAttribute('data-pressed')
}

/** A mouse that came to rest before does not come again by itself: hints would stay away, and rows move under it. */
function pointAgain(): void {
  const under = document.querySelector('[data-pointed]')
  under?.removeAttribute('data-pointed')
  under?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
}

/**
 * Called right before React takes `root` over. Returns what does it all again: texts and choices, where the mouse is, then the
 * button pressed last.
 */
export function noteEarly(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll('input, textarea, select')]
  const again = [
    ...fields.filter(wasTyped).map((field) => [field, type.bind(null, field, field.value)] as const),
    ...fields.filter(wasChosen).map((field) => [field, choose.bind(null, field, field.value)] as const),
  ]
  // From here on React hears a click at its root, and lets none go on that it can't take yet: what comes this far was taken.
  const parts = [...root.children]
  for (const part of parts) part.addEventListener('click', unmark, true)
  return () => {
    document.dispatchEvent(new Event('takenover'))
    for (const part of parts) part.removeEventListener('click', unmark, true)
    for (const [field, redo] of again) if (field.isConnected) redo()
    pointAgain()
    const button = root.querySelector<HTMLButtonElement>('button[data-pressed]')
    unmark()
    button?.click()
  }
}
