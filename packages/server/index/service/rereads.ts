// Coins that an admin had read again on a server that does not write the index: a row asks the one that does.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import type { Database } from '../../database/database.ts'

const LOOK_MS = 1_000
const ANSWER_MS = 60_000

export interface Rereads {
  /** Resolves with what the writer's `reread` did; false where none answers within a minute. */
  ask(mint: Address): Promise<boolean>
  /** Does what is asked for, until the function that it returns has resolved. */
  serve(reread: (mint: Address) => Promise<boolean>): () => Promise<void>
}

export function openRereads(db: Database): Rereads {
  async function answer(reread: (mint: Address) => Promise<boolean>): Promise<void> {
    const asked = await db.query<{ mint: Address }>(
      'select mint_address as mint from reread_requests where is_done is null',
    )
    for (const { mint } of asked) {
      const isDone = await reread(mint)
      await db.query('update reread_requests set is_done = $2 where mint_address = $1', [mint, isDone])
    }
  }
  return {
    async ask(mint) {
      await db.query(
        `insert into reread_requests (mint_address) values ($1)
         on conflict (mint_address) do update set is_done = null`,
        [mint],
      )
      const endMs = performance.now() + ANSWER_MS
      while (performance.now() < endMs) {
        await sleep(LOOK_MS)
        const [done] = await db.query<{ isDone: boolean }>(
          'delete from reread_requests where mint_address = $1 and is_done is not null returning is_done as "isDone"',
          [mint],
        )
        if (done) return done.isDone
      }
      return false
    },
    serve(reread) {
      // Where one process has the database, nobody asks.
      if (db.kind === 'embedded') return async () => {}
      let answering: Promise<void> | undefined
      const timer = setInterval(() => {
        // One that fails is asked for again a second later.
        answering ??= answer(reread)
          .catch(() => {})
          .finally(() => {
            answering = undefined
          })
      }, LOOK_MS)
      timer.unref()
      return async () => {
        clearInterval(timer)
        await answering
      }
    },
  }
}
