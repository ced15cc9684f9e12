// Checks the names of people and coins again when the rule has changed. Existing names stay: a name that the rule would refuse
// is shown with the wallet's or the coin's address.
import { setImmediate } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { DatabaseError } from '../database/failure.ts'
import { type CoinTexts, NAMES_RULE, shownCoin, shownPerson, skeletonOf } from '../index/names/imitations.ts'

const BATCH = 200
const UNIQUE_VIOLATION = '23505'

export async function renewNames(db: Database, signal: AbortSignal): Promise<void> {
  const [known] = await db.query<{ rule: number }>(
    `select value::int as rule from site_settings where key = 'names_rule'`,
  )
  if (known?.rule === NAMES_RULE) return
  await renewPeople(db, signal)
  await renewCoins(db, signal)
  if (signal.aborted) return
  await db.query(
    `insert into site_settings (key, value, updated_by) values ('names_rule', to_jsonb($1::int), 'server')
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [NAMES_RULE],
  )
}

async function renewPeople(db: Database, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const rows = await db.query<{ walletAddress: string; username: string }>(
      `select wallet_address as "walletAddress", username from wallet_users
       where wallet_address > $1 order by wallet_address limit ${BATCH}`,
      [after],
    )
    for (const { walletAddress, username } of rows) {
      const shown = shownPerson(username, walletAddress)
      await db.query('update wallet_users set shown_name = $3 where wallet_address = $1 and username = $2', [
        walletAddress,
        username,
        shown,
      ])
      await renewSkeleton(db, walletAddress, username)
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.walletAddress
    await setImmediate()
  }
}

/** If two existing names have the same new skeleton, one of them keeps its former skeleton; both names stay. */
async function renewSkeleton(db: Database, walletAddress: string, username: string): Promise<void> {
  try {
    await db.query(
      'update wallet_users set username_skeleton = $3 where wallet_address = $1 and username = $2 and username_skeleton <> $3',
      [walletAddress, username, skeletonOf(username)],
    )
  } catch (error) {
    if (!(error instanceof DatabaseError && error.sqlState === UNIQUE_VIOLATION)) throw error
  }
}

async function renewCoins(db: Database, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const rows = await db.query<CoinTexts & { readonly mintAddress: string }>(
      `select mint_address as "mintAddress", name, symbol, collection_name as "collectionName" from collections
       where mint_address > $1 order by mint_address limit ${BATCH}`,
      [after],
    )
    for (const { mintAddress, ...texts } of rows) {
      const shown = shownCoin(texts, mintAddress)
      if (
        shown.name === texts.name &&
        shown.symbol === texts.symbol &&
        shown.collectionName === texts.collectionName
      )
        continue
      await db.query(
        'update collections set name = $2, symbol = $3, collection_name = $4 where mint_address = $1',
        [mintAddress, shown.name, shown.symbol, shown.collectionName],
      )
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.mintAddress
    await setImmediate()
  }
}
