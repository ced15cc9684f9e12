// Who follows whom, on the embedded database and on a PostgreSQL: the bound, also of many at once, and who is told.

import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgres } from '../../../tests/services.ts'
import { openEmptyEmbedded, openEmptyServed } from '../../../tests/test-database.ts'
import type { Database } from '../database/database.ts'
import {
  type FollowPair,
  listFollowed,
  listFollowersToNotify,
  removeFollow,
  setFollow,
} from './follow-store.ts'

describe.each(['embedded', 'server'] as const)('%s database', (kind) => {
  if (kind === 'server' && postgres.missing !== undefined) {
    test.skip(`skipped: ${postgres.missing}`)
    return
  }
  let database: Database
  beforeAll(async () => {
    database = await (kind === 'server' ? openEmptyServed() : openEmptyEmbedded())
  })
  afterAll(() => database.close())

  const follow = (follower: string, followed: string, notify?: boolean) =>
    setFollow(database, { follower, followed, notify })

  test('the bell is off at first, and stays as it is where nothing is said of it', async () => {
    expect(await follow('ann', 'bob')).toMatchObject({ walletAddress: 'bob', notify: false })
    expect(await follow('ann', 'bob', true)).toMatchObject({ notify: true })
    const again = await follow('ann', 'bob')
    expect(again).toMatchObject({ notify: true })
    await follow('ann', 'cat')
    expect(await listFollowed(database, 'ann')).toEqual([
      { walletAddress: 'cat', notify: false, createdAt: expect.any(String) },
      again,
    ])
    expect(await listFollowed(database, 'bob')).toEqual([])
  })

  test('only one’s own is removed', async () => {
    await follow('dan', 'eve')
    await follow('fay', 'eve')
    await removeFollow(database, { follower: 'dan', followed: 'eve' })
    expect(await listFollowed(database, 'dan')).toEqual([])
    expect(await listFollowed(database, 'fay')).toHaveLength(1)
  })

  test('so many at most, also when more are asked for at once; those that are there can still be changed', async () => {
    // Forty at once, the last of them over the bound: whoever waits for a connection for ten seconds is refused.
    const asked = Array.from({ length: FOLLOWED_MAX + 20 }, (_, at) => `w${at}`)
    const answers: (Awaited<ReturnType<typeof follow>> | undefined)[] = []
    for (let at = asked.length % 40; at <= asked.length; at += 40)
      answers.push(
        ...(await Promise.all(asked.slice(Math.max(at - 40, 0), at).map((each) => follow('gus', each)))),
      )
    expect(answers).toHaveLength(asked.length)
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(FOLLOWED_MAX)
    const followed = await listFollowed(database, 'gus')
    expect(followed).toHaveLength(FOLLOWED_MAX)
    const [first] = followed
    expect(await follow('gus', first?.walletAddress ?? '', true)).toMatchObject({ notify: true })
    await removeFollow(database, { follower: 'gus', followed: first?.walletAddress ?? '' })
    expect(await follow('gus', 'one more')).toBeDefined()
    expect(await follow('gus', 'and another')).toBeUndefined()
  })

  test('who is told of a wallet’s trades is found in parts, each once', async () => {
    const followers = Array.from({ length: 25 }, (_, at) => `f${String(at).padStart(2, '0')}`)
    for (const [at, follower] of followers.entries()) {
      await follow(follower, 'star', at % 5 !== 0)
      await follow(follower, 'moon', at % 5 === 0)
      await follow(follower, 'sun', true)
    }
    const found: FollowPair[] = []
    for (let after: FollowPair | undefined; ; ) {
      const part = await listFollowersToNotify(database, ['star', 'moon', 'nobody'], { after, limit: 4 })
      expect(part.length).toBeLessThanOrEqual(4)
      found.push(...part)
      after = part.at(-1)
      if (part.length < 4) break
    }
    expect(found).toEqual([
      ...followers.filter((_, at) => at % 5 === 0).map((follower) => ({ followed: 'moon', follower })),
      ...followers.filter((_, at) => at % 5 !== 0).map((follower) => ({ followed: 'star', follower })),
    ])
  })
})
