// The latest events of the live stream, for readers who come back. Of each coin and each message it holds the newest event
// alone: a text that was deleted, moderated or replaced is not sent again.
import type { LiveEvent } from '../records/live.ts'

export const HISTORY_MAX = 2_000

/** An event in the history. Once it is outdated its id alone is left, so that whoever saw it last can still go on. */
export interface Kept {
  readonly id: string
  readonly subject: string
  topics: readonly string[]
  frame: Buffer
}

/** The record whose state the event carries; empty for events that stay true. */
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
    case 'trade':
    case 'activity':
    case 'wallet':
    case 'alert':
    case 'hello':
    case 'reset':
      return ''
  }
}

export const isOfMessage = (subject: string): boolean => subject.startsWith('message:')

const NOTHING = Buffer.alloc(0)

/** `first` is the id before all entries. */
export function keepHistory(first: string) {
  const kept: Kept[] = []
  const latest = new Map<string, Kept>()
  /** Of the entry right before the oldest that is kept: a reader who saw that has missed nothing else. */
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
    /** Takes the entry in. Returns the id of the one that it outdates, if there is one. */
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
    /** The entries after `id`, or undefined when they are not all here any more. */
    since(id: string): readonly Kept[] | undefined {
      if (id === lastId()) return []
      if (id === beforeOldest) return kept
      const at = kept.findLastIndex((entry) => entry.id === id)
      return at < 0 ? undefined : kept.slice(at + 1)
    },
  }
}
