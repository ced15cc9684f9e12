import { expect, test } from 'vitest'
import {
  cleanMessage,
  decidePost,
  decideReview,
  type EarlierMessage,
  MESSAGE_CHARS_MAX,
  MESSAGES_PER_HOUR,
  MESSAGES_PER_MINUTE,
} from './rules.ts'

test.each([
  ['trims', '  gm  ', 'gm'],
  ['keeps a script a text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['takes control characters out', 'a\u0000b\u0007c\u001b[31md\u009fe', 'abc[31mde'],
  [
    'takes what turns the direction of a text out',
    'pay \u202eLOS 1\u202c \u2066now\u2069\u200f',
    'pay LOS 1 now',
  ],
  ['keeps the letters of every script', 'مرحبا नमस्ते 你好', 'مرحبا नमस्ते 你好'],
  ['keeps emoji that are joined of several', 'a 👩‍🚀 b 🏳️‍🌈', 'a 👩‍🚀 b 🏳️‍🌈'],
  ['takes half characters out', 'a\ud83db', 'ab'],
  ['keeps lines', 'one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['collapses empty lines and runs of spaces', 'one\n\n \n\n\ntwo \t   three', 'one\ntwo three'],
  [
    'has at most twelve lines',
    Array.from({ length: 20 }, (_, i) => i).join('\n'),
    '0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11 12 13 14 15 16 17 18 19',
  ],
  ['lets marks grow no towers', `Z${'\u0335'.repeat(40)}`, `Z${'\u0335'.repeat(4)}`],
  ['leaves nothing of what shows nothing', ' \u200b\u200d\u2060\u3164\u2800\n\ufeff', ''],
])('%s', (_, typed, kept) => {
  expect(cleanMessage(typed)).toBe(kept)
})

test('what was cleaned stays as it is', () => {
  const typed = ' a\u202e\r\n\r\nb\u0000  c\t👩‍🚀 \n'.repeat(9)
  expect(cleanMessage(cleanMessage(typed))).toBe(cleanMessage(typed))
})

const wrote = (count: number, ageMs: number, isSame = false): EarlierMessage[] =>
  Array.from({ length: count }, () => ({ ageMs, isSame }))

test.each([
  ['nothing', '', [], 'messageBlank'],
  ['501 characters', 'x'.repeat(MESSAGE_CHARS_MAX + 1), [], 'messageTooLong'],
  ['an eleventh in a minute', 'a', wrote(MESSAGES_PER_MINUTE, 59_999), 'tooManyMessages'],
  ['one more than an hour holds', 'a', wrote(MESSAGES_PER_HOUR, 3_599_999), 'tooManyMessages'],
  ['the same within a minute', 'a', wrote(1, 59_999, true), 'messageRepeated'],
] as const)('refuses %s', (_, text, earlier, code) => {
  expect(decidePost(text, earlier)).toMatchObject({ kind: 'refused', code })
})

test.each([
  ['500 characters', 'x'.repeat(MESSAGE_CHARS_MAX), []],
  ['the same after a minute', 'a', wrote(1, 60_000, true)],
  ['the tenth in a minute', 'a', wrote(MESSAGES_PER_MINUTE - 1, 1)],
  ['the first after a full minute', 'a', wrote(MESSAGES_PER_MINUTE, 60_000)],
] as const)('takes %s', (_, text, earlier) => {
  expect(decidePost(text, earlier)).toEqual({ kind: 'post' })
})

test('a moderator hides, shows again and lets be; what its author deleted is not decided any more', () => {
  expect(decideReview('shown', 'hide')).toBe('hidden')
  expect(decideReview('hidden', 'hide')).toBe('hidden')
  expect(decideReview('hidden', 'restore')).toBe('shown')
  expect(decideReview('shown', 'dismiss')).toBe('shown')
  expect(decideReview('hidden', 'dismiss')).toBe('hidden')
  for (const action of ['hide', 'restore', 'dismiss'] as const)
    expect(decideReview('deleted', action)).toBeUndefined()
})
