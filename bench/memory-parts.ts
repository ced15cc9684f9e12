// What a process's resident memory is made of: what Node reports of its JavaScript, and what Linux says of its mappings.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@twinmint/sdk/core/assert'
import { z } from 'zod'

/** Flags for Node, so that a signal makes it write its report into `folder`. */
export const reportFlags = (folder: string): string[] => [
  '--report-on-signal',
  `--report-directory=${folder}`,
  `--report-filename=${REPORT}`,
]
const REPORT = 'memory-report.json'

const heapSchema = z.object({ javascriptHeap: z.object({ totalCommittedMemory: z.number() }) })
const reportSchema = heapSchema.extend({
  workers: z.array(heapSchema.extend({ header: z.object({ threadId: z.number() }) })),
})

interface Mapping {
  readonly bytes: number
  readonly permissions: string
  readonly name: string
  residentBytes: number
}

/**
 * Resident bytes of the process `pid` by what holds them; it was started with `reportFlags(folder)`. The database's thread is
 * the first that the server starts.
 */
export async function memoryParts(pid: number | undefined, folder: string): Promise<Record<string, number>> {
  // A signal to no process in particular would be one to all of ours.
  assert(pid, 'a process that runs has a number')
  const file = join(folder, REPORT)
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const { javascriptHeap, workers } = await readReport(file)
  const [database = 0, ...others] = workers
    .sort((a, b) => a.header.threadId - b.header.threadId)
    .map((each) => each.javascriptHeap.totalCommittedMemory)
  const mappings = readMappings(pid)
  const sumOf = (belongs: (mapping: Mapping) => boolean) =>
    mappings.filter(belongs).reduce((sum, mapping) => sum + mapping.residentBytes, 0)
  const isChain = ({ name }: Mapping) => name.endsWith('.mdb')
  const parts = {
    'JavaScript of the main thread': javascriptHeap.totalCommittedMemory,
    'JavaScript of the database’s thread': database,
    'JavaScript of other threads': others.reduce((sum, bytes) => sum + bytes, 0),
    'PostgreSQL’s own': mappings.find(isWasmMemory)?.residentBytes ?? 0,
    'compiled code': sumOf(({ name, permissions }) => name === '' && permissions.includes('x')),
    'Node and libraries, mapped': sumOf((mapping) => mapping.name.startsWith('/') && !isChain(mapping)),
    'the chain’s file, mapped': sumOf(isChain),
  }
  const known = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0)
  // What a heap has committed is not all touched, so this is a little too small.
  return { ...parts, 'buffers and native code’s own': sumOf(() => true) - known }
}

/** 134 MB from the start, of which a part is touched; V8 and malloc map less at once. */
const WASM_BYTES_MIN = 128e6
const isWasmMemory = ({ name, bytes, permissions }: Mapping) =>
  name === '' && permissions.startsWith('rw') && bytes >= WASM_BYTES_MIN && bytes < 2 * WASM_BYTES_MIN

async function readReport(file: string): Promise<z.output<typeof reportSchema>> {
  for (let look = 0; look < 100; look++) {
    await sleep(50)
    try {
      return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      // It is not there yet, or half of it.
    }
  }
  throw new Error(`${file} was not written: was Node started with the flags for it?`)
}

function readMappings(pid: number): Mapping[] {
  const mappings: Mapping[] = []
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'utf8').split('\n')) {
    const [, from, to, permissions = '', name = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$/.exec(line) ?? []
    if (from !== undefined && to !== undefined)
      mappings.push({
        bytes: Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)),
        permissions,
        name,
        residentBytes: 0,
      })
    const last = mappings.at(-1)
    const kilobytes = /^Rss: +(\d+) kB/.exec(line)?.[1]
    if (last && kilobytes !== undefined) last.residentBytes = Number(kilobytes) * 1_024
  }
  return mappings
}
