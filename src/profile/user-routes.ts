// The people behind the wallets: profile and picture, what they hold and did.
import type { Address } from '@solana/kit'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Chain } from '../chain/chain.ts'
import { deriveAssociatedAddress } from '../chain/program/addresses.ts'
import { holdingIn } from '../chain/program/token-2022.ts'
import { NFT_BASE_UNITS } from '../core/curve.ts'
import { Refusal } from '../core/errors.ts'
import { divideFloor } from '../core/money.ts'
import { type Database, DatabaseError } from '../database/database.ts'
import type { Coins } from '../index/coins.ts'
import { listTraded, loadTradeSums } from '../index/position-reads.ts'
import { PICTURE_REFUSES, type PictureStore } from '../storage/pictures.ts'
import type { App } from '../wire/calls.ts'
import { decodeCursor, encodeCursor } from '../wire/cursor.ts'
import { limitKey, parseAddress, readForm, requireSignedIn } from '../wire/http.ts'
import { NAMES_MAX } from '../wire/records/names.ts'
import { namesSchema, type Profile, peopleSchema, profileSchema } from '../wire/records/person.ts'
import {
  type Holding,
  namesQuerySchema,
  ofWalletQuerySchema,
  type Portfolio,
  peopleQuerySchema,
  portfolioSchema,
  profilePictureSchema,
  profileUpdateSchema,
  userTradesQuerySchema,
  userTradesSchema,
} from './contract.ts'
import { decideBio, decideUsername } from './rules.ts'
import { findProfile, listNames, listPeople, type ProfileRow, savePicture, saveProfile } from './store.ts'

export interface UserDeps {
  readonly db: Database
  readonly chain: Chain
  readonly pictures: Pick<PictureStore, 'inPlace' | 'add'>
  readonly collections: Pick<Coins, 'loadMany' | 'tradesOf'>
  /** The NFTs that a wallet holds by the chain, the last swapped first. */
  readonly heldNfts: (
    walletAddress: Address,
    limit: number,
  ) => Promise<readonly { readonly collectionId: string }[]>
}

const HOLDINGS_MAX = 200
const NFTS_MAX = 500
const PICTURE_BYTES_MAX = 10 * 1024 * 1024
const UNIQUE_VIOLATION = '23505'
const limited = (max: number) => ({ config: { rateLimit: { max, timeWindow: '1 minute' } } })
const cursorSchema = z.tuple([z.iso.datetime(), z.uuid(), z.number().int().min(0)])

export function userRoutes(app: App, deps: UserDeps): void {
  profileRoutes(app, deps)
  ownProfileRoutes(app, deps)
  holdingRoutes(app, deps)
}

function profileRoutes(app: App, { db }: UserDeps): void {
  app.get(
    '/api/user/profile',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'Who a wallet says it is',
        querystring: ofWalletQuerySchema,
        response: { 200: profileSchema },
        refuses: ['invalidAddress', 'profileNotFound'],
      },
    },
    async ({ query }) => profileOf(await findProfile(db, parseAddress(query.walletAddress))),
  )

  app.get(
    '/api/user/search',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'People by a part of their username; the best first',
        querystring: peopleQuerySchema,
        response: { 200: peopleSchema },
      },
    },
    async ({ query: { q, limit } }) =>
      (await listPeople(db, q, limit)).map((row) => {
        const { walletAddress, username, thumbnailUrl } = profileOf(row)
        return { walletAddress, username, thumbnailUrl }
      }),
  )

  app.get(
    '/api/user/names',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'The usernames of many wallets at once',
        description: `For lists that show people: ${NAMES_MAX} wallets at most. Wallets without a username are left out. A username is its owner's own text; the address is what tells people apart.`,
        querystring: namesQuerySchema,
        response: { 200: namesSchema },
        refuses: ['invalidAddress'],
      },
    },
    async ({ query: { wallets } }) => {
      const asked = new Set(wallets.split(','))
      if (asked.size > NAMES_MAX) throw new Refusal('badRequest', `Ask for ${NAMES_MAX} wallets at most.`)
      const names = await listNames(db, [...asked].map(parseAddress))
      // Some are of before their like was refused.
      return names.filter(({ username }) => decideUsername(username).kind === 'name')
    },
  )
}

function ownProfileRoutes(app: App, { db, pictures }: UserDeps): void {
  app.put(
    '/api/user/profile',
    {
      ...limited(20),
      schema: {
        tags: ['Wallets'],
        summary: 'Change one’s own name and bio',
        description:
          'A username has 1 to 50 characters, and is taken when somebody’s looks the same: letter case, accents, other scripts’ look-alikes and what stands between the letters do not count. A bio has at most 500.',
        body: profileUpdateSchema,
        response: { 200: profileSchema },
        needs: 'session',
        refuses: ['notAllowed', 'usernameInvalid', 'usernameTaken'],
      },
    },
    async (request) => {
      const walletAddress = requireSignedIn(request)
      const update = request.body
      if (parseAddress(update.walletAddress) !== walletAddress) throw new Refusal('notAllowed')
      const name = decideUsername(update.username)
      if (name.kind === 'refused') throw new Refusal(name.code, name.reason)
      const bio = decideBio(update.bio)
      if (bio.kind === 'refused') throw new Refusal('badRequest', bio.reason)
      const { username, skeleton } = name
      const saving = saveProfile(db, { walletAddress, username, skeleton, bio: bio.bio })
      return profileOf(
        await saving.catch((error: unknown) => {
          if (error instanceof DatabaseError && error.sqlState === UNIQUE_VIOLATION)
            throw new Refusal('usernameTaken', undefined, { cause: error })
          throw error
        }),
      )
    },
  )

  app.put(
    '/api/user/profile/picture',
    {
      ...limited(10),
      schema: {
        tags: ['Wallets'],
        summary: 'Choose one’s own picture',
        form: profilePictureSchema,
        response: { 200: profileSchema },
        needs: 'session',
        refuses: ['profileNotFound', 'imageMissing', ...PICTURE_REFUSES],
      },
    },
    async (request) => {
      const walletAddress = requireSignedIn(request)
      if (!(await findProfile(db, walletAddress))) throw new Refusal('profileNotFound')
      const imageHash = await pictures.inPlace(limitKey(request.ip), async () =>
        pictures.add(await pictureOf(request)),
      )
      return profileOf(await savePicture(db, walletAddress, imageHash))
    },
  )

  app.delete(
    '/api/user/profile/picture',
    {
      ...limited(10),
      schema: {
        tags: ['Wallets'],
        summary: 'Take one’s own picture away',
        response: { 200: profileSchema },
        needs: 'session',
        refuses: ['profileNotFound'],
      },
    },
    async (request) => profileOf(await savePicture(db, requireSignedIn(request), null)),
  )
}

function holdingRoutes(app: App, deps: UserDeps): void {
  app.get(
    '/api/user/portfolio',
    {
      ...limited(120),
      schema: {
        tags: ['Wallets'],
        summary: 'What a wallet holds of all coins and NFTs, and what it is worth',
        querystring: ofWalletQuerySchema,
        response: { 200: portfolioSchema },
        refuses: ['invalidAddress', 'chainUnavailable'],
      },
    },
    ({ query }) => loadPortfolio(deps, parseAddress(query.walletAddress)),
  )

  app.get(
    '/api/user/trades',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'A wallet’s trades and swaps of all coins, newest first',
        querystring: userTradesQuerySchema,
        response: { 200: userTradesSchema },
        refuses: ['invalidAddress'],
      },
    },
    async ({ query: { walletAddress, limit, cursor } }) => {
      const { collections } = deps
      const key = cursor === undefined ? undefined : decodeCursor(cursorSchema, cursor)
      const trades = await collections.tradesOf({
        traderAddress: parseAddress(walletAddress),
        after: key && { createdAt: key[0], collectionId: key[1], sequence: key[2] },
        limit,
      })
      const ids = [...new Set(trades.map(({ collectionId }) => collectionId))]
      const coins = new Map((await collections.loadMany(ids)).map((coin) => [coin.id, coin]))
      const last = trades.at(-1)
      return {
        trades: trades.map((trade) => {
          const { name = '', symbol = '', thumbnailUrl = null } = coins.get(trade.collectionId) ?? {}
          return { ...trade, coin: { name, symbol, thumbnailUrl } }
        }),
        nextCursor:
          last && trades.length === limit
            ? encodeCursor([last.createdAt, last.collectionId, last.sequence])
            : null,
      }
    },
  )
}

function profileOf(row: ProfileRow | undefined): Profile {
  if (!row) throw new Refusal('profileNotFound')
  const picture = (size: number) =>
    row.imageHash === null ? null : `/api/images/${row.imageHash}-${size}.webp`
  return {
    walletAddress: row.walletAddress,
    username: row.username,
    bio: row.bio,
    profileImageUrl: picture(512),
    thumbnailUrl: picture(128),
    createdAt: row.joinedAt,
  }
}

async function pictureOf(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new Refusal('badRequest', 'Send multipart form data with the file image.')
  return readForm(async () => {
    const file = await request.file({
      limits: { fileSize: PICTURE_BYTES_MAX, files: 1, fields: 0, parts: 1 },
    })
    if (file?.fieldname !== 'image') throw new Refusal('imageMissing')
    return file.toBuffer()
  })
}

/** Worth at the price of the last trade, as every price that is shown: selling much at once brings less. */
async function loadPortfolio(
  { db, chain, collections, heldNfts }: UserDeps,
  walletAddress: Address,
): Promise<Portfolio> {
  const [traded, nfts, sums] = await Promise.all([
    listTraded(db, walletAddress, HOLDINGS_MAX + 1),
    heldNfts(walletAddress, NFTS_MAX),
    loadTradeSums(db, walletAddress),
  ])
  const nftCounts = new Map<string, number>()
  for (const { collectionId } of nfts) nftCounts.set(collectionId, (nftCounts.get(collectionId) ?? 0) + 1)
  const looked = traded.slice(0, HOLDINGS_MAX)
  const coinAccounts = await Promise.all(
    looked.map(({ mintAddress }) => deriveAssociatedAddress(walletAddress, mintAddress as Address)),
  )
  const [wallet, ...accounts] = await chain.loadAccounts([walletAddress, ...coinAccounts])
  const held = new Map(
    looked.map(({ collectionId }, at) => [collectionId, holdingIn(accounts[at])?.baseUnits ?? 0n]),
  )
  const ids = [...new Set([...held.keys(), ...nftCounts.keys()])].filter(
    (id) => (held.get(id) ?? 0n) > 0n || nftCounts.has(id),
  )
  const holdings = (await collections.loadMany(ids)).map((collection): Holding => {
    const baseUnits = held.get(collection.id) ?? 0n
    const nftCount = nftCounts.get(collection.id) ?? 0
    const worth = (units: bigint) =>
      divideFloor(units * BigInt(collection.reserveLamports), BigInt(collection.reserveBaseUnits)).toString()
    return {
      collection,
      baseUnits: baseUnits.toString(),
      nftCount,
      coinLamports: worth(baseUnits),
      nftLamports: worth(NFT_BASE_UNITS * BigInt(nftCount)),
    }
  })
  const worthOf = ({ coinLamports, nftLamports }: Holding) => BigInt(coinLamports) + BigInt(nftLamports)
  holdings.sort((a, b) => (worthOf(a) < worthOf(b) ? 1 : -1))
  const lamports = wallet?.lamports ?? 0n
  const worth = holdings.reduce((sum, holding) => sum + worthOf(holding), 0n)
  const isPartial = traded.length > HOLDINGS_MAX || nfts.length >= NFTS_MAX
  const result = worth + BigInt(sums.soldLamports) - BigInt(sums.boughtLamports)
  return {
    walletAddress,
    lamports: lamports.toString(),
    holdings,
    totalLamports: (lamports + worth).toString(),
    ...sums,
    resultLamports: isPartial ? null : result.toString(),
    isPartial,
  }
}
