// What a coin's creator pins, in the rows of both databases: one at a time, also where two are pinned at once.

import { pinRefusal } from '@twinmint/sdk/api/community/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgres } from '../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../tests/test-database.ts'
import {
  changeState,
  findPinned,
  insertMessage,
  insertReport,
  listReported,
  pinMessage,
  unpinMessage,
} from '../../server/community/store.ts'
import type { Database } from '../../server/database/database.ts'

const CREATOR = 'a creator'
const EARLY = new Date('2026-11-23T10:00:00.000Z')
const LATE = new Date('2026-11-23T11:00:00.000Z')

const write = async (db: Database, collectionId: string, text: string): Promise<string> => {
  const message = { kind: 'comment' as const, collectionId, parentId: null, authorAddress: CREATOR, text }
  return (await insertMessage(db, { ...message, nowMs: Date.now() }, () => undefined)).row.id
}
const pin = (db: Database, collectionId: string, id: string, more: { text?: string; now?: Date } = {}) =>
  pinMessage(
    db,
    { id, collectionId, creatorAddress: CREATOR, text: more.text, now: more.now ?? EARLY },
    () => undefined,
  )

const CASES: readonly (readonly [what: string, run: (db: Database, coin: string) => Promise<void>])[] = [
  [
    'one takes the place of the former one, and is unpinned',
    async (db, coin) => {
      const [first, second] = [await write(db, coin, 'first'), await write(db, coin, 'second')]
      expect(await findPinned(db, coin)).toBeUndefined()
      expect(await pin(db, coin, first)).toBeUndefined()
      expect(await pin(db, coin, second)).toBe(first)
      expect(await findPinned(db, coin)).toMatchObject({ id: second, pinnedAt: EARLY.toISOString() })
      expect(await unpinMessage(db, coin)).toBe(second)
      expect(await unpinMessage(db, coin)).toBeUndefined()
      expect(await findPinned(db, coin)).toBeUndefined()
    },
  ],
  [
    'another text is noted, the same one is not, and it stays pinned since it was',
    async (db, coin) => {
      const id = await write(db, coin, 'before')
      await pin(db, coin, id)
      expect(await pin(db, coin, id, { text: 'before', now: LATE })).toBeUndefined()
      expect(await findPinned(db, coin)).toMatchObject({ text: 'before', editedAt: null })
      await pin(db, coin, id, { text: 'after', now: LATE })
      expect(await findPinned(db, coin)).toMatchObject({
        text: 'after',
        editedAt: LATE.toISOString(),
        pinnedAt: EARLY.toISOString(),
      })
    },
  ],
  [
    'one that is hidden or deleted is pinned no more, nor when it is shown again',
    async (db, coin) => {
      const id = await write(db, coin, 'hidden')
      for (const state of ['hidden', 'shown', 'deleted'] as const) {
        await pin(db, coin, id)
        await changeState(db, id, () => 'hidden', { moderator: 'an admin', now: LATE })
        await changeState(db, id, () => state, { moderator: 'an admin', now: LATE })
        expect(await findPinned(db, coin)).toBeUndefined()
      }
    },
  ],
  [
    'another text waits for the reports of the former one, and can be reported anew',
    async (db, coin) => {
      const id = await write(db, coin, 'before')
      const report = (reason: string) =>
        insertReport(db, { id, reporterAddress: 'a reporter', reason, now: LATE }, () => undefined)
      const asked: boolean[] = []
      const edit = (text: string | undefined) =>
        pinMessage(
          db,
          { id, collectionId: coin, creatorAddress: CREATOR, text, now: LATE },
          (_found, evades) => {
            asked.push(evades)
            if (evades) throw new Error('reported')
          },
        )
      const reasons = async () =>
        (await listReported(db, { limit: 100, after: undefined })).flatMap((row) =>
          row.id === id ? [[row.isOpen, row.text, row.reports.map(({ reason }) => reason)]] : [],
        )
      await report('first')
      await edit(undefined)
      await edit('before')
      await expect(edit('after')).rejects.toThrow('reported')
      expect(asked).toEqual([false, false, true])
      await changeState(db, id, ({ state }) => state, { moderator: 'an admin', now: LATE })
      // The same text again leaves what was decided.
      await edit('before')
      await report('again')
      expect(await reasons()).toEqual([[false, 'before', ['first']]])
      await edit('after')
      expect(await reasons()).toEqual([])
      await report('second')
      expect(await reasons()).toEqual([[true, 'after', ['second']]])
    },
  ],
  [
    'of two at once one is left',
    async (db, coin) => {
      const ids = [await write(db, coin, 'one'), await write(db, coin, 'two'), await write(db, coin, 'three')]
      await Promise.all(ids.map((id) => pin(db, coin, id)))
      expect(ids).toContain((await findPinned(db, coin))?.id)
    },
  ],
  [
    'what may not be pinned leaves the former one',
    async (db, coin) => {
      const [first, second] = [await write(db, coin, 'good'), await write(db, coin, 'bad')]
      await pin(db, coin, first)
      const refused = pinMessage(
        db,
        { id: second, collectionId: coin, creatorAddress: CREATOR, text: undefined, now: LATE },
        (found) => {
          throw new Error(found?.id)
        },
      )
      await expect(refused).rejects.toThrow(second)
      expect((await findPinned(db, coin))?.id).toBe(first)
    },
  ],
]

describe.each(['embedded', 'server'] as const)('on the %s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let db: Database
  beforeAll(async () => {
    db = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  afterAll(() => db.close())
  test.each(CASES)('%s', async (_what, run) => {
    await expect(run(db, crypto.randomUUID())).resolves.toBeUndefined()
  })
})

const BY = { collectionId: 'coin', creatorAddress: CREATOR }
const OWN = { collectionId: 'coin', parentId: null, state: 'shown', authorAddress: CREATOR } as const
test.each([
  ['nothing', undefined, 'messageNotFound'],
  ['a comment of another coin', { ...OWN, collectionId: 'other' }, 'messageNotFound'],
  ['the chat', { ...OWN, collectionId: null }, 'messageNotFound'],
  ['an answer', { ...OWN, parentId: 'a comment' }, 'messageNotFound'],
  ['one that is hidden', { ...OWN, state: 'hidden' as const }, 'messageNotFound'],
  ['one that is deleted', { ...OWN, state: 'deleted' as const }, 'messageNotFound'],
  ['somebody else’s', { ...OWN, authorAddress: 'a stranger' }, 'notYourMessage'],
  ['one’s own', OWN, undefined],
])('pinning %s: %s', (_what, message, refusal) => {
  expect(pinRefusal(message, BY, false)).toBe(refusal)
  expect(pinRefusal(message, BY, true)).toBe(refusal ?? 'messageReported')
})
