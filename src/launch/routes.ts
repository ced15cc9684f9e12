// Launching: the form and the picture become one transaction; signed, it becomes a coin and its collection.
import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Address } from '@solana/kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Chain, ConfirmedTransaction } from '../chain/chain.ts'
import type { Config } from '../chain/program/accounts.ts'
import { decodeConfig } from '../chain/program/accounts.ts'
import {
  deriveAssociatedAddress,
  deriveConfigAddress,
  deriveMarketAddresses,
  deriveMintBaseAddress,
} from '../chain/program/addresses.ts'
import { encodeTransaction } from '../chain/program/message.ts'
import { launchState, quoteBuy } from '../core/curve.ts'
import { Refusal } from '../core/errors.ts'
import { type BaseUnits, baseUnits, solText } from '../core/money.ts'
import { rarityOf } from '../core/rarity.ts'
import { NETWORK_FEE } from '../core/rent.ts'
import type { Database } from '../database/database.ts'
import { PICTURE_REFUSES, type PictureStore } from '../storage/pictures.ts'
import { readSigned, SEND_REFUSES, sendSigned } from '../wallet/submit.ts'
import type { App } from '../wire/calls.ts'
import { limitKey, parse, readForm } from '../wire/http.ts'
import type { Collection } from '../wire/records/coin.ts'
import type { Trade } from '../wire/records/trade.ts'
import type { AddressFinder } from './address.ts'
import {
  type LaunchForm,
  launchedSchema,
  launchFormSchema,
  launchProgressQuerySchema,
  launchRequestSchema,
  metadataParamsSchema,
  metadataSchema,
  type PreparedLaunch,
  preparedLaunchSchema,
} from './contract.ts'
import { openProgressBoard } from './progress.ts'
import { decideLaunch, IMAGE_BYTES_MAX, type LaunchDraft, NFT_SUPPLY } from './rules.ts'
import { addLaunch, findLaunch, findMetadata } from './store.ts'
import { launchInstructions } from './transaction.ts'

export interface LaunchDeps {
  readonly db: Database
  readonly chain: Chain
  readonly pictures: PictureStore
  readonly addresses: AddressFinder
  /** Where browsers find this server, without a trailing slash. */
  readonly publicUrl: () => string
  readonly collections: {
    load(id: string): Promise<Collection>
    findByMint(mintAddress: string): Promise<string | undefined>
    /** How many of a collection's metadata records are stored. */
    countNfts(id: string): Promise<number>
  }
  readonly index: { take(transaction: ConfirmedTransaction): Promise<Trade[]> }
}

const PREPARE_LIMIT = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

export function launchRoutes(app: App, deps: LaunchDeps): void {
  prepareRoute(app, deps)
  submitRoute(app, deps)
  progressRoute(app, deps)
  metadataRoute(app, deps)
}

function prepareRoute(app: App, deps: LaunchDeps): void {
  const { db, chain, pictures } = deps
  const prepare = async (request: FastifyRequest): Promise<PreparedLaunch> => {
    const { form, image } = await readMultipart(request)
    const decision = decideLaunch(form)
    if (decision.kind === 'refused')
      throw new Refusal('badRequest', Object.values(decision.errors).join('. '))
    if (!image) throw new Refusal('imageMissing')
    const { draft } = decision
    const creatorAddress = draft.creatorAddress as Address
    const config = await loadConfig(chain)
    if (config.paused) throw new Refusal('paused')
    const devBuyBaseUnits = quoteDevBuy(draft, config)
    const mintBase = await deriveMintBaseAddress(chain.programAddress, creatorAddress)
    const { mintAddress, seed } = await deps.addresses.find(mintBase)
    const uri = `${deps.publicUrl()}/api/metadata/${mintAddress}`
    const { blockhash } = await chain.latestBlockhash()
    const wire = encodeTransaction({
      feePayer: creatorAddress,
      recentBlockhash: blockhash,
      instructions: await launchInstructions({
        programAddress: chain.programAddress,
        creatorAddress,
        mintBase,
        addresses: await deriveMarketAddresses(chain.programAddress, mintAddress),
        creatorCoins: await deriveAssociatedAddress(creatorAddress, mintAddress),
        draft,
        seed,
        uri,
        devBuyBaseUnits,
      }),
    })
    const boostLamports = draft.boost ? config.boostPriceLamports : 0n
    const totalLamports = await chain.simulateCost(wire, creatorAddress)
    const launchId = randomUUID()
    // Last, so that of a launch that can't be nothing is kept.
    const imageHash = await pictures.add(image)
    await addLaunch(db, {
      mintAddress,
      id: launchId,
      creatorAddress,
      name: draft.name,
      symbol: draft.symbol,
      collectionName: draft.collectionName,
      description: draft.description,
      imageHash,
      metadataUri: uri,
      devBuyLamports: draft.devBuyLamports.toString(),
      boost: draft.boost,
    })
    return {
      transaction: Buffer.from(wire).toString('base64'),
      blockhash,
      message: 'Launch prepared. Sign it in your wallet.',
      estimatedFees: {
        rentLamports: (totalLamports - draft.devBuyLamports - boostLamports - NETWORK_FEE).toString(),
        networkFeeLamports: NETWORK_FEE.toString(),
        devBuyLamports: draft.devBuyLamports.toString(),
        boostLamports: boostLamports.toString(),
        totalLamports: totalLamports.toString(),
      },
      storedImageUrl: `/api/images/${imageHash}-1024.webp`,
      launchId,
      mintAddress,
      devBuyBaseUnits: devBuyBaseUnits.toString(),
    }
  }
  app.post(
    '/api/collections/create-transaction',
    {
      ...PREPARE_LIMIT,
      schema: {
        tags: ['Launching'],
        summary: 'Prepare a launch: the form and the picture become one unsigned transaction',
        description:
          'Multipart form data: the field `data` is the form as JSON, the file `image` the picture (PNG, JPEG, WebP, GIF or AVIF, 10 MB and 12.5 megapixels at most).',
        form: z.object({
          data: launchFormSchema,
          image: z.string().meta({ format: 'binary', description: 'The picture.' }),
        }),
        response: { 200: preparedLaunchSchema },
        refuses: ['imageMissing', ...PICTURE_REFUSES, 'paused'],
      },
    },
    (request) => pictures.inPlace(limitKey(request.ip), () => prepare(request)),
  )
}

function submitRoute(app: App, { db, chain, collections, index }: LaunchDeps): void {
  app.post(
    '/api/collections/launch',
    {
      ...PREPARE_LIMIT,
      schema: {
        tags: ['Launching'],
        summary: 'Send the signed launch; answers when the coin is in the index',
        body: launchRequestSchema,
        response: { 200: launchedSchema },
        refuses: ['launchNotFound', ...SEND_REFUSES],
      },
    },
    async ({ body }) => {
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
      const { transaction, trades } = await sendSigned({ chain, index }, signed)
      const id = await collections.findByMint(launch.addresses.mint)
      if (id === undefined)
        throw new Refusal('indexBehind', 'The launch went through, and the index will show it in a moment.')
      const devBuy = trades[0]
      return {
        success: true as const,
        signature: transaction.signature,
        collection: { ...(await collections.load(id)), devBuyAmount: devBuy?.solAmount ?? '0' },
      }
    },
  )
}

function progressRoute(app: App, { db, chain, collections }: LaunchDeps): void {
  const progress = openProgressBoard({
    chain,
    collections,
    onError: (error) => app.log.warn({ err: error }, 'progress'),
  })
  app.get(
    '/api/launch-progress',
    {
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
        key: limitKey(request.ip),
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

function metadataRoute(app: App, { db, publicUrl }: LaunchDeps): void {
  // The addresses that the chain carries: the coin's, the collection's and each NFT's.
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
      const edition = /^[1-9]\d{0,3}$/.test(params.part ?? '') ? Number(params.part) : undefined
      const isKnown =
        params.part === undefined ||
        params.part === 'collection' ||
        (edition !== undefined && edition <= NFT_SUPPLY)
      if (!row || !isKnown) throw new Refusal('notFound')
      void reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300')
      const image =
        row.imageHash === null ? undefined : `${publicUrl()}/api/images/${row.imageHash}-1024.webp`
      return {
        name:
          edition !== undefined
            ? `${row.collectionName} #${edition}`
            : params.part === 'collection'
              ? row.collectionName
              : row.name,
        symbol: row.symbol,
        description: row.description,
        image,
        external_url: `${publicUrl()}/trade/${params.mint}`,
        ...(edition === undefined ? {} : { attributes: attributesOf(edition) }),
        properties: {
          category: 'image' as const,
          files: image === undefined ? [] : [{ uri: image, type: 'image/webp' }],
          creators: [{ address: row.creatorAddress, share: 100 }],
        },
      }
    },
  )
}

function attributesOf(edition: number) {
  const { rarity, reason, rank } = rarityOf(edition)
  return [
    { trait_type: 'Edition', value: edition },
    { trait_type: 'Rarity', value: rarity },
    { trait_type: 'Pattern', value: reason },
    { trait_type: 'Rarity rank', value: rank },
  ]
}

/** The whole file; throws what becomes imageTooLarge when it is over the limit. */
const bytesOf = (file: MultipartFile): Promise<Uint8Array> => file.toBuffer()

async function readMultipart(
  request: FastifyRequest,
): Promise<{ form: LaunchForm; image: Uint8Array | undefined }> {
  if (!request.isMultipart())
    throw new Refusal('badRequest', 'Send multipart form data with the fields data and image.')
  const { data, image } = await readForm(async () => {
    let data: unknown
    let image: Uint8Array | undefined
    for await (const part of request.parts({
      limits: { fileSize: IMAGE_BYTES_MAX, files: 1, fields: 4, fieldSize: 20_000, parts: 5 },
    })) {
      if (part.type === 'file') {
        const bytes = await bytesOf(part)
        if (part.fieldname === 'image') image = bytes
      } else if (part.fieldname === 'data') data = parseJson(part.value)
    }
    return { data, image }
  })
  return { form: parse(launchFormSchema, data), image }
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined
  } catch (cause) {
    throw new Refusal('badRequest', 'The field data is not JSON.', { cause })
  }
}

async function loadConfig(chain: Chain): Promise<Config> {
  const [account] = await chain.loadAccounts([await deriveConfigAddress(chain.programAddress)])
  if (!account) throw new Refusal('chainUnavailable', 'The program is not set up on this network.')
  return decodeConfig(account.data)
}

/** What the dev buy gives: nobody can trade before it, so exactly this much. */
function quoteDevBuy(draft: LaunchDraft, config: Config): BaseUnits {
  if (draft.devBuyLamports === 0n) return baseUnits(0)
  const curve = launchState({
    graduationMarketCapLamports: config.graduationMarketCapLamports,
    sellFeeBps: BigInt(config.sellFeeBps),
    creatorShareBps: BigInt(config.creatorShareBps),
  })
  const quote = quoteBuy(curve, draft.devBuyLamports)
  if (quote.kind === 'refused')
    throw new Refusal(quote.code, `A dev buy of ${solText(draft.devBuyLamports)} SOL is not possible.`)
  return quote.baseUnitsOut
}
