// One lane for calls that take long, in steps of milliseconds: callers take turns by step, and after each step the lane rests
// as long as it has worked. So nobody waits for more than a step of each other caller, and half of the thread stays for all
// that does not come here.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { RPC_LIMITED, RpcError } from './rpc/params.ts'

/** After so long a step ends. */
const STEP_MS = 8
/** The most steps of one caller, and of all, that wait for their turn. */
const WAITING_BY_CALLER_MAX = 200
const WAITING_MAX = 2_000

/** To be awaited between parts of the work; lets others go first when the step has lasted long enough. */
export type Pause = () => Promise<void> | undefined

/** For callers who may hold up the thread. */
export const NO_PAUSE: Pause = () => undefined

/** For work of this process itself, which waits in no lane: after each step, everything else that waits is heard. */
export function pauseByStep(): Pause {
  let beganAt = performance.now()
  const letOthers = async () => {
    await nextTurn()
    beganAt = performance.now()
  }
  return () => (performance.now() - beganAt < STEP_MS ? undefined : letOthers())
}

/** Ends the work before its caller waits for something else, so that the next caller starts. */
export type Leave = () => void

/** What a request or a batch may take of the thread, in milliseconds; it is counted down. */
export interface WorkBudget {
  leftMs: number
  /** Receives the milliseconds of each step. */
  readonly onWork?: ((ms: number) => void) | undefined
}

export interface Lane {
  /**
   * Runs `work` when it is its caller's turn. Rejects with an RpcError when too many wait, or the budget is spent.
   */
  run<Result>(
    caller: string,
    budget: WorkBudget,
    work: (pause: Pause, leave: Leave) => Result | Promise<Result>,
  ): Promise<Result>
  /** What comes of the step under way takes the thread for so long afterwards: the lane rests for that, too. */
  owe(ms: number): void
}

export function openLane(): Lane {
  /** Who waits, by caller, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>()
  let waitingCount = 0
  let isTaken = false
  /** Since the last rest. */
  let workedMs = 0

  function turnOf(caller: string): Promise<void> {
    return new Promise((begin) => {
      const own = waiting.get(caller)
      if (own) own.push(begin)
      else waiting.set(caller, [begin])
      waitingCount++
      next()
    })
  }

  function next(): void {
    if (isTaken) return
    const [caller, own] = waiting.entries().next().value ?? []
    if (caller === undefined || own === undefined) return
    const begin = own.shift()
    // To the end of the row.
    waiting.delete(caller)
    if (own.length > 0) waiting.set(caller, own)
    waitingCount--
    isTaken = true
    begin?.()
  }

  function giveUp(ms: number): void {
    workedMs += ms
    const go = () => {
      isTaken = false
      next()
    }
    if (workedMs < STEP_MS) return go()
    setTimeout(go, workedMs)
    workedMs = 0
  }

  return {
    async run(caller, budget, work) {
      if (waitingCount >= WAITING_MAX || (waiting.get(caller)?.length ?? 0) >= WAITING_BY_CALLER_MAX)
        throw new RpcError(RPC_LIMITED, 'The node is busy; ask again in a moment.')
      await turnOf(caller)
      let beganAt = performance.now()
      let hasLeft = false
      const end = () => {
        const ms = performance.now() - beganAt
        budget.leftMs -= ms
        budget.onWork?.(ms)
        giveUp(ms)
      }
      const leave = () => {
        if (!hasLeft) end()
        hasLeft = true
      }
      const refuseWhenSpent = () => {
        if (budget.leftMs <= 0)
          throw new RpcError(RPC_LIMITED, 'This takes too much work at once; ask for less at a time.')
      }
      const letOthers = async () => {
        end()
        await turnOf(caller)
        beganAt = performance.now()
        refuseWhenSpent()
      }
      try {
        refuseWhenSpent()
        return await work(() => (performance.now() - beganAt < STEP_MS ? undefined : letOthers()), leave)
      } finally {
        leave()
      }
    },
    owe: (ms) => {
      workedMs += ms
    },
  }
}
