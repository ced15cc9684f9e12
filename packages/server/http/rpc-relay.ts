// `/rpc` on a cluster: what the page needs to read a transaction and to prove a coin from its accounts, and what integrators
// need who send by themselves, passed on to the node that this server speaks to, whose address (and key in it) stays here.
// Not an open relay: six calls, transactions of this program alone, and few accounts at a time.

import { rpcText } from '@twinmint/localnet/rpc/rpc'
import { encodeBase58 } from '@twinmint/sdk/core/base58'
import { Refusal } from '@twinmint/sdk/core/errors'
import { programInstructionsOf } from '@twinmint/sdk/program/allowed'
import { NFT_MARKET } from '@twinmint/sdk/program/instructions'
import { meaningOfSendError, type SendError } from '@twinmint/sdk/program/transaction-failure'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Chain, decodeSigned } from '../chain/chain.ts'
import type { SignedTransaction } from '../chain/submit.ts'
import { parse, transactionBytes } from './http.ts'

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string().max(64)]),
  method: z.enum([
    'sendTransaction',
    'getSignatureStatuses',
    'getLatestBlockhash',
    'isBlockhashValid',
    'getTransaction',
    'getMultipleAccounts',
  ]),
  params: z.array(z.unknown()).max(3).default([]),
})
/** The encoding is said, so that the node reads the very bytes that were read here. */
const sendSchema = z.tuple([
  z.string().max(2_000),
  z.object({
    encoding: z.literal('base64'),
    skipPreflight: z.boolean().optional(),
    preflightCommitment: z.enum(['processed', 'confirmed', 'finalized']).optional(),
    maxRetries: z.number().int().min(0).max(10).optional(),
  }),
])
/** A coin and the program that holds it. */
const ACCOUNTS_MAX = 12
const accountsSchema = z.tuple([
  z.array(z.string().max(44)).max(ACCOUNTS_MAX),
  z.object({
    encoding: z.literal('base64'),
    commitment: z.enum(['confirmed', 'finalized']),
    dataSlice: z.object({ offset: z.number().int().min(0), length: z.number().int().min(0) }).optional(),
  }),
])

/** Trades, swaps, and what is done in the NFT market. */
const RELAYED = ['buy', 'buyExactOut', 'sell', 'capture', 'release', ...NFT_MARKET] as const

export function rpcRelay(
  app: FastifyInstance,
  { transport, programAddress }: Pick<Chain, 'transport' | 'programAddress'>,
): void {
  app.post(
    '/rpc',
    { config: { rateLimit: { max: 600, timeWindow: '1 minute' } } },
    async ({ body }, reply) => {
      const request = parse(requestSchema, body)
      let { params } = request
      let signed: SignedTransaction | undefined
      if (request.method === 'sendTransaction') {
        const sent = parse(sendSchema, request.params)
        params = sent
        signed = decodeSigned(transactionBytes(sent[0]))
        programInstructionsOf(signed, programAddress, RELAYED)
      }
      if (request.method === 'getMultipleAccounts') params = parse(accountsSchema, request.params)
      const payload = { ...request, params }
      const answer = await transport<{ readonly error?: SendError }>({ payload }).catch((cause: unknown) => {
        throw new Refusal('chainUnavailable', undefined, { cause })
      })
      // What the node has already it may have from an earlier try, whose answer was lost: so no error to whoever tried once.
      const isTaken = signed && answer.error && meaningOfSendError(answer.error).kind === 'taken'
      const { jsonrpc, id } = request
      const said = isTaken
        ? { jsonrpc, id, result: encodeBase58(signed?.signatures[0] ?? new Uint8Array()) }
        : answer
      return reply.type('application/json').header('cache-control', 'no-store').send(rpcText(said))
    },
  )
}
