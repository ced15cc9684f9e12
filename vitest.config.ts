import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'program/**/*.test.ts', 'tests/*.test.ts', 'tests/faults/*.test.ts'],
    // Native modules (LiteSVM, LMDB) and PGlite workers want processes, not threads.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
