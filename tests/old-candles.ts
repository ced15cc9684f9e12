// A past for a coin: candles of hours and days that no test can wait for, written into a stopped server's database.
import { STORED_TIMEFRAMES } from '@twinmint/sdk/api/coin/contract'
import { openDatabaseOf } from './test-database.ts'

/** Of every stored interval `count` candles before the running bucket, every third bucket left quiet; each closes a bit higher. */
export async function addOldCandles(
  folder: string,
  collectionId: string,
  count: number,
  nowMs = Date.now(),
): Promise<void> {
  const database = await openDatabaseOf(folder)
  try {
    for (const seconds of STORED_TIMEFRAMES)
      await database.query(
        `insert into chart_data (collection_id, timeframe, bucket, open, high, low, close, volume_lamports, trade_count)
         select $1::uuid, $2::int, $3::bigint - (n + n / 2) * $2::int, 1e-9, 3e-9, 1e-9, 2e-9 - n * 1e-12, 1000000000, 1
         from generate_series(1, $4::int) n on conflict do nothing`,
        [collectionId, seconds, Math.floor(nowMs / 1000 / seconds) * seconds, count],
      )
  } finally {
    await database.close()
  }
}
