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

/** Called right before React takes `root` over. Returns what does it all again: the texts, then the button pressed last. */
export function noteEarly(root: HTMLElement): () => void {
  document.dispatchEvent(new Event('takeover'))
  const texts = [...root.querySelectorAll('input, textarea')]
    .filter(isTouched)
    .map((field) => [field, field.value] as const)
  const button = root.querySelector<HTMLButtonElement>('button[data-pressed]')
  return () => {
    for (const [field, text] of texts) if (field.isConnected) type(field, text)
    button?.removeAttribute('data-pressed')
    if (button?.isConnected === true) button.click()
  }
}
