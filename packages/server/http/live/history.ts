// The latest events of the live stream by topic, for readers that resume. It holds only the newest event of each coin and each
// message: deleted, moderated and replaced texts are not sent again.
import type { LiveEvent } from '@twinmint/sdk/api/records/live'
import type { Frame } from './frame.ts'

/** Of one topic. A reader that missed more reads everything again. */
const TOPIC_ENTRIES_MAX = 1_000
const TOPIC_BYTES_MAX = 512 * 1024
/** Of all topics: those that were silent longest go first. */
const BYTES_MAX = 64 * 1024 * 1024
/** What an entry takes beside its plain text, about. */
const ENTRY_BYTES = 500

export interface Entry {
  readonly id: string
  readonly topics: readonly string[]
  /** See `subjectOf`. */
  readonly subject: string
  readonly frame: Frame
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

/** An id as a place in the order of all events. Ids of a bus have two numbers, a server's own a name and one. */
interface Place {
  readonly run: string
  readonly at: number
  readonly among: number
}

const PLACE = /^(?:([\w-]+)\.)?(\d+)(?:-(\d+))?$/

function placeOf(id: string): Place | undefined {
  const [, run = '', at, among = 0] = PLACE.exec(id) ?? []
  return at === undefined ? undefined : { run, at: Number(at), among: Number(among) }
}

const isAfter = (a: Place, b: Place): boolean => a.at > b.at || (a.at === b.at && a.among > b.among)

interface Kept {
  readonly entry: Entry
  readonly place: Place
  /** Of how many topics it is kept. */
  topicCount: number
}

interface Shelf {
  readonly kept: Kept[]
  bytes: number
  /** Everything after this is here. */
  goneUntil: Place
}

const bytesOf = ({ entry }: Kept) => entry.frame.plain.length + ENTRY_BYTES

export class History {
  /** By topic, the one that was silent longest first. */
  readonly #shelves = new Map<string, Shelf>()
  readonly #latest = new Map<string, Kept>()
  #bytes = 0
  #lastId: string
  #last: Place
  /** Topics without a shelf have been silent since. */
  #silentSince: Place

  /** `firstId` precedes all entries. */
  constructor(firstId: string) {
    const place = placeOf(firstId)
    if (place === undefined) throw new Error(`${firstId} is no id of an event`)
    this.#lastId = firstId
    this.#last = place
    this.#silentSince = place
  }

  get lastId(): string {
    return this.#lastId
  }

  /** Adds an entry, whose id is the highest. Returns the id of the entry that it replaces, if any. */
  add(entry: Entry): string | undefined {
    const place = placeOf(entry.id)
    if (place === undefined) throw new Error(`${entry.id} is no id of an event`)
    this.#lastId = entry.id
    this.#last = place
    const kept = { entry, place, topicCount: entry.topics.length }
    const outdated = entry.subject === '' ? undefined : this.#latest.get(entry.subject)
    if (outdated) this.#remove(outdated)
    if (entry.subject !== '') this.#latest.set(entry.subject, kept)
    for (const topic of entry.topics) this.#keep(topic, kept)
    for (const [topic, shelf] of this.#shelves) {
      if (this.#bytes <= BYTES_MAX) break
      while (shelf.kept.length > 0) this.#dropOldest(shelf)
      if (isAfter(shelf.goneUntil, this.#silentSince)) this.#silentSince = shelf.goneUntil
      this.#shelves.delete(topic)
    }
    return outdated?.entry.id
  }

  /** The entries of any of the topics after `id`, in their order; undefined if some of them may be gone. */
  since(id: string, topics: readonly string[]): readonly Entry[] | undefined {
    const place = placeOf(id)
    if (place === undefined || place.run !== this.#last.run || isAfter(place, this.#last)) return undefined
    const missed = new Set<Kept>()
    for (const topic of topics) {
      const shelf = this.#shelves.get(topic)
      if (isAfter(shelf?.goneUntil ?? this.#silentSince, place)) return undefined
      for (const kept of shelf?.kept ?? []) if (isAfter(kept.place, place)) missed.add(kept)
    }
    return [...missed].sort((a, b) => (isAfter(a.place, b.place) ? 1 : -1)).map(({ entry }) => entry)
  }

  #keep(topic: string, kept: Kept): void {
    const shelf = this.#shelves.get(topic) ?? { kept: [], bytes: 0, goneUntil: this.#silentSince }
    this.#shelves.delete(topic)
    this.#shelves.set(topic, shelf)
    shelf.kept.push(kept)
    shelf.bytes += bytesOf(kept)
    this.#bytes += bytesOf(kept)
    while (shelf.kept.length > TOPIC_ENTRIES_MAX || shelf.bytes > TOPIC_BYTES_MAX) this.#dropOldest(shelf)
  }

  #dropOldest(shelf: Shelf): void {
    const oldest = shelf.kept.shift()
    if (oldest === undefined) return
    shelf.goneUntil = oldest.place
    this.#count(shelf, -bytesOf(oldest))
    oldest.topicCount -= 1
    const { subject } = oldest.entry
    if (oldest.topicCount === 0 && this.#latest.get(subject) === oldest) this.#latest.delete(subject)
  }

  /** A newer state of the same record is there: nobody misses this one. */
  #remove(outdated: Kept): void {
    for (const topic of outdated.entry.topics) {
      const shelf = this.#shelves.get(topic)
      const at = shelf?.kept.lastIndexOf(outdated) ?? -1
      if (shelf === undefined || at < 0) continue
      shelf.kept.splice(at, 1)
      this.#count(shelf, -bytesOf(outdated))
    }
  }

  #count(shelf: Shelf, bytes: number): void {
    shelf.bytes += bytes
    this.#bytes += bytes
  }
}
