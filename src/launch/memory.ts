// What a reload of the launch page must not lose: the launch that was signed and sent, in this browser until it is known what
// became of it; and the form that was not sent yet, in this tab until it is.
import { type KeptText, keptText } from '../wire/kept.ts'
import { FORM_CHOICES } from './choices.ts'
import type { LaunchedForm, PreparedLaunch } from './contract.ts'
import type { LaunchFieldValues } from './form/LaunchFields.tsx'
import type { PreparedPicture } from './picture/CropDialog.tsx'
import { sentText } from './sent.ts'

/** A launch that was signed. Sending it again launches and pays once. */
export interface SentLaunch {
  readonly launchId: string
  readonly mintAddress: string
  readonly cost: PreparedLaunch['estimatedFees']
  readonly signedTransaction: string
  readonly collectionData: LaunchedForm
  /** Which picture was chosen for it, as `rememberPicture` notes it. */
  readonly pictureNote?: string | undefined
}

const form = keptText('twinmint.launch-form', () => sessionStorage)
const PICTURE_KEY = 'twinmint.launch-picture'
const picture = keptText(PICTURE_KEY, () => sessionStorage)

export const rememberSent = (launch: SentLaunch): void =>
  sentText.write(JSON.stringify({ pictureNote: picture.read() ?? undefined, ...launch }))
export const forgetSent = (): void => sentText.write(null)
export const sentLaunch = (): SentLaunch | undefined => {
  const launch = read<SentLaunch>(sentText, ['launchId', 'mintAddress', 'signedTransaction'])
  // As another version may have left it.
  const launched: Partial<LaunchedForm> | undefined = launch?.collectionData
  return typeof launched?.name === 'string' ? launch : undefined
}

export const rememberForm = (values: LaunchFieldValues): void => form.write(JSON.stringify(values))
export const rememberedForm = (): LaunchFieldValues | undefined => {
  const values = read<LaunchFieldValues>(form, [
    'name',
    'symbol',
    'collectionName',
    'description',
    'devBuyAmount',
  ])
  return values && { ...values, ...chosenIn(values) }
}

/** As another version of this page may have left them, which knew no such choices. */
function chosenIn(
  values: Partial<LaunchFieldValues>,
): Pick<LaunchFieldValues, 'openingReserveLamports' | 'guard'> {
  const { openingReserveLamports: opening, guard } = values
  return {
    openingReserveLamports: typeof opening === 'string' ? opening : FORM_CHOICES.openingReserveLamports,
    guard: typeof guard === 'boolean' ? guard : FORM_CHOICES.guard,
  }
}

/** Puts what was typed for a launch, and its picture where it is still there, into this tab's form. */
export function restoreForm({ collectionData, pictureNote }: SentLaunch): void {
  const { name, symbol, collectionName, description, devBuyAmount, boostLaunch } = collectionData
  const { openingReserveLamports, guardBps } = collectionData as Partial<LaunchedForm>
  const chosen = chosenIn({
    ...(openingReserveLamports !== undefined && { openingReserveLamports }),
    ...(guardBps !== undefined && { guard: guardBps > 0 }),
  })
  rememberForm({ name, symbol, collectionName, description, ...chosen, devBuyAmount, boostLaunch })
  picture.write(pictureNote ?? null)
}

/** This tab's form; in a tab that has none that of a launch that was signed in a window that is gone. */
export function formToBeginWith(): LaunchFieldValues | undefined {
  const known = rememberedForm()
  const launch = known === undefined ? sentLaunch() : undefined
  if (launch === undefined) return known
  restoreForm(launch)
  return rememberedForm()
}

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
    picture.write(null)
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
    picture.write(JSON.stringify(note))
  } catch {
    // Blocked storage forgets, and everything else works.
  }
}

export async function rememberedPicture(): Promise<PreparedPicture | undefined> {
  const note = read<PictureNote>(picture, ['id', 'name'])
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
