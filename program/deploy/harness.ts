// The deploy command against the embedded chain's JSON-RPC, which answers as a cluster does. Tests only.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createSolanaRpcFromTransport,
  type Rpc,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit'
import { addressBytes } from '@twinmint/sdk/core/address'
import { embeddedTransport } from '@twinmint/server/chain/local-chain'
import { openEmbeddedChain } from '../../packages/localnet/chain.ts'
import { elf, wallet } from '../test/harness.ts'
import type { DeployOptions } from './deploy.ts'

/** What a node is asked, and the answer that takes the place of the chain's; undefined leaves it. */
type Answer = (method: string, params: readonly unknown[]) => unknown

export async function openDeployChain() {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-deploy-'))
  const chain = await openEmbeddedChain({ folder: join(folder, 'chain') })
  const transport = embeddedTransport(chain)
  const rpc = createSolanaRpcFromTransport(transport)

  /** The same cluster, but for some answers. */
  const answering = (answer: Answer): Rpc<SolanaRpcApi> => {
    const altered: RpcTransport = async <T>(config: Parameters<RpcTransport>[0]) => {
      const { method, params } = config.payload as { method: string; params: readonly unknown[] }
      const result = answer(method, params)
      return result === undefined ? transport<T>(config) : ({ result } as T)
    }
    return createSolanaRpcFromTransport(altered)
  }

  /** A command of its own: wallet `number` pays, and has so much. */
  const command = async (number: number, has: bigint) => {
    const payer = wallet(number)
    const seed = Buffer.from(payer.key.export({ format: 'jwk' }).d ?? '', 'base64url')
    const payerFile = join(folder, `payer-${number}.json`)
    writeFileSync(payerFile, JSON.stringify([...seed, ...addressBytes(payer.address)]))
    if (has > 0n) await rpc.requestAirdrop(payer.address, has as never).send()
    const lines: string[] = []
    const options: DeployOptions = {
      rpc,
      elf,
      payerFile,
      programFile: join(folder, `program-${number}.json`),
      keyOptions: { admin: undefined, treasury: undefined, pauseKey: undefined, upgradeAuthority: undefined },
      bytesMax: elf.length * 2,
      say: (line) => lines.push(line),
      confirm: async () => true,
      confirmFinal: () => Promise.reject(new Error('asked whether it shall be final')),
      progress: () => undefined,
      pollMs: 20,
    }
    return { payer, lines, options, balance: () => chain.getBalance(payer.address) }
  }

  const load = async (address: Address): Promise<Buffer> => {
    const { value } = await rpc.getAccountInfo(address, { encoding: 'base64' }).send()
    return Buffer.from(value?.data[0] ?? '', 'base64')
  }

  const close = async () => {
    await chain.close()
    rmSync(folder, { recursive: true })
  }
  return { chain, command, answering, load, close }
}
