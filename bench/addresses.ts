// Time to find a coin's address that ends in "jpg", in the worker thread, and what it costs the main thread.

import { resolve } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { createKeypair } from '../packages/localnet/keypair.ts'
import { startAddressFinder } from '../packages/server/launch/address.ts'
import { percentile } from './percentile.ts'

export async function benchAddresses(count: number): Promise<Record<string, number>> {
  const finder = startAddressFinder(pathToFileURL(resolve('dist/server/address-worker.js')))
  await finder.find(createKeypair().address)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const times: number[] = []
  let tries = 0
  for (let i = 0; i < count; i++) {
    const began = performance.now()
    tries += (await finder.find(createKeypair().address)).tries
    times.push(performance.now() - began)
  }
  delay.disable()
  await finder.close()
  const total = times.reduce((sum, ms) => sum + ms, 0)
  return {
    'mean ms': Math.round(total / count),
    'p95 ms': Math.round(percentile(times, 95)),
    'tries per second': Math.round((tries / total) * 1_000),
    'main thread delay p99 ms': Math.round(delay.percentile(99) / 1e6),
  }
}
