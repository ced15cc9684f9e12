import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const S3 = {
  S3_ENDPOINT: 'https://store.example/',
  S3_BUCKET: 'twinmint-pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret/+=',
}

test.each([
  [{ PORT: 'many' }, 'PORT'],
  [{ DATBASE_URL: 'postgres://x' }, 'DATBASE_URL is no setting: rename it to DATABASE_URL, or remove it'],
  [{ database_url: 'postgres://x' }, 'database_url is no setting: rename it to DATABASE_URL'],
  [
    { REDIS_URI: 'redis://x', ROLE: 'web' },
    'REDIS_URL, or remove it; ROLE is no setting: rename it to ROLES',
  ],
  [{ DATAABSE_URL: 'x', SOLANA_RPC_URLS: 'x' }, 'rename it to SOLANA_RPC_URL'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address'],
  [{ SOLANA_RPC_URL: 'http://127.0.0.1:1' }, 'PROGRAM_ADDRESS is needed with SOLANA_RPC_URL'],
  [{ HISTORY_RPC_URL: 'https://archive.example' }, 'HISTORY_RPC_URL needs SOLANA_RPC_URL'],
  [{ FAUCET_SOL: '11' }, 'FAUCET_SOL must be an amount of SOL from 0 to 10'],
  [{ TRUST_PROXY: 'my-proxy' }, 'TRUST_PROXY must be addresses, networks'],
  [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be addresses'],
  [{ TRUST_PROXY: '11' }, 'TRUST_PROXY must be addresses'],
  [
    { CHART_URL: 'https://charts.example/solana' },
    'CHART_URL must be an https:// address with {mint} in it, or off',
  ],
  [{ CHART_URL: 'http://charts.example/{mint}' }, 'CHART_URL must be an https:// address'],
  [{ CHART_MINTS: '11111111111111111111111111111111' }, 'CHART_MINTS must be pairs of Solana addresses'],
  [{ CHART_MINTS: '11111111111111111111111111111111=x' }, 'CHART_MINTS must be pairs'],
  [{ PUSH_HOSTS: 'https://push.example' }, 'PUSH_HOSTS must be names of hosts'],
  [{ PUSH_HOSTS: '*' }, 'PUSH_HOSTS must be names of hosts'],
  [{ PUBLIC_URL: `https://${'t'.repeat(42)}.net` }, 'PUBLIC_URL must have at most 53 characters'],
  [{ ...S3, S3_BUCKET: '' }, 'Pictures in an S3-compatible store need S3_BUCKET too; or set no S3_ at all'],
  [{ S3_REGION: 'eu' }, 'need S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY too'],
  [
    { ...S3, S3_ENDPOINT: 'https://me:secret@store.example' },
    'S3_ENDPOINT must be an address without a name',
  ],
  [{ ...S3, S3_ENDPOINT: 'store.example' }, 'S3_ENDPOINT must be an http:// or https:// address'],
  [{ ...S3, S3_BUCKET: 'a/b' }, 'S3_BUCKET must be the name of a bucket'],
  [{ ...S3, S3_MAX_GB: '0.5' }, 'S3_MAX_GB must be a whole number of gigabytes'],
  [{ S3_MAX_GB: '50' }, 'need S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY too'],
  [{ ...S3, S3_PREFIX: '../other' }, 'S3_PREFIX must be a path'],
  [{ ...S3, S3_SECRET_ACCESS_KEY: 'two words' }, 'S3_SECRET_ACCESS_KEY must be a secret of the store'],
  [{ PUBLIC_URL: 'https://me:secret@twin.example' }, 'PUBLIC_URL must be an address without a name'],
  [{ PUBLIC_URL: 'https://twin.example/?' }, 'PUBLIC_URL must be an address without a name'],
  [{ PUBLIC_URL: 'https://twin.example/#x' }, 'PUBLIC_URL must be an address without a name'],
  [{ PUBLIC_URL: 'twinmint' }, 'PUBLIC_URL must be an http:// or https:// address'],
])('%o is refused with a sentence', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('a store of pictures, whole or none; no sentence repeats a secret', () => {
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig({ S3_ENDPOINT: '', S3_PREFIX: '' }).s3).toBeUndefined()
  const plain = {
    endpoint: 'https://store.example',
    bucket: 'twinmint-pictures',
    accessKeyId: 'key',
    secretAccessKey: 'secret/+=',
  }
  expect(readConfig(S3).s3).toEqual({ ...plain, region: 'us-east-1', prefix: '' })
  expect(readConfig({ ...S3, S3_REGION: 'auto', S3_PREFIX: 'site/pictures/' }).s3).toEqual({
    ...plain,
    region: 'auto',
    prefix: 'site/pictures/',
  })
  expect(readConfig({ ...S3, S3_MAX_GB: '50' }).s3?.bytesMax).toBe(50_000_000_000)
  expect(() => readConfig({ ...S3, S3_SECRET_ACCESS_KEY: 'my s3cret' })).not.toThrow(/s3cret/)
  expect(() => readConfig({ ...S3, S3_BUCKET: undefined })).not.toThrow(/secret\/\+=/)
})

test('one node or several, each with its WebSocket', () => {
  const PROGRAM_ADDRESS = '11111111111111111111111111111111'
  const nodes = { PROGRAM_ADDRESS, SOLANA_RPC_URL: 'https://one.example/key, http://two.example' }
  expect(readConfig(nodes).cluster).toEqual({
    rpcUrls: ['https://one.example/key', 'http://two.example'],
    wsUrls: ['wss://one.example/key', 'ws://two.example'],
    historyRpcUrls: [],
    programAddress: PROGRAM_ADDRESS,
  })
  const SOLANA_WS_URL = 'wss://news.example'
  expect(readConfig({ ...nodes, SOLANA_WS_URL }).cluster?.wsUrls).toEqual([SOLANA_WS_URL])
  expect(readConfig({ SOLANA_RPC_URL: '', SOLANA_WS_URL: '', HISTORY_RPC_URL: '' }).cluster).toBeUndefined()
  expect(() => readConfig({ ...nodes, SOLANA_RPC_URL: 'https://one.example,two' })).toThrow(
    /SOLANA_RPC_URL.*http/,
  )
  const HISTORY_RPC_URL = 'https://archive.example/key,https://second.example'
  expect(readConfig({ ...nodes, HISTORY_RPC_URL }).cluster?.historyRpcUrls).toEqual([
    'https://archive.example/key',
    'https://second.example',
  ])
  expect(() => readConfig({ ...nodes, HISTORY_RPC_URL: 'archive.example' })).toThrow(/HISTORY_RPC_URL.*http/)
})

test('the external chart, its exceptions, and none', () => {
  const mint = '11111111111111111111111111111111'
  const other = 'So11111111111111111111111111111111111111112'
  expect(readConfig({}).externalChart).toEqual({ url: 'https://dexscreener.com/solana/{mint}', mints: {} })
  expect(
    readConfig({ CHART_URL: 'https://charts.example/{mint}', CHART_MINTS: ` ${mint} = ${other}, ` })
      .externalChart,
  ).toEqual({
    url: 'https://charts.example/{mint}',
    mints: { [mint]: other },
  })
  expect(readConfig({ CHART_URL: 'off', CHART_MINTS: '' }).externalChart).toBeNull()
})

test('push services beside the known ones', () => {
  expect(readConfig({}).pushHosts).toEqual([])
  expect(readConfig({ PUSH_HOSTS: 'push.example, *.push.example:8443' }).pushHosts).toEqual([
    'push.example',
    '*.push.example:8443',
  ])
})

test('the admin link: printed at the first start if no wallet is an admin, otherwise as set', () => {
  const ADMIN_WALLETS = '11111111111111111111111111111111'
  expect(readConfig({}).adminLink).toBe('first')
  expect(readConfig({ ADMIN_WALLETS }).adminLink).toBe('off')
  expect(readConfig({ ADMIN_WALLETS, ADMIN_LINK: 'on' }).adminLink).toBe('on')
  expect(readConfig({ ADMIN_LINK: 'off' }).adminLink).toBe('off')
})

test('bots: on without a setting, off when asked, never on a cluster', () => {
  const cluster = {
    SOLANA_RPC_URL: 'https://api.devnet.solana.com',
    PROGRAM_ADDRESS: '11111111111111111111111111111111',
  }
  expect(readConfig({}).demoMarket).toBe(true)
  // Its money is lent by nobody.
  expect(readConfig({}).standingSeconds).toBe(60)
  expect(readConfig({ DEMO_MARKET: 'off' }).standingSeconds).toBe(600)
  expect(readConfig({ ...cluster, STANDING_SECONDS: '' }).standingSeconds).toBe(600)
  expect(readConfig({ STANDING_SECONDS: '600' }).standingSeconds).toBe(600)
  expect(readConfig({ DEMO_MARKET: 'off' }).demoMarket).toBe(false)
  expect(readConfig(cluster).demoMarket).toBe(false)
  expect(readConfig({ ...cluster, DEMO_MARKET: 'on' }).demoMarket).toBe(false)
  expect(() => readConfig({ DEMO_MARKET: 'maybe' })).toThrow('DEMO_MARKET')
})

test.each<[setting: string, believed: string[], not: string[]]>([
  ['', [], ['127.0.0.1', '::1', '203.0.113.9']],
  ['0', [], ['127.0.0.1']],
  // A number is of proxies on this machine: it was believed of everybody who reached the port.
  ['1', ['127.0.0.1', '::ffff:127.0.0.1', '::1'], ['203.0.113.9', '10.1.2.3', '2001:db8::1']],
  ['loopback', ['127.3.2.1', '::1'], ['10.1.2.3']],
  ['10.0.0.0/8, 2001:db8:1::/48', ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:1::7'], ['11.0.0.1', '::1']],
  ['192.0.2.7', ['192.0.2.7'], ['192.0.2.8', 'not an address']],
])('with TRUST_PROXY=%s only the named proxies say where a request came from', (setting, believed, not) => {
  const { trustsProxy } = readConfig({ TRUST_PROXY: setting })
  expect(believed.filter((address) => !trustsProxy(address, 0))).toEqual([])
  expect(not.filter((address) => trustsProxy(address, 0))).toEqual([])
})

test('with TRUST_PROXY=2 a proxy on this machine may name another one before it, and that the client', () => {
  const { trustsProxy } = readConfig({ TRUST_PROXY: '2' })
  expect(
    ['127.0.0.1', '203.0.113.9', '198.51.100.1'].map((address, hop) => trustsProxy(address, hop)),
  ).toEqual([true, true, false])
})

test('variables of shells, platforms and other programs are no settings that were misspelt', () => {
  const names = `
    HOME PATH SHELL SHLVL PWD OLDPWD USER LOGNAME LANG LC_ALL TERM TERM_PROGRAM COLORTERM DISPLAY EDITOR PAGER MAIL TMPDIR TZ _ PS1 HOSTNAME
    HOSTTYPE HOSTS PORTS OSTYPE MACHTYPE LS_COLORS SSH_AUTH_SOCK SSH_CONNECTION XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR XDG_SESSION_TYPE
    INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LISTEN_PID MAINPID STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY
    CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH WATCHDOG_USEC NODE NODE_ENV NODE_OPTIONS NODE_PATH
    NODE_VERSION YARN_VERSION INIT_CWD COLOR npm_command npm_config_cache npm_config_loglevel npm_lifecycle_event npm_package_name CI DEBUG
    LOGLEVEL GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REF GITHUB_SHA GITHUB_WORKSPACE RUNNER_OS RUNNER_TEMP ACTIONS_CACHE_URL ACTIONS_RUNTIME_URL
    ACTIONS_RUNTIME_TOKEN CI_JOB_ID CI_JOB_TOKEN CI_SERVER_URL CI_PROJECT_DIR GITLAB_CI BUILD_ID BUILD_URL JOB_NAME JENKINS_URL WORKSPACE DYNO
    DOCKER_HOST DOCKER_BUILDKIT COMPOSE_PROJECT_NAME KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT POD_NAME POD_IP NODE_NAME
    POD_NAMESPACE REDIS_PORT REDIS_SERVICE_HOST REDIS_PORT_6379_TCP REDIS_PASSWORD REDIS_HOST REDIS_TLS_URL POSTGRES_URL POSTGRES_PASSWORD
    POSTGRES_DB POSTGRES_PORT PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE DATABASE_PUBLIC_URL DATABASE_PRIVATE_URL DATABASE_HOST DATABASE_PORT
    DATABASE_USER DATABASE_NAME DATABASE_POOL_SIZE TEST_DATABASE_URL TEST_REDIS_URL HEROKU_POSTGRESQL_RED_URL RENDER_SERVICE_ID FLY_APP_NAME
    FLY_REGION PRIMARY_REGION RAILWAY_PUBLIC_DOMAIN RAILWAY_STATIC_URL VERCEL_URL AWS_REGION AWS_DEFAULT_REGION AWS_ACCESS_KEY_ID
    AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_S3_BUCKET R2_BUCKET R2_ENDPOINT R2_ACCESS_KEY_ID R2_SECRET_ACCESS_KEY B2_BUCKET MINIO_ENDPOINT
    GOOGLE_CLOUD_PROJECT AZURE_CLIENT_ID SOLANA_VERSION SOLANA_HOME SOLANA_KEYPAIR ANCHOR_WALLET ANCHOR_PROVIDER_URL HTTP_PROXY HTTPS_PROXY NO_PROXY
    http_proxy https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR SENTRY_DSN OTEL_SERVICE_NAME DD_AGENT_HOST RUST_LOG RUST_BACKTRACE LOG_FORMAT
    LOG_FILE LOG_DIR DATA DATA_PATH DATA_ROOT ROOT ROLLUP_WATCH WEB_CONCURRENCY WEB_MEMORY MEMORY_AVAILABLE`
  const environment = Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, 'x']),
  )
  expect(readConfig(environment).databaseUrl).toBeUndefined()
  // With the setting there itself another name is somebody else's; without a value it says nothing.
  const url = 'postgres://x'
  expect(readConfig({ DATABASE_URL: url, DATABASE_URI: url }).databaseUrl).toBe(url)
  expect(readConfig({ DATBASE_URL: '' }).databaseUrl).toBeUndefined()
  expect(() => readConfig({ ...process.env, PORT: '0' })).not.toThrow('is no setting')
})
