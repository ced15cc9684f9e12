// Where a page of a list ends: the sort key and the id of its last row, opaque to whoever carries it.
import type { z } from 'zod'
import { Refusal } from '../core/errors.ts'

export function encodeCursor(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Reads a cursor back; refuses badRequest for what `schema` does not describe. */
export function decodeCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new Refusal('badRequest', 'The cursor is not one of this list.', { cause })
  }
}
