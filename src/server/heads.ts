// What the head of every page says before any script runs: title, description, address, and the tags that make a shared
// link a card. Names come from anybody who launches, so everything is escaped. Pure.
import type { Collection } from '../collection/contract.ts'
import { formatMoney, formatPercent, formatPrice } from '../core/figures.ts'
import { lamports, solText } from '../core/money.ts'

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
const PAGES: readonly (readonly [path: RegExp, title: string, description: string])[] = [
  [
    /^\/$/,
    `${SITE} · Every launch mints twins`,
    'Every launch mints twins: a coin and 1,000 NFTs of one picture, swappable both ways, on Solana.',
  ],
  [
    /^\/launch$/,
    `Launch Your Collection · ${SITE}`,
    'One picture, one signature: a coin on a bonding curve and a collection of 1,000 NFTs that swap for it.',
  ],
  [
    /^\/hybrid-launch$/,
    `Hybrid Launch · ${SITE}`,
    'Launch a coin and its NFT collection together; 1,000,000 coins swap for one NFT and back, always.',
  ],
  [
    /^\/trade$/,
    `Markets · ${SITE}`,
    'All coins, live: new ones, those about to graduate, and the graduated.',
  ],
  [
    /^\/analytics$/,
    `Analytics · ${SITE}`,
    'Launches, trades, volume and fees of the whole platform, by the hour.',
  ],
  [/^\/gallery$/, `Gallery · ${SITE}`, 'NFTs of every collection, by rarity, edition and owner.'],
  [
    /^\/docs(?:\/.*)?$/,
    `Documentation · ${SITE}`,
    'How launching, trading and swapping work, and what the program holds.',
  ],
  [/^\/status$/, `Status · ${SITE}`, 'How the servers, the index and the chain are doing right now.'],
  [/^\/privacy$/, `Privacy · ${SITE}`, 'What is stored about visitors, and what is not.'],
  [/^\/terms$/, `Terms · ${SITE}`, 'The terms of use.'],
  [/^\/cookies$/, `Cookies · ${SITE}`, 'The one cookie there is, and when it is set.'],
  [
    /^\/profile\/[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    `Profile · ${SITE}`,
    'What a wallet launched, holds and trades.',
  ],
  [
    /^\/tx\/[1-9A-HJ-NP-Za-km-z]{64,88}$/,
    `Transaction · ${SITE}`,
    'A transaction of the program, each instruction explained in words.',
  ],
]

/** Of a page that is not one coin's; the site's own words for one that is not known here. */
export function headOfPage(path: string): PageHead {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  const found = PAGES.find(([pattern]) => pattern.test(plain)) ?? PAGES[0]
  return { title: found?.[1] ?? SITE, description: found?.[2] ?? '', path: plain }
}

/** Of a coin's page, of one of its NFTs' with `edition`, and of its embeddable chart with `isEmbed`. */
export function headOfCoin(
  coin: Collection,
  { edition, isEmbed = false }: { readonly edition?: string | undefined; readonly isEmbed?: boolean } = {},
): PageHead {
  const figures = `${formatPrice(coin.currentPrice)} SOL (${formatPercent(coin.change24hPercent, { signed: true })} in 24 hours), market cap ${formatMoney(coin.marketCap)}`
  const way = coin.isGraduated
    ? 'Graduated: its liquidity is locked for ever.'
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
          tag('property', 'og:image:type', 'image/jpeg'),
          tag('property', 'og:image:width', '1200'),
          tag('property', 'og:image:height', '630'),
          tag('property', 'og:image:alt', image.alt),
          tag('name', 'twitter:image', `${publicUrl}${image.path}`),
          tag('name', 'twitter:image:alt', image.alt),
        ]
      : []),
  ].join('\n    ')
}
