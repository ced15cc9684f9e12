// What a document holds beside the drawing of its page: what the page has read for it, by the keys under which it looks for that.
// Pure.
export interface FirstData {
  /** Of the page that was drawn: whoever goes back before its code is there has another address by then. */
  readonly path: string
  /** When it was read. */
  readonly atMs: number
  readonly answers: readonly { readonly key: readonly unknown[]; readonly data: unknown }[]
}

/** Of the element that holds it, as JSON. */
export const FIRST_DATA_ID = 'first-data'
