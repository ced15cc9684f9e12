// Launching: the form and the picture become one transaction; signed, it becomes a coin and its collection.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { Address } from '@solana/kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Chain, type ConfirmedTransaction, decodeSigned } from '../chain/chain.ts'
import type { Config } from '../chain/program/accounts.ts'
import { decodeConfig } from '../chain/program/accounts.ts'
import {
  deriveAssociatedAddress,
  deriveConfigAddress,
  deriveMarketAddresses,
  deriveMintBaseAddress,
} from '../chain/program/addresses.ts'
import { programInstructionsOf } from '../chain/program/allowed.ts'
import { encodeTransaction } from '../chain/program/message.ts'
import type { Collection, Trade } from '../collection/contract.ts'
import { launchState, quoteBuy } from '../core/curve.ts'
import { Refusal } from '../core/errors.ts'
import { type BaseUnits, baseUnits, solText } from '../core/money.ts'
import { rarityOf } from '../core/rarity.ts'
import { NETWORK_FEE } from '../core/rent.ts'
import type { Database } from '../database/database.ts'
import { limitKey, parse, readForm, transactionBytes } from '../wire/http.ts'
import type { AddressFinder } from './address.ts'
import {
  type LaunchForm,
  launchFormSchema,
  launchProgressQuerySchema,
  launchRequestSchema,
  type PreparedLaunch,
} from './contract.ts'
import type { PictureStore } from './pictures.ts'
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

export function launchRoutes(app: FastifyInstance, deps: LaunchDeps): void {
  const { db, chain, pictures, collections, index } = deps
  const progress = openProgressBoard({
    chain,
    collections,
    onError: (error) => app.log.warn({ err: error }, 'progress'),
  })

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
  app.post('/api/collections/create-transaction', PREPARE_LIMIT, (request) =>
    pictures.inPlace(limitKey(request.ip), () => prepare(request)),
  )

  app.post('/api/collections/launch', PREPARE_LIMIT, async ({ body }) => {
    const signed = decodeSigned(transactionBytes(parse(launchRequestSchema, body).signedTransaction))
    const instructions = programInstructionsOf(signed, chain.programAddress, ['launch', 'buy', 'boost'])
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
    const transaction = await chain.submit(signed)
    const trades = await index.take(transaction)
    const id = await collections.findByMint(launch.addresses.mint)
    if (id === undefined)
      throw new Refusal('indexBehind', 'The launch went through, and the index will show it in a moment.')
    const devBuy = trades[0]
    return {
      success: true,
      signature: transaction.signature,
      collection: { ...(await collections.load(id)), devBuyAmount: devBuy?.solAmount ?? '0' },
    }
  })

  app.get('/api/launch-progress', { exposeHeadRoute: false }, async (request, reply) => {
    const { launchId } = parse(launchProgressQuerySchema, request.query)
    const launch = await findLaunch(db, { id: launchId })
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
  })

  app.get<{ Params: { file: string } }>('/api/images/:file', async ({ params }, reply) => {
    const match = /^([0-9a-f]{64})-(\d{2,4})\.webp$/.exec(params.file)
    const file = match ? pictures.fileOf(match[1] ?? '', Number(match[2])) : undefined
    const size =
      file === undefined
        ? undefined
        : await stat(file).then(
            ({ size }) => size,
            () => undefined,
          )
    if (file === undefined || size === undefined) throw new Refusal('notFound')
    return reply
      .type('image/webp')
      .header('content-length', size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(createReadStream(file))
  })

  // The addresses that the chain carries: the coin's, the collection's and each NFT's.
  app.get<{ Params: { mint: string; part?: string } }>(
    '/api/metadata/:mint/:part?',
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
        row.imageHash === null ? undefined : `${deps.publicUrl()}/api/images/${row.imageHash}-1024.webp`
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
        external_url: `${deps.publicUrl()}/trade/${params.mint}`,
        ...(edition === undefined ? {} : { attributes: attributesOf(edition) }),
        properties: {
          category: 'image',
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
