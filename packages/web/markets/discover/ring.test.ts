import { describe, expect, it } from 'vitest'
import {
  cardAngles,
  decideWheel,
  dragStep,
  isLocked,
  keepPlaces,
  keyStep,
  RING_AT_REST,
  type RingState,
  ringPlace,
  stepTo,
} from './ring.ts'

const wheel = (deltaY: number, deltaX = 0, isFree = true) => ({ deltaX, deltaY, isFree })
/** What a series of vertical turns does, with the time of each. */
function turns(events: readonly (readonly [atMs: number, deltaY: number])[], start = RING_AT_REST) {
  let state: RingState = start
  return events.map(([atMs, deltaY]) => {
    const decision = decideWheel(state, wheel(deltaY), atMs, 3)
    state = decision.state
    return decision.takes ? decision.step : 'page'
  })
}

describe('the places', () => {
  it('wrap in both directions', () => {
    expect([0, 1, 2].map((index) => ringPlace(index, 1, 3))).toEqual([2, 0, 1])
    expect([0, 1, 2].map((index) => ringPlace(index, -1, 3))).toEqual([1, 2, 0])
    expect(ringPlace(0, 301, 3)).toBe(2)
  })
  it('the way to a card at the side is the short one', () => {
    expect([0, 1, 2].map((place) => stepTo(place, 3))).toEqual([0, 1, -1])
    expect([0, 1].map((place) => stepTo(place, 2))).toEqual([0, 1])
  })
  it('a card goes on around the ring and does not turn back', () => {
    expect([0, 1, 2, 3].map((turns) => cardAngles(0, turns, 3).around)).toEqual([0, -120, -240, -360])
    expect(cardAngles(0, 1, 3).side).toBe(-1)
    expect(cardAngles(0, 2, 3).side).toBe(1)
  })
  it('of two, the other is on the right', () => {
    expect(cardAngles(1, 0, 2)).toEqual({ around: 120, side: 1 })
    expect(cardAngles(0, 1, 2)).toEqual({ around: 120, side: 1 })
    expect(cardAngles(0, 5, 1)).toEqual({ around: 0, side: 0 })
  })
  it('who stays among the three keeps the place', () => {
    expect(keepPlaces(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['a', 'b', 'c'])
    expect(keepPlaces(['a', 'b', 'c'], ['d', 'a', 'c'])).toEqual(['a', 'd', 'c'])
    expect(keepPlaces(['a', 'b', 'c'], ['d', 'e', 'f'])).toEqual(['d', 'e', 'f'])
    expect(keepPlaces(['a'], ['b', 'a'])).toEqual(['b', 'a'])
  })
})

describe('the wheel', () => {
  it('turns the ring from 15 on, in its direction', () => {
    expect(turns([[0, 15]])).toEqual([1])
    expect(turns([[0, -15]])).toEqual([-1])
    expect(turns([[0, 14]])).toEqual(['page'])
  })
  it('leaves the page what comes within 600 ms of a move, and what follows it without a pause', () => {
    const rest = [
      [100, 100],
      [590, 100],
      [700, 100],
    ] as const
    expect(turns([[0, 100], ...rest])).toEqual([1, 'page', 'page', 'page'])
    expect(
      turns([
        [0, 100],
        [600, 100],
      ]),
    ).toEqual([1, 1])
  })
  it('lets the page scroll on when every card was in the centre, and turns back the other way', () => {
    expect(
      turns([
        [0, 100],
        [1000, 100],
        [2000, 100],
        [3000, 100],
        [4000, -100],
      ]),
    ).toEqual([1, 1, 'page', 'page', -1])
  })
  it('goes on scrolling the page when the ring comes under the pointer', () => {
    const scrolling = { ...RING_AT_REST, lastPageWheelMs: 0 }
    expect(
      turns(
        [
          [50, 100],
          [430, 100],
          [700, 100],
          [1200, 100],
        ],
        scrolling,
      ),
    ).toEqual(['page', 'page', 'page', 1])
  })
  it('is not asked where the browser scrolls already, or with a single card', () => {
    expect(decideWheel(RING_AT_REST, wheel(100, 0, false), 0, 3)).toMatchObject({ step: 0, takes: false })
    expect(decideWheel(RING_AT_REST, wheel(100), 0, 1)).toMatchObject({ step: 0, takes: false })
  })
  it('sideways is always taken and moves once in 600 ms', () => {
    const first = decideWheel(RING_AT_REST, wheel(3, 40), 0, 3)
    expect(first).toMatchObject({ step: 1, takes: true })
    expect(decideWheel(first.state, wheel(3, 40), 599, 3)).toMatchObject({ step: 0, takes: true })
    expect(decideWheel(first.state, wheel(3, -40), 600, 3)).toMatchObject({ step: -1, takes: true })
  })
})

it('is locked for 600 ms after a move', () => {
  const moved = { ...RING_AT_REST, lastMoveMs: 1000 }
  expect([1000, 1599, 1600].map((nowMs) => isLocked(moved, nowMs))).toEqual([true, true, false])
  expect(isLocked(RING_AT_REST, 0)).toBe(false)
})

it('a drag of more than 50 pixels moves, to the left to the next', () => {
  expect(dragStep(-51, 10)).toBe(1)
  expect(dragStep(51, -10)).toBe(-1)
  expect(dragStep(50, 0)).toBe(0)
  expect(dragStep(-80, 90)).toBe(0)
})

it('the arrows move', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Enter'].map(keyStep)).toEqual([-1, 1, 0, 0])
})
