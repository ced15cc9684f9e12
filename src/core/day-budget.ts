// What strangers may write in a day, by address and in all: bytes that the disk keeps, and airdrops. A day begins at midnight
// UTC. Must not know what is written, nor where.
import { Refusal } from './errors.ts'

/** What all together wrote on one day. Its keeper may bring it over a restart. */
export interface Today {
  /** Days since 1970. */
  day: number
  bytes: number
  airdrops: number
}

export interface DayLimits {
  readonly bytesMax: number
  readonly bytesByKeyMax: number
  readonly airdropsMax: number
  readonly airdropsByKeyMax: number
  /** Whether a wallet gets one airdrop only. */
  readonly isAirdropOnce: boolean
}

/** Counts what one address writes. */
export interface Writer {
  /** Refuses dayLimit and noRoom. */
  requireRoom(): void
  /** Counts what was written, which is known only then: the last of a day may go beyond the limit. */
  charge(bytes: number): void
  /** Refuses dayLimit, or counts one more. */
  takeAirdrop(): void
  readonly isAirdropOnce: boolean
}

export interface DayBudget {
  /** Strangers' bytes and airdrops, all together. */
  readonly today: Readonly<Today>
  writerOf(key: string): Writer
  /** What the server itself asks, as the demo market does: it stops for a full disk, and for nothing else. */
  readonly own: Writer
}

const DAY_MS = 86_400_000
/** The last fifth of a day's bytes is for addresses that have written little: few addresses can't end everybody's day. */
const RESERVED_SHARE = 0.2
export const LITTLE_BYTES = 1024 * 1024
/** Addresses that are counted each for itself; those that come later on that day are counted as one. */
const KEYS_MAX = 50_000
const REST = 'rest'

const AGAIN = 'The count begins again at midnight UTC.'
const ADDRESS_WROTE = `Your internet address has written as much today as one may in a day. ${AGAIN}`
const ALL_WROTE = `As much was written here today as this server takes in a day. ${AGAIN}`
const NO_ROOM = 'The server’s disk is nearly full, so it takes nothing new for now. Nothing was changed.'

export function openDayBudget(
  { bytesMax, bytesByKeyMax, airdropsMax, airdropsByKeyMax, isAirdropOnce }: DayLimits,
  {
    today = { day: 0, bytes: 0, airdrops: 0 },
    hasRoom = () => true,
    now = Date.now,
  }: { readonly today?: Today; readonly hasRoom?: () => boolean; readonly now?: () => number } = {},
): DayBudget {
  const byKey = new Map<string, { bytes: number; airdrops: number }>()
  const begin = (): void => {
    const day = Math.floor(now() / DAY_MS)
    if (day === today.day) return
    byKey.clear()
    Object.assign(today, { day, bytes: 0, airdrops: 0 } satisfies Today)
  }
  const placeOf = (key: string): string => (byKey.has(key) || byKey.size < KEYS_MAX ? key : REST)
  const bytesOf = (key: string): number => {
    begin()
    return byKey.get(placeOf(key))?.bytes ?? 0
  }
  const countsOf = (key: string) => {
    begin()
    const place = placeOf(key)
    const counts = byKey.get(place) ?? { bytes: 0, airdrops: 0 }
    byKey.set(place, counts)
    return counts
  }
  const requireDisk = (): void => {
    if (!hasRoom()) throw new Refusal('noRoom', NO_ROOM)
  }
  return {
    get today() {
      begin()
      return today
    },
    own: { requireRoom: requireDisk, charge: () => {}, takeAirdrop: () => {}, isAirdropOnce: false },
    writerOf: (key) => ({
      isAirdropOnce,
      requireRoom() {
        requireDisk()
        const bytes = bytesOf(key)
        if (bytes >= bytesByKeyMax) throw new Refusal('dayLimit', ADDRESS_WROTE)
        const most = bytes < LITTLE_BYTES ? bytesMax : bytesMax * (1 - RESERVED_SHARE)
        if (today.bytes >= most) throw new Refusal('dayLimit', ALL_WROTE)
      },
      charge(bytes) {
        countsOf(key).bytes += bytes
        today.bytes += bytes
      },
      takeAirdrop() {
        const counts = countsOf(key)
        if (counts.airdrops >= airdropsByKeyMax)
          throw new Refusal(
            'dayLimit',
            `Your internet address has had ${counts.airdrops} airdrops today, as many as one gets in a day. ${AGAIN}`,
          )
        if (today.airdrops >= airdropsMax)
          throw new Refusal('dayLimit', `All ${today.airdrops} airdrops of today have been given. ${AGAIN}`)
        counts.airdrops++
        today.airdrops++
      },
    }),
  }
}
