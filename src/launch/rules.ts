// What may be launched, decided the same way by the form and by the server. Pure.
import { isAddress } from '../core/address.ts'
import { amountSentence, type Lamports, parseSolText } from '../core/money.ts'
import { hasUnseen } from '../core/text.ts'
import type { LaunchForm } from './contract.ts'

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
  | 'devBuyAmount'
  | 'image'
  | 'creatorAddress'
export type LaunchFieldErrors = Partial<Record<LaunchField, string>>

export interface LaunchDraft {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  readonly devBuyLamports: Lamports
  readonly boost: boolean
  readonly creatorAddress: string
}

export type LaunchDecision =
  | { readonly kind: 'draft'; readonly draft: LaunchDraft }
  | { readonly kind: 'refused'; readonly errors: LaunchFieldErrors }

/** Counts characters as the program does: Unicode scalar values. */
export const characterCount = (text: string): number => Array.from(text).length

/** Trims, upper-cases the symbol, and checks every field; all errors at once, by field. */
export function decideLaunch(
  form: Omit<LaunchForm, 'totalSupply' | 'initialPrice' | 'imageUrl'>,
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
  const devBuy = parseSolText(form.devBuyAmount.trim() === '' ? '0' : form.devBuyAmount)
  if (devBuy.kind === 'refused')
    errors.devBuyAmount =
      devBuy.reason === 'tooManyDecimals' || devBuy.reason === 'ambiguous'
        ? amountSentence(devBuy.reason, 'SOL')
        : 'Enter an amount of SOL, 0 or more'
  if (!isAddress(form.creatorAddress)) errors.creatorAddress = 'Connect a wallet to launch'
  if (Object.keys(errors).length > 0 || devBuy.kind === 'refused') return { kind: 'refused', errors }
  return {
    kind: 'draft',
    draft: {
      name,
      symbol,
      collectionName,
      description,
      devBuyLamports: devBuy.units,
      boost: form.boostLaunch,
      creatorAddress: form.creatorAddress,
    },
  }
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
