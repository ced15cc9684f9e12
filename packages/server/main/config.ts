// The only file that reads the environment: one schema, checked at start. Every variable stands in .env.example.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isAddress } from '@twinmint/sdk/core/address'
import { type Lamports, parseSolText } from '@twinmint/sdk/core/money'
import { STANDING_SECONDS } from '@twinmint/sdk/core/sustained'
import { z } from 'zod'
import { addressesIn } from '../chain/nodes.ts'
import type { S3Settings } from '../content/storage/s3.ts'
import { schemaWords } from '../http/schema-words.ts'
import { readTrustedProxies, type TrustsProxy } from '../http/trusted-proxies.ts'
import { findMisspelt } from './misspelt.ts'

const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http:// or https:// address')
const httpsUrl = z
  .string()
  .max(200)
  .refine((text) => text.startsWith('https://') && URL.canParse(text), 'must be an https:// address')
/** What is to stand before a path. */
const plainUrl = httpUrl.refine((text) => {
  // Refused above already.
  if (!URL.canParse(text)) return true
  const { username, password, search, hash } = new URL(text)
  return username + password + search + hash === '' && !/[?#]/.test(text)
}, 'must be an address without a name, a password, ? or #')
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
/** `mint=other` for each, separated by commas. */
const mintsIn = (text: string): [string, string][] =>
  text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [mint = '', other = ''] = pair.split('=').map((part) => part.trim())
      return [mint, other]
    })
const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(least, `must be from ${least} to ${most}`)
    .max(most, `must be from ${least} to ${most}`)
const onOff = (standard: 'on' | 'off') => z.enum(['on', 'off']).default(standard)

/** What a server does: serve people, write the index, send pushes and the like. */
const ROLES = ['web', 'index', 'jobs'] as const
type Role = (typeof ROLES)[number]

const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  // It goes into the metadata address of every coin, which has 120 bytes on the chain.
  PUBLIC_URL: optional(plainUrl.max(53, 'must have at most 53 characters')),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')),
  ROLES: z
    .string()
    .default('')
    .transform((text) => (text === '' ? [...ROLES] : addressesIn(text)))
    .pipe(z.array(z.enum(ROLES, `must be among ${ROLES.join(', ')}, separated by commas`))),
  DRAIN_SECONDS: optional(wholeNumber(0, 600)),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must be a redis:// address')),
  S3_ENDPOINT: optional(plainUrl),
  S3_BUCKET: optional(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, like twinmint-pictures'),
  ),
  S3_REGION: optional(z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, like us-east-1')),
  S3_ACCESS_KEY_ID: optional(
    z.string().regex(/^[!-~]{1,200}$/, 'must be a key of the store, without spaces'),
  ),
  S3_SECRET_ACCESS_KEY: optional(
    z.string().regex(/^[!-~]{1,200}$/, 'must be a secret of the store, without spaces'),
  ),
  S3_TIMEOUT_SECONDS: optional(
    z.coerce
      .number('must be a number of seconds')
      .int('must be a number of seconds')
      .min(1, 'must be from 1 to 60')
      .max(60, 'must be from 1 to 60'),
  ),
  S3_MAX_GB: optional(
    z.coerce
      .number('must be a number of gigabytes')
      .int('must be a whole number of gigabytes')
      .min(1, 'must be from 1 to 1000000')
      .max(1_000_000, 'must be from 1 to 1000000'),
  ),
  S3_PREFIX: optional(
    z
      .string()
      .max(200)
      .regex(
        /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/,
        'must be a path, like site/pictures',
      ),
  ),
  SOLANA_RPC_URL: z.string().default('').transform(addressesIn).pipe(z.array(httpUrl)),
  SOLANA_WS_URL: z
    .string()
    .default('')
    .transform(addressesIn)
    .pipe(z.array(z.string().regex(/^wss?:\/\//, 'must be a ws:// or wss:// address'))),
  HISTORY_RPC_URL: z.string().default('').transform(addressesIn).pipe(z.array(httpUrl)),
  PROGRAM_ADDRESS: optional(z.string().refine(isAddress, 'must be a Solana address')),
  SOL_USD: z.coerce.number().positive().max(1_000_000).default(150),
  FAUCET_SOL: z.string().default('2'),
  DEMO_MARKET: onOff('on'),
  RATE_LIMIT: onOff('on'),
  WRITE_MB_BY_ADDRESS: wholeNumber(1, 1_000_000).default(256),
  WRITE_MB_IN_ALL: wholeNumber(1, 10_000_000).default(5_120),
  AIRDROPS_BY_ADDRESS: wholeNumber(0, 1_000_000).default(200),
  AIRDROPS_IN_ALL: wholeNumber(0, 10_000_000).default(10_000),
  DISK_FREE_MB: wholeNumber(0, 1_000_000_000).default(1_024),
  ADMIN_WALLETS: z
    .string()
    .default('')
    .transform(addressesIn)
    .refine((all) => all.every(isAddress), 'must be Solana addresses, separated by commas'),
  ADMIN_LINK: optional(z.enum(['on', 'off'])),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text, context) => {
      const trustsProxy = readTrustedProxies(text)
      if (trustsProxy !== undefined) return trustsProxy
      context.addIssue('must be addresses, networks (10.0.0.0/8) or loopback, separated by commas')
      return z.NEVER
    }),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters').max(200)),
  SHOW_VERSIONS: onOff('off'),
  LANDING_ENABLED: onOff('off'),
  X_ACCOUNT: optional(z.string().regex(/^@?[A-Za-z0-9_]{1,100}$/, 'must be a username of X, like twinmint')),
  DECK_URL: optional(httpUrl),
  CHART_URL: z
    .string()
    .default('https://dexscreener.com/solana/{mint}')
    .refine(
      (text) =>
        text === 'off' ||
        text === '' ||
        (text.includes('{mint}') && httpsUrl.safeParse(text.replace('{mint}', 'x')).success),
      'must be an https:// address with {mint} in it, or off',
    ),
  CHART_MINTS: z
    .string()
    .max(20_000)
    .default('')
    .transform(mintsIn)
    .refine(
      (pairs) => pairs.length <= 200 && pairs.flat().every(isAddress),
      'must be pairs of Solana addresses, mint=other, separated by commas',
    ),
  PUSH_HOSTS: z
    .string()
    .default('')
    .transform(addressesIn)
    .refine(
      (hosts) => hosts.every((host) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)),
      'must be names of hosts, like push.example.com or *.example.com, separated by commas',
    ),
  PINNING_ENDPOINT: optional(
    httpUrl.max(500).refine((text) => {
      if (!URL.canParse(text)) return false
      const { protocol, hostname, username, search, hash } = new URL(text)
      const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
      return (protocol === 'https:' || isNear) && `${username}${search}${hash}` === ''
    }, 'must be an https:// address without user, ? and #'),
  ),
  PINNING_TOKEN: optional(
    z.string().regex(/^[\x21-\x7e]{8,4000}$/, 'must be 8 or more characters without spaces'),
  ),
  LINK_GITHUB: optional(httpsUrl),
  LINK_DISCORD: optional(httpsUrl),
  LINK_TELEGRAM: optional(httpsUrl),
  LINK_MEDIUM: optional(httpsUrl),
  WAITLIST_STORE_IP: onOff('off'),
  STANDING_SECONDS: optional(z.coerce.number().int().min(0).max(86_400)),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
})

const MIB = 1024 * 1024
/** Nobody lends play money, and a visitor of the demo market need not wait for its lists. */
const DEMO_STANDING_SECONDS = 60
/** With a database of its own a server may have others that go on meanwhile. */
const DRAIN_SECONDS = 10

export interface Config {
  readonly host: string
  readonly port: number
  /** Where browsers find this server, without a trailing slash; it stands in the metadata that the chain carries. */
  readonly publicUrl: string | undefined
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  /** All of them where no other server can share chain and database. */
  readonly roles: ReadonlySet<Role>
  /** How long a server that stops is unready and still takes requests. */
  readonly drainSeconds: number
  /** Where pictures are kept; undefined means in the data folder. */
  readonly s3: S3Settings | undefined
  /** Where several servers share the live stream. */
  readonly redisUrl: string | undefined
  /** Undefined means the embedded chain. */
  readonly cluster:
    | {
        /** The next one is asked when one fails. */
        readonly rpcUrls: readonly string[]
        readonly wsUrls: readonly string[]
        /** Archives from which the rest of a history is read in the background. */
        readonly historyRpcUrls: readonly string[]
        readonly programAddress: string
      }
    | undefined
  readonly solUsd: number
  readonly faucetLamports: Lamports
  /** Bots launch coins and trade; on the embedded chain only. */
  readonly demoMarket: boolean
  readonly rateLimit: boolean
  /** Daily limits of strangers' writes and airdrops. */
  readonly writeBytes: { readonly max: number; readonly byAddressMax: number }
  readonly airdrops: { readonly max: number; readonly byAddressMax: number }
  /** Free bytes on the data folder's disk below which strangers' writes are refused. */
  readonly diskFreeBytesMin: number
  /** May do everything under /admin, signed in. */
  readonly adminWallets: ReadonlySet<string>
  /** Which starts print the one-time admin link; `first` is the first start of an embedded chain. */
  readonly adminLink: 'on' | 'off' | 'first'
  /** Who is believed about a client's address, host and protocol. */
  readonly trustsProxy: TrustsProxy
  /** What `GET /api/metrics` asks for; undefined where nobody may read it. */
  readonly metricsToken: string | undefined
  /** Everybody may read which versions of the product and of Node run here. */
  readonly showVersions: boolean
  /** Visitors see the landing, unless an admin has set it otherwise. */
  readonly landingEnabled: boolean
  readonly followUrl: string | null
  readonly deckUrl: string | null
  /** Where coins have a chart on public networks, and the mints that have another name there; null for nowhere. */
  readonly externalChart: { readonly url: string; readonly mints: Record<string, string> } | null
  /** Push services beside those of the known browsers. */
  readonly pushHosts: readonly string[]
  /** Who keeps launches' folders beside us; undefined for nobody. */
  readonly pinning: { readonly endpoint: string; readonly token: string; readonly host: string } | undefined
  /** Where the project is found elsewhere. */
  readonly links: Readonly<Record<'github' | 'discord' | 'x' | 'telegram' | 'medium', string | null>>
  readonly waitlistStoresIp: boolean
  /** How long a market cap must have stood before lists go by it. */
  readonly standingSeconds: number
  readonly logLevel: string
}

/** Reads the environment (and `.env` beside package.json). Throws an Error whose message lists what is wrong. */
export function readConfig(environment: Record<string, string | undefined> = withDotEnv()): Config {
  const misspelt = findMisspelt(environment, Object.keys(environmentSchema.shape))
  if (misspelt.length > 0)
    throw new Error(
      misspelt
        .map(({ name, meant }) => `${name} is no setting: rename it to ${meant}, or remove it`)
        .join('; '),
    )
  const parsed = environmentSchema.safeParse(environment, { error: schemaWords })
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
  const env = parsed.data
  const faucet = parseSolText(env.FAUCET_SOL)
  if (faucet.kind === 'refused' || faucet.units > 10_000_000_000n)
    throw new Error('FAUCET_SOL must be an amount of SOL from 0 to 10')
  const rpcUrls = env.SOLANA_RPC_URL
  if (rpcUrls.length > 0 && env.PROGRAM_ADDRESS === undefined)
    throw new Error('PROGRAM_ADDRESS is needed with SOLANA_RPC_URL; `npm run program:deploy` prints it')
  if (rpcUrls.length === 0 && env.HISTORY_RPC_URL.length > 0)
    throw new Error('HISTORY_RPC_URL needs SOLANA_RPC_URL: the embedded chain keeps all of its history')
  if (new Set(env.ROLES).size < ROLES.length && (rpcUrls.length === 0 || env.DATABASE_URL === undefined))
    throw new Error('ROLES needs SOLANA_RPC_URL and DATABASE_URL: else one server does everything')
  const followUrl = env.X_ACCOUNT === undefined ? null : `https://x.com/${env.X_ACCOUNT.replace('@', '')}`
  const demoMarket = env.DEMO_MARKET === 'on' && rpcUrls.length === 0
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    dataFolder: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    roles: new Set(env.ROLES),
    drainSeconds: env.DRAIN_SECONDS ?? (env.DATABASE_URL === undefined ? 0 : DRAIN_SECONDS),
    s3: s3Of(env),
    redisUrl: env.REDIS_URL,
    cluster:
      rpcUrls.length === 0 || env.PROGRAM_ADDRESS === undefined
        ? undefined
        : {
            rpcUrls,
            wsUrls:
              env.SOLANA_WS_URL.length > 0
                ? env.SOLANA_WS_URL
                : rpcUrls.map((url) => url.replace(/^http/, 'ws')),
            historyRpcUrls: env.HISTORY_RPC_URL,
            programAddress: env.PROGRAM_ADDRESS,
          },
    solUsd: env.SOL_USD,
    faucetLamports: faucet.units,
    demoMarket,
    rateLimit: env.RATE_LIMIT === 'on',
    writeBytes: { max: env.WRITE_MB_IN_ALL * MIB, byAddressMax: env.WRITE_MB_BY_ADDRESS * MIB },
    airdrops: { max: env.AIRDROPS_IN_ALL, byAddressMax: env.AIRDROPS_BY_ADDRESS },
    diskFreeBytesMin: env.DISK_FREE_MB * MIB,
    adminWallets: new Set(env.ADMIN_WALLETS),
    adminLink: env.ADMIN_LINK ?? (env.ADMIN_WALLETS.length === 0 ? 'first' : 'off'),
    trustsProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    showVersions: env.SHOW_VERSIONS === 'on',
    landingEnabled: env.LANDING_ENABLED === 'on',
    followUrl,
    deckUrl: env.DECK_URL ?? null,
    externalChart:
      env.CHART_URL === 'off' || env.CHART_URL === ''
        ? null
        : { url: env.CHART_URL, mints: Object.fromEntries(env.CHART_MINTS) },
    pushHosts: env.PUSH_HOSTS,
    pinning: pinningOf(env.PINNING_ENDPOINT, env.PINNING_TOKEN),
    links: {
      github: env.LINK_GITHUB ?? null,
      discord: env.LINK_DISCORD ?? null,
      x: followUrl,
      telegram: env.LINK_TELEGRAM ?? null,
      medium: env.LINK_MEDIUM ?? null,
    },
    waitlistStoresIp: env.WAITLIST_STORE_IP === 'on',
    standingSeconds: env.STANDING_SECONDS ?? (demoMarket ? DEMO_STANDING_SECONDS : STANDING_SECONDS),
    logLevel: env.LOG_LEVEL,
  }
}

function pinningOf(endpoint: string | undefined, token: string | undefined): Config['pinning'] {
  if (endpoint === undefined && token === undefined) return undefined
  if (endpoint === undefined || token === undefined)
    throw new Error('PINNING_ENDPOINT and PINNING_TOKEN are needed together')
  return { endpoint, token, host: new URL(endpoint).host }
}

/** All of it or nothing: half a store would keep pictures where nobody looks for them. */
function s3Of(env: z.infer<typeof environmentSchema>): S3Settings | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_PREFIX } = env
  const { S3_TIMEOUT_SECONDS: seconds, S3_MAX_GB: gigabytes } = env
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (
    S3_ENDPOINT !== undefined &&
    S3_BUCKET !== undefined &&
    S3_ACCESS_KEY_ID !== undefined &&
    S3_SECRET_ACCESS_KEY !== undefined
  )
    return {
      endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
      bucket: S3_BUCKET,
      region: S3_REGION ?? 'us-east-1',
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      prefix: S3_PREFIX === undefined ? '' : `${S3_PREFIX.replace(/\/$/, '')}/`,
      answerMs: seconds === undefined ? undefined : seconds * 1000,
      bytesMax: gigabytes === undefined ? undefined : gigabytes * 1e9,
    }
  if (
    missing.length < Object.keys(needed).length ||
    [S3_REGION, S3_PREFIX, seconds, gigabytes].some((each) => each !== undefined)
  )
    throw new Error(`Pictures in an S3-compatible store need ${missing.join(', ')} too; or set no S3_ at all`)
  return undefined
}

function withDotEnv(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
