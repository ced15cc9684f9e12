// The server as `npm start` runs it: without what makes a test's server start fast.
import { type ServerProcess, startServerProcess } from '../tests/server-process.ts'

/** As startServerProcess, with the flags that Node has by itself. */
export const startMeasuredServer = (
  options: Parameters<typeof startServerProcess>[0] = {},
): Promise<ServerProcess> => startServerProcess({ database: 'embedded', ...options, flags: [] })
