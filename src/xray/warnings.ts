// What lists and cards warn of, kept with the coin's other figures; and the slots of rows that an earlier version wrote.
import type { Chain } from '../chain/chain.ts'
import type { Database } from '../database/database.ts'
import { warningsOf } from './rules.ts'
import { giveUpSlots, lacksSlots, loadSums, writeSlots, writeWarnings } from './store.ts'

/** Works the warnings of these coins out anew, by what the index has. */
export async function refreshWarnings(db: Database, collectionIds: readonly string[]): Promise<void> {
  const found = (await loadSums(db, collectionIds)).map((sums) => ({
    collectionId: sums.collectionId,
    warnings: warningsOf(sums),
  }))
  if (found.length > 0) await writeWarnings(db, found)
}

/**
 * Asks the chain in which slots the trades were that an earlier version took in, all pages of the program's signatures once.
 * Nothing is asked where every row has its slot. Refuses chainUnavailable; the next start begins again.
 */
export async function fillSlots(db: Database, chain: Chain): Promise<void> {
  if (!(await lacksSlots(db))) return
  for (let before: string | undefined; ; ) {
    const page = await chain.loadProgramSignatures({ until: undefined, before })
    await writeSlots(db, page)
    before = page.at(-1)?.signature
    if (page.length < 1_000) break
  }
  await giveUpSlots(db)
}
