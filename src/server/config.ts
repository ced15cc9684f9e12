// The only file that reads the environment: one schema, checked at start. Every variable stands in .env.example.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isAddress } from '../chain/program/message.ts'
import { type Lamports, parseSolText } from '../core/money.ts'

const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'must be an http:// or https:// address')
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
const onOff = (standard: 'on' | 'off') => z.enum(['on', 'off']).default(standard)

const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  // It goes into the metadata address of every coin, which has 120 bytes on the chain.
  PUBLIC_URL: optional(httpUrl.max(60, 'must have at most 60 characters')),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, 'must be a redis:// address')),
  SOLANA_RPC_URL: optional(httpUrl),
  SOLANA_WS_URL: optional(z.string().regex(/^wss?:\/\//, 'must be a ws:// or wss:// address')),
  PROGRAM_ADDRESS: optional(z.string().refine(isAddress, 'must be a Solana address')),
  SOL_USD: z.coerce.number().positive().max(1_000_000).default(150),
  FAUCET_SOL: z.string().default('2'),
  DEMO_MARKET: onOff('on'),
  RATE_LIMIT: onOff('on'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
})

export interface Config {
  readonly host: string
  readonly port: number
  /** Where browsers find this server, without a trailing slash; it stands in the metadata that the chain carries. */
  readonly publicUrl: string | undefined
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  /** Where several servers share the live stream. */
  readonly redisUrl: string | undefined
  /** Undefined means the embedded chain. */
  readonly cluster:
    | { readonly rpcUrl: string; readonly wsUrl: string; readonly programAddress: string }
    | undefined
  readonly solUsd: number
  readonly faucetLamports: Lamports
  /** Bots launch coins and trade; on the embedded chain only. */
  readonly demoMarket: boolean
  readonly rateLimit: boolean
  readonly trustedProxies: number
  readonly logLevel: string
}

/** Reads the environment (and `.env` beside package.json). Throws an Error whose message lists what is wrong. */
export function readConfig(environment: Record<string, string | undefined> = withDotEnv()): Config {
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success)
    throw new Error(
      parsed.error.issues
        .map((issue) => `${issue.path.join('.')} ${issue.message.replace(/^Invalid input: /, '')}`)
        .join('; '),
    )
  const env = parsed.data
  const faucet = parseSolText(env.FAUCET_SOL)
  if (faucet.kind === 'refused' || faucet.units > 10_000_000_000n)
    throw new Error('FAUCET_SOL must be an amount of SOL from 0 to 10')
  if (env.SOLANA_RPC_URL !== undefined && env.PROGRAM_ADDRESS === undefined)
    throw new Error('PROGRAM_ADDRESS is needed with SOLANA_RPC_URL; `npm run program:deploy` prints it')
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    dataFolder: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    cluster:
      env.SOLANA_RPC_URL === undefined || env.PROGRAM_ADDRESS === undefined
        ? undefined
        : {
            rpcUrl: env.SOLANA_RPC_URL,
            wsUrl: env.SOLANA_WS_URL ?? env.SOLANA_RPC_URL.replace(/^http/, 'ws'),
            programAddress: env.PROGRAM_ADDRESS,
          },
    solUsd: env.SOL_USD,
    faucetLamports: faucet.units,
    demoMarket: env.DEMO_MARKET === 'on' && env.SOLANA_RPC_URL === undefined,
    rateLimit: env.RATE_LIMIT === 'on',
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  }
}

function withDotEnv(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}
