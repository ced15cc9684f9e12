// What may be written, how often, what a moderator's decision does, and what of it all is shown to whom. Pure.
import { withoutUnseen } from '../../core/text.ts'
import type { ChatMessage, Comment, Reply } from '../records/message.ts'
import type { ReportedMessage } from './contract.ts'

/** Characters are counted as the browser counts them: in UTF-16 units. */
export const MESSAGE_CHARS_MAX = 500
export const REASON_CHARS_MAX = 200
/** Of comments and chat messages of one wallet together. */
export const MESSAGES_PER_MINUTE = 10
export const MESSAGES_PER_HOUR = 120
export const REPORTS_PER_HOUR = 30
/** From one address, whoever is signed in there. */
export const MESSAGES_PER_MINUTE_AND_ADDRESS = 40
/** The latest replies that come along with a comment. */
export const REPLIES_SHOWN = 3
const LINES_MAX = 12
const MARKS_MAX = 4

export type MessageState = 'shown' | 'hidden' | 'deleted'
export type ReviewAction = 'hide' | 'dismiss' | 'restore'

const LINE_BREAKS = /\r\n?|\p{Zl}|\p{Zp}|\u0085/gu
const SPACES = /[^\S\n]+/g
const MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu')
/** What takes room or shows something; of blanks and marks alone no message is made. */
const VISIBLE = /[^\s\p{M}]/u

/** A typed text as it is kept: without control characters, in lines without gaps, trimmed. Empty where nothing shows. */
export function cleanMessage(typed: string): string {
  const lines = withoutUnseen(typed.normalize('NFC').replace(/\t/g, ' ').replace(LINE_BREAKS, '\n'))
    .replace(MARKS, '$1')
    .replace(SPACES, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => VISIBLE.test(line))
  const whole = [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(' ')]
  return whole.filter((line) => line !== '').join('\n')
}

/** What a wallet wrote before, as far as it matters to what it writes now. */
export interface EarlierMessage {
  readonly ageMs: number
  readonly isSame: boolean
}

export type PostDecision =
  | { readonly kind: 'post' }
  | {
      readonly kind: 'refused'
      readonly code: 'messageBlank' | 'messageTooLong' | 'messageRepeated' | 'tooManyMessages'
      readonly detail?: string
    }

const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000

/** Whether a cleaned text may be written, by what its wallet wrote in the last hour. */
export function decidePost(text: string, earlier: readonly EarlierMessage[]): PostDecision {
  if (text === '') return { kind: 'refused', code: 'messageBlank' }
  if (text.length > MESSAGE_CHARS_MAX) return { kind: 'refused', code: 'messageTooLong' }
  const lastMinute = earlier.filter(({ ageMs }) => ageMs < MINUTE_MS)
  if (lastMinute.length >= MESSAGES_PER_MINUTE) return { kind: 'refused', code: 'tooManyMessages' }
  if (earlier.filter(({ ageMs }) => ageMs < HOUR_MS).length >= MESSAGES_PER_HOUR)
    return {
      kind: 'refused',
      code: 'tooManyMessages',
      detail: `You have written ${MESSAGES_PER_HOUR} messages in the last hour. Go on a little later.`,
    }
  if (lastMinute.some(({ isSame }) => isSame)) return { kind: 'refused', code: 'messageRepeated' }
  return { kind: 'post' }
}

/** Why the creator of a coin can't pin this comment above the others, if so. */
export function pinRefusal(
  message: Pick<MessageRow, 'collectionId' | 'parentId' | 'state' | 'authorAddress'> | undefined,
  { collectionId, creatorAddress }: { readonly collectionId: string; readonly creatorAddress: string },
  /** It would get another text, and has reports that nobody has decided on. */
  evadesReports: boolean,
): 'messageNotFound' | 'notYourMessage' | 'messageReported' | undefined {
  if (message?.collectionId !== collectionId || message.parentId !== null || message.state !== 'shown')
    return 'messageNotFound'
  if (message.authorAddress !== creatorAddress) return 'notYourMessage'
  return evadesReports ? 'messageReported' : undefined
}

/** The state that a decision leads to; undefined where the author has deleted the text and nothing is left to decide. */
export function decideReview(state: MessageState, action: ReviewAction): MessageState | undefined {
  if (state === 'deleted') return undefined
  if (action === 'dismiss') return state
  return action === 'hide' ? 'hidden' : 'shown'
}

/** Who has no name is called by the ends of the address. */
function nameOf(walletAddress: string, username: string | null): string {
  return username ?? `${walletAddress.slice(0, 4)}…${walletAddress.slice(-4)}`
}

export interface MessageRow {
  readonly id: string
  readonly kind: 'comment' | 'chat'
  readonly collectionId: string | null
  readonly parentId: string | null
  readonly authorAddress: string
  readonly username: string | null
  /** Of the author's profile picture. */
  readonly imageHash: string | null
  readonly text: string
  readonly state: MessageState
  readonly replyCount: number
  readonly pinnedAt: string | null
  readonly editedAt: string | null
  readonly createdAt: string
}

export type ReportedRow = Omit<ReportedMessage, 'username' | 'message' | 'walletAddress' | 'timestamp'> &
  Pick<MessageRow, 'authorAddress' | 'username' | 'text' | 'createdAt'>

export function chatMessageOf(row: MessageRow): ChatMessage {
  return {
    id: row.id,
    username: nameOf(row.authorAddress, row.username),
    message: row.text,
    timestamp: row.createdAt,
    isSystem: false,
    walletAddress: row.authorAddress,
    profileImageUrl: row.imageHash === null ? null : `/api/images/${row.imageHash}-128.webp`,
  }
}

export function replyOf(row: MessageRow): Reply {
  const { collectionId, parentId, state } = row
  const place = { collectionId: collectionId ?? '', parentId, state }
  const said = chatMessageOf(row)
  if (state === 'shown') return { ...said, ...place }
  return { ...said, ...place, message: '', username: '', walletAddress: null, profileImageUrl: null }
}

/** `latest` are answers to any comments, newest first. */
export function commentOf(row: MessageRow, latest: readonly MessageRow[]): Comment {
  const replies = latest.filter(({ parentId }) => parentId === row.id).map(replyOf)
  const { replyCount, pinnedAt, editedAt } = row
  return { ...replyOf(row), replyCount, pinnedAt, editedAt, replies: replies.reverse() }
}

/** For moderators, who see what was said, hidden or not. */
export function reportedOf(row: ReportedRow): ReportedMessage {
  return {
    id: row.id,
    kind: row.kind,
    collection: row.collection,
    message: row.text,
    username: nameOf(row.authorAddress, row.username),
    walletAddress: row.authorAddress,
    timestamp: row.createdAt,
    state: row.state,
    isOpen: row.isOpen,
    reportCount: row.reportCount,
    lastReportedAt: row.lastReportedAt,
    reports: row.reports,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt,
  }
}
