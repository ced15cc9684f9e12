// Gives up connections to a PostgreSQL that fell silent. After a failover old connections may stay open without ever answering,
// while new ones work.
import type pg from 'pg'
import { ANSWER_MS } from './limits.ts'

/** For a connection that has said nothing since another one fell silent. */
const DOUBTED_MS = 1_000

type Client = Pick<pg.PoolClient, 'connection' | 'query'>

const giveUp = ({ connection }: Client, ms: number): void =>
  void connection.stream.destroy(new Error(`The database did not answer within ${ms / 1_000} s`))

/**
 * Returns a function that runs one statement. It rejects when the answer takes longer than `answerMs`; the connection is then
 * destroyed, and its server must notice that (client_connection_check_interval). Idle connections of the pool go with it, and
 * statements under way get one more second, so that recovery takes one limit and not one for each connection.
 */
export function answersOf(pool: pg.Pool) {
  const idle = new Set<Client>()
  const heardMs = new WeakMap<Client, number>()
  const underWay = new Set<() => void>()
  let doubtedMs = Number.NEGATIVE_INFINITY
  pool.on('acquire', (client) => void idle.delete(client))
  pool.on('release', (_, client) => void idle.add(client))
  pool.on('remove', (client) => void idle.delete(client))

  const doubtAll = (): void => {
    doubtedMs = performance.now()
    for (const client of idle) giveUp(client, ANSWER_MS)
    for (const hurry of underWay) hurry()
  }
  return async (client: Client, statement: pg.QueryConfig, answerMs = ANSWER_MS): Promise<object[]> => {
    let timer: NodeJS.Timeout | undefined
    let lateMs = Number.POSITIVE_INFINITY
    const wait = (ms: number): void => {
      const atMs = performance.now() + ms
      if (atMs >= lateMs) return
      lateMs = atMs
      clearTimeout(timer)
      timer = setTimeout(late, ms, ms)
    }
    // An answer that arrived while this process stood still is read first.
    const late = (ms: number): void =>
      void setImmediate(() => {
        if (!underWay.delete(hurry)) return
        giveUp(client, ms)
        doubtAll()
      })
    const hurry = (): void => (answerMs > ANSWER_MS ? undefined : wait(DOUBTED_MS))
    underWay.add(hurry)
    wait(answerMs > ANSWER_MS || (heardMs.get(client) ?? doubtedMs) >= doubtedMs ? answerMs : DOUBTED_MS)
    try {
      const { rows } = await client.query<object>(statement)
      heardMs.set(client, performance.now())
      return rows
    } finally {
      clearTimeout(timer)
      underWay.delete(hurry)
    }
  }
}
