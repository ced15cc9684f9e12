import { defineConfig } from 'rolldown'

// Our own sources and the packages become the bundle: loading them file by file was a fifth of a start. What has a native
// library or WebAssembly beside it stays where npm put it.
const NATIVE = /^(?:litesvm|lmdb|sharp|@electric-sql\/pglite)(?:\/|$)/

export default defineConfig({
  input: {
    main: 'src/server/main.ts',
    reindex: 'src/server/reindex.ts',
    export: 'src/server/export.ts',
    restore: 'src/server/restore.ts',
    prove: 'src/server/prove.ts',
    'move-content': 'src/server/move-content.ts',
    'verify-content': 'src/server/verify-content.ts',
    'check-store': 'src/server/check-store.ts',
    'pglite-worker': 'src/database/pglite-worker.ts',
    'address-worker': 'src/launch/address-worker.ts',
    'folder-worker': 'src/launch/folder-worker.ts',
  },
  platform: 'node',
  external: NATIVE,
  moduleTypes: { '.svg': 'text' },
  output: { dir: 'dist/server', format: 'esm', sourcemap: true, cleanDir: true },
})
