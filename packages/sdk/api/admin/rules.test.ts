import { expect, test } from 'vitest'
import { csvCell, csvLines, exportName, formatSubmittedAt, usernameLines } from './rules.ts'

test.each([
  ['plain', 'plain'],
  ['=1+1', '"\'=1+1"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['a"b', '"a""b"'],
  ['="a"', '"\'=""a"""'],
  ['a,b', '"a,b"'],
  ['a\nb', '"a\nb"'],
  ['a=b', 'a=b'],
  ['', ''],
])('the cell of %j is %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('lines have the specification’s columns, names one @ each', () => {
  const entries = [
    { id: '1', username: 'frog', submittedAt: '2026-11-21T20:00:00.000Z', ipAddress: null },
    { id: '2', username: 'toad', submittedAt: '2026-11-21T19:00:00.000Z', ipAddress: '2001:db8::7' },
  ]
  expect(csvLines(entries)).toBe(
    'frog,2026-11-21T20:00:00.000Z,\r\ntoad,2026-11-21T19:00:00.000Z,2001:db8::7\r\n',
  )
  expect(usernameLines(entries)).toBe('@frog\n@toad\n')
  expect(exportName(new Date('2026-11-21T23:59:59.000Z'))).toBe('waitlist-2026-11-21.csv')
})

test('times read as the specification writes them', () => {
  expect(formatSubmittedAt('2026-11-21T20:05:00.000Z')).toMatch(/^Nov 2[12], 2026 • \d{1,2}:05 [AP]M$/)
})
