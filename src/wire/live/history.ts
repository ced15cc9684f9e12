// The latest events of the live stream, for readers that resume. It holds only the newest event of each coin and each message:
// deleted, moderated and replaced texts are not sent again.
import type { LiveEvent } from '../records/live.ts'

export const HISTORY_MAX = 2_000

/** An event in the history. A replaced event keeps only its id, which stays a valid place to resume. */
export interface Kept {
  readonly id: string
  readonly subject: string
  topics: readonly string[]
  frame: Buffer
}

/** The record whose state the event carries; empty for events that are never replaced. */
export function subjectOf(event: LiveEvent): string {
  switch (event.type) {
    case 'collection':
      return `coin:${event.collection.id}`
    case 'comment':
      return `message:${event.comment.id}`
    case 'chat':
      return `message:${event.message.id}`
    case 'commentGone':
    case 'chatGone':
      return `message:${event.id}`
    case 'market':
    case 'trade':
    case 'activity':
    case 'wallet':
    case 'alert':
    case 'rollback':
    case 'hello':
    case 'reset':
      return ''
  }
}

export const isOfMessage = (subject: string): boolean => subject.startsWith('message:')

const NOTHING = Buffer.alloc(0)

/** `first` is the id that precedes all entries. */
export function keepHistory(first: string) {
  const kept: Kept[] = []
  const latest = new Map<string, Kept>()
  /** The id before the oldest entry: a reader at this place has missed nothing that is gone. */
  let beforeOldest = first
  const lastId = () => kept.at(-1)?.id ?? beforeOldest
  const dropOldest = () => {
    const oldest = kept.shift()
    if (!oldest) return
    beforeOldest = oldest.id
    if (latest.get(oldest.subject) === oldest) latest.delete(oldest.subject)
  }
  return {
    lastId,
    /** Adds an entry. Returns the id of the entry that it replaces, if any. */
    add(entry: Kept): string | undefined {
      kept.push(entry)
      if (kept.length > HISTORY_MAX) dropOldest()
      if (entry.subject === '') return undefined
      const outdated = latest.get(entry.subject)
      latest.set(entry.subject, entry)
      if (!outdated) return undefined
      outdated.topics = []
      outdated.frame = NOTHING
      return outdated.id
    },
    /** The entries after `id`; undefined if some of them are gone. */
    since(id: string): readonly Kept[] | undefined {
      if (id === lastId()) return []
      if (id === beforeOldest) return kept
      const at = kept.findLastIndex((entry) => entry.id === id)
      return at < 0 ? undefined : kept.slice(at + 1)
    },
  }
}
