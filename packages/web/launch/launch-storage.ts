// What a reload of the launch page must not lose: the launch that was signed and sent, in this browser until it is known what
// became of it; and the form that was not sent yet, in this tab until it is.

import { FORM_CHOICES } from '@twinmint/sdk/actions/launch/choices'
import type { LaunchedForm, PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { CoinLinks, LinkKind } from '@twinmint/sdk/content/links'
import { keptText, readKept } from '../data/browser-storage.ts'
import type { LaunchFieldValues } from './form/values.ts'
import { pictureNote } from './picture/picture-mark.ts'
import { sentText } from './sent-launch.ts'

/** A launch that was signed. Sending it again launches and pays once. */
export interface SentLaunch {
  readonly launchId: string
  readonly mintAddress: string
  readonly cost: PreparedLaunch['estimatedFees']
  readonly signedTransaction: string
  readonly collectionData: LaunchedForm
  /** Which picture was chosen for it, as `pictureNote` had it. */
  readonly pictureNote?: string | undefined
}

const form = keptText('twinmint.launch-form', () => sessionStorage)

export const rememberSent = (launch: SentLaunch): void =>
  sentText.write(JSON.stringify({ pictureNote: pictureNote.read() ?? undefined, ...launch }))
export const forgetSent = (): void => sentText.write(null)
export const sentLaunch = (): SentLaunch | undefined => {
  const launch = readKept<SentLaunch>(sentText, ['launchId', 'mintAddress', 'signedTransaction'])
  // As another version may have left it.
  const launched: Partial<LaunchedForm> | undefined = launch?.collectionData
  return typeof launched?.name === 'string' ? launch : undefined
}

export const rememberForm = (values: LaunchFieldValues): void => form.write(JSON.stringify(values))
export const rememberedForm = (): LaunchFieldValues | undefined => {
  const values = readKept<LaunchFieldValues>(form, [
    'name',
    'symbol',
    'collectionName',
    'description',
    'devBuyAmount',
  ])
  return values && { ...values, ...chosenIn(values), links: linksIn(values.links) }
}

/** Nothing typed. */
export const NO_LINKS: LaunchFieldValues['links'] = { website: '', x: '', telegram: '' }

/** As another version of this page may have left them, which knew no links. */
function linksIn(links: CoinLinks | undefined): LaunchFieldValues['links'] {
  const textOf = (kind: LinkKind) => (typeof links?.[kind] === 'string' ? links[kind] : '')
  return { website: textOf('website'), x: textOf('x'), telegram: textOf('telegram') }
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
export function restoreForm({ collectionData, pictureNote: note }: SentLaunch): void {
  const { name, symbol, collectionName, description, devBuyAmount, boostLaunch } = collectionData
  const { openingReserveLamports, guardBps, links } = collectionData as Partial<LaunchedForm>
  const chosen = chosenIn({
    ...(openingReserveLamports !== undefined && { openingReserveLamports }),
    ...(guardBps !== undefined && { guard: guardBps > 0 }),
  })
  const texts = { name, symbol, collectionName, description, links: linksIn(links) }
  rememberForm({ ...texts, ...chosen, devBuyAmount, boostLaunch })
  pictureNote.write(note ?? null)
}

/** This tab's form; in a tab that has none that of a launch that was signed in a window that is gone. */
export function formToBeginWith(): LaunchFieldValues | undefined {
  const known = rememberedForm()
  const launch = known === undefined ? sentLaunch() : undefined
  if (launch === undefined) return known
  restoreForm(launch)
  return rememberedForm()
}

/** Whether the form begins with anything. */
export const hasRemembered = (): boolean => rememberedForm() !== undefined || sentLaunch() !== undefined

/** The form was launched. */
export function forgetForm(): void {
  form.write(null)
  pictureNote.write(null)
  // A failure leaves the bytes there until the next picture.
  void import('./picture/picture-storage.ts')
    .then(({ rememberPicture }) => rememberPicture(undefined))
    .catch(() => undefined)
}
