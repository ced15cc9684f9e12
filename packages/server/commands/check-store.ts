// Reads a chain's store whole, in a process of its own (embedded.ts says why). Ends with 0 when nothing is missing.
import { openStore } from '@twinmint/localnet/store'

try {
  const store = openStore(process.argv[2] ?? '')
  store.readThrough()
  await store.close()
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
