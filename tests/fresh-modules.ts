// Runs before each file of tests. Files share their worker's process, so what a page's modules keep (the query cache, the
// live stream, who is connected) would come from the file before, and whether a test passes would hang on the order.
import { vi } from 'vitest'

if ('document' in globalThis) vi.resetModules()
