// What the head of every page says before any script runs: title, description, address, and the tags that make a shared
// link a card. Names come from anybody who launches, so everything is escaped. Pure.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import {
  formatMoney,
  formatPercent,
  formatPrice,
  formatSolShort,
  shortAddress,
} from '@twinmint/sdk/core/figures'
import { lamports, solText } from '@twinmint/sdk/core/money'
import { SITE_WORDS } from '@twinmint/sdk/internal/api/platform/pages'
import { AMOUNTS_HIDDEN, resultCardPath, resultPath } from '@twinmint/sdk/internal/api/platform/share-links'

export interface PageHead {
  readonly title: string
  readonly description: string
  /** Of the page, absolute from the site's root; undefined for one that is not there. */
  readonly path: string | undefined
  readonly image?: { readonly path: string; readonly alt: string } | undefined
}

const SITE = 'Twinmint'
/** Of a page that is not there. */
export const HEAD_OF_NOTHING: PageHead = {
  title: `404 Page Not Found · ${SITE}`,
  description: 'Nothing lives at this address.',
  path: undefined,
}

/** Of a page that is not one coin's; the site's own words for one that has none. */
export function headOfPage(path: string, [title, description] = SITE_WORDS): PageHead {
  return { title, description, path: path.length > 1 ? path.replace(/\/+$/, '') : path }
}

/** Of a wallet's result in a coin. The figures are in the picture, which is drawn when somebody looks. */
export function headOfResult(
  coin: Collection,
  { walletAddress, hidesAmounts }: { readonly walletAddress: string; readonly hidesAmounts: boolean },
): PageHead {
  const title = `Result of ${shortAddress(walletAddress)} in ${coin.name} (${coin.symbol})`
  return {
    title: `${title} · ${SITE}`,
    description: `What the wallet bought, sold and holds of ${coin.symbol}, counted from its trades on the chain.`,
    path: `${resultPath(coin.id, walletAddress)}${hidesAmounts ? `?${AMOUNTS_HIDDEN}` : ''}`,
    image: { path: resultCardPath({ collectionId: coin.id, walletAddress }, { hidesAmounts }), alt: title },
  }
}

/** Of a coin's page, of one of its NFTs' with `edition`, and of its embeddable chart with `isEmbed`. */
export function headOfCoin(
  coin: Collection,
  { edition, isEmbed = false }: { readonly edition?: string | undefined; readonly isEmbed?: boolean } = {},
): PageHead {
  const figures = `${formatPrice(coin.currentPrice)} SOL (${formatPercent(coin.change24hPercent, { signed: true })} in 24 hours), market cap ${formatMoney(coin.marketCap)}`
  const way = coin.isGraduated
    ? `Graduated${coin.graduationStands ? '' : ' (its SOL has not stayed yet)'}: ${formatSolShort(coin.realLamports)} SOL in the pool.`
    : `${formatPercent(coin.bondingProgress)} of the way to ${solText(lamports(BigInt(coin.graduationMarketCapLamports)))} SOL.`
  const image = {
    path: `/api/collections/${coin.id}/card.jpg?v=${coin.sequence}`,
    alt: `${coin.name} (${coin.symbol}): ${figures}`,
  }
  if (edition !== undefined)
    return {
      title: `${coin.collectionName} #${edition} · ${SITE}`,
      description: `NFT ${edition} of 1,000 of ${coin.name}, always worth 1,000,000 ${coin.symbol}. ${figures}.`,
      path: `/nft/${coin.id}/${edition}`,
      image,
    }
  return {
    title: `${coin.name} (${coin.symbol})${isEmbed ? ' chart' : ''} · ${SITE}`,
    description: `${figures}. ${way}`,
    // The chart in other people's pages is not a page of its own to be found.
    path: `/trade/${coin.id}`,
    image,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
// Control characters and lone surrogates have no place in HTML at all.
const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

/** The tags, with addresses made absolute by `publicUrl`. */
export function headTags({ title, description, path, image }: PageHead, publicUrl: string): string {
  const tag = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escaped(content)}" />`
  const address = path === undefined ? undefined : `${publicUrl}${path}`
  return [
    `<title>${escaped(title)}</title>`,
    tag('name', 'description', description),
    ...(address === undefined
      ? [tag('name', 'robots', 'noindex')]
      : [`<link rel="canonical" href="${escaped(address)}" />`, tag('property', 'og:url', address)]),
    tag('property', 'og:site_name', SITE),
    tag('property', 'og:type', 'website'),
    tag('property', 'og:title', title),
    tag('property', 'og:description', description),
    tag('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    tag('name', 'twitter:title', title),
    tag('name', 'twitter:description', description),
    ...(image
      ? [
          tag('property', 'og:image', `${publicUrl}${image.path}`),
          tag('property', 'og:image:type', /\.png\b/.test(image.path) ? 'image/png' : 'image/jpeg'),
          tag('property', 'og:image:width', '1200'),
          tag('property', 'og:image:height', '630'),
          tag('property', 'og:image:alt', image.alt),
          tag('name', 'twitter:image', `${publicUrl}${image.path}`),
          tag('name', 'twitter:image:alt', image.alt),
        ]
      : []),
  ].join('\n    ')
}
