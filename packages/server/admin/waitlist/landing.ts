// The landing's switch: what the configuration says, unless an admin has set it otherwise. Each of several servers looks
// again every two seconds, so a request costs no question.
import type { Database, Queryable } from '../../database/database.ts'
import { findLandingSetting, type LandingSetting, saveLandingSetting } from './store.ts'

const LOOK_EVERY_MS = 2_000

export interface LandingSwitch {
  readonly isOn: boolean
  /** What an admin has set, if any has. */
  readonly setting: LandingSetting | undefined
  /** Writes the switch inside the caller's transaction; `look` makes it hold here once that is committed. */
  save(tx: Queryable, landingEnabled: boolean, updatedBy: string): Promise<void>
  look(): Promise<void>
  /** Called when the landing goes up. */
  onShut(listener: () => void): void
  close(): Promise<void>
}

export async function openLandingSwitch(
  db: Database,
  isOnByConfiguration: boolean,
  onFailure: (error: unknown) => void,
): Promise<LandingSwitch> {
  const listeners: (() => void)[] = []
  let setting = await findLandingSetting(db)
  let looking: Promise<void> = Promise.resolve()
  const isOn = () => setting?.landingEnabled ?? isOnByConfiguration
  const look = async () => {
    const wasOn = isOn()
    setting = await findLandingSetting(db)
    if (isOn() && !wasOn) for (const listener of listeners) listener()
  }
  let isClosed = false
  let timer: NodeJS.Timeout
  const lookAgainLater = () => {
    timer = setTimeout(() => {
      // While the database is away, what was known last holds.
      looking = look().catch(onFailure)
      void looking.then(() => {
        if (!isClosed) lookAgainLater()
      })
    }, LOOK_EVERY_MS)
    timer.unref()
  }
  lookAgainLater()
  return {
    get isOn() {
      return isOn()
    },
    get setting() {
      return setting
    },
    save: (tx, landingEnabled, updatedBy) => saveLandingSetting(tx, { landingEnabled, updatedBy }),
    look,
    onShut: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
    },
  }
}
