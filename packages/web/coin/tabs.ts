// Which tab the address names, so that it can be linked and reloaded. Pure.
const TABS = ['info', 'holders', 'comments', 'proof', 'nfts'] as const
export type Tab = (typeof TABS)[number]

/** Filters of the list of NFTs, and a link to it, name its tab too. */
export function tabOf(params: URLSearchParams, hash: string): Tab {
  const named = TABS.find((each) => each === params.get('tab'))
  return named ?? (params.has('nfts') || hash === '#nfts' ? 'nfts' : 'info')
}

/** What is particular to the tab before is left behind. */
export function withTab(before: URLSearchParams, tab: Tab): URLSearchParams {
  const next = new URLSearchParams(before)
  if (tab === 'info') next.delete('tab')
  else next.set('tab', tab)
  if (tab !== 'nfts') for (const name of ['nfts', 'rarity', 'edition', 'sort']) next.delete(name)
  return next
}

/** Where a link leads that names more than the coin; `tab=activity` is what the trades were. */
export function linkedPlace(params: URLSearchParams, hash: string): 'trades' | 'details' | undefined {
  if (params.get('tab') === 'activity') return 'trades'
  return hash === '#nfts' ? 'details' : undefined
}
