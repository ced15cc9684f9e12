// Daily limits of strangers' writes, per address and in total: bytes on disk, and airdrops. A day begins at midnight UTC. Must
// not know what is written, nor where.
import { Refusal } from './errors.ts'

/** Totals of one day. The chain's store keeps them across restarts. */
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
  /** Each wallet gets only one airdrop. */
  readonly isAirdropOnce: boolean
}

/** Counts the writes of one address. */
export interface Writer {
  /** Refuses dayLimit and noRoom. */
  requireRoom(): void
  /** Counts written bytes. They are known only after execution, so the last write of a day may exceed the limit. */
  charge(bytes: number): void
  /** Counts one airdrop; refuses dayLimit. */
  takeAirdrop(): void
  readonly isAirdropOnce: boolean
}

export interface DayBudget {
  /** Bytes and airdrops of all strangers. */
  readonly today: Readonly<Today>
  writerOf(key: string): Writer
  /** For the server's own writes, such as the demo market's: only a full disk stops them. */
  readonly own: Writer
}

const DAY_MS = 86_400_000
/** This share of the total is reserved for addresses below LITTLE_BYTES, so that a few addresses cannot use up the total. */
const RESERVED_SHARE = 0.2
export const LITTLE_BYTES = 1024 * 1024
/** Addresses that are counted separately. All later addresses of the day share one count. */
const KEYS_MAX = 50_000
const REST = 'rest'

const AGAIN = 'The limit resets at midnight UTC.'
const ADDRESS_WROTE = `Your internet address has reached its daily write limit. ${AGAIN}`
const ALL_WROTE = `This server has reached its daily write limit. ${AGAIN}`
const NO_ROOM = 'The server’s disk is nearly full, so it accepts no new data for now. Nothing was changed.'

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
            `Your internet address has received all ${counts.airdrops} of its airdrops for today. ${AGAIN}`,
          )
        if (today.airdrops >= airdropsMax)
          throw new Refusal(
            'dayLimit',
            `All ${today.airdrops} airdrops for today have been given out. ${AGAIN}`,
          )
        counts.airdrops++
        today.airdrops++
      },
    }),
  }
}
