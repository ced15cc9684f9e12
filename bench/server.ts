// The server as `npm start` runs it: without what makes a test's server start fast.
import { type ServerProcess, startServerProcess } from '../tests/server-process.ts'

/** As startServerProcess, with no flags for Node but those that are asked for. */
export const startMeasuredServer = (
  options: Parameters<typeof startServerProcess>[0] = {},
): Promise<ServerProcess> => startServerProcess({ database: 'embedded', flags: [], ...options })
