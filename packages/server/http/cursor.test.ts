import { expect, test } from 'vitest'
import { type CursorType, cursorText, decodeCursor, encodeCursor, timeCursor } from './cursor.ts'

const ID = '00000000-0000-4000-8000-000000000000'

test.each<[CursorType, readonly string[], readonly string[]]>([
  [
    'timestamptz',
    [
      '2026-11-29 07:57:24.123456+00',
      '2026-11-29 07:57:24+00',
      '2028-02-29T00:00:00.000Z',
      '2026-11-29 09:57:24+05:30',
    ],
    [
      '2026-13-01 00:00:00+00',
      '2026-02-30 00:00:00+00',
      '2026-02-29T00:00:00Z',
      '2026-01-01 24:00:01+00',
      '2026-01-01',
      '2026-01-05',
      '1',
      '-',
      ':',
      '0000-01-01T00:00:00Z',
      '2026-01-01 00:00:00',
      '2026-01-01 00:00:00+23',
      'infinity',
      'now',
      '',
    ],
  ],
  ['int', ['0', '-1', '2147483647'], ['2147483648', '-2147483648', '1.5', '1e3', '', '+1', ' 1']],
  ['bigint', ['9223372036854775807'], ['9223372036854775808', '9'.repeat(40), 'NaN']],
  ['numeric', ['0', '1.5', '9'.repeat(40)], ['-1', '1e999', 'NaN', 'x', '', '.', '1.']],
  [
    'double precision',
    ['0', '-1.5', '1.2345e-05', '5e-324', '0e999', '1e+300'],
    ['1e999', '1e-999', 'Infinity', 'NaN', '0x1', ''],
  ],
  ['uuid', [ID], ['', ID.slice(1), '{}']],
])('a cursor’s text of the type %s is what PostgreSQL reads', (type, good, bad) => {
  for (const text of good) expect([text, cursorText[type].safeParse(text).success]).toEqual([text, true])
  for (const text of bad) expect([text, cursorText[type].safeParse(text).success]).toEqual([text, false])
})

test('a cursor is read back as written; any other text is refused', () => {
  const parts = ['2026-11-29 07:57:24.123456+00', ID]
  expect(decodeCursor(timeCursor, encodeCursor(parts))).toEqual(parts)
  for (const cursor of ['', '%', 'e30', encodeCursor(parts).slice(3), encodeCursor([...parts, 1])])
    expect(() => decodeCursor(timeCursor, cursor)).toThrow('not one of this list')
})
