import { expect, it } from 'vitest'
import { decideBio } from './rules.ts'

it('a bio keeps its lines and refuses what cannot be shown', () => {
  expect(decideBio(' one\r\ntwo\n\n\n\nthree ')).toEqual({ kind: 'bio', bio: 'one\ntwo\n\nthree' })
  expect(decideBio('x'.repeat(501))).toMatchObject({ kind: 'refused' })
  expect(decideBio('\u202Eolleh')).toMatchObject({ kind: 'refused' })
  expect(decideBio('👩‍🚀 and 🏳️‍🌈')).toMatchObject({ kind: 'bio' })
  expect(decideBio('<script>alert(1)</script>')).toEqual({ kind: 'bio', bio: '<script>alert(1)</script>' })
})
