// One process a folder. PGlite takes no lock of its own: two processes on one folder both run, and one of them loses
// everything it acknowledged.
import { mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** When the process began, in the kernel's ticks, so that a reused process id is not taken for the old holder. */
function startOf(pid: number): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    )
  } catch {
    return ''
  }
}

function isAlive(holder: { pid?: number; start?: string }): boolean {
  if (holder.pid === undefined) return false
  if (holder.pid === process.pid) return true
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !holder.start || startOf(holder.pid) === holder.start
}

/**
 * Takes `folder` for this process, beside it in `folder.lock`. Returns how to give it back.
 * Throws an Error naming the holder when another live process has it; a dead one's lock is replaced.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(dirname(folder), { recursive: true })
  const file = `${folder}.lock`
  const mine = JSON.stringify({ pid: process.pid, start: startOf(process.pid) })
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx' })
      const unlock = () => {
        process.off('exit', unlock)
        try {
          unlinkSync(file)
        } catch {}
      }
      process.once('exit', unlock)
      return unlock
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    let holder: { pid?: number; start?: string } = {}
    try {
      holder = JSON.parse(readFileSync(file, 'utf8')) as typeof holder
    } catch {}
    if (isAlive(holder))
      throw new Error(
        `${folder} is in use by process ${holder.pid}. Stop that one, or set DATA_DIR to another folder.`,
      )
    try {
      // Renamed first, so that of two takers one wins.
      renameSync(file, `${file}.${process.pid}`)
      unlinkSync(`${file}.${process.pid}`)
    } catch {}
  }
  throw new Error(`${folder} could not be locked.`)
}
