// The page's build: packages/web in, dist/web out, with a manifest for the bytes check and .br and .gz beside every text file,
// so that the server compresses nothing while it serves.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { DOCS } from './packages/sdk/api/platform/docs-contents.ts'
import { docsPages } from './packages/web/docs/build/build.ts'
import { icons } from './packages/web/ui/icon/build.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

const SMALLEST_WORTH_COMPRESSING = 1024

/** Of this folder, wherever it lies; a module's id is its whole path. */
const within = (pattern: RegExp) => {
  const folder = root.replaceAll('\\', '/')
  return (id: string) => id.startsWith(folder) && pattern.test(id.slice(folder.length))
}

/** Code that a document begins with: all but the frame around the pages, the chart of the other document, and styles. */
const BASE =
  /^(?:node_modules\/(?!@fontsource)|packages\/(?:sdk\/(?!api\/history\/)|web\/(?!pages\/|coin\/history\/|[a-z]+\.html)))/

/**
 * Small parts that many pages have: one request for them instead of one each, which a phone's connection feels. Of the session's
 * only what the first pages draw.
 */
const SHARED =
  /^(?:node_modules\/lucide-react\/dist\/esm\/icons\/|packages\/(?:web\/(?:ui\/|shared\/(?!coin-queries)|markets\/discover\/)|sdk\/api\/(?:home\/|platform\/(?!docs-contents)|records\/newer\.)|web\/people\/session\/(?:WatchStar|watchlist-storage|queries)\.))/

/** What every form that signs has, the launch page's too; the documentation reckons with some of it. */
const FORM =
  /^packages\/(?:web\/wallet\/(?:use-flow|PlayMoneyButton)\.|sdk\/actions\/signing\/flow\.|sdk\/core\/(?:address|base58|opening|priority-fee|rent|slippage)\.)/

/** What a card or a dialog that trades has beside it. No page begins with it. */
const TRADING =
  /^packages\/(?:web\/wallet\/(?:CardEnd|GuardPlace|PriceImpact|SlippageField|SlippageLine|slippage-preference|use-buy-moment|fee\/(?:PriorityFeeRow|use-priority-fee|fee-preference))\.|web\/trade\/(?:Received|words|queries)\.|sdk\/actions\/trade\/rules\.|sdk\/core\/errors\.|web\/shared\/PausedNote\.|sdk\/program\/message\.)/

/** What lists of trades, of holders and of NFTs have. */
const LISTS =
  /^packages\/(?:web\/data\/(?:live-data|live-cache)\.|sdk\/api\/records\/nft-market-kinds\.|sdk\/core\/rarity\.|sdk\/api\/history\/rules\.|web\/people\/session\/follow-queries\.)/

function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(output) {
      const folder = output.dir
      if (folder === undefined) throw new Error('precompress: the build has no output folder')
      const names = (await readdir(folder, { recursive: true })).filter((name) =>
        /\.(js|css|html|svg|json|txt|webmanifest)$/.test(name),
      )
      await Promise.all(
        names.map(async (name) => {
          const file = join(folder, name)
          const source = await readFile(file)
          if (source.length < SMALLEST_WORTH_COMPRESSING) return
          const [brotli, gzipped] = await Promise.all([
            promisify(brotliCompress)(source, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: 11,
                [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
              },
            }),
            promisify(gzip)(source, { level: 9 }),
          ])
          await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
        }),
      )
    },
  }
}

/**
 * Asks for the text's font with the page itself, before its styles name it. The figures' and the headlines' come after what
 * is looked at first: what stands in for them until then is as wide.
 */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /\/geist-latin-wght-normal-.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('./packages/web', import.meta.url)),
  cacheDir: fileURLToPath(new URL('./node_modules/.vite', import.meta.url)),
  plugins: [docsPages(root, DOCS), icons(root), react(), tailwindcss(), preloadFont(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'baseline-widely-available',
    manifest: true,
    sourcemap: false,
    // Every browser of the target knows modulepreload.
    modulePreload: { polyfill: false },
    // What every page needs in one file, so that the small shared parts do not become a dozen requests.
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('./packages/web/index.html', import.meta.url)),
        // Before all else where the server has drawn the page.
        start: fileURLToPath(new URL('./packages/web/pages/start.ts', import.meta.url)),
        // The chart in other people's pages, without wallet, header and footer.
        embed: fileURLToPath(new URL('./packages/web/embed.html', import.meta.url)),
      },
      output: {
        // Content blockers go by names: `AnalyticsPage` or `ShareDialog` in an address is reason enough for some of them.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            { name: 'base', test: within(BASE), tags: ['$initial'], priority: 1 },
            { name: 'shared', test: within(SHARED), minShareCount: 3 },
            { name: 'lists', test: within(LISTS), minShareCount: 2 },
            { name: 'form', test: within(FORM), minShareCount: 2 },
            { name: 'trading', test: within(TRADING), minShareCount: 2 },
          ],
        },
      },
    },
    // The page's policy admits fonts and pictures from its own origin only, so nothing may be inlined as data.
    assetsInlineLimit: 0,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': 'http://127.0.0.1:8787',
      '/rpc': { target: 'http://127.0.0.1:8787', ws: true },
    },
  },
})
