// Lists of coins as the page keeps them, and as they come with the document.
import type { Collection, ListedCoin } from '@twinmint/sdk/api/records/coin'
import { apiGet, apiGetList, type ListPart } from './api.ts'

const listed = ({
  description: _description,
  launchSignature: _launchSignature,
  graduationSignature: _graduationSignature,
  ...coin
}: Collection): ListedCoin => coin

/** A whole list of coins. */
export async function getCoins(path: string, signal: AbortSignal): Promise<readonly ListedCoin[]> {
  return (await apiGet<readonly Collection[]>(path, { signal })).map(listed)
}

/** A part of a list of coins. */
export async function getCoinsPart(
  path: string,
  init: { readonly signal: AbortSignal },
): Promise<ListPart<ListedCoin>> {
  const { items, ...part } = await apiGetList<Collection>(path, init)
  return { ...part, items: items.map(listed) }
}
