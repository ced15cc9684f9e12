// A trader who speaks HTTP: prepares, signs with a key of its own and submits, as the page does. For tests and benchmarks.
import { sign as signBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { SwapKind } from '@twinmint/sdk/actions/swap/rules'
import type { LaunchForm, PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { ExecutedMarket, PreparedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Trade } from '@twinmint/sdk/api/records/trade'
import type { ConfirmedSwap, PreparedSwap } from '@twinmint/sdk/api/swap/contract'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import type { PreparedTransaction, Wallet } from '@twinmint/sdk/api/wallet/contract'
import { type SignInFields, signInText } from '@twinmint/sdk/core/sign-in'
import type { Session } from '@twinmint/sdk/internal/api/session/contract'
import { createKeypair, type Keypair, signTransaction } from '../packages/localnet/keypair.ts'
import { SLOT_MS } from '../packages/localnet/slots.ts'

/** An answer that was not a success. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly code: string
  /** Of the transaction, where one was sent. */
  readonly signature: string | undefined
  constructor(status: number, body: { message?: string; code?: string; signature?: string }) {
    super(`${status}: ${body.message ?? ''}`)
    this.status = status
    this.code = body.code ?? ''
    this.signature = body.signature
  }
}

// The benchmark's load runs on the server's machine, and fetch costs it five times what a kept-open socket does.
const agent = new Agent({ keepAlive: true })

interface Answer {
  readonly status: number
  readonly text: string
  readonly cookie: string | undefined
}

interface Body {
  readonly type: string
  readonly bytes: Uint8Array
}

const jsonBody = (value: unknown): Body => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
})

/** A launch's form and picture, as a browser sends them. */
function launchBody(form: object, image: Uint8Array): Body {
  const boundary = 'between-form-and-picture'
  const part = (about: string) => `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`
  const bytes = Buffer.concat([
    Buffer.from(`${part('name="data"')}${JSON.stringify(form)}\r\n`),
    Buffer.from(part('name="image"; filename="picture.png"\r\nContent-Type: image/png')),
    image,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

function call(
  url: string,
  {
    method,
    body,
    headers = {},
    localAddress,
  }: {
    method: string
    body?: Body | undefined
    headers?: Record<string, string>
    localAddress?: string | undefined
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all =
      body === undefined
        ? headers
        : { ...headers, 'content-type': body.type, 'content-length': body.bytes.length }
    const sent = request(url, { agent, method, headers: all, localAddress }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0],
        }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body?.bytes)
  })
}

export interface TradeAnswer {
  readonly signature: string
  readonly trade: Trade
  readonly collection: Collection
}

export interface Client {
  readonly keypair: Keypair
  readonly address: string
  readonly origin: string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  delete<T>(path: string): Promise<T>
  /** Signs in with the key; from then on every call carries the session's cookie, and the origin as a browser would. */
  signIn(): Promise<Session>
  /** The session's, `name=value`; undefined before signing in. */
  cookie(): string | undefined
  /** The faucet's 2 SOL. */
  fund(): Promise<void>
  /** More SOL, by the chain's own airdrop: 10 SOL at the most. */
  airdrop(sol: number): Promise<void>
  wallet(collectionId?: string): Promise<Wallet>
  prepareLaunch(form: Partial<LaunchForm>, image: Uint8Array): Promise<PreparedLaunch>
  launch(
    form: Partial<LaunchForm>,
    image: Uint8Array,
  ): Promise<Collection & { readonly devBuyAmount: string }>
  trade(
    type: 'BUY' | 'SELL',
    collectionId: string,
    amount: string,
    slippage?: number,
    /** To be first. */
    priorityFeeLamports?: string,
  ): Promise<TradeAnswer>
  sign(transaction: string): string
  /** The signature of any bytes. */
  signMessage(message: Uint8Array): Uint8Array
}

/** `localAddress` is the address to send from; Linux accepts all of 127.0.0.0/8. */
export function createClient(
  origin: string,
  keypair: Keypair = createKeypair(),
  localAddress?: string,
): Client {
  const { address } = keypair
  const read = <T>(status: number, text: string): T => {
    const body = text === '' ? {} : (JSON.parse(text) as object)
    if (status < 200 || status > 299) throw new HttpFailure(status, body)
    return body as T
  }
  let cookie: string | undefined
  const ask = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await call(`${origin}${path}`, {
      method,
      localAddress,
      headers: cookie === undefined ? {} : { cookie, origin },
      body: body === undefined ? undefined : jsonBody(body),
    })
    const result = read<T>(answer.status, answer.text)
    if (answer.cookie !== undefined) cookie = answer.cookie.endsWith('=') ? undefined : answer.cookie
    return result
  }
  const get = <T>(path: string) => ask<T>('GET', path)
  const post = <T>(path: string, body: unknown) => ask<T>('POST', path, body)
  const sign = (transaction: string) =>
    Buffer.from(signTransaction(Buffer.from(transaction, 'base64'), [keypair])).toString('base64')
  const signMessage = (message: Uint8Array) => signBytes(null, message, keypair.privateKey)
  const prepareLaunch: Client['prepareLaunch'] = async (form, image) => {
    const whole = {
      name: 'Test Coin',
      symbol: 'TEST',
      collectionName: 'Test Twins',
      description: '',
      totalSupply: 1_000_000_000,
      devBuyAmount: '0',
      boostLaunch: false,
      creatorAddress: address,
      ...form,
    }
    const { status, text } = await call(`${origin}/api/collections/create-transaction`, {
      method: 'POST',
      localAddress,
      body: launchBody(whole, image),
    })
    return read(status, text)
  }
  return {
    keypair,
    address,
    origin,
    get,
    post,
    put: (path, body) => ask('PUT', path, body),
    delete: (path) => ask('DELETE', path),
    cookie: () => cookie,
    async signIn() {
      const fields = await post<SignInFields>('/api/session/nonce', { walletAddress: address })
      const message = Buffer.from(signInText(fields))
      return post<Session>('/api/session', {
        walletAddress: address,
        message: message.toString('base64'),
        signature: Buffer.from(signMessage(message)).toString('base64'),
      })
    },
    sign,
    signMessage,
    prepareLaunch,
    fund: async () => void (await post('/api/demo/fund', { walletAddress: address })),
    airdrop: async (sol) => {
      const answer = await post<{ error?: { message: string } }>('/rpc', {
        jsonrpc: '2.0',
        id: 1,
        method: 'requestAirdrop',
        params: [address, sol * 1e9],
      })
      if (answer.error) throw new Error(answer.error.message)
    },
    wallet: (collectionId) =>
      get(`/api/wallet/${address}${collectionId === undefined ? '' : `?collectionId=${collectionId}`}`),
    async launch(form, image) {
      const prepared = await prepareLaunch(form, image)
      const { collection } = await post<{ collection: Collection & { devBuyAmount: string } }>(
        '/api/collections/launch',
        { signedTransaction: sign(prepared.transaction) },
      )
      return collection
    },
    async trade(type, collectionId, amount, slippage = 5, priorityFeeLamports = '0') {
      const tradeData = {
        collectionId,
        traderAddress: address,
        type,
        amount,
        slippage,
        priorityFeeLamports,
      }
      const prepared = await post<PreparedTrade>('/api/trades/create-transaction', tradeData)
      return post<TradeAnswer>('/api/trades/execute', {
        signedTransaction: sign(prepared.transaction),
        tradeData,
      })
    },
  }
}

/** The chain counts whole seconds, and its clock moves by slots: what comes later is later only a second and a slot after. */
export const nextSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000 + SLOT_MS))

/** Boosts a coin: prepared, signed and submitted. */
export async function boost(client: Client, collectionId: string): Promise<Collection> {
  const prepared = await client.post<PreparedTransaction>(
    `/api/collections/${collectionId}/boost/create-transaction`,
    { walletAddress: client.address },
  )
  const answer = await client.post<{ collection: Collection }>(`/api/collections/${collectionId}/boost`, {
    walletAddress: client.address,
    signedTransaction: client.sign(prepared.transaction),
  })
  return answer.collection
}

/** Calls the chain's JSON-RPC; throws with what it answered when that is an error. */
export async function rpc<T>(client: Client, method: string, params: readonly unknown[]): Promise<T> {
  const answer = await client.post<{ result: T; error?: { message: string; data?: unknown } }>('/rpc', {
    jsonrpc: '2.0',
    id: 1,
    method,
    params,
  })
  if (answer.error) throw new Error(`${answer.error.message} ${JSON.stringify(answer.error.data ?? '')}`)
  return answer.result
}

/** Sends a signed transaction to the chain, past the server, and waits until it is confirmed. */
export async function sendAndConfirm(client: Client, signed: string): Promise<string> {
  const signature = await rpc<string>(client, 'sendTransaction', [signed, { encoding: 'base64' }])
  for (let look = 0; look < 200; look++) {
    const { value } = await rpc<{ value: ({ confirmationStatus: string; err: unknown } | null)[] }>(
      client,
      'getSignatureStatuses',
      [[signature]],
    )
    const status = value[0]
    if (status?.err) throw new Error(JSON.stringify(status.err))
    if (status && status.confirmationStatus !== 'processed') return signature
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${signature} was not confirmed`)
}

type SwapRequest =
  | { readonly count: number; readonly mintNew?: boolean }
  | { readonly nftMints: readonly string[] }

/**
 * Swaps as the page does: prepared, signed, and handed to the server one after the other. With `sends` the wallet sends them
 * to the chain itself, and tells the server.
 */
export async function swap(
  client: Client,
  kind: SwapKind,
  collectionId: string,
  { sends = false, ...chosen }: SwapRequest & { readonly slippage?: number; readonly sends?: boolean },
): Promise<{ readonly prepared: PreparedSwap; readonly confirmed: readonly ConfirmedSwap[] }> {
  const request = { collectionId, userWallet: client.address }
  const prepared = await client.post<PreparedSwap>(`/api/hybrid/${kind}`, { ...request, ...chosen })
  const confirmed: ConfirmedSwap[] = []
  const path = kind === 'capture' || kind === 'buy' ? 'capture' : 'release'
  for (const transaction of prepared.transactions) {
    const signedTransaction = client.sign(transaction)
    const taken = sends
      ? { signature: await sendAndConfirm(client, signedTransaction) }
      : { signedTransaction }
    confirmed.push(await client.post<ConfirmedSwap>(`/api/hybrid/${path}/confirm`, { ...request, ...taken }))
  }
  return { prepared, confirmed }
}

type MarketCall = 'list' | 'update' | 'cancel' | 'buy' | 'offer' | 'cancel-offer' | 'accept'

/** Asks for a transaction of the NFT market, and signs nothing. */
export const prepareMarket = (
  client: Client,
  call: MarketCall,
  collectionId: string,
  body: object,
): Promise<PreparedMarket> =>
  client.post(`/api/marketplace/${call}/create-transaction`, {
    collectionId,
    userWallet: client.address,
    ...body,
  })

/** Signs what was prepared and hands it to the server, one after the other. */
export async function executeMarket(
  client: Client,
  collectionId: string,
  { transactions }: Pick<PreparedMarket, 'transactions'>,
): Promise<ExecutedMarket[]> {
  const executed: ExecutedMarket[] = []
  for (const transaction of transactions)
    executed.push(
      await client.post('/api/marketplace/execute', {
        collectionId,
        userWallet: client.address,
        signedTransaction: client.sign(transaction),
      }),
    )
  return executed
}

export interface MarketDeal {
  readonly prepared: PreparedMarket
  readonly executed: readonly ExecutedMarket[]
}

/** Prepares, signs and submits, as the page does. */
export async function tradeNft(
  client: Client,
  call: MarketCall,
  collectionId: string,
  body: object,
): Promise<MarketDeal> {
  const prepared = await prepareMarket(client, call, collectionId, body)
  return { prepared, executed: await executeMarket(client, collectionId, prepared) }
}

/** As the API takes a time. */
export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()
const A_DAY = 86_400

/** Lists NFTs, each at its price in lamports, for a day. */
export const listNfts = (
  client: Client,
  collectionId: string,
  prices: Readonly<Record<string, bigint>>,
  expiresAt = inSeconds(A_DAY),
): Promise<MarketDeal> =>
  tradeNft(client, 'list', collectionId, {
    nfts: Object.entries(prices).map(([nftMint, price]) => ({ nftMint, priceLamports: price.toString() })),
    expiresAt,
  })

/** Gives what is listed another price. */
export const updateListing = (
  client: Client,
  collectionId: string,
  prices: Readonly<Record<string, bigint>>,
): Promise<MarketDeal> =>
  tradeNft(client, 'update', collectionId, {
    nfts: Object.entries(prices).map(([nftMint, price]) => ({ nftMint, priceLamports: price.toString() })),
    expiresAt: inSeconds(A_DAY),
  })

/** Buys a listed NFT, for `lamportsMax` at the most. */
export const buyListing = (
  client: Client,
  collectionId: string,
  nftMint: string,
  lamportsMax: bigint,
): Promise<MarketDeal> =>
  tradeNft(client, 'buy', collectionId, { nftMint, lamportsMax: lamportsMax.toString() })

/** Takes back what it has listed, or swaps it into coins at once. */
export const takeBack = (
  client: Client,
  collectionId: string,
  nftMints: readonly string[],
  andRelease = false,
): Promise<MarketDeal> => tradeNft(client, 'cancel', collectionId, { nftMints, andRelease })

/** Offers so many lamports for any of the numbers, for a day; answers with the offer's account. */
export async function makeOffer(
  client: Client,
  collectionId: string,
  editions: readonly number[],
  price: bigint,
  expiresAt = inSeconds(A_DAY),
): Promise<MarketDeal & { readonly offer: string }> {
  const body = { editions, priceLamports: price.toString(), expiresAt }
  const traded = await tradeNft(client, 'offer', collectionId, body)
  return { ...traded, offer: traded.prepared.offerAddress ?? '' }
}

export const cancelOffers = (
  client: Client,
  collectionId: string,
  offers: readonly string[],
): Promise<MarketDeal> => tradeNft(client, 'cancel-offer', collectionId, { offers })

/** Sells an NFT to a bidder, for `lamportsMin` at the least. */
export const acceptOffer = (
  client: Client,
  collectionId: string,
  { offer, nftMint, lamportsMin = 1n }: { offer: string; nftMint: string; lamportsMin?: bigint },
): Promise<MarketDeal> =>
  tradeNft(client, 'accept', collectionId, { offer, nftMint, lamportsMin: lamportsMin.toString() })
