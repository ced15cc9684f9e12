// One lane for calls that take long: they go one after another, in steps of milliseconds, and rest as long as they have
// worked, so that everybody else's calls are answered in between.
import { RPC_LIMITED, RpcError } from './rpc-params.ts'

/** After so long a step rests. */
const STEP_MS = 8
/** The most calls that wait for the lane. */
const WAITING_MAX = 200

/** To be awaited between parts of the work; rests when the step has lasted long enough. */
export type Pause = () => Promise<void> | undefined

/** For callers who may hold up the thread. */
export const NO_PAUSE: Pause = () => undefined

/** What a batch may take of the thread, in milliseconds; what is spent is added up in it. */
export interface WorkBudget {
  leftMs: number
}

export interface Lane {
  /** Runs `work` when it is its turn. Rejects with an RpcError when too many wait, or the budget is spent. */
  run<Result>(budget: WorkBudget, work: (pause: Pause) => Result | Promise<Result>): Promise<Result>
}

export function openLane(): Lane {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  /** Since the last rest. */
  let workedMs = 0
  const rest = async () => {
    await new Promise((rested) => setTimeout(rested, workedMs))
    workedMs = 0
  }
  const turn = async <Result>(
    budget: WorkBudget,
    work: (pause: Pause) => Result | Promise<Result>,
  ): Promise<Result> => {
    if (budget.leftMs <= 0)
      throw new RpcError(RPC_LIMITED, 'This takes too much work at once; ask for less at a time.')
    let beganAt = performance.now()
    const stop = () => {
      const ms = performance.now() - beganAt
      workedMs += ms
      budget.leftMs -= ms
    }
    const restNow = async () => {
      stop()
      await rest()
      beganAt = performance.now()
    }
    try {
      return await work(() => (workedMs + performance.now() - beganAt < STEP_MS ? undefined : restNow()))
    } finally {
      stop()
      if (workedMs >= STEP_MS) await rest()
    }
  }
  return {
    run(budget, work) {
      if (waiting >= WAITING_MAX)
        return Promise.reject(new RpcError(RPC_LIMITED, 'The node is busy; ask again in a moment.'))
      waiting++
      const result = last
        .then(() => turn(budget, work))
        .finally(() => {
          waiting--
        })
      last = result.catch(() => undefined)
      return result
    },
  }
}
