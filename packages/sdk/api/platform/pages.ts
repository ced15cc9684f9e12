// Every page of the site: the form of its path, its module, the words of its head, what must be there for it. The router,
// the documents and what they preload all read this table. Pure.

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/
const EDITION = /^(?:[1-9]\d{0,2}|1000)$/

type Words = readonly [title: string, description: string]

export interface SitePage<Module extends string = string> {
  /** What its groups find is what the page is told. */
  readonly path: RegExp
  /** From `packages`. Its default export is the page. */
  readonly module: Module
  /**
   * What the server knows of it besides: which data it asks for first (home, coin, nft), and whether it is there at all
   * (coin and nft: where the coin is; docs: where the text is; admin: for admins).
   */
  readonly of?: 'home' | 'coin' | 'nft' | 'docs' | 'admin'
  /** Its first screen comes drawn by the server; what is read for it is in web/pages/render.tsx. */
  readonly isDrawn?: true
  /** Title and description. A coin and its NFTs say their own. */
  readonly head?: Words
  /** What the path must say for the page to exist; any other value only shows that it does not. */
  readonly valid?: Readonly<Record<string, RegExp>>
}

/** The head of the home page, and of every page that has no words of its own. */
export const SITE_WORDS: Words = [
  'Twinmint · Every launch mints twins',
  'Every launch mints twins: a coin and 1,000 NFTs of one picture, swappable both ways, on Solana.',
]

const TABLE = [
  { path: /^\/$/, module: 'web/pages/HomePage.tsx', of: 'home', isDrawn: true, head: SITE_WORDS },
  {
    path: /^\/launch\/?$/,
    module: 'web/launch/LaunchPage.tsx',
    isDrawn: true,
    head: [
      'Launch Your Collection · Twinmint',
      'One picture, one signature: a coin on a bonding curve and a collection of 1,000 NFTs that swap for it.',
    ],
  },
  {
    path: /^\/(?<hybrid>hybrid)-launch\/?$/,
    module: 'web/launch/LaunchPage.tsx',
    isDrawn: true,
    head: [
      'Hybrid Launch · Twinmint',
      'Launch a coin and its NFT collection together; 1,000,000 coins swap for one NFT and back, always.',
    ],
  },
  {
    path: /^\/trade\/?$/,
    module: 'web/markets/MarketsPage.tsx',
    isDrawn: true,
    head: ['Markets · Twinmint', 'All coins, live: new ones, those about to graduate, and the graduated.'],
  },
  { path: /^\/trade\/(?<id>[^/]+)\/?$/, module: 'web/pages/CoinPage.tsx', of: 'coin', isDrawn: true },
  {
    path: /^\/analytics\/?$/,
    module: 'web/markets/AnalyticsPage.tsx',
    head: ['Analytics · Twinmint', 'Launches, trades, volume and fees of the whole platform, by the hour.'],
  },
  {
    path: /^\/gallery\/?$/,
    module: 'web/nfts/gallery/GalleryPage.tsx',
    isDrawn: true,
    head: ['Gallery · Twinmint', 'NFTs of every collection, by rarity, edition and owner.'],
  },
  {
    path: /^\/nft\/(?<id>[^/]+)\/(?<edition>[^/]+)\/?$/,
    module: 'web/pages/NftPage.tsx',
    of: 'nft',
    isDrawn: true,
    valid: { edition: EDITION },
  },
  {
    path: /^\/tx\/(?<signature>[^/]+)\/?$/,
    module: 'web/explorer/TransactionPage.tsx',
    head: ['Transaction · Twinmint', 'A transaction of the program, each instruction explained in words.'],
    valid: { signature: SIGNATURE },
  },
  {
    path: /^\/docs(?:\/.*)?$/,
    module: 'web/docs/DocsPage.tsx',
    of: 'docs',
    head: [
      'Documentation · Twinmint',
      'How launching, trading and swapping work, and what the program holds.',
    ],
  },
  {
    path: /^\/terms\/?$/,
    module: 'web/docs/LegalPage.tsx',
    head: ['Terms · Twinmint', 'The terms of use.'],
  },
  {
    path: /^\/privacy\/?$/,
    module: 'web/docs/LegalPage.tsx',
    head: ['Privacy · Twinmint', 'What is stored about visitors, and what is not.'],
  },
  {
    path: /^\/cookies\/?$/,
    module: 'web/docs/LegalPage.tsx',
    head: ['Cookies · Twinmint', 'The one cookie there is, and when it is set.'],
  },
  {
    path: /^\/status\/?$/,
    module: 'web/pages/StatusPage.tsx',
    head: ['Status · Twinmint', 'How the servers, the index and the chain are doing right now.'],
  },
  {
    path: /^\/profile\/(?<address>[^/]+)\/?$/,
    module: 'web/pages/ProfilePage.tsx',
    head: ['Profile · Twinmint', 'What a wallet launched, holds and trades.'],
    valid: { address: ADDRESS },
  },
  {
    path: /^\/portfolio\/?$/,
    module: 'web/pages/PortfolioPage.tsx',
    head: ['My trading · Twinmint', 'Your holdings with the result of each, and what you are owed.'],
  },
  {
    path: /^\/result\/(?<id>[^/]+)\/(?<wallet>[^/]+)\/?$/,
    module: 'web/pages/ResultPage.tsx',
    of: 'coin',
    valid: { wallet: ADDRESS },
  },
  { path: /^\/admin(?:\/(?<tab>.*?))?\/?$/, module: 'web/pages/AdminDoor.tsx', of: 'admin' },
] as const satisfies readonly SitePage[]

export type PageModule = (typeof TABLE)[number]['module']
export const PAGES: readonly SitePage<PageModule>[] = TABLE

/** Drawn in place of all the others while the site is not open. */
export const LANDING_MODULE = 'web/admin/waitlist/LandingPage.tsx'
/** The chart that other people's pages show in a frame; nothing else may be framed. It has a document of its own. */
export const EMBED = { path: /^\/embed\/(?<id>[^/]+)\/?$/, module: 'web/coin/history/ChartPanel.tsx' }

export interface FoundPage {
  readonly page: SitePage<PageModule>
  /** What its path's groups found. */
  readonly told: Readonly<Partial<Record<string, string>>>
}

/** The page of a path, also where it will say that there is no such thing. `flags` as of a regular expression. */
export function findPage(path: string, flags = ''): FoundPage | undefined {
  for (const page of PAGES) {
    const match = new RegExp(page.path, flags).exec(path)
    if (match !== null) return { page, told: match.groups ?? {} }
  }
  return undefined
}

/** Whether what the path tells the page can be. */
export const isValid = ({ page, told }: FoundPage): boolean =>
  Object.entries(page.valid ?? {}).every(([name, form]) => form.test(told[name] ?? ''))
