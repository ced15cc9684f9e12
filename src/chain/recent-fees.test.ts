import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@solana/kit'
import { expect, it } from 'vitest'
import { openRecentFees } from './recent-fees.ts'

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
const times = { freshMs: 40, staleMs: 10_000, apartMs: 0, restMs: 60, answerMs: 20 }

it('asks for a coin’s accounts once while the answer is good, also when many ask at once', async () => {
  const { calls, rpc } = nodeOf((call) => [BigInt(call)])
  const fees = openRecentFees(rpc, times)
  expect(await Promise.all([fees(coin('a')), fees(coin('a')), fees(coin('a'))])).toEqual([[1n], [1n], [1n]])
  expect(await fees(coin('a'))).toEqual([1n])
  expect(calls).toEqual([coin('a')])
  await sleep(50)
  expect(await fees(coin('a'))).toEqual([2n])
})

it('asks the node so often at the most, whatever coins are looked at', async () => {
  const { calls, rpc } = nodeOf(() => [7n])
  const fees = openRecentFees(rpc, { ...times, apartMs: 30 })
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => fees(coin(`coin${at}`))))
  expect(calls).toHaveLength(1)
  expect(all.filter((each) => each.length > 0)).toHaveLength(1)
  await sleep(35)
  expect(await fees(coin('coin19'))).toEqual([7n])
})

it.each([
  ['fails', new Error('429')],
  ['says nothing', 'never' as const],
])('rests after a node that %s, and tells what was known before', async (_, trouble) => {
  const { calls, rpc } = nodeOf((call) => (call === 2 ? trouble : [BigInt(call)]))
  const fees = openRecentFees(rpc, times)
  expect(await fees(coin('a'))).toEqual([1n])
  await sleep(50)
  expect(await fees(coin('a'))).toEqual([1n])
  expect(await fees(coin('b'))).toEqual([])
  expect(calls).toHaveLength(2)
  await sleep(70)
  expect(await fees(coin('a'))).toEqual([3n])
})

it('keeps no more figures than a node has slots', async () => {
  const { rpc } = nodeOf(() => Array.from({ length: 1_000 }, (_, at) => BigInt(at)))
  const fees = await openRecentFees(rpc, times)(coin('a'))
  expect([fees.length, fees[0]]).toEqual([150, 850n])
})
