// What a document holds beside the drawing of its page: the answers of the calls that the page would make first. Pure.

export interface FirstAnswer {
  /** Of the API, without its `/api/`. */
  readonly path: string
  readonly body: unknown
  /** Of a list that is read further: its header `x-next-cursor`. */
  readonly nextCursor?: string | null
}

export interface FirstData {
  /** When they were read. */
  readonly atMs: number
  readonly answers: readonly FirstAnswer[]
}

/** Of the element that holds it, as JSON. */
export const FIRST_DATA_ID = 'first-data'
