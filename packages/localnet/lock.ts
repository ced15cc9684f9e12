// One process a folder: two would both believe that they hold the newest accounts. Must not know what the folder holds.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder is in use; the sentence says by whom. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Takes `folder` for this process and returns how to give it back. The lock is a file with the process id, when that
 * process started and the boot it lives in, so that one left by `kill -9` or by a machine that went down is recognised,
 * also when another process has the same number now. Throws a FolderInUseError while its holder lives.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  const mine = describe(process.pid)
  const own = join(folder, `lock.${process.pid}.${Date.now().toString(36)}`)
  writeFileSync(own, mine)
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        // A link appears whole or not at all, and never over another.
        linkSync(own, path)
        return () => {
          if (read(path) === mine) rmSync(path, { force: true })
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      const theirs = read(path)
      if (theirs === undefined) continue
      const pid = Number(theirs.split(' ')[0])
      if (
        theirs === mine ||
        (Number.isSafeInteger(pid) && pid > 0 && isAlive(pid) && describe(pid) === theirs)
      )
        throw new FolderInUseError(
          `The data folder is in use by process ${pid}. Stop that process, or choose another folder (DATA_DIR).`,
        )
      const aside = `${own}.stale`
      try {
        renameSync(path, aside)
      } catch {
        continue // Somebody else was quicker; look again.
      }
      // Between reading and renaming, another process may have taken it over: then it gets its lock back.
      if (read(aside) !== theirs) giveBack(aside, path)
      rmSync(aside, { force: true })
    }
    throw new FolderInUseError('Several processes are opening the data folder at the same time.')
  } finally {
    rmSync(own, { force: true })
  }
}

function giveBack(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch (error) {
    throw new FolderInUseError('Several processes are opening the data folder at the same time.', {
      cause: error,
    })
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** "pid started boot". Where there is no /proc, the process id alone has to do. */
function describe(pid: number): string {
  const stat = read(`/proc/${pid}/stat`)
  // The name, in parentheses, may hold spaces: fields are counted after it. The 20th is the start time.
  const started = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim() ?? '-'
  return `${pid} ${started} ${boot}`
}
