// A coin whose history no node has whole: where it begins, in words.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { formatExactTime } from '../../ui/format.ts'

export const historySinceText = (since: string): string =>
  `This server’s history of the coin begins on ${formatExactTime(since)}.`

const DAY_MS = 86_400_000

/** Sums of the last 24 hours lack a part. */
export const isDayCut = ({ historySince }: Pick<Collection, 'historySince'>, nowMs: number): boolean =>
  historySince !== null && Date.parse(historySince) > nowMs - DAY_MS
