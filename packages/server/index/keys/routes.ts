// What the holders of the program's keys did, from the index. Who holds them now, a browser reads from the chain itself.

import {
  KEY_FIELDS,
  type KeyEvent,
  keyEventsQuerySchema,
  keyEventsSchema,
} from '@twinmint/sdk/api/records/keys'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { type ConfigEventRow, listConfigEvents } from './config-events.ts'

interface KeyDeps {
  readonly db: Database
  readonly chain: { readonly programAddress: string }
}

export function keyRoutes(app: App, { db, chain: { programAddress } }: KeyDeps): void {
  app.get(
    '/api/keys/events',
    {
      schema: {
        tags: ['Site'],
        summary: 'What the holders of the program’s keys did',
        description:
          'Every change of the program’s configuration and every pause, newest first, each with what it changed; with `claims=true` also the payments to the treasury, which anybody may send.',
        querystring: keyEventsQuerySchema,
        response: { 200: keyEventsSchema },
      },
    },
    async ({ query: { limit, cursor, claims } }) => {
      // One more: what the last of the page changed shows beside the one before it.
      const rows = await listConfigEvents(db, {
        programAddress,
        before: cursor,
        limit: limit + 1,
        withClaims: claims === 'true',
      })
      const events = rows.slice(0, limit).map((row, at) => keyEventOf(row, rows[at + 1]))
      return { events, nextCursor: rows.length > limit ? (events.at(-1)?.sequence ?? null) : null }
    },
  )
}

function keyEventOf(row: ConfigEventRow, before: ConfigEventRow | undefined): KeyEvent {
  const { sequence, kind, who, lamports, txSignature, createdAt } = row
  const changes = KEY_FIELDS.flatMap((field) => {
    const [old, next] = [textOf(before?.[field]), textOf(row[field])]
    return old === next ? [] : [{ field, before: old, after: next }]
  })
  return { sequence, kind, who, lamports, changes, txSignature, createdAt }
}

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)
