import { SLOT_MS } from '@twinmint/localnet/slots'
import { clockSeconds } from '@twinmint/sdk/program/clock'
import { expect, it } from 'vitest'
import type { ChainAccount } from './chain.ts'
import { openChainClock } from './clock.ts'

const T = 1_800_000_000_000

function clockAccount(seconds: bigint): ChainAccount {
  const data = new Uint8Array(40)
  new DataView(data.buffer).setBigInt64(32, seconds, true)
  return { lamports: 1n, owner: 'Sysvar1111111111111111111111111111111111111' as never, data }
}

it('reads whole seconds, and nothing out of what is no clock', () => {
  expect(clockSeconds(clockAccount(1_800_000_000n).data)).toBe(1_800_000_000n)
  expect(clockSeconds(new Uint8Array(39))).toBeUndefined()
  expect(clockSeconds(undefined)).toBeUndefined()
})

it.each([
  ['the server’s own, a slot late, where the second fits', true, T / 1_000, T + 700, T + 300],
  ['the same right before a slot begins the next second', true, T / 1_000, T + 1_399, T + 999],
  ['of a cluster whose second fits', false, T / 1_000, T + 700, T + 300],
  ['of a cluster that is a second behind, or more', false, T / 1_000, T + 1_399, T],
  ['of a cluster that is behind', false, T / 1_000 - 3, T + 700, T - 3_000],
  ['of a cluster that is ahead', false, T / 1_000 + 5, T + 700, T + 5_000],
])('is %s', async (_name, watchIsComplete, chainSeconds, serverMs, said) => {
  const clock = openChainClock(
    { watchIsComplete, loadAccounts: async () => [clockAccount(BigInt(chainSeconds))] },
    () => serverMs,
  )
  // Nothing is known before the first reading: the server's own clock may be ahead.
  expect(clock()).toBeUndefined()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(clock()).toBe(said)
})

it('is never a second ahead of a chain whose clock moves with its slots', async () => {
  for (const phase of [0, 100, 250, 399])
    for (let readMs = T; readMs < T + 2_000; readMs += 250) {
      const chainSeconds = (atMs: number) => {
        const slot = Math.floor((atMs - phase) / SLOT_MS)
        return Math.floor((slot * SLOT_MS + phase) / 1_000)
      }
      let nowMs = readMs
      const clock = openChainClock(
        { watchIsComplete: true, loadAccounts: async () => [clockAccount(BigInt(chainSeconds(readMs)))] },
        () => nowMs,
      )
      clock()
      await new Promise((resolve) => setTimeout(resolve, 0))
      for (; nowMs < readMs + 2_000; nowMs += 50) {
        const said = Math.floor((clock() ?? 0) / 1_000)
        expect(said).toBeLessThanOrEqual(chainSeconds(nowMs))
        expect(said).toBeGreaterThanOrEqual(chainSeconds(nowMs) - 1)
      }
    }
})

it('goes by the least of the last minutes, since a page keeps the latest that it was told', async () => {
  let nowMs = T
  let behindMs = 4_000
  const clock = openChainClock(
    { watchIsComplete: false, loadAccounts: async () => [clockAccount(BigInt((nowMs - behindMs) / 1_000))] },
    () => nowMs,
  )
  const offsetAfter = async (ms: number) => {
    nowMs += ms
    clock()
    await new Promise((resolve) => setTimeout(resolve, 0))
    return (clock() ?? 0) - nowMs
  }
  expect(await offsetAfter(0)).toBe(-4_000)
  behindMs = 2_000
  expect(await offsetAfter(30_000)).toBe(-4_000)
  behindMs = 6_000
  expect(await offsetAfter(30_000)).toBe(-6_000)
  behindMs = 2_000
  expect(await offsetAfter(5 * 60_000)).toBe(-2_000)
})

it('keeps what it knew while the chain does not answer, and asks seldom', async () => {
  let asked = 0
  let nowMs = T
  const clock = openChainClock(
    {
      watchIsComplete: false,
      loadAccounts: async () => {
        asked += 1
        if (asked > 1) throw new Error('away')
        return [clockAccount(BigInt(T / 1_000 - 3))]
      },
    },
    () => nowMs,
  )
  clock()
  await new Promise((resolve) => setTimeout(resolve, 0))
  nowMs += 29_000
  expect(clock()).toBe(nowMs - 3_000)
  expect(asked).toBe(1)
  nowMs += 2_000
  clock()
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(asked).toBe(2)
  expect(clock()).toBe(nowMs - 3_000)
})
