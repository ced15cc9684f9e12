// CAR files: blocks one after the other, each with its address. Written as a stream, read from a file by where blocks lie.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CarIndexer, CarWriter } from '@ipld/car'
import * as CarBufferWriter from '@ipld/car/buffer-writer'
import { CID } from 'multiformats/cid'

export interface CarBlock {
  readonly cid: string
  readonly size: number
  /** Asked for when it is its turn. */
  readonly read: () => Uint8Array | Promise<Uint8Array>
}

/** Bytes that a number takes as an unsigned varint. */
const varintBytes = (value: number): number => (value < 128 ? 1 : 1 + varintBytes(Math.floor(value / 128)))

/** How long the CAR of these blocks is. */
export function carBytes(root: string, blocks: readonly CarBlock[]): number {
  const header = CarBufferWriter.headerLength({ roots: [CID.parse(root)] })
  return blocks.reduce((sum, { cid, size }) => {
    const bytes = CID.parse(cid).byteLength + size
    return sum + varintBytes(bytes) + bytes
  }, header)
}

/** The CAR, as fast as it is read. A block that can't be read ends the stream with that error. */
export function carStream(root: string, blocks: readonly CarBlock[]): Readable {
  const { writer, out } = CarWriter.create([CID.parse(root)])
  const stream = Readable.from(out, { objectMode: false })
  const write = async () => {
    for (const { cid, read } of blocks) {
      if (stream.destroyed) return
      await writer.put({ cid: CID.parse(cid), bytes: await read() })
    }
    await writer.close()
  }
  write().catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : new Error('a block could not be read', { cause: error })),
  )
  return stream
}

interface Place {
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** 1,003 files of five thousand launches. */
const BLOCKS_MAX = 5_000_000

/** Where the blocks of some CAR files lie; nothing is believed of what they hold. */
export class CarFiles {
  readonly #places = new Map<string, Place>()

  /** Reads through a file. Throws where it is no CAR. A file that is cut off counts as far as it goes, which it tells. */
  async add(file: string): Promise<{ readonly blocks: number; readonly isCutOff: boolean }> {
    const indexer = await CarIndexer.fromIterable(createReadStream(file))
    let blocks = 0
    try {
      for await (const { cid, blockOffset, blockLength } of indexer) {
        if (this.#places.size >= BLOCKS_MAX) throw new Error(`${file} has too many blocks`)
        blocks += 1
        const text = cid.toString()
        // The first goes, and whoever reads it looks whether it is what its address says.
        if (!this.#places.has(text))
          this.#places.set(text, { file, offset: blockOffset, length: blockLength })
      }
    } catch (error) {
      if (blocks === 0) throw error
      return { blocks, isCutOff: true }
    }
    return { blocks, isCutOff: false }
  }

  /** The bytes that a file has under this address; undefined where none has, or more than `max` bytes. */
  async read(cid: string, max: number): Promise<Uint8Array | undefined> {
    const place = this.#places.get(cid)
    if (place === undefined || place.length > max) return undefined
    const handle = await open(place.file, 'r')
    try {
      const bytes = new Uint8Array(place.length)
      const { bytesRead } = await handle.read(bytes, 0, place.length, place.offset)
      return bytesRead === place.length ? bytes : undefined
    } finally {
      await handle.close()
    }
  }
}
