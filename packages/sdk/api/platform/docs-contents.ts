// What the documentation consists of, in order: sections, their items, and the file that each is written in. What other
// documents say already is shown from there and not written twice. Pure.

export interface DocItem {
  readonly slug: string
  readonly title: string
  /** From the repository's root. */
  readonly file: string
  /** A piece of interface above the text. */
  readonly widget?: 'rarity'
}

export interface DocSection {
  readonly slug: string
  readonly title: string
  /** On the card that leads there. */
  readonly summary: string
  readonly items: readonly DocItem[]
}

const own = (section: string, slug: string, title: string): DocItem => ({
  slug,
  title,
  file: `packages/web/docs/pages/${section}/${slug}.md`,
})

export const SECTIONS: readonly DocSection[] = [
  {
    slug: 'getting-started',
    title: 'Getting started',
    summary: 'From nothing to a first trade, a first launch and a first swap.',
    items: [
      own('getting-started', 'first-steps', 'First steps'),
      own('getting-started', 'launch-a-coin', 'Launch a coin'),
      own('getting-started', 'wallets', 'Wallets'),
    ],
  },
  {
    slug: 'about',
    title: 'About Twinmint',
    summary: 'What it is, what it promises, and how to check that.',
    items: [own('about', 'what-it-is', 'What it is'), own('about', 'words', 'Words')],
  },
  {
    slug: 'core',
    title: 'Core Features',
    summary: 'Trading, the curve, NFTs, swapping, graduation, fees and safety.',
    items: [
      own('core', 'memecoin-trading', 'Memecoin trading'),
      { slug: 'chart', title: 'The chart', file: 'docs/chart.md' },
      own('core', 'bonding-curve', 'The bonding curve'),
      own('core', 'launch-guard', 'The launch guard'),
      own('core', 'nft-collections', 'NFT collections'),
      own('core', 'token-to-nft-swapping', 'Token to NFT swapping'),
      own('core', 'nft-market', 'The NFT market'),
      own('core', 'sending', 'Sending'),
      { slug: 'rarity', title: 'Rarity', file: 'docs/rarity.md', widget: 'rarity' },
      { slug: 'trending', title: 'Trending', file: 'docs/trending.md' },
      { slug: 'standing', title: 'What has stood', file: 'docs/sustained-figures.md' },
      own('core', 'launch-x-ray', 'Launch X-ray'),
      own('core', 'graduation', 'Graduation'),
      own('core', 'fees', 'Fees'),
      own('core', 'my-trading', 'My trading'),
      { slug: 'positions', title: 'Positions', file: 'docs/positions.md' },
      { slug: 'fee-shares', title: 'Fee Shares', file: 'docs/fee-shares.md' },
      { slug: 'proofs', title: 'Proofs', file: 'docs/proofs.md' },
      own('core', 'alerts', 'Alerts'),
      own('core', 'community', 'Profiles, comments and chat'),
      own('core', 'safety', 'Safety'),
      own('core', 'networks', 'Demo Mode and devnet'),
      { slug: 'demo-market', title: 'The demo market', file: 'docs/demo-market.md' },
    ],
  },
  {
    slug: 'projects',
    title: 'For Projects',
    summary: 'What a team with pictures or with NFTs can do here today, and what not.',
    items: [
      own('projects', 'bring-your-collection', 'Bring your NFT collection'),
      own('projects', 'existing-nfts', 'Launch for existing NFTs'),
      own('projects', 'benefits', 'Benefits of swapping'),
    ],
  },
  {
    slug: 'developers',
    title: 'Developers',
    summary: 'The API, the live stream, the program on the chain, and running it all.',
    items: [
      own('developers', 'overview', 'Overview'),
      own('developers', 'api', 'API reference'),
      own('developers', 'sdk', 'TypeScript'),
      { slug: 'sign-in', title: 'Signing in', file: 'docs/sign-in.md' },
      own('developers', 'live', 'Events and the live stream'),
      own('developers', 'embed', 'Cards and charts elsewhere'),
      own('developers', 'content', 'Pictures and texts for good'),
      { slug: 'program', title: 'The program', file: 'docs/program.md' },
      own('developers', 'errors', 'Error codes'),
      { slug: 'json-rpc', title: 'The chain and its JSON-RPC', file: 'docs/chain.md' },
      own('developers', 'running', 'Running it'),
      { slug: 'admin', title: 'Admins, waitlist and landing', file: 'docs/admin.md' },
    ],
  },
]

export interface DocPlace {
  readonly section: DocSection
  readonly item: DocItem
  readonly path: string
}

/** All items in reading order. */
export const PLACES: readonly DocPlace[] = SECTIONS.flatMap((section) =>
  section.items.map((item) => ({ section, item, path: `/docs/${section.slug}/${item.slug}` })),
)

/** `/docs/core/rarity` and the like; undefined for what is none. */
export const findPlace = (path: string): DocPlace | undefined =>
  PLACES.find((place) => place.path === path.replace(/\/+$/, ''))

/** Whether the documentation has something at a path: its introduction, a section (which leads to its first page) or a page. */
export function isDocsPath(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  return (
    plain === '/docs' ||
    SECTIONS.some(({ slug }) => plain === `/docs/${slug}`) ||
    PLACES.some((place) => place.path === plain)
  )
}

export const LEGAL = [
  { path: '/terms', title: 'Terms of Service', file: 'packages/web/docs/pages/legal/terms.md' },
  { path: '/privacy', title: 'Privacy Policy', file: 'packages/web/docs/pages/legal/privacy.md' },
  { path: '/cookies', title: 'Cookie Policy', file: 'packages/web/docs/pages/legal/cookies.md' },
] as const

/** What the documentation's build reads. */
export interface DocsContents {
  readonly places: readonly DocPlace[]
  readonly legal: readonly { readonly file: string }[]
}
export const DOCS: DocsContents = { places: PLACES, legal: LEGAL }
