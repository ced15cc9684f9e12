import type { Address } from '@solana/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openRecentFees } from './recent-fees.ts'

// Its clock stands still but for `pass`; whoever waits for a turn waits by the real one.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number) => vi.advanceTimersByTime(ms)

const coin = (name: string) => [`${name}Market`, `${name}Vault`] as unknown as Address[]

/** A node that answers what `says` does. */
function nodeOf(says: (call: number) => readonly bigint[] | Error | 'never') {
  const calls: (readonly Address[])[] = []
  const getRecentPrioritizationFees = (accounts: readonly Address[] = []) => ({
    send: ({ abortSignal }: { abortSignal?: AbortSignal } = {}) => {
      const said = says(calls.push(accounts))
      if (said instanceof Error) return Promise.reject(said)
      if (said === 'never')
        return new Promise((_resolve, reject) =>
          abortSignal?.addEventListener('abort', () => reject(new Error('late'))),
        )
      return Promise.resolve(
        said.map((prioritizationFee, slot) => ({ slot: BigInt(slot), prioritizationFee })),
      )
    },
  })
  return { calls, rpc: { getRecentPrioritizationFees } as unknown as Parameters<typeof openRecentFees>[0] }
}
const times = { freshMs: 40, apartMs: 0, waitMs: 0, restMs: 60, answerMs: 20 }

it('asks for a coin’s accounts once while the answer is good, also when many ask at once', async () => {
  const { calls, rpc } = nodeOf((call) => [BigInt(call)])
  const fees = openRecentFees(rpc, times)
  expect(await Promise.all([fees(coin('a')), fees(coin('a')), fees(coin('a'))])).toEqual([[1n], [1n], [1n]])
  expect(await fees(coin('a'))).toEqual([1n])
  expect(calls).toEqual([coin('a')])
  pass(50)
  expect(await fees(coin('a'))).toEqual([2n])
})

it('asks the node so often at the most, whatever coins are looked at, where none waits', async () => {
  const { calls, rpc } = nodeOf(() => [7n])
  const fees = openRecentFees(rpc, { ...times, apartMs: 30 })
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => fees(coin(`coin${at}`))))
  expect(calls).toHaveLength(1)
  expect(all.filter((each) => each.length > 0)).toHaveLength(1)
  pass(35)
  expect(await fees(coin('coin19'))).toEqual([7n])
})

it('lets who comes in between wait for its turn, and tells those behind them what was known, however old', async () => {
  const { calls, rpc } = nodeOf((call) => [BigInt(call)])
  const fees = openRecentFees(rpc, { ...times, apartMs: 200, waitMs: 500 })
  expect(await fees(coin('a'))).toEqual([1n])
  pass(300)
  const beganMs = Date.now()
  // At once, after 200 ms and after 400; the others would wait for longer.
  const all = ['b', 'c', 'c', 'd', 'e', 'a'].map((name) => fees(coin(name)))
  expect(await all[5]).toEqual([1n])
  expect(await all[4]).toEqual([])
  expect(calls.length).toBeLessThan(4)
  expect(await Promise.all(all.slice(0, 4))).toEqual([[2n], [3n], [3n], [4n]])
  expect(Date.now() - beganMs).toBeGreaterThan(390)
  expect(calls).toHaveLength(4)
})

it('asks no more for those who wait, once the node has failed', async () => {
  const { calls, rpc } = nodeOf(() => new Error('429'))
  const fees = openRecentFees(rpc, { ...times, apartMs: 20, waitMs: 50 })
  expect(await Promise.all([fees(coin('a')), fees(coin('b')), fees(coin('c'))])).toEqual([[], [], []])
  expect(calls).toHaveLength(1)
})

it.each([
  ['fails', new Error('429')],
  ['says nothing', 'never' as const],
])('rests after a node that %s, and tells what was known before', async (_, trouble) => {
  const { calls, rpc } = nodeOf((call) => (call === 2 ? trouble : [BigInt(call)]))
  const fees = openRecentFees(rpc, times)
  expect(await fees(coin('a'))).toEqual([1n])
  pass(50)
  expect(await fees(coin('a'))).toEqual([1n])
  expect(await fees(coin('b'))).toEqual([])
  expect(calls).toHaveLength(2)
  pass(70)
  expect(await fees(coin('a'))).toEqual([3n])
})

it('keeps no more figures than a node has slots', async () => {
  const { rpc } = nodeOf(() => Array.from({ length: 1_000 }, (_, at) => BigInt(at)))
  const fees = await openRecentFees(rpc, times)(coin('a'))
  expect([fees.length, fees[0]]).toEqual([150, 850n])
})
