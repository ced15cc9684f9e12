// The live stream over several servers: a Redis stream that all of them write to and read from, so that a reader hears of
// everything whichever server it is connected to, and can go on at another one where it stopped. While Redis is away, hung or
// full, the bus hands back what it can't carry and tries to join again.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BusListener, LiveBus, LiveEntry, UnsentEntry } from './hub.ts'
import { type Line, type Message, openLine } from './redis-connection.ts'

const RETRY_MS = 1_000
/** In Redis: about a minute of a hundred trades a second. */
const KEPT_MAX = 20_000
/** Events that were sent and have not come back. With more the bus fails. */
const WAITING_MAX = 5_000

/** What a message is: an event, or the mark of a server that joined. */
interface Told {
  readonly id: string
  /** Undefined for a mark. */
  readonly entry: LiveEntry | undefined
  /** The mark of a server whose events the others missed: nobody resumes before it. */
  readonly isBreak: boolean
}

const BREAK = { joined: 'break' }

interface Turns {
  readonly failure: (error: unknown) => void
  readonly return: () => void
}

export class RedisBus implements LiveBus {
  readonly #url: string
  readonly #key: string
  readonly #on: Turns
  readonly #run = randomBytes(6).toString('base64url')
  readonly #counts = { sent: 0, alone: 0, failures: 0 }
  /** The latest line of each run of a server. What an earlier one sent and Redis took late is passed over: it was given up. */
  readonly #latestLines = new Map<string, number>()
  readonly #waiting: { readonly number: number; readonly entry: UnsentEntry }[] = []
  #listener: BusListener | undefined
  #line: Line | undefined
  #lineNumber = 0
  #written = 0
  /** Events that other servers missed since the last joining. */
  #lost = 0
  #isUp: boolean | undefined
  #turnedAtMs = Date.now()
  #isClosed = false
  #running: Promise<void> | undefined

  /** `name` tells the streams of several sites apart. */
  constructor(url: string, name: string, on: Turns) {
    this.#url = url
    this.#key = `twinmint:live:${name}`
    this.#on = on
  }

  get state() {
    return { isUp: this.#isUp === true, sinceMs: this.#turnedAtMs, ...this.#counts }
  }

  /** Resolves when the first try to join is over, whatever came of it. */
  async listen(listener: BusListener): Promise<void> {
    this.#listener = listener
    await new Promise<void>((resolve) => {
      this.#running = this.#keepJoined(resolve)
    })
  }

  send(entry: UnsentEntry): void {
    const line = this.#line
    if (line === undefined) return this.#tellAlone(entry)
    const { topics, subject, event } = entry
    this.#waiting.push({ number: this.#written + 1, entry })
    void this.#write(line, { topics: topics.join(' '), subject, event })
    if (this.#waiting.length > WAITING_MAX) line.fail(new Error('What Redis took does not come back.'))
  }

  remove(id: string): void {
    // What can't be deleted now goes with all that was before the next joining.
    if (this.#line) this.#line.remove(id)
    else this.#lost += 1
  }

  breakOff(): void {
    if (this.#line) void this.#write(this.#line, BREAK)
    else this.#lost += 1
  }

  /** Waits until what was sent is with Redis. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#line?.close()
    await this.#running
  }

  async #keepJoined(onTried: () => void): Promise<void> {
    while (!this.#isClosed) {
      await this.#follow(onTried)
      onTried()
      if (!this.#isClosed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  /** Joins, and hears until the line fails. */
  async #follow(onJoined: () => void): Promise<void> {
    this.#lineNumber += 1
    let line: Line | undefined
    try {
      line = await openLine(this.#url, this.#key)
      let lastId = await this.#join(line)
      onJoined()
      for (;;)
        for (const message of await line.after(lastId)) {
          lastId = message.id
          this.#tell(this.#hear(message))
        }
    } catch (error) {
      line?.fail(error)
      this.#giveUp(line?.failure() ?? error)
    }
  }

  /** Resolves with the id of the message after which the rest comes. */
  async #join(line: Line): Promise<string> {
    const mark = this.#write(line, this.#lost > 0 ? BREAK : { joined: 'whole' })
    this.#latestLines.set(this.#run, this.#lineNumber)
    // From here on events go behind the mark.
    this.#line = line
    const markId = await mark
    if (this.#lost > 0) await line.removeBefore(markId)
    const latest = await line.latest(KEPT_MAX)
    this.#lost = 0
    const told = latest.flatMap((message) => this.#hear(message) ?? [])
    const [begin, ...rest] = told.slice(
      Math.max(
        0,
        told.findLastIndex(({ isBreak }) => isBreak),
      ),
    )
    const wasUp = this.#isUp
    this.#turn(true)
    if (wasUp === false) this.#on.return()
    this.#listener?.joined(
      begin?.id ?? markId,
      rest.flatMap(({ entry }) => entry ?? []),
    )
    return latest.at(-1)?.id ?? markId
  }

  #giveUp(error: unknown): void {
    this.#line = undefined
    if (this.#isClosed) return
    if (this.#isUp !== false) {
      this.#counts.failures += 1
      this.#on.failure(error)
    }
    this.#turn(false)
    for (const { entry } of this.#waiting.splice(0)) this.#tellAlone(entry)
  }

  #turn(isUp: boolean): void {
    if (isUp === this.#isUp) return
    this.#isUp = isUp
    this.#turnedAtMs = Date.now()
  }

  #tellAlone(entry: UnsentEntry): void {
    this.#lost += 1
    this.#counts.alone += 1
    this.#listener?.alone(entry)
  }

  #tell(told: Told | undefined): void {
    if (told?.isBreak) this.#listener?.joined(told.id, [])
    else if (told?.entry) this.#listener?.heard(told.entry)
  }

  #write(line: Line, fields: Readonly<Record<string, string>>): Promise<string> {
    this.#written += 1
    return line.add({ ...fields, from: `${this.#run}.${this.#lineNumber}.${this.#written}` }, KEPT_MAX)
  }

  /** What the message says; undefined where it came too late. */
  #hear({ id, message }: Message): Told | undefined {
    const { from = '', joined, topics = '', subject = '', event = 'null' } = message
    const [run = '', line, number] = from.split('.')
    if (Number(line) < (this.#latestLines.get(run) ?? 0)) return undefined
    this.#latestLines.set(run, Number(line))
    if (run === this.#run)
      while (this.#waiting[0] !== undefined && this.#waiting[0].number <= Number(number)) {
        this.#waiting.shift()
        this.#counts.sent += 1
      }
    const entry = joined === undefined ? { id, topics: topics.split(' '), subject, event } : undefined
    return { id, entry, isBreak: joined === 'break' }
  }
}
