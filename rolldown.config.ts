import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'
import { DOCS } from './packages/sdk/api/platform/docs-contents.ts'
import { docsPages } from './packages/web/docs/build/build.ts'
import { icons } from './packages/web/ui/icon/build.ts'

// Our own sources and the packages become the bundle: loading them file by file was a fifth of a start. What has a native
// library or WebAssembly beside it stays where npm put it.
const NATIVE = /^(?:litesvm|lmdb|sharp|@electric-sql\/pglite)(?:\/|$)/

const root = fileURLToPath(new URL('.', import.meta.url))

const server = defineConfig({
  input: {
    main: 'packages/server/main/main.ts',
    reindex: 'packages/server/commands/reindex.ts',
    migrate: 'packages/server/commands/migrate.ts',
    export: 'packages/server/commands/export.ts',
    restore: 'packages/server/commands/restore.ts',
    prove: 'packages/server/commands/prove.ts',
    'move-content': 'packages/server/commands/move-content.ts',
    'verify-content': 'packages/server/commands/verify-content.ts',
    'check-store': 'packages/server/commands/check-store.ts',
    'pglite-worker': 'packages/server/database/pglite-worker.ts',
    'address-worker': 'packages/server/launch/address-worker.ts',
    'folder-worker': 'packages/server/launch/folder-worker.ts',
    'screen-worker': 'packages/server/documents/screen-worker.ts',
  },
  platform: 'node',
  external: NATIVE,
  moduleTypes: { '.svg': 'text' },
  output: { dir: 'dist/server', format: 'esm', sourcemap: true, cleanDir: true },
})

/** The pages once more, for the server's first screens. */
const pages = defineConfig({
  input: { render: 'packages/web/pages/render.tsx' },
  platform: 'node',
  plugins: [docsPages(root, DOCS), icons(root)],
  moduleTypes: { '.css': 'empty' },
  // React's own checks are for those who write components.
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  // Packages of components say "use client" to frameworks, of which this is none.
  onLog: (level, log, tell) => {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log)
  },
  output: { dir: 'dist/render', format: 'esm', cleanDir: true },
})

export default [server, pages]
