// What somebody did to a page that the server drew, before its code was there: taken note of when it is taken over, and done
// again when that is done. Links need no code.

/** What was typed or chosen; a field that nobody touched has the value that the document gave it. */
const isTouched = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.type !== 'file' &&
  field.value !== field.defaultValue

/** React hears of a value only where it did not set it itself. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const unmark = () => {
  for (const each of document.querySelectorAll('[data-pressed]')) each.removeAttribute('data-pressed')
}

/** Called right before React takes `root` over. Returns what does it all again: the texts, then the button pressed last. */
export function noteEarly(root: HTMLElement): () => void {
  const texts = [...root.querySelectorAll('input, textarea')]
    .filter(isTouched)
    .map((field) => [field, field.value] as const)
  // From here on React hears a click at its root, and lets none go on that it can't take yet: what comes this far was taken.
  const parts = [...root.children]
  for (const part of parts) part.addEventListener('click', unmark, true)
  return () => {
    document.dispatchEvent(new Event('takenover'))
    for (const part of parts) part.removeEventListener('click', unmark, true)
    for (const [field, text] of texts) if (field.isConnected) type(field, text)
    const button = root.querySelector<HTMLButtonElement>('button[data-pressed]')
    unmark()
    button?.click()
  }
}
