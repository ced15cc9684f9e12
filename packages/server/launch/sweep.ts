// Takes away what launches leave behind that never were: preparations that nobody signed, and pictures that nothing refers to.
import type { Address } from '@solana/kit'
import type { Chain } from '../chain/chain.ts'
import type { PictureStore } from '../content/storage/pictures.ts'
import type { ContentStore } from '../content/storage/store.ts'
import type { Database } from '../database/database.ts'
import type { Limits } from '../database/limits.ts'
import { addLoosePicture, dropUnused, listUnused, takeLoosePictures } from './store.ts'

const SWEEP_MS = 600_000
/** As many accounts as a node answers at a time. */
const UNUSED_AT_ONCE = 100
/** The embedded database does nothing else while so many go from the store, which takes their three sizes in one go. */
const PICTURES_AT_ONCE = 5
/** A picture's row stays locked until the store has answered: else somebody takes the picture in while it goes. */
const STORE_LIMITS: Limits = { idleMs: 60_000 }

export interface SweepDeps {
  readonly db: Database
  readonly chain: Pick<Chain, 'loadAccounts'>
  readonly pictures: Pick<PictureStore, 'remove'>
  /** Where pictures are kept. */
  readonly store: Pick<ContentStore, 'check'>
}

/** Sweeps once. A launch that the chain has is kept, whether or not the index has it already. */
async function sweep({ db, chain, pictures, store }: SweepDeps): Promise<void> {
  for (;;) {
    const prepared = await listUnused(db, UNUSED_AT_ONCE)
    const accounts = await chain.loadAccounts(prepared as Address[])
    // Lamports alone, which anybody can send there, are no coin.
    const unused = prepared.filter((_, at) => !accounts[at]?.data.length)
    if (unused.length === 0) break
    await dropUnused(db, unused)
  }
  // The database waits for the store then, so not for one that is away.
  await store.check()
  const failures: unknown[] = []
  for (;;) {
    const { count, isRefused } = await db.transaction(async (tx) => {
      const taken = await takeLoosePictures(tx, PICTURES_AT_ONCE)
      const loose = taken.filter(({ isUsed }) => !isUsed)
      const kept: string[] = []
      await Promise.all(
        loose.map(({ imageHash }) =>
          pictures.remove(imageHash).catch((error: unknown) => {
            failures.push(error)
            kept.push(imageHash)
          }),
        ),
      )
      // What the store does not let go of is loose for another hour, so that it keeps nothing else.
      for (const imageHash of kept) await addLoosePicture(tx, imageHash)
      return { count: taken.length, isRefused: loose.length > 0 && kept.length === loose.length }
    }, STORE_LIMITS)
    if (count < PICTURES_AT_ONCE || isRefused) break
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of the pictures that nothing refers to could not be deleted`, {
      cause: failures[0],
    })
}

/** Sweeps now and every ten minutes. The index must be caught up. */
export function startSweep(deps: SweepDeps, onFailure: (error: unknown) => void): { close(): Promise<void> } {
  let sweeping = Promise.resolve()
  const begin = () => {
    sweeping = sweeping.then(() => sweep(deps)).catch(onFailure)
  }
  begin()
  const timer = setInterval(begin, SWEEP_MS)
  return {
    async close() {
      clearInterval(timer)
      await sweeping
    },
  }
}
