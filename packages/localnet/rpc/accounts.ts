// The methods that answer with accounts, and with what token accounts and mints hold.
import type { Address } from '@solana/kit'
import { addressOf } from '@twinmint/sdk/core/address'
import type { EmbeddedChain } from '../chain.ts'
import type { AccountView } from '../vm.ts'
import { ACCOUNT_ENCODINGS, type AccountFormat, encodeAccount, encodedBytesOf, u64 } from './encode.ts'
import { configAt, type Method, withContext } from './method.ts'
import {
  type Config,
  invalidParams,
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RpcError,
  readAddress,
  readBytes,
  readDataSlice,
  readInteger,
  readList,
  readObject,
} from './params.ts'
import { findMint, findTokenAccount, isTokenProgram, tokenHeadOf, uiTokenAmount } from './tokens.ts'

/** The most that one answer lists of a program's or a wallet's accounts. */
const ACCOUNTS_MAX = 10_000
/** The most accounts of a program that one call looks at: some 0.2 s of work. */
const SCANNED_MAX = 50_000
const LARGEST_MAX = 20
/** The most bytes of account data in one answer. */
const ANSWER_BYTES_MAX = 2 * 1024 * 1024

function decimalsOf(chain: EmbeddedChain, mint: Address): number {
  const account = chain.lookAt(mint)
  return (account && findMint(tokenHeadOf(account))?.decimals) ?? 0
}

export interface AccountEncoder {
  readonly format: AccountFormat
  /** Refuses an account that makes the answer too large, before reading it. */
  readonly requireRoom: (account: AccountView | undefined) => void
  /** Bytes of account data in the encoded account. */
  readonly bytesOf: (account: AccountView) => number
  readonly encode: (account: AccountView) => Record<string, unknown>
}

/** Encodes the accounts of one answer, or of a subscription, as its configuration says. */
export function accountEncoder(chain: EmbeddedChain, config: Config): AccountEncoder {
  const encoding = config.oneOf('encoding', ACCOUNT_ENCODINGS) ?? 'binary'
  const format = { encoding, slice: readDataSlice(config) }
  const bytesOf = (account: AccountView): number => encodedBytesOf(account, format)
  let bytes = 0
  return {
    format,
    bytesOf,
    requireRoom: (account) => {
      bytes += account ? bytesOf(account) : 0
      if (bytes > ANSWER_BYTES_MAX)
        throw new RpcError(
          RPC_INVALID_REQUEST,
          `One answer holds at most ${ANSWER_BYTES_MAX} bytes of account data. Use dataSlice, or ask for fewer.`,
        )
    },
    encode: (account) => encodeAccount(account, format, (mint) => decimalsOf(chain, mint)),
  }
}

/** Encodes accounts in the order of `addresses`. Checks all sizes first, then reads each account once. */
export function encodeAll(
  encoder: AccountEncoder,
  addresses: readonly Address[],
  lookAt: (address: Address) => AccountView | undefined,
): (Record<string, unknown> | null)[] {
  const views = new Map<Address, AccountView | undefined>()
  for (const address of addresses) {
    if (!views.has(address)) views.set(address, lookAt(address))
    // An address that is named twice counts twice.
    encoder.requireRoom(views.get(address))
  }
  const encoded = new Map([...views].map(([address, view]) => [address, view ? encoder.encode(view) : null]))
  return addresses.map((address) => encoded.get(address) ?? null)
}

interface Filter {
  /** Equal texts are equal filters. */
  readonly text: string
  readonly accepts: (account: AccountView) => boolean
  /** The 32 bytes that must stand at an offset: a mint (0) or a wallet (32) of a token account, which are indexed. */
  readonly key?: { readonly offset: number; readonly address: Address }
}

/** `filters` of getProgramAccounts and programSubscribe. */
export function readFilters(config: Config): {
  readonly accepts: (account: AccountView) => boolean
  readonly filters: readonly Filter[]
} {
  const value = config.get('filters')
  if (value === undefined || value === null) return { accepts: () => true, filters: [] }
  const filters = readList(value, 'filters', 4, readFilter)
  return { accepts: (account) => filters.every((filter) => filter.accepts(account)), filters }
}

function readFilter(value: unknown): Filter {
  const isTokenAccount = {
    text: 'tokenAccountState',
    accepts: (account: AccountView) => findTokenAccount(tokenHeadOf(account)) !== undefined,
  }
  if (value === 'tokenAccountState') return isTokenAccount
  const filter = readObject(value, 'each of filters')
  const dataSize = filter.get('dataSize')
  if (dataSize !== undefined) {
    const size = readInteger(dataSize, 'dataSize', 0, Number.MAX_SAFE_INTEGER)
    return { text: `dataSize ${size}`, accepts: (account) => account.bytes === size }
  }
  if (filter.get('tokenAccountState') !== undefined) return isTokenAccount
  if (filter.get('memcmp') === undefined)
    throw invalidParams('a filter is dataSize, memcmp or tokenAccountState.')
  const compare = readObject(filter.get('memcmp'), 'memcmp')
  const offset = readInteger(compare.get('offset'), 'memcmp.offset', 0, Number.MAX_SAFE_INTEGER)
  const encoding =
    compare.oneOf('encoding', ['base58', 'base64', 'binary']) === 'base64' ? 'base64' : 'base58'
  const bytes = Buffer.from(readBytes(compare.get('bytes'), 'memcmp.bytes', encoding, 128))
  const accepts = (account: AccountView): boolean =>
    offset + bytes.length <= account.bytes && bytes.equals(account.read(offset, bytes.length))
  const text = `memcmp ${offset} ${bytes.toString('hex')}`
  return bytes.length === 32
    ? { text, accepts, key: { offset, address: addressOf(bytes) } }
    : { text, accepts }
}

/** The accounts of a program that can match: for token accounts of one mint or one wallet, only those. */
function candidates(chain: EmbeddedChain, program: Address, filters: readonly Filter[]): Iterable<Address> {
  const all = chain.index.ofProgram(program)
  if (isTokenProgram(program))
    for (const { key } of filters) {
      if (key?.offset === 0) return chain.index.ofMint(key.address).keys()
      if (key?.offset === 32) return chain.index.ofWallet(key.address).keys()
    }
  if (all.size > SCANNED_MAX)
    throw new RpcError(
      -32_010,
      `${program} has ${all.size} accounts; more than ${SCANNED_MAX} are not searched. For tokens, filter by mint or wallet.`,
    )
  return all
}

interface Keyed {
  readonly pubkey: Address
  readonly account: Record<string, unknown>
}

const getProgramAccounts: Method = async (chain, params, pause) => {
  const program = readAddress(params[0], 'the program')
  const config = configAt(chain, params, 1)
  const { accepts, filters } = readFilters(config)
  const { requireRoom, encode } = accountEncoder(chain, config)
  const keyed: Keyed[] = []
  for (const pubkey of candidates(chain, program, filters)) {
    await pause()
    const account = chain.lookAt(pubkey)
    if (!account || account.owner !== program || !accepts(account)) continue
    if (keyed.length === ACCOUNTS_MAX)
      throw new RpcError(
        RPC_INVALID_REQUEST,
        `More than ${ACCOUNTS_MAX} accounts match; add filters or ask for the accounts themselves.`,
      )
    requireRoom(account)
    keyed.push({ pubkey, account: encode(account) })
  }
  return config.boolean('withContext') ? withContext(chain, keyed) : keyed
}

const getTokenAccountsByOwner: Method = async (chain, params, pause) => {
  const wallet = readAddress(params[0], 'the owner')
  const wanted = readObject(params[1], 'the second parameter')
  const config = configAt(chain, params, 2)
  const mint = wanted.get('mint') === undefined ? undefined : readAddress(wanted.get('mint'), 'mint')
  const program =
    wanted.get('programId') === undefined ? undefined : readAddress(wanted.get('programId'), 'programId')
  if ((mint === undefined) === (program === undefined))
    throw invalidParams('the second parameter must have either mint or programId.')
  if (program !== undefined && !isTokenProgram(program))
    throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: unrecognized Token program id')
  const { requireRoom, encode } = accountEncoder(chain, config)
  const keyed: Keyed[] = []
  for (const [pubkey, holding] of chain.index.ofWallet(wallet)) {
    if (mint === undefined ? holding.program !== program : holding.mint !== mint) continue
    await pause()
    const account = chain.lookAt(pubkey)
    if (!account) continue
    if (keyed.length === ACCOUNTS_MAX)
      throw new RpcError(
        RPC_INVALID_REQUEST,
        `The wallet has more than ${ACCOUNTS_MAX} accounts; ask by mint.`,
      )
    requireRoom(account)
    keyed.push({ pubkey, account: encode(account) })
  }
  return withContext(chain, keyed)
}

function requireMint(chain: EmbeddedChain, address: Address): { supply: bigint; decimals: number } {
  const account = chain.lookAt(address)
  const mint = account && findMint(tokenHeadOf(account))
  if (!mint) throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: not a Token mint')
  return mint
}

const getTokenLargestAccounts: Method = (chain, params) => {
  const address = readAddress(params[0], 'the mint')
  configAt(chain, params, 1)
  const { decimals } = requireMint(chain, address)
  // A mint may have many holders: one pass that keeps the 20 largest, not a sort of all.
  const largest: [Address, bigint][] = []
  for (const [account, amount] of chain.index.ofMint(address)) {
    const least = largest.at(-1)
    if (least && largest.length >= LARGEST_MAX && least[1] >= amount) continue
    const above = largest.findIndex(([, other]) => other < amount)
    largest.splice(above < 0 ? largest.length : above, 0, [account, amount])
    if (largest.length > LARGEST_MAX) largest.pop()
  }
  return withContext(
    chain,
    largest.map(([account, amount]) => ({ address: account, ...uiTokenAmount(amount, decimals) })),
  )
}

const getTokenAccountBalance: Method = (chain, params) => {
  const account = chain.lookAt(readAddress(params[0], 'the token account'))
  configAt(chain, params, 1)
  if (!account) throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: could not find account')
  const token = findTokenAccount(tokenHeadOf(account))
  if (!token) throw new RpcError(RPC_INVALID_PARAMS, 'Invalid param: not a Token account')
  return withContext(chain, uiTokenAmount(token.amount, decimalsOf(chain, token.mint)))
}

export const ACCOUNT_METHODS: readonly (readonly [string, Method])[] = [
  [
    'getBalance',
    (chain, params) => {
      const address = readAddress(params[0], 'the address')
      configAt(chain, params, 1)
      return withContext(chain, u64(chain.getBalance(address)))
    },
  ],
  [
    'getAccountInfo',
    (chain, params) => {
      const address = readAddress(params[0], 'the address')
      const encoder = accountEncoder(chain, configAt(chain, params, 1))
      return withContext(chain, encodeAll(encoder, [address], (each) => chain.lookAt(each))[0])
    },
  ],
  [
    'getMultipleAccounts',
    (chain, params) => {
      const addresses = readList(params[0], 'the addresses', 100, readAddress)
      const encoder = accountEncoder(chain, configAt(chain, params, 1))
      return withContext(
        chain,
        encodeAll(encoder, addresses, (each) => chain.lookAt(each)),
      )
    },
  ],
  [
    'getTokenSupply',
    (chain, params) => {
      const mint = requireMint(chain, readAddress(params[0], 'the mint'))
      configAt(chain, params, 1)
      return withContext(chain, uiTokenAmount(mint.supply, mint.decimals))
    },
  ],
  [
    'getMinimumBalanceForRentExemption',
    (chain, params) => {
      const bytes = readInteger(params[0], 'the size', 0, 10 * 1024 * 1024)
      configAt(chain, params, 1)
      return u64(chain.rentExemptLamports(bytes))
    },
  ],
  ['getProgramAccounts', getProgramAccounts],
  ['getTokenAccountsByOwner', getTokenAccountsByOwner],
  ['getTokenAccountBalance', getTokenAccountBalance],
  ['getTokenLargestAccounts', getTokenLargestAccounts],
]
