// The picture of a launch that was not sent yet, in this tab until it is. Loaded when there is one.
import { readKept } from '../../data/browser-storage.ts'
import type { PreparedPicture } from './CropDialog.tsx'
import { PICTURE_KEY, pictureNote } from './picture-mark.ts'

interface PictureNote {
  readonly id: string
  readonly name: string
  /** Of the file that is sent, which may be cut out of the one that was chosen. */
  readonly sentName?: string
  readonly area?: PreparedPicture['area']
  readonly motion?: PreparedPicture['motion']
}

const sourcePath = (id: string) => `/${id}/source`

/** Pictures are too large for the storage of texts. One of them is kept, for the tab that it was chosen in last. */
export async function rememberPicture(chosen: PreparedPicture | undefined): Promise<void> {
  try {
    pictureNote.write(null)
    const cache = await caches.open(PICTURE_KEY)
    for (const old of await cache.keys()) await cache.delete(old)
    if (chosen === undefined) return
    const { file, source, area, motion } = chosen
    const id = crypto.randomUUID()
    const put = (path: string, kept: File) =>
      cache.put(path, new Response(kept, { headers: { 'content-type': kept.type } }))
    await put(`/${id}`, file)
    if (source !== file) await put(sourcePath(id), source)
    const note: PictureNote = { id, name: source.name, sentName: file.name, area, motion }
    pictureNote.write(JSON.stringify(note))
  } catch {
    // Blocked storage forgets, and everything else works.
  }
}

export async function rememberedPicture(): Promise<PreparedPicture | undefined> {
  const note = readKept<PictureNote>(pictureNote, ['id', 'name'])
  if (note === undefined) return undefined
  const { id, name, sentName = name, area, motion = 'still' } = note
  try {
    const cache = await caches.open(PICTURE_KEY)
    const fileAt = async (path: string, fileName: string) => {
      const bytes = await (await cache.match(path))?.blob()
      return bytes && new File([bytes], fileName, { type: bytes.type })
    }
    const file = await fileAt(`/${id}`, sentName)
    return file && { file, source: (await fileAt(sourcePath(id), name)) ?? file, area, motion }
  } catch {
    return undefined
  }
}
