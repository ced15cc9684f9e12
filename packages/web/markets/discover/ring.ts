// How the ring of three turns: which place each card has, and what a wheel, a drag or a key means. Pure; the clock is
// handed in.

/** One move at a time: what comes sooner after the last one is not a move. */
export const RING_LOCK_MS = 600
const WHEEL_DELTA_MIN = 15
const DRAG_PX_MIN = 50
/** A wheel that scrolls the page goes on doing so until it has paused for so long. */
const WHEEL_PAUSE_MS = 400

/** 1 is to the next card, -1 to the one before. */
export type RingStep = -1 | 0 | 1

/** The place of a card after so many turns: 0 is the centre, then clockwise. `turns` is not wrapped. */
export function ringPlace(index: number, turns: number, count: number): number {
  return (((index - turns) % count) + count) % count
}

/** The way that is shorter from the centre to a place. */
export function stepTo(place: number, count: number): RingStep {
  if (place === 0) return 0
  return place * 2 <= count ? 1 : -1
}

export interface CardAngles {
  /** Degrees around the ring. Not wrapped, so that a card goes on where it was and never the long way back. */
  readonly around: number
  /** -1 on the left, 1 on the right, 0 in the centre: whither a card at the side leans. */
  readonly side: RingStep
}

const THIRD = 120

/** Two cards share the ring of three, the other one on the right: behind the first it would not be seen. */
export function cardAngles(index: number, turns: number, count: number): CardAngles {
  const place = ringPlace(index, turns, count)
  const side = stepTo(place, count)
  return { around: count === 3 ? (index - turns) * THIRD : place * THIRD, side }
}

/** Three coins and where they are: those that stay keep their places, so that the one in the centre stays in the centre. */
export function keepPlaces(before: readonly string[], now: readonly string[]): readonly string[] {
  if (before.length !== now.length) return now
  const newcomers = now.filter((id) => !before.includes(id))
  return before.map((id) => (now.includes(id) ? id : (newcomers.shift() ?? id)))
}

export interface RingState {
  readonly lastMoveMs: number
  /** When the wheel last scrolled the page. */
  readonly lastPageWheelMs: number
  /** Moves by the vertical wheel in one direction since the pointer came: 2 or -2, for example. */
  readonly wheelRun: number
}

export const RING_AT_REST: RingState = {
  lastMoveMs: Number.NEGATIVE_INFINITY,
  lastPageWheelMs: Number.NEGATIVE_INFINITY,
  wheelRun: 0,
}

export const isLocked = ({ lastMoveMs }: RingState, nowMs: number): boolean =>
  nowMs - lastMoveMs < RING_LOCK_MS

export interface Wheel {
  readonly deltaX: number
  readonly deltaY: number
  /** False where the browser scrolls already and asks nobody. Pinching (with Ctrl) is not ours either. */
  readonly isFree: boolean
}

export interface WheelDecision {
  readonly step: RingStep
  /** The page must not scroll by this event. */
  readonly takes: boolean
  readonly state: RingState
}

/**
 * What one event of the wheel over the ring does. Sideways there is nothing else to scroll, so the ring takes it, always:
 * otherwise the browser would leave the page. Up and down belongs to the page, and the ring borrows it:
 *
 * - Only at the begin of a gesture. A wheel that was scrolling the page when the ring came under the pointer goes on
 *   scrolling it, and so does whatever follows within the lock.
 * - Only until every card has been in the centre once (`count - 1` moves in one direction). Then the page scrolls on; a
 *   pointer that rests on the ring is never a trap.
 */
export function decideWheel(state: RingState, wheel: Wheel, nowMs: number, count: number): WheelDecision {
  const { deltaX, deltaY } = wheel
  const isSideways = Math.abs(deltaX) > Math.abs(deltaY)
  const delta = isSideways ? deltaX : deltaY
  const wanted: RingStep = Math.abs(delta) < WHEEL_DELTA_MIN ? 0 : delta > 0 ? 1 : -1
  if (count < 2 || !wheel.isFree) return { step: 0, takes: false, state: passed(state, wanted, nowMs) }
  const locked = isLocked(state, nowMs)
  if (isSideways) {
    const step = locked ? 0 : wanted
    return { step, takes: true, state: step === 0 ? state : { ...state, lastMoveMs: nowMs, wheelRun: 0 } }
  }
  const run = Math.sign(state.wheelRun) === wanted ? state.wheelRun : 0
  const scrollsThePage = nowMs - state.lastPageWheelMs < WHEEL_PAUSE_MS
  const goes = wanted !== 0 && !locked && !scrollsThePage && Math.abs(run) < count - 1
  if (!goes) return { step: 0, takes: false, state: passed(state, wanted, nowMs) }
  return { step: wanted, takes: true, state: { ...state, lastMoveMs: nowMs, wheelRun: run + wanted } }
}

/** Too small a turn is no sign of anything. */
export function passed(state: RingState, wanted: RingStep, nowMs: number): RingState {
  return wanted === 0 ? state : { ...state, lastPageWheelMs: nowMs }
}

/** A drag to the left brings the next card. Up and down is the page's. */
export function dragStep(deltaX: number, deltaY: number): RingStep {
  if (Math.abs(deltaX) <= DRAG_PX_MIN || Math.abs(deltaX) <= Math.abs(deltaY)) return 0
  return deltaX < 0 ? 1 : -1
}

export function keyStep(key: string): RingStep {
  if (key === 'ArrowRight') return 1
  return key === 'ArrowLeft' ? -1 : 0
}
