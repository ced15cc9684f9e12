// Start-up and memory: the first start in an empty folder, a later one, and what the process holds when idle.
import { readFileSync } from 'node:fs'
import { emptyFolder } from '../tests/fresh-folder.ts'
import { startMeasuredServer } from './server.ts'

const memoryMb = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

export async function benchStart(): Promise<Record<string, number>> {
  const timed = async (folder: string) => {
    const began = performance.now()
    const server = await startMeasuredServer({ folder })
    return { server, ms: Math.round(performance.now() - began) }
  }
  const first = await timed(emptyFolder())
  await first.server.stop()
  const later = await timed(first.server.folder)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const memory = process.platform === 'linux' ? memoryMb(later.server.child.pid) : 0
  await later.server.remove()
  return { 'first start ms': first.ms, 'later start ms': later.ms, 'idle memory MB': memory }
}
