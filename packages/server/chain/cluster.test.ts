// A cluster's news, where the node that tells them is lost, deaf and back again.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, createSolanaRpcFromTransport } from '@solana/kit'
import { type EmbeddedChain, openEmbeddedChain } from '@twinmint/localnet/chain'
import { createKeypair } from '@twinmint/localnet/keypair'
import { chainRoutes } from '@twinmint/localnet/routes'
import { lamports } from '@twinmint/sdk/core/money'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openNodeProxy } from '../../../tests/node-proxy.ts'
import { openNews, waitForNode } from './cluster.ts'
import { nodesTransport } from './nodes.ts'

const TIMES = { beginMs: 1_000, silentMs: 1_000, pauseMs: 5 }

let folder: string
let chain: EmbeddedChain
let app: FastifyInstance
let line: Awaited<ReturnType<typeof openNodeProxy>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chain-'))
  chain = await openEmbeddedChain({ folder })
  app = fastify()
  await app.register(chainRoutes(chain))
  await app.listen({ host: '127.0.0.1', port: 0 })
  line = await openNodeProxy(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await line.cut()
  await app.close()
  await chain.close()
  rmSync(folder, { recursive: true })
})

/** Listens to what mentions `address`. */
function listen(wsUrls: readonly string[], address: Address) {
  const news = openNews(wsUrls, address, TIMES)
  const signatures: string[] = []
  let begins = 0
  const stop = news.listen(
    (signature) => signatures.push(signature),
    () => begins++,
  )
  return { news, signatures, stop, begins: () => begins }
}
const hearing = (news: { readonly deafSince: Date | undefined }) =>
  expect.poll(() => news.deafSince).toBeUndefined()
const deaf = (news: { readonly deafSince: Date | undefined }) =>
  expect.poll(() => news.deafSince).toBeInstanceOf(Date)
const send = async (address: Address) => (await chain.airdrop(address, lamports(1_000_000n))).signature

test('news come again after the node was lost, as often as that happens, and nothing is left behind', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const { address } = createKeypair()
  const { news, signatures, stop, begins } = listen([line.wsUrl], address)
  await hearing(news)
  const sent = [await send(address)]
  await expect.poll(() => signatures).toEqual(sent)
  for (let losses = 1; losses <= 2; losses++) {
    await line.cut()
    await deaf(news)
    // Long enough for a dozen tries that nobody answers.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await line.mend()
    await hearing(news)
    sent.push(await send(address))
    await expect.poll(() => signatures).toEqual(sent)
    expect(begins()).toBe(1 + losses)
  }
  stop()
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

test('a node that keeps the connection and says nothing any more is noticed, and heard again when it speaks', async () => {
  const { address } = createKeypair()
  const { news, signatures, stop } = listen([line.wsUrl], address)
  await hearing(news)
  line.setSilent(true)
  await deaf(news)
  // Connections are taken, and subscriptions are not answered.
  line.setSilent(false)
  await hearing(news)
  const sent = await send(address)
  await expect.poll(() => signatures).toEqual([sent])
  stop()
})

test('where one node is lost the other tells', async () => {
  const lost = await openNodeProxy('http://127.0.0.1')
  await lost.cut()
  const { address } = createKeypair()
  const { news, signatures, stop } = listen([lost.wsUrl, line.wsUrl], address)
  await hearing(news)
  const sent = await send(address)
  await expect.poll(() => signatures).toEqual([sent])
  stop()
})

test('a start waits for its node and says so once, and ends with a sentence when it never comes', async () => {
  const rpc = createSolanaRpcFromTransport(nodesTransport([line.rpcUrl]))
  const said: string[] = []
  await line.cut()
  await expect(waitForNode(rpc, (sentence) => said.push(sentence), 100)).rejects.toThrow(
    'No node at SOLANA_RPC_URL has answered for 0.1 s (no answer).',
  )
  const waiting = waitForNode(rpc, (sentence) => said.push(sentence))
  await expect.poll(() => said.length).toBe(1)
  await line.mend()
  await waiting
  expect(said).toEqual(['Waiting for a node at SOLANA_RPC_URL, up to 60 s (no answer) …'])
})
