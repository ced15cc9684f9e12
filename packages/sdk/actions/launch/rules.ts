// What may be launched, decided the same way by the form and by the server. Pure.

import type { LaunchedForm } from '../../api/launch/contract.ts'
import { type CoinLinks, decideLinks, type LinkKind } from '../../content/links.ts'
import { isAddress } from '../../core/address.ts'
import {
  GUARD_BPS_MAX,
  GUARD_SECONDS_MAX,
  OPENING_LAMPORTS_MAX,
  OPENING_LAMPORTS_MIN,
  STANDARD_OPENING_LAMPORTS,
} from '../../core/curve.ts'
import {
  amountSentence,
  type Lamports,
  lamports,
  parseDecimal,
  parseSolText,
  type RefusedAmount,
  solText,
} from '../../core/money.ts'
import { openingLamportsMax } from '../../core/opening.ts'
import { hasUnseen } from '../../core/text.ts'
import type { LaunchChoices } from '../../program/terms.ts'

export const NAME_CHARACTERS_MAX = 50
export const SYMBOL_CHARACTERS_MAX = 10
export const DESCRIPTION_CHARACTERS_MAX = 500
export const IMAGE_BYTES_MAX = 10 * 1024 * 1024
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const
export const COIN_SUPPLY = 1_000_000_000
export const NFT_SUPPLY = 1_000
export const COINS_PER_NFT = 1_000_000

export type LaunchField =
  | 'name'
  | 'symbol'
  | 'collectionName'
  | 'description'
  | LinkKind
  | 'openingReserveLamports'
  | 'guard'
  | 'devBuyAmount'
  | 'image'
  | 'creatorAddress'
export type LaunchFieldErrors = Partial<Record<LaunchField, string>>

export interface LaunchDraft {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  /** As they are stored: https addresses. */
  readonly links: CoinLinks
  readonly choices: LaunchChoices
  readonly devBuyLamports: Lamports
  readonly boost: boolean
  readonly creatorAddress: string
}

export type LaunchDecision =
  | { readonly kind: 'draft'; readonly draft: LaunchDraft }
  | { readonly kind: 'refused'; readonly errors: LaunchFieldErrors }

/** Counts characters as the program does: Unicode scalar values. */
export const characterCount = (text: string): number => Array.from(text).length

/** Why a dev buy is none. */
export const devBuySentence = (refused: RefusedAmount): string =>
  refused.reason === 'tooManyDecimals' || refused.reason === 'ambiguous'
    ? amountSentence(refused, 'SOL')
    : 'Enter an amount of SOL, 0 or more'

/**
 * Trims, upper-cases the symbol, and checks every field; all errors at once, by field. How deep a launch may open depends on
 * the market cap of graduation: what the program takes at all is checked where that is not known yet.
 */
export function decideLaunch(
  form: Omit<LaunchedForm, 'totalSupply' | 'imageUrl'>,
  graduationMarketCapLamports: Lamports | undefined,
): LaunchDecision {
  const errors: LaunchFieldErrors = {}
  const name = form.name.trim()
  const symbol = form.symbol.trim().toUpperCase()
  const collectionName = form.collectionName.trim()
  const description = form.description.trim()
  const check = (
    field: LaunchField,
    label: string,
    text: string,
    charactersMax: number,
    requiredSentence?: string,
  ) => {
    if (requiredSentence && text === '') errors[field] = requiredSentence
    else if (characterCount(text) > charactersMax)
      errors[field] = `${label} has at most ${charactersMax} characters`
    else if (hasUnseen(text.replace(/\r/g, '')) || (field !== 'description' && /[\r\n]/.test(text)))
      errors[field] = `${label} has characters that cannot be shown`
  }
  check('name', 'The name', name, NAME_CHARACTERS_MAX, 'Collection name is required')
  check('symbol', 'The symbol', symbol, SYMBOL_CHARACTERS_MAX, 'Token symbol is required')
  check(
    'collectionName',
    'The NFT collection name',
    collectionName,
    NAME_CHARACTERS_MAX,
    'NFT collection name is required',
  )
  check('description', 'The description', description, DESCRIPTION_CHARACTERS_MAX)
  const { links, errors: linkErrors } = decideLinks(form.links)
  Object.assign(errors, linkErrors)
  const opening = decideOpening(form, graduationMarketCapLamports)
  if (opening.kind === 'refused') errors.openingReserveLamports = opening.sentence
  if (!isGuard(form)) errors.guard = GUARD_SENTENCE
  const devBuy = parseSolText(form.devBuyAmount.trim() === '' ? '0' : form.devBuyAmount)
  if (devBuy.kind === 'refused') errors.devBuyAmount = devBuySentence(devBuy)
  if (!isAddress(form.creatorAddress)) errors.creatorAddress = 'Connect a wallet to launch'
  if (Object.keys(errors).length > 0 || devBuy.kind === 'refused' || opening.kind === 'refused')
    return { kind: 'refused', errors }
  return {
    kind: 'draft',
    draft: {
      name,
      symbol,
      collectionName,
      description,
      links,
      choices: {
        openingReserveLamports: opening.lamports,
        guardBps: form.guardBps,
        guardSeconds: form.guardSeconds,
      },
      devBuyLamports: devBuy.units,
      boost: form.boostLaunch,
      creatorAddress: form.creatorAddress,
    },
  }
}

type OpeningDecision =
  | { readonly kind: 'opening'; readonly lamports: Lamports }
  | { readonly kind: 'refused'; readonly sentence: string }

const isGuard = ({ guardBps, guardSeconds }: Pick<LaunchedForm, 'guardBps' | 'guardSeconds'>): boolean =>
  guardBps === 0
    ? guardSeconds === 0
    : guardBps > 0 && guardBps <= GUARD_BPS_MAX && guardSeconds > 0 && guardSeconds <= GUARD_SECONDS_MAX
const GUARD_SENTENCE = `The launch guard is 1 to ${GUARD_BPS_MAX} basis points for 1 to ${GUARD_SECONDS_MAX} seconds, or 0 for 0 seconds`

/** A price of 1 SOL for a coin is an opening of a billion SOL. */
const PRICE_DECIMALS = 18

/** The opening reserve, said as such or by the first price; 1 SOL where neither is said. */
function decideOpening(
  form: Pick<LaunchedForm, 'openingReserveLamports' | 'initialPrice'>,
  graduationMarketCapLamports: Lamports | undefined,
): OpeningDecision {
  const refused = (sentence: string): OpeningDecision => ({ kind: 'refused', sentence })
  const { openingReserveLamports: said, initialPrice } = form
  const priced = initialPrice === undefined ? undefined : parseDecimal<Lamports>(initialPrice, PRICE_DECIMALS)
  if (priced?.kind === 'refused') return refused('The initial price is not an amount of SOL')
  const opening = said === undefined ? (priced?.units ?? STANDARD_OPENING_LAMPORTS) : BigInt(said)
  if (priced !== undefined && priced.units !== opening)
    return refused('The initial price is a billionth of the opening reserve: say one of them, or both alike')
  const least = solText(OPENING_LAMPORTS_MIN)
  if (opening < OPENING_LAMPORTS_MIN || opening > OPENING_LAMPORTS_MAX)
    return refused(`The opening reserve is ${least} to ${solText(OPENING_LAMPORTS_MAX)} SOL`)
  const most = graduationMarketCapLamports && openingLamportsMax(graduationMarketCapLamports)
  return most !== undefined && opening > most
    ? refused(
        `The opening reserve is at most a quarter of the market cap of graduation: ${least} to ${solText(most)} SOL`,
      )
    : { kind: 'opening', lamports: lamports(opening) }
}

/** Why a chosen file can't be the picture, as far as its name and size tell; the server looks at the bytes. */
export function imageFileError(
  file: { readonly size: number; readonly type: string } | undefined,
): string | undefined {
  if (!file) return 'A picture is required'
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type))
    return 'Choose a PNG, JPEG, WebP, GIF or AVIF picture'
  if (file.size > IMAGE_BYTES_MAX) return 'The picture is larger than 10 MB'
  return undefined
}
