// Several servers on one PostgreSQL and one node, as an operator runs them: the node is a server of its own, behind a line that can
// be cut.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import type { Status } from '@twinmint/sdk/internal/api/platform/status-contract'
import { type Client, createClient } from './client.ts'
import { openNodeProxy } from './node-proxy.ts'
import { copyServedDatabase, dropServedDatabase } from './served-database.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export interface Fleet {
  readonly node: ServerProcess
  /** Where the servers find the node. */
  readonly line: Awaited<ReturnType<typeof openNodeProxy>>
  readonly databaseUrl: string
  /** Starts one more, by default of this build. */
  start(env?: Record<string, string>, options?: { readonly main: string }): Promise<ServerProcess>
  /** Trades by way of one of the servers, with the wallet that `fund` gave SOL. */
  readonly clientOf: (server: ServerProcess) => Client
  fund(sol: number): Promise<void>
  close(): Promise<void>
}

export async function openFleet(): Promise<Fleet> {
  const node = await startServerProcess()
  const line = await openNodeProxy(node.origin)
  const databaseUrl = await copyServedDatabase()
  const near = createClient(node.origin)
  const { programAddress } = await near.get<SiteConfig>('/api/config')
  const pictures = mkdtempSync(join(tmpdir(), 'twinmint-fleet-'))
  const servers: ServerProcess[] = []
  return {
    node,
    line,
    databaseUrl,
    async start(env = {}, options) {
      const server = await startServerProcess({
        ...options,
        folder: pictures,
        env: {
          SOLANA_RPC_URL: line.rpcUrl,
          SOLANA_WS_URL: line.wsUrl,
          PROGRAM_ADDRESS: programAddress,
          DATABASE_URL: databaseUrl,
          ...env,
        },
      })
      servers.push(server)
      return server
    },
    clientOf: (server) => createClient(server.origin, near.keypair),
    fund: (sol) => near.airdrop(sol),
    async close() {
      for (const { child } of servers) child.kill('SIGCONT')
      await Promise.all(servers.map((server) => server.kill()))
      await line.cut()
      await node.remove()
      await dropServedDatabase(databaseUrl)
      rmSync(pictures, { recursive: true, force: true })
    },
  }
}

export const statusOf = async ({ origin }: ServerProcess): Promise<Status> =>
  (await fetch(`${origin}/api/status`)).json() as Promise<Status>
