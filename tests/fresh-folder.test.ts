// The lock around a first start: held by one process, and by none that is gone.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyFolder, takeLock } from './fresh-folder.ts'

let folder: string
beforeEach(() => {
  folder = emptyFolder()
})
afterEach(() => rmSync(folder, { recursive: true }))

test('is held by one process', () => {
  const lock = join(folder, 'a.lock')
  expect([takeLock(lock), takeLock(lock)]).toEqual([true, false])
})

test('of a process that is gone is taken over', () => {
  const lock = join(folder, 'a.lock')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock, `process ${pid}`)
  expect([takeLock(lock), takeLock(lock)]).toEqual([false, true])
})

test('of which nobody knows whose it is stays', () => {
  const lock = join(folder, 'a.lock')
  writeFileSync(lock, '')
  expect([takeLock(lock), takeLock(lock)]).toEqual([false, false])
})
