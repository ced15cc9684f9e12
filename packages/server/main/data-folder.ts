// The data folder as a whole. One process has it at a time, and when that process closes it, it leaves an inventory behind:
// size and checksum of every file that holds something. The next start compares, so that a file that was lost, cut or
// altered meanwhile, or a backup of one part over another, is found before anything is opened and built upon. A server
// that was killed leaves no inventory: then LMDB and PostgreSQL recover as they do, and are read whole once.
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { lockFolder } from '@twinmint/localnet/lock'
import { DamageError } from '@twinmint/sdk/internal/core/damage'

const INVENTORY = 'inventory'
/** What holds something; locks are made again. */
const PARTS = ['chain-keys.json', 'demo-keys.json', 'chain/lmdb/data.mdb', 'postgres', 'pictures']
const PIECE_BYTES = 1024 * 1024

export interface DataFolder {
  /** It was closed in peace, and every file is as it was then. */
  readonly isAsClosed: boolean
  /** Once everything in it is closed; `withInventory` when all of it was closed in peace. */
  close(options: { readonly withInventory: boolean }): void
}

/** Takes the folder for this process. Throws a DamageError when it is not as it was closed, and leaves it so. */
export function openDataFolder(folder: string): DataFolder {
  const unlock = lockFolder(folder)
  try {
    const changed = changedFiles(folder)
    const [first] = changed ?? []
    if (first !== undefined) {
      const others = (changed?.length ?? 0) - 1
      throw new DamageError(
        `${join(folder, first.path)} ${first.how} after the server was stopped${others > 0 ? `, and ${others} more` : ''}`,
        {
          remedy: `Restore the whole data folder from a backup; or, to go on with what is there, remove ${join(folder, INVENTORY)}; or move the folder away to begin anew. docs/operations.md says more.`,
        },
      )
    }
    // From here on the files change.
    rmSync(join(folder, INVENTORY), { force: true })
    return {
      isAsClosed: changed !== undefined,
      close({ withInventory }) {
        if (withInventory) writeInventory(folder)
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

export interface ChangedFile {
  readonly path: string
  readonly how: 'was lost' | 'was altered'
}

/** Every file that is not as the inventory says; undefined where there is none, or none that is whole. */
export function changedFiles(folder: string): ChangedFile[] | undefined {
  const file = join(folder, INVENTORY)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  const sum = lines.pop()
  if (sum === undefined || sum !== textSum(lines.join('\n'))) return undefined
  return lines.flatMap((line): ChangedFile[] => {
    const [crc = '', size = '', ...rest] = line.split(' ')
    const path = rest.join(' ')
    const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
    if (!stat?.isFile()) return [{ path, how: 'was lost' }]
    const isSame = stat.size === Number(size) && fileSum(join(folder, path)) === crc
    return isSame ? [] : [{ path, how: 'was altered' }]
  })
}

/** Whole or not at all. */
export function writeInventory(folder: string): void {
  const lines = PARTS.flatMap((part) => filesOf(folder, part)).map(
    (path) => `${fileSum(join(folder, path))} ${lstatSync(join(folder, path)).size} ${path}`,
  )
  const fresh = join(folder, `${INVENTORY}.new`)
  writeFileSync(fresh, `${[...lines, textSum(lines.join('\n'))].join('\n')}\n`, { flush: true })
  renameSync(fresh, join(folder, INVENTORY))
  if (process.platform === 'win32') return
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}

/** Links lead to what others may change, too: they are left out. */
function filesOf(folder: string, path: string): string[] {
  const stat = lstatSync(join(folder, path), { throwIfNoEntry: false })
  if (stat?.isFile()) return [path]
  if (!stat?.isDirectory()) return []
  return readdirSync(join(folder, path)).flatMap((name) => filesOf(folder, `${path}/${name}`))
}

const hex = (sum: number): string => sum.toString(16).padStart(8, '0')

const textSum = (text: string): string => hex(crc32(text))

function fileSum(path: string): string {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  const handle = openSync(path, 'r')
  try {
    let sum = 0
    for (let size = readSync(handle, piece); size > 0; size = readSync(handle, piece))
      sum = crc32(piece.subarray(0, size), sum)
    return hex(sum)
  } finally {
    closeSync(handle)
  }
}
