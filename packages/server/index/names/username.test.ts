import { describe, expect, it } from 'vitest'
import { skeletonOf } from './imitations.ts'
import { decideUsername } from './username.ts'

describe('two names that look the same', () => {
  it.each([
    ['Alice', 'alice', 'case'],
    ['Alice', 'Аlісе', 'Cyrillic A, i, c and e'],
    ['Alice', 'ΑLICE', 'a Greek capital'],
    ['Alice', 'A1ice', 'a digit for l'],
    ['Alice', 'AIice', 'a capital i for l'],
    ['Alice', 'Ａｌｉｃｅ', 'full width'],
    ['Alice', '𝒜𝓁𝒾𝒸ℯ', 'mathematical letters'],
    ['Alice', 'ALÌCÉ', 'accents'],
    ['Alice', 'A_l-i.c e', 'signs and spaces between'],
    ['Boss', 'B0SS', 'a zero'],
    ['Boss', 'ΒОЅЅ', 'Greek and Cyrillic capitals'],
    ['Nemo', 'Иemo'.replace('И', 'Ν'), 'a Greek capital nu'],
    ['modern', 'modem', 'rn and m'],
    ['wow', 'vvow', 'vv and w'],
    ['straße', 'STRASSE', 'sharp s'],
    ['HELEN', 'НЕLЕN', 'capitals that as small letters look otherwise'],
    ['sᴍᴏʟ', 'smol', 'small capitals'],
  ])('%s and %s (%s)', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })

  it.each([
    ['Alice', 'Alicia'],
    ['frog', 'dog'],
    ['Иван', 'Иванна'],
    ['猫', '犬'],
    ['🐸', '🐶'],
    ['frog1', 'frog2'],
  ])('%s and %s do not', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other))
  })
})

describe('a username', () => {
  it.each(['a', 'Иван Петров', '猫', '🐸❤️', 'O’Neil', 'x'.repeat(50), 'Ünïcode'])('may be %s', (text) => {
    expect(decideUsername(text)).toMatchObject({ kind: 'name' })
  })

  it('is trimmed and composed, its case kept', () => {
    expect(decideUsername('  Ame\u0301lie   Frog ')).toMatchObject({ kind: 'name', username: 'Amélie Frog' })
  })

  it.each([
    ['nothing', '   '],
    ['51 characters', 'x'.repeat(51)],
    ['a zero-width space', 'al\u200Bice'],
    ['a joiner', 'al\u200Dice'],
    ['another direction', '\u202Eecila'],
    ['an isolate', '\u2066alice\u2069'],
    ['a control', 'al\u0007ice'],
    ['a tag', 'alice\u{E0041}'],
    ['a soft hyphen', 'al\u00ADice'],
    ['a filler', '\u3164'],
    ['private use', '\uE000'],
    ['half a character', 'al\uD800'],
    ['a heap of accents', 'z\u0301\u0302\u0303\u0304'],
    ['signs alone', '---'],
    ['an address', '7jgVZ7DDHLhZ3qmdyg3tGwDzd4rYBHZVYUgpe3zHqJpg'],
    ['a short address', '7jgV…qJpg'],
  ])('is refused with %s', (_, text) => {
    expect(decideUsername(text)).toMatchObject({ kind: 'refused', code: 'usernameInvalid' })
  })

  it.each(['Admin', 'аdmin', 'T W I N M I N T', 'Twinrnint', 'sy5tem'])('like %s is refused', (text) => {
    expect(decideUsername(text)).toMatchObject({ kind: 'refused', code: 'usernameInvalid' })
  })
})
