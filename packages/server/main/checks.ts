// The checks of `/status`: of each part of the server whether it is well, in a sentence. Pure.

import type { Check } from '@twinmint/sdk/internal/api/platform/status-contract'
import type { Chain } from '../chain/chain.ts'
import { DatabaseError } from '../database/failure.ts'
import type { BusState } from '../http/live/hub.ts'
import type { WriterState } from '../index/service/writer-state.ts'

/** What servers have to share. */
export interface ServerRow {
  readonly roles: readonly string[]
  readonly hasRedis: boolean
  /** Names the store of the pictures: the same for all that share it. Empty where it is not known. */
  readonly pictures: string
}

/** As the latest write to the database found it. */
export interface Seen {
  /** This one first. */
  readonly servers: readonly ServerRow[]
  /** Undefined for the embedded database, which has this machine's clock. */
  readonly databaseOffsetMs: number | undefined
}

/** This machine's clock minus others'; undefined where it is not known. */
export interface Offsets {
  readonly databaseMs: number | undefined
  readonly chainMs: number | undefined
}

const SLOT_AGE_SECONDS_MAX = 60
const INDEX_SECONDS_MAX = 30
const DATABASE_SECONDS_MAX = 5
/** A cluster's clock is voted, and a test validator's falls minutes behind under load: it only proves that this one is slow. */
const CHAIN_SECONDS_MAX = 30

/** Undefined where there is no other clock. */
export function clockCheck({ databaseMs, chainMs }: Offsets): Check | undefined {
  if (databaseMs === undefined && chainMs === undefined) return undefined
  const ofDatabase = Math.round((databaseMs ?? 0) / 1_000)
  const ofChain = Math.round((chainMs ?? 0) / 1_000)
  const failed = (sentence: string): Check => ({
    name: 'clock',
    ok: false,
    sentence: `${sentence} Set this machine’s time by NTP: sessions, offers and guards go by it.`,
  })
  if (Math.abs(ofDatabase) > DATABASE_SECONDS_MAX)
    return failed(
      `The clock is ${Math.abs(ofDatabase)} s ${ofDatabase < 0 ? 'behind' : 'ahead of'} the database’s.`,
    )
  if (ofChain < -CHAIN_SECONDS_MAX) return failed(`The clock is ${-ofChain} s behind the chain’s.`)
  return { name: 'clock', ok: true, sentence: 'Agrees with the database and the chain.' }
}

export function serversCheck({ servers }: Seen): Check {
  const count = servers.length
  const name = 'servers'
  const users = count === 1 ? 'One server uses this database.' : `${count} servers use this database.`
  const hasJobs = servers.some(({ roles }) => roles.includes('jobs'))
  if (count === 1 && hasJobs) return { name, ok: true, sentence: users }
  const withoutRedis = servers.filter(({ hasRedis }) => !hasRedis).length
  // Whoever writes the index alone needs no pictures.
  const places = new Set(
    servers.flatMap(({ roles, pictures }) =>
      pictures !== '' && roles.some((role) => role !== 'index') ? pictures : [],
    ),
  )
  const wrong = [
    ...(hasJobs ? [] : ['None of them has the role jobs: notifications and pins are not sent.']),
    ...(count > 1 && withoutRedis > 0
      ? [`${withoutRedis} of them without REDIS_URL: updates from other servers arrive late.`]
      : []),
    ...(places.size > 1
      ? [
          'Their pictures are in separate folders: a picture is missing on every server but the one that took it. Set S3_ENDPOINT, or share the folder.',
        ]
      : []),
  ]
  return wrong.length === 0
    ? { name, ok: true, sentence: `${count} servers share this database, Redis and the pictures.` }
    : { name, ok: false, sentence: `${users} ${wrong.join(' ')}` }
}

/** PostgreSQL's codes of what refuses every write. */
const NO_WRITES: Readonly<Record<string, string>> = {
  '25006': 'It is read-only: a standby, or set so.',
  '53100': 'Its disk is full.',
}

/** Of a write that was tried: undefined where it was not answered in time. */
export function writesCheck(
  tried: { readonly value: { readonly failure?: unknown }; readonly tookMs: number } | undefined,
): Check {
  const failure = tried === undefined ? 'A write was not answered in time.' : wordsOf(tried.value)
  return {
    name: 'writes',
    ok: failure === undefined,
    sentence:
      failure === undefined
        ? `A write takes ${tried?.tookMs} ms.`
        : `The database takes no writes, so nothing can be traded. ${failure}`,
  }
}

function wordsOf({ failure }: { readonly failure?: unknown }): string | undefined {
  if (failure === undefined) return undefined
  return (failure instanceof DatabaseError && NO_WRITES[failure.sqlState ?? '']) || 'A write failed.'
}

export function indexCheck(state: WriterState | undefined, secondsBehind: number): Check {
  const name = 'index'
  if (state === undefined)
    return { name, ok: false, sentence: 'No server writes the index: new trades are not shown.' }
  const { lag, failing } = state
  if (secondsBehind > INDEX_SECONDS_MAX) {
    const sentence = `The index is ${secondsBehind} s behind, with ${lag.transactions + lag.events} transactions or events waiting.`
    return { name, ok: false, sentence }
  }
  const failingSeconds = Math.round((failing?.ms ?? 0) / 1_000)
  if (failingSeconds <= INDEX_SECONDS_MAX) return { name, ok: true, sentence: 'Holds what the chain has.' }
  const reason = failing?.reason ? ` ${failing.reason}` : ''
  return {
    name,
    ok: false,
    sentence: `The index could not look for missed transactions for ${failingSeconds} s.${reason}`,
  }
}

export function streamCheck(bus: BusState | undefined, isWriter: boolean): Check {
  const name = 'stream'
  if (bus === undefined)
    return isWriter
      ? { name, ok: true, sentence: 'Live updates reach the pages of this server.' }
      : {
          name,
          ok: false,
          sentence: 'Another server writes the index and REDIS_URL is not set: pages update every 30 s.',
        }
  if (bus.isUp) return { name, ok: true, sentence: 'Live updates reach the pages of all servers.' }
  const seconds = Math.round((Date.now() - bus.sinceMs) / 1_000)
  return {
    name,
    ok: false,
    sentence: `Redis has failed for ${seconds} s: updates from other servers arrive within 30 s.`,
  }
}

export function chainCheck(
  slot: { readonly value: { readonly ageSeconds: number | null }; readonly tookMs: number } | undefined,
  { deafSince, otherGenesis }: Pick<Chain, 'deafSince' | 'otherGenesis'>,
): Check {
  if (otherGenesis !== undefined)
    return {
      name: 'chain',
      ok: false,
      sentence: `The node is of another network than the index: its genesis is ${otherGenesis}. Nothing is read or sent there.`,
    }
  if (!slot) return { name: 'chain', ok: false, sentence: 'The network does not answer.' }
  const { ageSeconds } = slot.value
  const ok = ageSeconds === null || ageSeconds <= SLOT_AGE_SECONDS_MAX
  if (!ok)
    return {
      name: 'chain',
      ok,
      sentence: `The network’s latest slot is ${ageSeconds} s old, or this machine’s clock is ahead.`,
    }
  const answers = `Answers in ${slot.tookMs} ms.`
  if (deafSince === undefined) return { name: 'chain', ok, sentence: answers }
  const deafSeconds = Math.round((Date.now() - deafSince.getTime()) / 1_000)
  return {
    name: 'chain',
    ok,
    sentence: `${answers} It has told no news for ${deafSeconds} s: what others do is seen some seconds late.`,
  }
}
