// A data folder in one file: what is kept of an earlier version's server for the tests of the upgrade. Brotli over a list of
// the paths and the bytes of all files, with a window as large as the folder, since databases repeat their templates.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

interface Entry {
  readonly path: string
  /** Undefined: a folder, empty maybe. */
  readonly bytes?: number
}

/** PostgreSQL's log is read from the last checkpoint on. */
const LOG = 'postgres/pg_wal/'
const LOG_PAGE_BYTES = 8_192
/** In `global/pg_control`: where in the log the last checkpoint's record begins. */
const CHECKPOINT_OFFSET = 32

export function packFolder(folder: string): Buffer {
  const entries = entriesOf(folder, '')
  const files = entries.flatMap(({ path, bytes }) => (bytes === undefined ? [] : [shortened(folder, path)]))
  const list = Buffer.from(JSON.stringify(entries))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(list.length)
  return brotliCompressSync(Buffer.concat([size, list, ...files]), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 26,
    },
  })
}

/** Writes all of it into `folder`, as whoever runs the tests. */
export function unpackFolder(packed: Uint8Array, folder: string): void {
  const all = brotliDecompressSync(packed, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
  let at = 4 + all.readUInt32LE(0)
  for (const { path, bytes } of JSON.parse(all.subarray(4, at).toString()) as Entry[]) {
    mkdirSync(join(folder, bytes === undefined ? path : dirname(path)), { recursive: true, mode: 0o700 })
    if (bytes === undefined) continue
    writeFileSync(join(folder, path), all.subarray(at, at + bytes), { mode: 0o600 })
    at += bytes
  }
}

function entriesOf(folder: string, path: string): Entry[] {
  return readdirSync(join(folder, path))
    .sort()
    .flatMap((name): Entry[] => {
      const own = path === '' ? name : `${path}/${name}`
      const stat = statSync(join(folder, own))
      if (stat.isDirectory()) return [{ path: own }, ...entriesOf(folder, own)]
      return /(^|\/)(lock|lock\.mdb|inventory)$/.test(own) ? [] : [{ path: own, bytes: stat.size }]
    })
}

/** A file's bytes; of PostgreSQL's log only the page that says what log it is, and those from the last checkpoint on. */
function shortened(folder: string, path: string): Buffer {
  const bytes = readFileSync(join(folder, path))
  if (!path.startsWith(LOG)) return bytes
  const checkpoint = readFileSync(join(folder, 'postgres/global/pg_control')).readBigUInt64LE(
    CHECKPOINT_OFFSET,
  )
  const from = Number(checkpoint % BigInt(bytes.length))
  return bytes.fill(0, LOG_PAGE_BYTES, from - (from % LOG_PAGE_BYTES))
}
