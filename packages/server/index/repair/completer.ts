// Coins of which a node forgot the beginning: found by their accounts at the start, and completed from archives.
import type { HistoryLog } from './chain-history.ts'
import type { Repairer } from './repairer.ts'

const COMPLETE_MS = 60_000

/** Finds coins by their accounts, once, and reads from the archives again and again what is missing of their histories. */
export function openCompleter({
  repairer,
  hasArchives,
  log,
}: {
  readonly repairer: Pick<Repairer, 'findUnknown' | 'complete'>
  readonly hasArchives: boolean
  readonly log: HistoryLog
}) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const complete = async () => {
    await repairer
      .complete()
      .catch((error: unknown) => log.warn({ err: error }, 'the archives could not be read; trying again'))
    if (!isStopped) timer = setTimeout(() => void complete(), COMPLETE_MS).unref()
  }
  return {
    async begin() {
      await repairer
        .findUnknown()
        .catch((error: unknown) => log.warn({ err: error }, 'the node does not list the coins’ accounts'))
      if (hasArchives && timer === undefined && !isStopped) void complete()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
