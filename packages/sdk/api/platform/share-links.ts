// Links that are shared. Pure; names come from anybody, so they are escaped.

/** A plain link that opens X with a draft; nothing of X is loaded here. */
export function xIntentUrl(text: string, url: string): string {
  return `https://x.com/intent/post?${new URLSearchParams({ text, url })}`
}

/** The page that shows a wallet's result in a coin. */
export const resultPath = (collectionId: string, walletAddress: string): string =>
  `/result/${collectionId}/${walletAddress}`

/** What hides the amounts in the address of a result's page and of its picture. */
export const AMOUNTS_HIDDEN = 'amounts=hidden'

/** Its picture; `version` makes browsers that keep the one before ask again. */
export function resultCardPath(
  of: { readonly collectionId: string; readonly walletAddress: string },
  { hidesAmounts, version }: { readonly hidesAmounts: boolean; readonly version?: number | undefined },
): string {
  const words = [
    ...(hidesAmounts ? [AMOUNTS_HIDDEN] : []),
    ...(version === undefined ? [] : [`v=${version}`]),
  ]
  const query = words.length === 0 ? '' : `?${words.join('&')}`
  return `/api/collections/${of.collectionId}/position/${of.walletAddress}/card.png${query}`
}
