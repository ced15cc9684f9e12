import { expect, test } from 'vitest'
import { clockCheck, serversCheck } from './checks.ts'

const WELL = 'Agrees with the database and the chain.'

test.each([
  [{ databaseMs: undefined, chainMs: undefined }, undefined],
  [{ databaseMs: 4_900, chainMs: 2_000 }, WELL],
  // A cluster's clock may be minutes late.
  [{ databaseMs: undefined, chainMs: 600_000 }, WELL],
  [{ databaseMs: 0, chainMs: -31_000 }, 'The clock is 31 s behind the chain’s.'],
  [{ databaseMs: -7_200_000, chainMs: -7_200_000 }, 'The clock is 7200 s behind the database’s.'],
  [{ databaseMs: 60_000, chainMs: undefined }, 'The clock is 60 s ahead of the database’s.'],
])('a clock that is off is told from a chain that is late: %o', (offsets, sentence) => {
  const check = clockCheck(offsets)
  expect(check?.sentence.replace(/ Set this .*/, '')).toBe(sentence)
  expect(check === undefined || check.ok).toBe(sentence === undefined || sentence === WELL)
})

test('a server that only writes the index needs Redis, and no pictures; one at least does jobs', () => {
  const web = { roles: ['web', 'jobs'], hasRedis: true, pictures: 'one' }
  const check = (...servers: readonly (typeof web)[]) =>
    serversCheck({ servers, databaseOffsetMs: 0 }).sentence
  expect(check({ ...web, hasRedis: false })).toBe('One server uses this database.')
  const alike = '2 servers share this database, Redis and the pictures.'
  expect(check(web, { ...web, roles: ['index'], pictures: 'other' })).toBe(alike)
  // Whether it shares them is not known.
  expect(check(web, { ...web, pictures: '' })).toBe(alike)
  expect(check(web, { ...web, roles: ['jobs'], pictures: 'other' })).toContain('in separate folders')
  expect(check({ ...web, roles: ['web', 'index'] })).toContain('pins are not sent')
  expect(check(web, { ...web, roles: ['index'], hasRedis: false })).toContain('1 of them without REDIS_URL')
})
