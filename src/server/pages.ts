// Serves the built pages: files by their hashed names, and the one document for every path, with its security policy and
// a head start for the chunk that the path will need.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../core/errors.ts'

const WEB_FOLDER = fileURLToPath(new URL('../web', import.meta.url))

/** Paths of pages and the module of each, as the build's manifest names it; any other path is answered with status 404. */
const PAGES = [
  { path: /^\/$/, module: 'HomePage.tsx' },
  { path: /^\/(?:launch|hybrid-launch)\/?$/, module: '../launch/LaunchPage.tsx' },
  { path: /^\/trade\/([^/]+)\/?$/, module: 'CoinPage.tsx' },
  { path: /^\/trade\/?$/, module: '../markets/MarketsPage.tsx' },
  { path: /^\/analytics\/?$/, module: '../markets/AnalyticsPage.tsx' },
  { path: /^\/gallery\/?$/, module: '../gallery/GalleryPage.tsx' },
  { path: /^\/nft\/([^/]+)\/(?:[1-9]\d{0,2}|1000)\/?$/, module: '../gallery/NftPage.tsx' },
]

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The chart and the toasts put styles into the page.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** The `Link` header that asks for a module's chunks at once, which would else wait for the entry to have run. */
function preloadHeader(manifest: Readonly<Record<string, Chunk>>, module: string): string {
  const chunks = [module, ...(manifest[module]?.imports ?? [])].filter((key) => key !== 'index.html')
  return chunks
    .flatMap((key) => manifest[key]?.file ?? [])
    .map((file) => `</${file}>; rel=modulepreload`)
    .join(', ')
}

/** As the page itself will ask (src/wire/api.ts): else the answer is fetched twice. */
const preloadFetch = (path: string): string => `<${path}>; rel=preload; as=fetch; crossorigin=use-credentials`

/** The first that the page of a coin, or of one of its NFTs, asks for. */
function dataOf(path: string, coin: string): string {
  const edition = /^\/nft\/[^/]+\/(\d+)/.exec(path)?.[1]
  return `/api/collections/${coin}${edition === undefined ? '' : `/nfts/${edition}`}`
}

/**
 * `findPicture` gives the address of a coin's 1024-pixel picture (null without one), or undefined for no such coin: then
 * its page has status 404.
 */
export async function servePages(
  app: FastifyInstance,
  findPicture: (idOrMint: string) => Promise<string | null | undefined>,
): Promise<void> {
  const manifestFile = join(WEB_FOLDER, '.vite', 'manifest.json')
  if (!existsSync(manifestFile))
    throw new Error('The pages are not built; run `npm start`, which builds them.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
  const pages = PAGES.map(({ path, module }) => ({ path, preload: preloadHeader(manifest, module) }))

  await app.register(fastifyStatic, {
    root: WEB_FOLDER,
    preCompressed: true,
    index: false,
    wildcard: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const document = async (reply: FastifyReply, path: string) => {
    const page = pages.find((each) => each.path.test(path))
    const coin = page?.path.exec(path)?.[1]
    const picture = coin === undefined ? null : await findPicture(coin)
    if (page) {
      const square = picture?.replace('-1024.', '-512.') // what the page's header takes
      void reply.header(
        'link',
        [
          page.preload,
          preloadFetch('/api/config'),
          ...(coin !== undefined && picture !== undefined ? [preloadFetch(dataOf(path, coin))] : []),
          ...(square ? [`<${square}>; rel=preload; as=image`] : []),
        ].join(', '),
      )
    }
    return reply
      .code(page && picture !== undefined ? 200 : 404)
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .header('cache-control', 'no-cache')
      .sendFile('index.html')
  }
  app.get('/', (_request, reply) => document(reply, '/'))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || path.startsWith('/api/') || path.startsWith('/assets/')) throw new Refusal('notFound')
    return document(reply, path)
  })
}
