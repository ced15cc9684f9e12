// Writes a launch's folder into a CAR: the block of the folder and all its files. Every block is hashed before it is written,
// and the file has its name when all of it is on the disk.
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { PICTURE_NAME } from '@twinmint/sdk/content/folder'
import { type CarBlock, carStream } from './car.ts'
import type { KnownFolder } from './folders.ts'
import { blocksOf } from './routes.ts'
import { isBlockOf } from './sources.ts'

/** Resolves with how many blocks and bytes the file has. Throws where a block is lost or not what its address names. */
export async function exportFolder(
  folder: KnownFolder,
  file: string,
): Promise<{ readonly blocks: number; readonly bytes: number }> {
  const picture = await folder.read(PICTURE_NAME)
  const root: CarBlock = { cid: folder.cid, size: folder.root.length, read: () => folder.root }
  const blocks = [root, ...blocksOf(folder, picture)].map((block) => ({
    ...block,
    async read() {
      const bytes = await block.read()
      if (!isBlockOf(block.cid, bytes))
        throw new Error(`a block of ${folder.cid} is not what ${block.cid} names`)
      return bytes
    },
  }))
  const fresh = `${file}.new`
  try {
    await pipeline(carStream(folder.cid, blocks), createWriteStream(fresh))
    const handle = await open(fresh, 'r+')
    const { size } = await handle.stat()
    await handle.sync()
    await handle.close()
    await rename(fresh, file)
    return { blocks: blocks.length, bytes: size }
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}
