// Launching: the form and the picture become one transaction; signed, it becomes a coin and its collection.

import { createHash } from 'node:crypto'
import { NFT_SUPPLY } from '@twinmint/sdk/actions/launch/rules'
import {
  launchedSchema,
  launchProgressQuerySchema,
  launchRequestSchema,
  metadataParamsSchema,
  metadataSchema,
} from '@twinmint/sdk/api/launch/contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import { cidOfRaw, digestOfHex } from '@twinmint/sdk/content/cid'
import { attributesOf, metadataNamed, textsOf } from '@twinmint/sdk/content/metadata'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { z } from 'zod'
import type { ConfirmedTransaction } from '../chain/submit.ts'
import type { App } from '../http/calls.ts'
import { limitKey } from '../http/ip-addresses.ts'
import { notYetShown, readSigned, SEND_REFUSES, sendSigned, wentThrough } from '../signing/submit.ts'
import { expectRoute, PREPARE_LIMIT, type PrepareDeps, prepareRoute } from './prepare-route.ts'
import { openProgressBoard } from './progress.ts'
import { findLaunch, findMetadata, type LaunchRow, type MetadataRow } from './store.ts'

export interface LaunchDeps extends PrepareDeps {
  readonly collections: {
    load(id: string): Promise<Collection>
    findByMint(mintAddress: string): Promise<string | undefined>
  }
  readonly index: { take(transaction: ConfirmedTransaction): Promise<Trade[]> }
}

export function launchRoutes(app: App, deps: LaunchDeps): void {
  prepareRoute(app, deps)
  expectRoute(app, deps)
  submitRoute(app, deps)
  progressRoute(app, deps)
  metadataRoute(app, deps)
}

function submitRoute(app: App, { db, chain, collections, index, forgetTerms }: LaunchDeps): void {
  app.post(
    '/api/collections/launch',
    {
      ...PREPARE_LIMIT,
      schema: {
        tags: ['Launching'],
        summary: 'Send the signed launch; answers when the coin is in the index',
        body: launchRequestSchema,
        response: { 200: launchedSchema },
        refuses: ['launchNotFound', 'termsChanged', ...SEND_REFUSES],
      },
    },
    async ({ body, writer }) => {
      const { signed, instructions } = await readSigned(chain, body.signedTransaction, {
        names: ['launch', 'buy', 'boost'],
        needed: 'launch',
      })
      const launch = instructions.find((instruction) => instruction.name === 'launch')
      if (launch?.name !== 'launch') throw new Refusal('wrongTransaction')
      const prepared = await findLaunch(db, { mintAddress: launch.addresses.mint })
      if (!prepared) throw new Refusal('launchNotFound')
      // The picture and the description were given for these texts, so they are not lent to others.
      const { texts } = launch
      if (
        texts.name !== prepared.name ||
        texts.symbol !== prepared.symbol ||
        texts.collectionName !== prepared.collectionName ||
        texts.uri !== prepared.metadataUri
      )
        throw new Refusal('wrongTransaction')
      const { transaction, trades } = await sendSigned({ chain, index }, signed, writer).catch(
        (cause: unknown) => {
          if (cause instanceof Refusal && cause.code === 'termsChanged') forgetTerms()
          throw cause
        },
      )
      const { signature } = transaction
      const id = await wentThrough(signature, collections.findByMint(launch.addresses.mint))
      if (id === undefined) throw notYetShown(signature)
      const devBuy = trades[0]
      return {
        success: true as const,
        signature,
        collection: {
          ...(await wentThrough(signature, collections.load(id))),
          devBuyAmount: devBuy?.solAmount ?? '0',
        },
      }
    },
  )
}

/** Whoever watches has the folder made again. */
const PROGRESS_LIMIT = { config: { rateLimit: { max: 60, timeWindow: '1 minute' } } }

function progressRoute(app: App, deps: LaunchDeps): void {
  const { db, chain, collections } = deps
  const progress = openProgressBoard({
    chain,
    findByMint: (mintAddress) => collections.findByMint(mintAddress),
    isFolderThere: async (mintAddress, collectionId, onMade) => {
      const launch = await findLaunch(db, { mintAddress })
      const { folderCid } = await collections.load(collectionId)
      return launch !== undefined && (await remakeFolder(launch, deps, onMade)) === folderCid
    },
    onError: (error) => app.log.warn({ err: error }, 'progress'),
  })
  app.get(
    '/api/launch-progress',
    {
      ...PROGRESS_LIMIT,
      exposeHeadRoute: false,
      schema: {
        tags: ['Launching'],
        summary: 'How far a launch is, as server-sent events',
        querystring: launchProgressQuerySchema,
        answerType: 'text/event-stream',
        refuses: ['launchNotFound'],
      },
    },
    async (request, reply) => {
      const launch = await findLaunch(db, { id: request.query.launchId })
      if (!launch) throw new Refusal('launchNotFound')
      const stream = reply.raw
      const begin = () => {
        if (!reply.sent) {
          reply.hijack()
          stream.writeHead(200, {
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-cache, no-transform',
            'x-content-type-options': 'nosniff',
          })
        }
        return stream
      }
      const stop = await progress.watch(launch.mintAddress, {
        key: limitKey(request),
        tell: (message) => begin().write(`data: ${JSON.stringify(message)}\n\n`),
        end: () => begin().end(),
      })
      if (stop === undefined) throw new Refusal('rateLimited')
      begin()
      if (stream.destroyed) stop()
      else stream.once('close', stop)
    },
  )
}

/**
 * The address of a launch's folder, made again of what is stored; null of a launch of before there were any. Refuses contentLost
 * where its picture is not there: that says nothing of what the chain names.
 */
async function remakeFolder(
  { imageHash, folderCid, ...texts }: LaunchRow,
  { pictures, folders }: Pick<LaunchDeps, 'pictures' | 'folders'>,
  onMade: (made: number) => void,
): Promise<string | null> {
  if (folderCid === null) return null
  const stored = await pictures.read(imageHash, 1024)
  if (stored === undefined) throw new Refusal('contentLost')
  const sha256 = createHash('sha256').update(stored).digest()
  return folders.cidOf({ texts: textsOf(texts), picture: { sha256, size: stored.length } }, onMade)
}

function metadataRoute(app: App, { db, publicUrl }: LaunchDeps): void {
  // Coins of before there were folders have these addresses on the chain: the coin's, the collection's and each NFT's.
  app.get(
    '/api/metadata/:mint/:part?',
    {
      schema: {
        tags: ['Launching'],
        summary:
          'The metadata that the chain points to: of the coin, its collection, or an NFT by its number',
        params: metadataParamsSchema,
        response: { 200: metadataSchema },
        refuses: ['notFound'],
      },
    },
    async ({ params }, reply) => {
      const row = await findMetadata(db, params.mint)
      const metadata = row && metadataOf(row, params, publicUrl())
      if (metadata === undefined) throw new Refusal('notFound')
      void reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
      return metadata
    },
  )
}

/** What is in the coin's folder; of a coin without one what its address on the chain was made for. */
function metadataOf(
  row: MetadataRow,
  { mint, part }: z.infer<typeof metadataParamsSchema>,
  publicUrl: string,
): z.infer<typeof metadataSchema> | undefined {
  const sha256 = row.folderCid === null ? undefined : digestOfHex(row.imageHash ?? '')
  if (sha256 !== undefined) return metadataNamed(row, cidOfRaw(sha256), part ?? 'coin')
  const edition = /^[1-9]\d{0,3}$/.test(part ?? '') ? Number(part) : undefined
  // The program puts '/coin' behind the address of whatever it launches, also of what an older server had prepared.
  const isKnown =
    part === undefined ||
    part === 'coin' ||
    part === 'collection' ||
    (edition !== undefined && edition <= NFT_SUPPLY)
  if (!isKnown) return undefined
  const image = row.imageHash === null ? undefined : `${publicUrl}/api/images/${row.imageHash}-1024.webp`
  return {
    name:
      edition !== undefined
        ? `${row.collectionName} #${edition}`
        : part === 'collection'
          ? row.collectionName
          : row.name,
    symbol: row.symbol,
    description: row.description,
    image,
    external_url: `${publicUrl}/trade/${mint}`,
    ...(edition === undefined ? {} : { attributes: attributesOf(edition) }),
    properties: {
      category: 'image' as const,
      files: image === undefined ? [] : [{ uri: image, type: 'image/webp' }],
      creators: [{ address: row.creatorAddress, share: 100 }],
    },
  }
}
