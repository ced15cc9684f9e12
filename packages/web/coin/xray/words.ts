// What the Launch X-ray says in sentences, with the coin's own figures. Pure.

import type { XrayWarning } from '@twinmint/sdk/api/records/xray'
import type { Xray } from '@twinmint/sdk/api/xray/contract'
import { EARLY_TRADES_MAX, TRANSACTIONS_BEFORE_MAX } from '@twinmint/sdk/api/xray/rules'
import { historySinceText } from '../../shared/history/words.ts'

const count = (number: number, one: string, more = `${one}s`) => `${number} ${number === 1 ? one : more}`

/** What is unusual of one kind; `percentText` writes a share. */
export function sentenceOf(
  warning: XrayWarning,
  { creator, launchSlot, opening, sameSlot, holders }: Xray,
  percentText: (percent: number) => string,
): string {
  switch (warning) {
    case 'creator':
      return creator.fundedCount === 0
        ? `The creator holds ${percentText(creator.percent)} of the supply.`
        : `The creator and ${count(creator.fundedCount, 'wallet')} that it funded hold ${percentText(creator.percent)} of the supply.`
    case 'launchSlot':
      return `Others than the creator bought ${percentText(launchSlot.othersPercent)} in the launch’s own slot.`
    case 'opening':
      return `Others than the creator bought ${percentText(opening.othersPercent)} in the first ten seconds.`
    case 'sameSlot':
      return `${groupsText(sameSlot)} bought ${percentText(sameSlot.percent)}${sameSlot.groupCount === 1 ? '' : ' together'}, each in one slot.`
    case 'holders':
      return holders.wallets.length === 10
        ? `The ten largest holders have ${percentText(holders.percent)} of the supply.`
        : `${capital(count(holders.wallets.length, 'wallet has', 'wallets have'))} ${percentText(holders.percent)} of the supply.`
  }
}

const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** "A group of 3 wallets", "2 groups of wallets", "No group". */
export function groupsText({ groups, groupCount }: Xray['sameSlot']): string {
  if (groupCount === 0) return 'No group'
  return groupCount === 1
    ? `A group of ${groups[0]?.walletCount ?? 0} wallets`
    : `${groupCount} groups of wallets`
}

/** What was read of the creator's own transactions, and so what the figure can know. */
export function readingText({
  creator: { transactionsBefore, transactionsAfter, isWhole },
  historySince,
}: Pick<Xray, 'creator' | 'historySince'>): string {
  if (transactionsBefore + transactionsAfter === 0 && historySince !== null)
    return 'The launch is not known here, so the creator’s transactions around it are not read: wallets that it funded are not in this figure.'
  if (transactionsBefore + transactionsAfter === 0 && !isWhole)
    return 'The creator’s transactions were not read yet: wallets that it funded are not in this figure.'
  const since = isWhole
    ? `all ${transactionsAfter} since`
    : `the first ${transactionsAfter} since, of which there may be more`
  return `Read for it: the creator’s last ${count(transactionsBefore, 'transaction')} before the launch, and ${since}. SOL that went by way of another wallet or an exchange is not seen.`
}

/** Beside whatever else is unusual: three of the figures are not known. */
export const beforeHistoryText = (historySince: string): string =>
  `${historySinceText(historySince)} Who bought before that is not known here.`

/** What could not be read, a sentence each; none where the figures know all that they are about. */
export function gapsOf({ creator, launchSlot, opening, historySince }: Xray): string[] {
  return [
    historySince !== null && beforeHistoryText(historySince),
    !creator.isWhole &&
      'Not all of the creator’s transactions since the launch were read: wallets that it funded may be missing.',
    creator.transactionsBefore >= TRANSACTIONS_BEFORE_MAX &&
      `Of the creator’s transactions before the launch only the last ${TRANSACTIONS_BEFORE_MAX} are read.`,
    historySince === null && launchSlot.slot === null && 'In which slot the launch was is not known.',
    !(launchSlot.isWhole && opening.isWhole) &&
      `Only the coin’s first ${EARLY_TRADES_MAX} trades are looked at: more was bought in its first seconds.`,
  ].filter((sentence) => sentence !== false)
}
