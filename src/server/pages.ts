// Serves the built pages: files by their hashed names, and for every path a document with the path's own head, its
// security policy and a head start for the chunk that it will need.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Collection } from '../collection/contract.ts'
import { Refusal } from '../core/errors.ts'
import { FIRST_PATHS, RING_PICTURE_SIZES } from '../discover/home-data.ts'
import { SECTIONS } from '../docs/toc.ts'
import type { LandingStatus } from '../waitlist/contract.ts'
import { statusFor } from '../waitlist/rules.ts'
import { HEAD_OF_NOTHING, headOfCoin, headOfPage, headTags } from './heads.ts'

const WEB_FOLDER = fileURLToPath(new URL('../web', import.meta.url))

/** The built documents. */
const PAGE = 'index.html'
const EMBEDDED = 'embed.html'

/** The introduction, sections (which lead to their first page) and pages: those that the documentation has. */
const DOCS = new RegExp(
  `^/docs(?:/(?:${SECTIONS.map(({ slug, items }) => `${slug}(?:/(?:${items.map((item) => item.slug).join('|')}))?`).join('|')}))?/?$`,
)

/** Paths of pages and the module of each, as the build's manifest names it; any other path is answered with status 404. */
const PAGES = [
  { path: /^\/$/, module: 'HomePage.tsx' },
  { path: /^\/(?:launch|hybrid-launch)\/?$/, module: '../launch/LaunchPage.tsx' },
  { path: /^\/trade\/([^/]+)\/?$/, module: 'CoinPage.tsx' },
  { path: /^\/trade\/?$/, module: '../markets/MarketsPage.tsx' },
  { path: /^\/analytics\/?$/, module: '../markets/AnalyticsPage.tsx' },
  { path: /^\/gallery\/?$/, module: '../gallery/GalleryPage.tsx' },
  { path: /^\/tx\/[1-9A-HJ-NP-Za-km-z]{64,88}\/?$/, module: '../transaction/TransactionPage.tsx' },
  { path: DOCS, module: '../docs/DocsPage.tsx' },
  { path: /^\/(?:terms|privacy|cookies)\/?$/, module: '../docs/LegalPage.tsx' },
  { path: /^\/status\/?$/, module: '../status/StatusPage.tsx' },
  { path: /^\/nft\/([^/]+)\/(?:[1-9]\d{0,2}|1000)\/?$/, module: '../gallery/NftPage.tsx' },
  { path: /^\/profile\/[1-9A-HJ-NP-Za-km-z]{32,44}\/?$/, module: 'ProfilePage.tsx' },
]

const ADMIN = /^\/admin(\/|$)/
const LANDING_MODULE = '../waitlist/LandingPage.tsx'
/** The chart that other people's pages show in a frame; nothing else may be framed. */
const EMBED = /^\/embed\/([^/]+)\/?$/

const policy = (frameAncestors: "'none'" | '*'): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The chart and the toasts put styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    // A proof may be read from the public networks' own nodes, so that nobody has to take this server's word for it.
    "connect-src 'self' https://api.devnet.solana.com https://api.testnet.solana.com https://api.mainnet-beta.solana.com",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
const PAGE_POLICY = policy("'none'")
const EMBED_POLICY = policy('*')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/**
 * The `Link` header that asks for a document's style, its script and the chunks of the module that it will draw at once, in
 * this order: browsers have six connections, and what waits for the document to be read would come after all the rest.
 */
function preloadHeader(manifest: Readonly<Record<string, Chunk>>, document: string, module: string): string {
  const entry = manifest[document]
  const chunks = [...(entry?.imports ?? []), document, module, ...(manifest[module]?.imports ?? [])]
  const scripts = [...new Set(chunks)].flatMap((key) => manifest[key]?.file ?? [])
  return [
    ...(entry?.css ?? []).map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    ...scripts.map((file) => `</${file}>; rel=modulepreload`),
  ].join(', ')
}

/** As the page itself will ask (src/wire/api.ts): else the answer is fetched twice. */
const preloadFetch = (path: string): string => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`

/** As the page's `<img>` will ask (src/ui/Picture.tsx): else the picture is fetched twice. */
function preloadPicture(imageUrl: string, sizes: string): string {
  const set = `${imageUrl.replace('-1024.', '-512.')} 512w, ${imageUrl} 1024w`
  return `<${imageUrl}>; rel=preload; as=image; fetchpriority=high; imagesrcset="${set}"; imagesizes="${sizes}"`
}

/** The number of the NFT whose page it is. */
const editionOf = (path: string): string | undefined => /^\/nft\/[^/]+\/(\d+)/.exec(path)?.[1]

/** The first that the page of a coin, or of one of its NFTs, asks for. */
function dataOf(path: string, coin: string): string {
  const edition = editionOf(path)
  return `/api/collections/${coin}${edition === undefined ? '' : `/nfts/${edition}`}`
}

const LEADING_WAIT_MS = 200

/** The first that the home page asks for, and its largest picture. */
async function homeData(leadingCoin: PagesDeps['leadingCoin']): Promise<string[]> {
  // Only a head start: the page says itself what is missing, and does not wait for a database that is slow.
  const coin = await Promise.race([leadingCoin().catch(() => undefined), setTimeout(LEADING_WAIT_MS)])
  const imageUrl = coin?.imageUrl
  return [
    ...FIRST_PATHS.map((path) => preloadFetch(`/api/${path}`)),
    ...(typeof imageUrl === 'string' ? [preloadPicture(imageUrl, RING_PICTURE_SIZES)] : []),
  ]
}

export interface PagesDeps {
  readonly publicUrl: () => string
  /** Undefined for no such coin: then its page has status 404. */
  readonly findCoin: (idOrMint: string) => Promise<Collection | undefined>
  /** Whose picture stands largest on the home page; undefined without coins. */
  readonly leadingCoin: () => Promise<Collection | undefined>
  /** What the live stream sent last. */
  readonly lastEventId: () => string
  readonly links: Pick<LandingStatus, 'followUrl' | 'deckUrl'>
}

/** A built document in two halves, the head's own words cut out from between them. */
function readDocument(name: string): (head: string) => string {
  const text = readFileSync(join(WEB_FOLDER, name), 'utf8').replace(/<meta\s+name="description"[^>]*>\s*/, '')
  const [before, after] = text.split(/<title>.*?<\/title>/)
  if (before === undefined || after === undefined) throw new Error(`${name} has no title to replace`)
  return (head) => `${before}${head}${after}`
}

/** The document with a `data-` attribute on its root. */
function withData(html: string, name: string, value: string): string {
  const escaped = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return html.replace('<html ', () => `<html data-${name}="${escaped}" `)
}

/** The document as it is while the landing is up: it says so itself, so that the page need not ask before it draws. */
const shutDocument = (html: string, links: PagesDeps['links']): string =>
  withData(html, 'landing', JSON.stringify(statusFor({ isOn: true, isAdmin: false }, links)))

export async function servePages(
  app: FastifyInstance,
  { publicUrl, findCoin, leadingCoin, lastEventId, links }: PagesDeps,
): Promise<void> {
  const manifestFile = join(WEB_FOLDER, '.vite', 'manifest.json')
  if (!existsSync(manifestFile))
    throw new Error('The pages are not built; run `npm start`, which builds them.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
  const shut = {
    html: shutDocument(readFileSync(join(WEB_FOLDER, PAGE), 'utf8'), links),
    preload: preloadHeader(manifest, PAGE, LANDING_MODULE),
  }
  const pages = PAGES.map(({ path, module }) => ({ path, preload: preloadHeader(manifest, PAGE, module) }))
  const embedPreload = preloadHeader(manifest, EMBEDDED, '../collection/ChartPanel.tsx')
  const pageWith = readDocument(PAGE)
  const embedWith = readDocument(EMBEDDED)

  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    preCompressed: true,
    index: false,
    wildcard: true,
    // The document has its headers, and what else it says, from below.
    allowedPath: (path) => !path.endsWith('.html') && !path.startsWith('/.'),
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply
        .header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        .header('content-security-policy', PAGE_POLICY)
    },
  })
  // The page's stream begins after this event, so that it misses nothing of what happens between this and its opening.
  const send = (reply: FastifyReply, html: string, policyText: string) =>
    reply
      .header('content-security-policy', policyText)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withData(html, 'live', lastEventId()))

  const document = async (reply: FastifyReply, path: string) => {
    if (reply.request.isShutOut === true) {
      // An admin finds the way in; for everybody else there is one screen, whatever the path.
      if (!ADMIN.test(path) && shut.preload !== '') void reply.header('link', shut.preload)
      return reply
        .code(ADMIN.test(path) ? 404 : 200)
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(shut.html)
    }
    const page = pages.find((each) => each.path.test(path))
    const coinId = page?.path.exec(path)?.[1]
    const coin = coinId === undefined ? undefined : await findCoin(coinId)
    const isThere =
      page === undefined
        ? ADMIN.test(path) && reply.request.isAdmin
        : coinId === undefined || coin !== undefined
    if (page) {
      const square = coin?.imageUrl?.replace('-1024.', '-512.') // what the page's header takes
      void reply.header(
        'link',
        [
          page.preload,
          preloadFetch('/api/config'),
          ...(coinId !== undefined && coin !== undefined ? [preloadFetch(dataOf(path, coinId))] : []),
          ...(square === undefined ? [] : [`<${square}>; rel=preload; as=image`]),
          ...(reply.request.url === '/' ? await homeData(leadingCoin) : []),
        ].join(', '),
      )
    }
    const head = !isThere
      ? HEAD_OF_NOTHING
      : coin === undefined
        ? headOfPage(path)
        : headOfCoin(coin, { edition: editionOf(path) })
    void reply.code(isThere ? 200 : 404)
    return send(reply, pageWith(headTags(head, publicUrl())), PAGE_POLICY)
  }
  const embed = async (reply: FastifyReply, coinId: string) => {
    const coin = await findCoin(coinId)
    if (coin)
      void reply.header(
        'link',
        [embedPreload, preloadFetch('/api/config'), preloadFetch(`/api/collections/${coinId}`)].join(', '),
      )
    void reply.code(coin ? 200 : 404)
    const head = coin ? headOfCoin(coin, { isEmbed: true }) : HEAD_OF_NOTHING
    return send(reply, embedWith(headTags(head, publicUrl())), EMBED_POLICY)
  }
  app.get('/', (_request, reply) => document(reply, '/'))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || path.startsWith('/api/') || path.startsWith('/assets/')) throw new Refusal('notFound')
    const embedded = EMBED.exec(path)?.[1]
    return embedded === undefined || request.isShutOut === true
      ? document(reply, path)
      : embed(reply, embedded)
  })
}
