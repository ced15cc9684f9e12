// The people behind the wallets: profile and picture, what they hold and did.

import {
  namesQuerySchema,
  ofWalletQuerySchema,
  peopleQuerySchema,
  portfolioSchema,
  profilePictureSchema,
  profileUpdateSchema,
  userTradesQuerySchema,
  userTradesSchema,
} from '@twinmint/sdk/api/people/contract'
import { decideBio } from '@twinmint/sdk/api/people/rules'
import { NAMES_MAX } from '@twinmint/sdk/api/records/names'
import { namesSchema, type Profile, peopleSchema, profileSchema } from '@twinmint/sdk/api/records/person'
import { isAddress } from '@twinmint/sdk/core/address'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { FastifyRequest } from 'fastify'
import { PICTURE_REFUSES, type PictureStore } from '../content/storage/pictures.ts'
import { DatabaseError } from '../database/failure.ts'
import type { App } from '../http/calls.ts'
import { bytesSaidBy, parseAddress, readForm, requireSignedIn } from '../http/http.ts'
import { limitKey } from '../http/ip-addresses.ts'
import type { Coins } from '../index/coins.ts'
import { decideUsername } from '../index/names/username.ts'
import { loadTradesPage, withCoins } from '../index/trades-page.ts'
import { loadPortfolio, type PortfolioReads } from './portfolio.ts'
import { findProfile, listNames, listPeople, type ProfileRow, savePicture, saveProfile } from './store.ts'

export interface UserDeps extends PortfolioReads {
  readonly pictures: Pick<PictureStore, 'inRoom' | 'add'>
  readonly collections: Pick<Coins, 'loadMany' | 'tradesOf' | 'marketOf'>
}

const PICTURE_BYTES_MAX = 10 * 1024 * 1024
const UNIQUE_VIOLATION = '23505'
const limited = (max: number) => ({ config: { rateLimit: { max, timeWindow: '1 minute' } } })

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
        summary: 'People by a part of their username, the best first; or the one with an address',
        querystring: peopleQuerySchema,
        response: { 200: peopleSchema },
      },
    },
    async ({ query: { q, limit } }) => {
      const one = isAddress(q) ? await findProfile(db, q) : undefined
      return (one ? [one] : await listPeople(db, q, limit)).map((row) => {
        const { walletAddress, username, thumbnailUrl } = profileOf(row)
        return { walletAddress, username, thumbnailUrl }
      })
    },
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
      return listNames(db, [...asked].map(parseAddress))
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
          'A username has 1 to 50 characters, and is taken when somebody’s looks the same: letter case, accents, other scripts’ look-alikes (UTS 39) and what stands between the letters do not count. Names that imitate the site, its staff, a currency or an address are refused. A bio has at most 500.',
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
      const key = limitKey(request)
      const imageHash = await pictures.inRoom(key, bytesSaidBy(request), async () =>
        pictures.add(await pictureOf(request), key, request.writer),
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
    ({ query, log }) =>
      loadPortfolio(deps, parseAddress(query.walletAddress), (collectionId, err) =>
        log.error({ err, collectionId }, 'a position does not fit its lots'),
      ),
  )

  app.get(
    '/api/user/trades',
    {
      schema: {
        tags: ['Wallets'],
        summary: 'A wallet’s trades, swaps, listings, offers and sales of all coins, newest first',
        querystring: userTradesQuerySchema,
        response: { 200: userTradesSchema },
        refuses: ['invalidAddress'],
      },
    },
    async ({ query: { walletAddress, limit, cursor } }) => {
      const wallets = [parseAddress(walletAddress)]
      const page = await loadTradesPage(deps.collections, { wallets, limit, cursor })
      const { trades, activity, collections, nextCursor } = page
      return {
        trades: withCoins(trades, collections),
        activity: withCoins(activity, collections),
        nextCursor,
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
