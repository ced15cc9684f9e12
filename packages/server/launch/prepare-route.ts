// Preparing a launch: the form and the picture become one unsigned transaction, with the program's terms of this moment.
import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Address } from '@solana/kit'
import { quoteDevBuy, termsHex } from '@twinmint/sdk/actions/launch/choices'
import {
  decideLaunch,
  IMAGE_BYTES_MAX,
  type LaunchDraft,
  type LaunchFieldErrors,
} from '@twinmint/sdk/actions/launch/rules'
import { launchInstructions } from '@twinmint/sdk/actions/launch/transaction'
import {
  expectLaunchSchema,
  type LaunchForm,
  launchFormSchema,
  type PreparedLaunch,
  preparedLaunchSchema,
} from '@twinmint/sdk/api/launch/contract'
import { digestOfHex } from '@twinmint/sdk/content/cid'
import { type FolderTexts, textsOf } from '@twinmint/sdk/content/metadata'
import { isAddress } from '@twinmint/sdk/core/address'
import { assert } from '@twinmint/sdk/core/assert'
import { Refusal } from '@twinmint/sdk/core/errors'
import { baseUnits, lamports, solText } from '@twinmint/sdk/core/money'
import { NETWORK_FEE } from '@twinmint/sdk/core/rent'
import { type Config, decodeConfig, isPausedAt } from '@twinmint/sdk/program/accounts'
import {
  deriveAssociatedAddress,
  deriveConfigAddress,
  deriveMarketAddresses,
  deriveMintBaseAddress,
} from '@twinmint/sdk/program/addresses'
import { CLOCK_ADDRESS, clockSeconds } from '@twinmint/sdk/program/clock'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import type { EncodedPicture } from '../content/storage/encode.ts'
import { PICTURE_REFUSES, type PictureStore } from '../content/storage/pictures.ts'
import type { Database } from '../database/database.ts'
import { type App, nothingSchema } from '../http/calls.ts'
import { bytesSaidBy, parse, readForm } from '../http/http.ts'
import { limitKey } from '../http/ip-addresses.ts'
import { prepareTransaction } from '../signing/prepare.ts'
import type { AddressFinder } from './address.ts'
import type { FolderMaker } from './folders.ts'
import { addLaunch } from './store.ts'

export interface PrepareDeps {
  readonly db: Database
  readonly chain: Chain
  readonly pictures: PictureStore
  readonly addresses: AddressFinder
  readonly folders: FolderMaker
  /** Where browsers find this server, without a trailing slash. */
  readonly publicUrl: () => string
  /** Why a coin can't have the name, in a sentence, where it could be taken for something else. */
  readonly imitationOf: (name: string, of: 'coin') => string | undefined
  /** The terms that the site is told are old. */
  readonly forgetTerms: () => void
}

export const PREPARE_LIMIT = { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }

export function prepareRoute(app: App, deps: PrepareDeps): void {
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
        refuses: [
          'imageMissing',
          ...PICTURE_REFUSES,
          'paused',
          'openingOutOfRange',
          'guardOutOfRange',
          'termsChanged',
        ],
      },
    },
    (request) => deps.pictures.inRoom(limitKey(request), bytesSaidBy(request), () => prepare(request, deps)),
  )
}

/** Whoever fills in the form is about to launch: the search for an address takes longer than all the rest. */
export function expectRoute(app: App, { chain, addresses }: PrepareDeps): void {
  app.post(
    '/api/collections/expect-launch',
    {
      ...PREPARE_LIMIT,
      schema: {
        tags: ['Launching'],
        summary: 'Say that a wallet is about to launch, so that its coin’s address is found meanwhile',
        body: expectLaunchSchema,
        response: { 204: nothingSchema },
      },
    },
    async ({ body }, reply) => {
      if (!isAddress(body.creatorAddress)) throw new Refusal('badRequest', 'That is no wallet’s address.')
      addresses.expect(await deriveMintBaseAddress(chain.programAddress, body.creatorAddress))
      return reply.status(204).send()
    },
  )
}

async function prepare(request: FastifyRequest, deps: PrepareDeps): Promise<PreparedLaunch> {
  const { db, chain, pictures } = deps
  const { form, image } = await readMultipart(request)
  const { config, nowSeconds } = await loadConfig(chain)
  const decision = decideLaunch(form, config.graduationMarketCapLamports)
  if (decision.kind === 'refused') throw refusalOf(decision.errors)
  const { draft } = decision
  const imitations = imitationsIn(draft, deps)
  if (Object.keys(imitations).length > 0) throw refusalOf(imitations)
  if (!image) throw new Refusal('imageMissing')
  const creatorAddress = draft.creatorAddress as Address
  if (isPausedAt(config, nowSeconds)) throw new Refusal('paused')
  // Before anything is found or stored: whoever saw other terms is to see these first.
  if (form.termsHash !== undefined && form.termsHash !== termsHex(config)) {
    deps.forgetTerms()
    throw new Refusal('termsChanged')
  }
  const devBuy = devBuyOf(draft, config)
  const mintBase = await deriveMintBaseAddress(chain.programAddress, creatorAddress)
  const [{ mintAddress, seed }, { picture, folderCid }] = await Promise.all([
    deps.addresses.find(mintBase),
    encodeFolder(draft, image, { ...deps, key: limitKey(request) }),
  ])
  const uri = `${deps.publicUrl()}/ipfs/${folderCid}`
  const instructions = await launchInstructions({
    programAddress: chain.programAddress,
    creatorAddress,
    mintBase,
    addresses: await deriveMarketAddresses(chain.programAddress, mintAddress),
    creatorCoins: await deriveAssociatedAddress(creatorAddress, mintAddress),
    draft,
    terms: config,
    seed,
    uri,
    devBuyBaseUnits: devBuy.baseUnitsOut,
  })
  const { transaction, blockhash, priorityFeeLamports } = await prepareTransaction(
    chain,
    creatorAddress,
    instructions,
    { priorityFeeLamports: BigInt(form.priorityFeeLamports) },
  )
  const boostLamports = draft.boost ? config.boostPriceLamports : 0n
  const networkFeeLamports = NETWORK_FEE + priorityFeeLamports
  const totalLamports = await chain.simulateCost(Buffer.from(transaction, 'base64'), creatorAddress)
  const launchId = randomUUID()
  // Last, so that of a launch that can't be nothing is kept.
  await pictures.keep(picture, request.writer)
  await addLaunch(db, {
    mintAddress,
    id: launchId,
    creatorAddress,
    name: draft.name,
    symbol: draft.symbol,
    collectionName: draft.collectionName,
    description: draft.description,
    links: draft.links,
    imageHash: picture.hash,
    folderCid,
    metadataUri: uri,
    devBuyLamports: draft.devBuyLamports.toString(),
    boost: draft.boost,
  })
  return {
    transaction,
    blockhash,
    message: 'Launch prepared. Sign it in your wallet.',
    estimatedFees: {
      rentLamports: (totalLamports - draft.devBuyLamports - boostLamports - networkFeeLamports).toString(),
      networkFeeLamports: networkFeeLamports.toString(),
      devBuyLamports: draft.devBuyLamports.toString(),
      boostLamports: boostLamports.toString(),
      totalLamports: totalLamports.toString(),
    },
    storedImageUrl: `/api/images/${picture.hash}-1024.webp`,
    launchId,
    mintAddress,
    openingReserveLamports: draft.choices.openingReserveLamports.toString(),
    guardBps: draft.choices.guardBps,
    guardSeconds: draft.choices.guardSeconds,
    devBuyBaseUnits: devBuy.baseUnitsOut.toString(),
    devBuySurchargeLamports: devBuy.surchargeLamports.toString(),
  }
}

/** The picture as it is stored, and the address of the folder that it makes with the texts. Keeps nothing. */
async function encodeFolder(
  texts: FolderTexts,
  image: Uint8Array,
  { pictures, folders, key }: Pick<PrepareDeps, 'pictures' | 'folders'> & { readonly key: string },
): Promise<{ readonly picture: EncodedPicture; readonly folderCid: string }> {
  const picture = await pictures.encode(image, key)
  const sha256 = digestOfHex(picture.hash)
  assert(sha256 !== undefined, 'a picture’s name is a hash')
  const content = { texts: textsOf(texts), picture: { sha256, size: picture.large.length } }
  return { picture, folderCid: await folders.cidOf(content) }
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

/** The terms of this moment, and the chain's own time, by which a pause ends. */
async function loadConfig(chain: Chain): Promise<{ readonly config: Config; readonly nowSeconds: bigint }> {
  const [account, clock] = await chain.loadAccounts([
    await deriveConfigAddress(chain.programAddress),
    CLOCK_ADDRESS,
  ])
  if (!account) throw new Refusal('chainUnavailable', 'The program is not set up on this network.')
  const nowSeconds = clockSeconds(clock?.data)
  if (nowSeconds === undefined)
    throw new Refusal('chainUnavailable', 'The node does not say what time it is.')
  return { config: decodeConfig(account.data), nowSeconds }
}

/** What the dev buy gives, and what of it is surcharge. */
function devBuyOf({ devBuyLamports, choices }: LaunchDraft, config: Config) {
  if (devBuyLamports === 0n) return { baseUnitsOut: baseUnits(0), surchargeLamports: lamports(0) }
  const quote = quoteDevBuy(config, choices, devBuyLamports)
  if (quote.kind === 'refused')
    throw new Refusal(quote.code, `A dev buy of ${solText(devBuyLamports)} SOL is not possible.`)
  return quote
}

/** The texts that could be taken for something else; the list that this goes by is too long for the form. */
function imitationsIn(
  draft: LaunchDraft,
  { imitationOf }: Pick<PrepareDeps, 'imitationOf'>,
): LaunchFieldErrors {
  const errors: LaunchFieldErrors = {}
  for (const field of ['name', 'symbol', 'collectionName'] as const) {
    const sentence = imitationOf(draft[field], 'coin')?.replace(/\.$/, '')
    if (sentence !== undefined) errors[field] = sentence
  }
  return errors
}

/** Of a form that is refused: the program's own code where it is the only reason. */
function refusalOf(errors: LaunchFieldErrors): Refusal {
  const [only, ...others] = Object.keys(errors)
  const code =
    others.length > 0
      ? 'badRequest'
      : only === 'openingReserveLamports'
        ? 'openingOutOfRange'
        : only === 'guard'
          ? 'guardOutOfRange'
          : 'badRequest'
  return new Refusal(code, Object.values(errors).join('. '))
}
