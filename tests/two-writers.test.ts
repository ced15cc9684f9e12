// Two servers that read the same chain into one PostgreSQL: whichever is first, both go on, and each row is there once.
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../packages/server/database/database.ts'
import { migrate } from '../packages/server/database/migrate.ts'
import { applyEvents } from '../packages/server/index/apply.ts'
import type { LoggedEvent } from '../packages/server/index/event-rows.ts'
import { Chain, SOL, wallet } from '../program/test/harness.ts'
import { postgres, withSchema } from './services.ts'

const WRITERS = 6
const ROUNDS = 8

if (postgres.missing !== undefined) test.skip(`skipped: ${postgres.missing}`)
else {
  let chain: Chain
  /** A launch and a first trade each. */
  const coins: LoggedEvent[][] = []

  beforeAll(async () => {
    chain = await Chain.open()
    const [creator, buyer] = [wallet(1), wallet(2)]
    for (const one of [creator, buyer]) chain.fund(one.address, 100n * SOL)
    for (let number = 0; number < ROUNDS; number++) {
      const coin = await chain.coin(creator, {}, number)
      const launched = chain.must(chain.launch(coin), creator)
      chain.must(await chain.createCoinAccount(buyer, coin), buyer)
      const bought = chain.must(await chain.buy(buyer, coin, SOL), buyer)
      coins.push(
        [launched, bought].map(({ events }, at) => {
          const [event] = events
          if (!event) throw new Error('a launch and a buy have an event each')
          return { event, signature: `${number} ${at}`, slot: BigInt(number) }
        }),
      )
    }
  })

  test('a launch that several take in at the same moment is there once, and fails for nobody', () =>
    withSchema('twinmint_two_writers', async (url) => {
      const database = await openDatabase({ url, folder: '' })
      await migrate(database)
      for (const events of coins) {
        const applied = await Promise.all(
          Array.from({ length: WRITERS }, () => applyEvents(database, chain.program, events)),
        )
        // The others find that the rows hold it.
        expect(applied.map(({ launchedIds }) => launchedIds.length).toSorted()).toEqual([
          ...Array.from({ length: WRITERS - 1 }, () => 0),
          1,
        ])
      }
      expect(await database.query('select count(*) as count from collections')).toEqual([{ count: ROUNDS }])
      expect(await database.query('select sum(trade_count) as count from bonding_curves')).toEqual([
        { count: String(ROUNDS) },
      ])
      await database.close()
    }))
}
