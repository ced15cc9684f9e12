import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'
import { docsPages } from './src/docs/build.ts'
import { icons } from './src/ui/icon/build.ts'

// Our own sources and the packages become the bundle: loading them file by file was a fifth of a start. What has a native
// library or WebAssembly beside it stays where npm put it.
const NATIVE = /^(?:litesvm|lmdb|sharp|@electric-sql\/pglite)(?:\/|$)/

const root = fileURLToPath(new URL('.', import.meta.url))

const server = defineConfig({
  input: {
    main: 'src/server/main.ts',
    reindex: 'src/server/commands/reindex.ts',
    migrate: 'src/server/commands/migrate.ts',
    export: 'src/server/commands/export.ts',
    restore: 'src/server/commands/restore.ts',
    prove: 'src/server/commands/prove.ts',
    'move-content': 'src/server/commands/move-content.ts',
    'verify-content': 'src/server/commands/verify-content.ts',
    'check-store': 'src/server/check-store.ts',
    'pglite-worker': 'src/database/pglite-worker.ts',
    'address-worker': 'src/launch/address-worker.ts',
    'folder-worker': 'src/launch/folder-worker.ts',
    'screen-worker': 'src/server/drawing/screen-worker.ts',
  },
  platform: 'node',
  external: NATIVE,
  moduleTypes: { '.svg': 'text' },
  output: { dir: 'dist/server', format: 'esm', sourcemap: true, cleanDir: true },
})

/** The pages once more, for the server's first screens. */
const pages = defineConfig({
  input: { render: 'src/web/render.tsx' },
  platform: 'node',
  plugins: [docsPages(root), icons(root)],
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
