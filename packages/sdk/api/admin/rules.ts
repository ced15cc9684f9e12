// The waitlist as text: CSV that no spreadsheet takes for formulas, and usernames by the line. Pure.
import type { WaitlistEntry } from './contract.ts'

/**
 * One cell. Spreadsheets calculate what begins with =, +, -, @, a tab or a line break, so an apostrophe goes before it, which
 * they show as text; quotes keep what is inside together.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const CSV_HEAD = 'Username,Submitted At,IP Address\r\n'

export function csvLines(entries: readonly WaitlistEntry[]): string {
  return entries
    .map(
      ({ username, submittedAt, ipAddress }) =>
        `${[username, submittedAt, ipAddress ?? ''].map(csvCell).join(',')}\r\n`,
    )
    .join('')
}

export function usernameLines(entries: readonly WaitlistEntry[]): string {
  return entries.map(({ username }) => `@${username}\n`).join('')
}

/** `waitlist-2026-11-21.csv`, by the day in UTC. */
export const exportName = (now: Date): string => `waitlist-${now.toISOString().slice(0, 10)}.csv`

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const HOUR = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })

/** "Nov 21, 2026 • 9:05 PM", in the reader's own zone. */
export function formatSubmittedAt(iso: string): string {
  const date = new Date(iso)
  // Newer browsers put a narrow space before AM and PM.
  return `${DAY.format(date)} • ${HOUR.format(date).replace(/\u202f/g, ' ')}`
}
