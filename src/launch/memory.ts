// What a reload of the launch page must not lose: the launch that was signed and sent, in this browser until it is known what
// became of it; and the form that was not sent yet, in this tab until it is.
import { type KeptText, keptText } from '../wire/kept.ts'
import type { LaunchForm, PreparedLaunch } from './contract.ts'
import type { LaunchFieldValues } from './LaunchFields.tsx'

/** A launch that was signed. Sending it again launches and pays once. */
export interface SentLaunch {
  readonly launchId: string
  readonly mintAddress: string
  readonly cost: PreparedLaunch['estimatedFees']
  readonly signedTransaction: string
  readonly collectionData: LaunchForm
}

const sent = keptText('twinmint.launch')
const form = keptText('twinmint.launch-form', () => sessionStorage)
const PICTURE_KEY = 'twinmint.launch-picture'
const picture = keptText(PICTURE_KEY, () => sessionStorage)

export const rememberSent = (launch: SentLaunch): void => sent.write(JSON.stringify(launch))
export const forgetSent = (): void => sent.write(null)
export const sentLaunch = (): SentLaunch | undefined => {
  const launch = read<SentLaunch>(sent, ['launchId', 'mintAddress', 'signedTransaction'])
  // As another version may have left it.
  const launched: Partial<LaunchForm> | undefined = launch?.collectionData
  return typeof launched?.name === 'string' ? launch : undefined
}

export const rememberForm = (values: LaunchFieldValues): void => form.write(JSON.stringify(values))
export const rememberedForm = (): LaunchFieldValues | undefined =>
  read<LaunchFieldValues>(form, ['name', 'symbol', 'collectionName', 'description', 'devBuyAmount'])

interface PictureNote {
  readonly id: string
  readonly name: string
}

/** Pictures are too large for the storage of texts. One of them is kept, for the tab that it was chosen in last. */
export async function rememberPicture(file: File | undefined): Promise<void> {
  try {
    picture.write(null)
    const cache = await caches.open(PICTURE_KEY)
    for (const old of await cache.keys()) await cache.delete(old)
    if (file === undefined) return
    const id = crypto.randomUUID()
    await cache.put(`/${id}`, new Response(file, { headers: { 'content-type': file.type } }))
    picture.write(JSON.stringify({ id, name: file.name } satisfies PictureNote))
  } catch {
    // Blocked storage forgets, and everything else works.
  }
}

export async function rememberedPicture(): Promise<File | undefined> {
  const note = read<PictureNote>(picture, ['id', 'name'])
  if (note === undefined) return undefined
  try {
    const kept = await (await caches.open(PICTURE_KEY)).match(`/${note.id}`)
    const bytes = await kept?.blob()
    return bytes && new File([bytes], note.name, { type: bytes.type })
  } catch {
    return undefined
  }
}

/** The form was launched. */
export function forgetForm(): void {
  form.write(null)
  void rememberPicture(undefined)
}

/** What another version of this page has left there, without these texts, is of no use. */
function read<T extends object>(kept: KeptText, texts: readonly (keyof T)[]): T | undefined {
  try {
    const value = JSON.parse(kept.read() ?? 'null') as T | null
    return value !== null && texts.every((text) => typeof value[text] === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
