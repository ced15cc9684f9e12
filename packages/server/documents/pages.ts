// Serves the built pages: their files, and for every path a document with the path's own head, its security policy and a
// head start for the chunk that it will need.
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { Refusal } from '@twinmint/sdk/core/errors'
import { FIRST_PATHS, RING_PICTURE_SIZES } from '@twinmint/sdk/internal/api/home/first-lists'
import { isDocsPath } from '@twinmint/sdk/internal/api/platform/docs-contents'
import type { LandingStatus } from '@twinmint/sdk/internal/api/platform/landing-contract'
import {
  EMBED,
  type FoundPage,
  findPage,
  isValid,
  LANDING_MODULE,
} from '@twinmint/sdk/internal/api/platform/pages'
import { AMOUNTS_HIDDEN } from '@twinmint/sdk/internal/api/platform/share-links'
import { FIRST_DATA_ID } from '@twinmint/sdk/internal/api/records/first-data'
import { statusFor } from '@twinmint/sdk/internal/api/waitlist/rules'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { serveBuiltFiles } from './built-files.ts'
import { type FirstScreens, type Screen, screenHtml } from './first-screen.ts'
import { HEAD_OF_NOTHING, headOfCoin, headOfPage, headOfResult, headTags } from './heads.ts'

const WEB_FOLDER = fileURLToPath(new URL('../web', import.meta.url))

/** The built documents. */
const PAGE = 'index.html'
const EMBEDDED = 'embed.html'
/** The script that stands in a document whose page is drawn. */
const START = 'pages/start.ts'

/** `script` stands in the document itself. */
const policy = (frameAncestors: "'none'" | '*', script?: string): string =>
  [
    "default-src 'none'",
    script === undefined
      ? "script-src 'self'"
      : `script-src 'self' 'sha256-${hash('sha256', script, 'base64')}'`,
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

type Manifest = Readonly<Record<string, Chunk>>

/** The styles of a document, and its scripts: its own and the chunks of the module that it will draw at once. */
function filesOf(manifest: Manifest, document: string, module: string) {
  const entry = manifest[document]
  // The build names modules from its root.
  const key = posix.relative('web', module)
  const chunks = [...(entry?.imports ?? []), document, key, ...(manifest[key]?.imports ?? [])]
  return {
    styles: entry?.css ?? [],
    scripts: [...new Set(chunks)].flatMap((each) => manifest[each]?.file ?? []),
  }
}

const preloadStyle = (file: string): string => `</${file}>; rel=preload; as=style; crossorigin`

/**
 * The `Link` header that asks for a document's files in the order in which they are needed: browsers have six connections, and
 * what waits for the document to be read would come after all the rest.
 */
function preloadHeader(manifest: Manifest, document: string, module: string): string {
  const { styles, scripts } = filesOf(manifest, document, module)
  return [...styles.map(preloadStyle), ...scripts.map((file) => `</${file}>; rel=modulepreload`)].join(', ')
}

/** As the page itself will ask (packages/web/data/api.ts): else the answer is fetched twice. */
const preloadFetch = (path: string): string => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`

/** As the page's `<img>` will ask (packages/web/ui/Picture.tsx): else the picture is fetched twice. */
function preloadPicture(imageUrl: string, sizes: string): string {
  const set = `${imageUrl.replace('-1024.', '-512.')} 512w, ${imageUrl} 1024w`
  return `<${imageUrl}>; rel=preload; as=image; fetchpriority=high; imagesrcset="${set}"; imagesizes="${sizes}"`
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
  readonly screens: Pick<FirstScreens, 'find'>
}

/** Of a built document; where its first script stands. */
const STYLES = '<link rel="stylesheet"'

/** A built document in two halves, the head's own words cut out from between them. */
function readDocument(name: string): (head: string) => string {
  const text = readFileSync(join(WEB_FOLDER, name), 'utf8').replace(/<meta\s+name="description"[^>]*>\s*/, '')
  const [before, after] = text.split(/<title>.*?<\/title>/)
  if (before === undefined || after === undefined) throw new Error(`${name} has no title to replace`)
  if (!after.includes(STYLES)) throw new Error(`${name} has no styles to stand before`)
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

/** A built document's scripts and their preloads. */
const SCRIPTS = /\s*<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)/g

/**
 * The document with its page drawn, its own attributes at its root. Its scripts begin when that stands on the screen: `start` brings
 * them. It stands in the document, so that no press is earlier, and before the styles, for which it would wait.
 */
function withScreen(html: string, screen: Screen, build: ReturnType<typeof readBuild>, module: string) {
  const scripts = JSON.stringify(build.scriptsOf(module).map((file) => `/${file}`))
  const drawn = html
    .replace(SCRIPTS, '')
    .replace(STYLES, (link) => `<script id="start" data-scripts='${scripts}'>${build.start}</script>${link}`)
    .replace('<div id="root"></div>', () => screenHtml(FIRST_DATA_ID, screen))
  return screen.marks.reduce((marked, mark) => marked.replace('<html ', `<html ${mark} `), drawn)
}

/** The script as it stands in a document; throws where it could not run there. Its names are its own, as those of a module would be. */
function readStart(chunk: Chunk | undefined): string {
  const text = chunk && readFileSync(join(WEB_FOLDER, chunk.file), 'utf8').trim()
  if (text === undefined || (chunk?.imports ?? []).length > 0 || /<\/script|<!--|\/\/#/.test(text))
    throw new Error(`${START} is not built as one script that can stand in a document`)
  return `(()=>{${text}})()`
}

/** What the build wrote. */
function readBuild(links: PagesDeps['links']) {
  const manifestFile = join(WEB_FOLDER, '.vite', 'manifest.json')
  if (!existsSync(manifestFile))
    throw new Error('The pages are not built; run `npm start`, which builds them.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const start = readStart(manifest[START])
  return {
    shutHtml: shutDocument(readFileSync(join(WEB_FOLDER, PAGE), 'utf8'), links),
    pageWith: readDocument(PAGE),
    embedWith: readDocument(EMBEDDED),
    preloadOf: (module: string) => preloadHeader(manifest, PAGE, module),
    /** The one that begins first, then those that it needs. */
    scriptsOf: (module: string) => [
      ...new Set([manifest[PAGE]?.file ?? '', ...filesOf(manifest, PAGE, module).scripts]),
    ],
    stylePreload: (manifest[PAGE]?.css ?? []).map(preloadStyle).join(', '),
    start,
    drawnPolicy: policy("'none'", start),
    embedPreload: preloadHeader(manifest, EMBEDDED, EMBED.module),
  }
}

/** Whether the path can be of a page at all, before anything is looked for. */
const isKnown = (found: FoundPage, path: string): boolean =>
  isValid(found) && (found.page.of !== 'docs' || isDocsPath(path))

/** What a page that draws itself asks for first, as the `Link` header does beforehand. */
async function firstData(
  { page, told: { id, edition, wallet } }: FoundPage,
  coin: Collection | undefined,
  leadingCoin: PagesDeps['leadingCoin'] | undefined,
): Promise<string[]> {
  const config = preloadFetch('/api/config')
  if (page.of === 'home' && leadingCoin) return [config, ...(await homeData(leadingCoin))]
  if (coin === undefined) return [config]
  const nft = edition === undefined ? '' : `/nfts/${edition}`
  // What the page's header takes; a result has a picture of its own.
  const square = wallet === undefined ? coin.imageUrl?.replace('-1024.', '-512.') : undefined
  return [
    config,
    preloadFetch(`/api/collections/${id}${nft}`),
    ...(square === undefined ? [] : [`<${square}>; rel=preload; as=image`]),
  ]
}

export function servePages(app: FastifyInstance, deps: PagesDeps): void {
  const { publicUrl, findCoin, leadingCoin, lastEventId, links, screens } = deps
  const build = readBuild(links)

  serveBuiltFiles(app, WEB_FOLDER, PAGE_POLICY)
  const send = (reply: FastifyReply, html: string, policyText: string, cacheControl = 'no-cache') =>
    reply
      .header('content-security-policy', policyText)
      .header('cache-control', cacheControl)
      .type('text/html; charset=utf-8')
      .send(html)
  // The page's stream begins after this event, so that it misses nothing of what happens between this and its opening.
  const live = (html: string, eventId = lastEventId()) => withData(html, 'live', eventId)

  /** An admin finds the way in; for everybody else there is one screen, whatever the path. */
  const shut = (reply: FastifyReply, isAdminPath: boolean) => {
    if (!isAdminPath) void reply.header('link', build.preloadOf(LANDING_MODULE))
    return send(reply.code(isAdminPath ? 404 : 200), build.shutHtml, PAGE_POLICY, 'no-store')
  }
  const document = async (reply: FastifyReply, path: string) => {
    const { isShutOut, isAdmin, url } = reply.request
    const page = findPage(path)
    const isOfAdmins = page?.page.of === 'admin'
    if (isShutOut === true) return shut(reply, isOfAdmins)
    const found = page && isKnown(page, path) ? page : undefined
    const coinId = found?.told['id']
    const coin = coinId === undefined ? undefined : await findCoin(coinId)
    const isDrawn = found?.page.isDrawn === true && (coinId === undefined || coin !== undefined)
    const screen = isDrawn && !url.includes('?') ? await screens.find(path) : undefined
    if (found && !isOfAdmins) {
      const preloads =
        screen === undefined
          ? [
              build.preloadOf(found.page.module),
              ...(await firstData(found, coin, url === '/' ? leadingCoin : undefined)),
            ]
          : [build.stylePreload]
      void reply.header('link', preloads.join(', '))
    }
    const isThere = found !== undefined && (isOfAdmins ? isAdmin : coinId === undefined || coin !== undefined)
    const head = !isThere
      ? HEAD_OF_NOTHING
      : coin === undefined
        ? headOfPage(path, found.page.head)
        : found.told['wallet'] === undefined
          ? headOfCoin(coin, { edition: found.told['edition'] })
          : headOfResult(coin, {
              walletAddress: found.told['wallet'],
              hidesAmounts: url.split('?')[1]?.split('&').includes(AMOUNTS_HIDDEN) === true,
            })
    void reply.code(isThere ? 200 : 404)
    const html = build.pageWith(headTags(head, publicUrl()))
    if (found === undefined || screen === undefined) return send(reply, live(html), PAGE_POLICY)
    const drawn = withScreen(html, screen, build, found.page.module)
    return send(reply, live(drawn, screen.lastEventId), build.drawnPolicy)
  }
  const embed = async (reply: FastifyReply, coinId: string) => {
    const coin = await findCoin(coinId)
    if (coin)
      void reply.header(
        'link',
        [build.embedPreload, preloadFetch('/api/config'), preloadFetch(`/api/collections/${coinId}`)].join(
          ', ',
        ),
      )
    void reply.code(coin ? 200 : 404)
    const head = coin ? headOfCoin(coin, { isEmbed: true }) : HEAD_OF_NOTHING
    return send(reply, live(build.embedWith(headTags(head, publicUrl()))), EMBED_POLICY)
  }
  app.get('/', (_request, reply) => document(reply, '/'))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || path.startsWith('/api/') || path.startsWith('/assets/')) throw new Refusal('notFound')
    const embedded = EMBED.path.exec(path)?.groups?.['id']
    return embedded === undefined || request.isShutOut === true
      ? document(reply, path)
      : embed(reply, embedded)
  })
}
