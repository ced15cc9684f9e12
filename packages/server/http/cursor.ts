// Where a page of a list ends: the sort key and the id of its last row, opaque to whoever carries it.

import { Refusal } from '@twinmint/sdk/core/errors'
import { z } from 'zod'

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

const instant = z.iso.datetime({ offset: true })
/** A time as PostgreSQL prints it (`2026-01-31 09:00:00.123456+00`), or in ISO 8601. */
const isTime = (text: string): boolean =>
  /^2\d{3}-/.test(text) &&
  /(?:Z|[+-]0\d(?::\d\d)?)$/.test(text) &&
  instant.safeParse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).success
const isWhole = (text: string, max: bigint): boolean =>
  /^-?\d{1,19}$/.test(text) && BigInt(text) <= max && BigInt(text) >= -max
/** Within the range of a double, without underflow. */
const isDouble = (text: string): boolean =>
  /^-?\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/.test(text) &&
  Number.isFinite(Number(text)) &&
  (Number(text) !== 0 || !/[1-9]/.test(text.replace(/e.*$/, '')))

/** Texts that PostgreSQL accepts for each type. No other part of a cursor may reach SQL. */
export const cursorText = {
  int: z.string().refine((text) => isWhole(text, 2n ** 31n - 1n)),
  bigint: z.string().refine((text) => isWhole(text, 2n ** 63n - 1n)),
  numeric: z.string().regex(/^\d{1,40}(?:\.\d{1,40})?$/),
  'double precision': z.string().refine(isDouble),
  timestamptz: z.string().max(40).refine(isTime),
  uuid: z.uuid(),
} as const
export type CursorType = keyof typeof cursorText

/** The last row's time and id. */
export const timeCursor = z.tuple([cursorText.timestamptz, cursorText.uuid])
