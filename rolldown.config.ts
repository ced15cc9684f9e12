import { defineConfig } from 'rolldown'

// Our own sources become the bundle; npm packages stay where npm put them.
export default defineConfig({
  input: {
    main: 'src/server/main.ts',
    reindex: 'src/server/reindex.ts',
    prove: 'src/server/prove.ts',
    'check-store': 'src/server/check-store.ts',
    'pglite-worker': 'src/database/pglite-worker.ts',
    'address-worker': 'src/launch/address-worker.ts',
  },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !id.startsWith('/'),
  output: { dir: 'dist/server', format: 'esm', sourcemap: true, cleanDir: true },
})
