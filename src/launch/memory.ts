// What a reload of the launch page must not lose: the launch that was signed and sent, in this browser until it is known what
// became of it; and the form that was not sent yet, in this tab until it is.
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

const SENT_KEY = 'twinmint.launch'
const FORM_KEY = 'twinmint.launch-form'
const PICTURE_KEY = 'twinmint.launch-picture'

export const rememberSent = (launch: SentLaunch): void => write(() => localStorage, SENT_KEY, launch)
export const forgetSent = (): void => write(() => localStorage, SENT_KEY, undefined)
export const sentLaunch = (): SentLaunch | undefined => {
  const sent = read<SentLaunch>(() => localStorage, SENT_KEY, [
    'launchId',
    'mintAddress',
    'signedTransaction',
  ])
  // As another version may have left it.
  const form: Partial<LaunchForm> | undefined = sent?.collectionData
  return typeof form?.name === 'string' ? sent : undefined
}

export const rememberForm = (values: LaunchFieldValues): void => write(() => sessionStorage, FORM_KEY, values)
export const rememberedForm = (): LaunchFieldValues | undefined =>
  read<LaunchFieldValues>(() => sessionStorage, FORM_KEY, [
    'name',
    'symbol',
    'collectionName',
    'description',
    'devBuyAmount',
  ])

interface PictureNote {
  readonly id: string
  readonly name: string
}

/** Pictures are too large for the storage of texts. One of them is kept, for the tab that it was chosen in last. */
export async function rememberPicture(file: File | undefined): Promise<void> {
  try {
    write(() => sessionStorage, PICTURE_KEY, undefined)
    const cache = await caches.open(PICTURE_KEY)
    for (const old of await cache.keys()) await cache.delete(old)
    if (file === undefined) return
    const id = crypto.randomUUID()
    await cache.put(`/${id}`, new Response(file, { headers: { 'content-type': file.type } }))
    write(() => sessionStorage, PICTURE_KEY, { id, name: file.name } satisfies PictureNote)
  } catch {
    // Blocked storage forgets, and everything else works.
  }
}

export async function rememberedPicture(): Promise<File | undefined> {
  const note = read<PictureNote>(() => sessionStorage, PICTURE_KEY, ['id', 'name'])
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
  write(() => sessionStorage, FORM_KEY, undefined)
  void rememberPicture(undefined)
}

// Storage that is blocked throws already when it is named.
function write(storage: () => Storage, key: string, value: object | undefined): void {
  try {
    if (value === undefined) storage().removeItem(key)
    else storage().setItem(key, JSON.stringify(value))
  } catch {
    // As above.
  }
}

/** What another version of this page has left there, without these texts, is of no use. */
function read<T extends object>(
  storage: () => Storage,
  key: string,
  texts: readonly (keyof T)[],
): T | undefined {
  try {
    const value = JSON.parse(storage().getItem(key) ?? 'null') as T | null
    return value !== null && texts.every((text) => typeof value[text] === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
