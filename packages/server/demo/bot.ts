// One bot: prepares, signs with its own key and submits through the routes that pages use. It reaches them inside the
// process (Fastify's inject: the same hooks, checks and limits, no socket), under an address of its own, so that its
// requests count against its own limit and not against a visitor's on this machine.
import { sign as signBytes } from 'node:crypto'
import { type Keypair, signTransaction } from '@twinmint/localnet/keypair'
import type { CommentsPage } from '@twinmint/sdk/api/community/contract'
import type { Holder } from '@twinmint/sdk/api/history/activity-contract'
import type { PreparedLaunch } from '@twinmint/sdk/api/launch/contract'
import type { PreparedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import type { NftsPage } from '@twinmint/sdk/api/nfts/gallery-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import type { Comment } from '@twinmint/sdk/api/records/message'
import type { PreparedSwap } from '@twinmint/sdk/api/swap/contract'
import type { PreparedTrade } from '@twinmint/sdk/api/trade/contract'
import type { PreparedTransaction, Wallet } from '@twinmint/sdk/api/wallet/contract'
import { type SignInFields, signInText } from '@twinmint/sdk/core/sign-in'
import type { FastifyInstance } from 'fastify'

/** An answer that was not a success. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  constructor(status: number, path: string, message: string) {
    super(`${path}: ${status} ${message}`)
    this.status = status
  }
}

export type SwapKind = 'capture' | 'release' | 'buy' | 'sell'
export type NftMarketCall = 'list' | 'buy' | 'offer' | 'accept' | 'cancel' | 'cancel-offer'
export interface LaunchRequest {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  /** Lamports. */
  readonly openingReserveLamports: string
  readonly guardBps: number
  readonly guardSeconds: number
  readonly devBuyAmount: string
  readonly boostLaunch: boolean
}

export interface Bot {
  readonly address: string
  /** Reads what anybody may. */
  get<T>(path: string): Promise<T>
  collection(id: string): Promise<Collection>
  /** The coins that this bot has launched. */
  launched(): Promise<Collection[]>
  holders(id: string): Promise<Holder[]>
  /** NFTs that it holds, and has not listed. */
  nfts(id: string): Promise<string[]>
  /** NFTs that wait in the escrow. */
  escrowed(id: string): Promise<string[]>
  /** Sees to it that it has so much SOL, by the chain's airdrop. */
  fund(sol: number): Promise<void>
  launch(request: LaunchRequest, picture: Uint8Array): Promise<Collection>
  trade(type: 'BUY' | 'SELL', id: string, amount: string): Promise<Collection>
  boost(id: string): Promise<Collection>
  /** The latest comments of a coin. */
  comments(id: string): Promise<readonly Comment[]>
  comment(id: string, message: string, parentId?: string): Promise<void>
  chat(message: string): Promise<void>
  swap(
    kind: SwapKind,
    id: string,
    request: { readonly count: number } | { readonly nftMints: readonly string[] },
  ): Promise<void>
  /** One action in the NFT market. `request` leaves out the coin and the wallet. */
  nftMarket(call: NftMarketCall, id: string, request: object): Promise<void>
}

const AIRDROP_SOL = 10
const SLIPPAGE_PERCENT = 10
/** The server by the name that it knows itself by, whatever it listens on. */
const SITE = { host: 'localhost', origin: 'http://localhost' }
const LOOKED_AT_COMMENTS = 5
/** A bot leaves this much for fees and rents. */
const SPARE_SOL = 0.2

type App = Pick<FastifyInstance, 'inject'>

/** The server as one client uses it, who keeps its cookie and signs in where that is asked for. */
function createClient(app: App, keypair: Keypair, remoteAddress: string) {
  let cookie: string | undefined
  const call = async <T>(
    method: 'GET' | 'POST',
    path: string,
    payload?: object | Buffer,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress,
      headers: { ...SITE, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    if (answer.statusCode === 401) cookie = undefined
    const session = answer.headers?.['set-cookie']
    if (typeof session === 'string') cookie = session.split(';')[0]
    const body = JSON.parse(answer.payload === '' ? '{}' : answer.payload) as T & { message?: string }
    if (answer.statusCode < 200 || answer.statusCode > 299)
      throw new Refused(answer.statusCode, path.split('?')[0] ?? path, body.message ?? '')
    return body as T
  }
  const get = <T>(path: string) => call<T>('GET', path)
  const post = <T>(path: string, body: object) => call<T>('POST', path, body)
  const rpc = async (method: string, params: readonly unknown[]): Promise<string> => {
    const answer = await post<{ result: string; error?: { message: string } }>('/rpc', {
      jsonrpc: '2.0',
      id: 1,
      method,
      params,
    })
    if (answer.error) throw new Refused(400, method, answer.error.message)
    return answer.result
  }
  const signIn = async () => {
    const fields = await post<SignInFields>('/api/session/nonce', { walletAddress: keypair.address })
    const message = Buffer.from(signInText(fields))
    const signature = signBytes(null, message, keypair.privateKey).toString('base64')
    await post('/api/session', {
      walletAddress: keypair.address,
      message: message.toString('base64'),
      signature,
    })
  }
  /** What needs a signed-in wallet: once signed in, it stays so. */
  const say = async (path: string, body: object) => {
    if (cookie === undefined) await signIn()
    await call('POST', path, body, { cookie: cookie ?? '' })
  }
  return { call, get, post, rpc, say }
}

export function createBot(app: App, keypair: Keypair, remoteAddress: string): Bot {
  const { address } = keypair
  const { call, get, post, rpc, say } = createClient(app, keypair, remoteAddress)
  const sign = (transaction: string): string =>
    Buffer.from(signTransaction(Buffer.from(transaction, 'base64'), [keypair])).toString('base64')
  const mintsOf = async (path: string) =>
    (await get<NftsPage>(path)).nfts.flatMap(({ mintAddress, listing }) =>
      mintAddress === null || listing !== null ? [] : [mintAddress],
    )

  return {
    address,
    get,
    collection: (id) => get(`/api/collections/${id}`),
    launched: () => get(`/api/collections?creator=${address}&limit=100`),
    holders: async (id) =>
      (await get<{ holders: Holder[] }>(`/api/collections/${id}/holders?limit=20`)).holders,
    nfts: (id) => mintsOf(`/api/collections/${id}/nfts?state=wallet&owner=${address}&limit=10`),
    escrowed: (id) => mintsOf(`/api/collections/${id}/nfts?state=escrow&sort=recent&limit=10`),
    async fund(sol) {
      const { lamports } = await get<Wallet>(`/api/wallet/${address}`)
      for (let has = Number(lamports) / 1e9; has < sol + SPARE_SOL; has += AIRDROP_SOL)
        await rpc('requestAirdrop', [address, AIRDROP_SOL * 1e9])
    },
    async launch(request, picture) {
      const form = new FormData()
      form.set('data', JSON.stringify({ ...request, creatorAddress: address }))
      form.set('image', new Blob([Buffer.from(picture)], { type: 'image/png' }), `${request.symbol}.png`)
      const encoded = new Response(form)
      const prepared = await call<PreparedLaunch>(
        'POST',
        '/api/collections/create-transaction',
        Buffer.from(await encoded.arrayBuffer()),
        { 'content-type': encoded.headers.get('content-type') ?? '' },
      )
      const { collection } = await post<{ collection: Collection }>('/api/collections/launch', {
        signedTransaction: sign(prepared.transaction),
      })
      return collection
    },
    async trade(type, id, amount) {
      const tradeData = {
        collectionId: id,
        traderAddress: address,
        type,
        amount,
        slippage: SLIPPAGE_PERCENT,
      }
      const prepared = await post<PreparedTrade>('/api/trades/create-transaction', tradeData)
      const { collection } = await post<{ collection: Collection }>('/api/trades/execute', {
        signedTransaction: sign(prepared.transaction),
        tradeData,
      })
      return collection
    },
    async boost(id) {
      const prepared = await post<PreparedTransaction>(`/api/collections/${id}/boost/create-transaction`, {
        walletAddress: address,
      })
      const { collection } = await post<{ collection: Collection }>(`/api/collections/${id}/boost`, {
        walletAddress: address,
        signedTransaction: sign(prepared.transaction),
      })
      return collection
    },
    comments: async (id) =>
      (await get<CommentsPage>(`/api/collections/${id}/comments?limit=${LOOKED_AT_COMMENTS}`)).comments,
    comment: (id, message, parentId) => say(`/api/collections/${id}/comments`, { message, parentId }),
    chat: (message) => say('/api/chat', { message }),
    async swap(kind, id, request) {
      const wanted = { collectionId: id, userWallet: address }
      const trading = kind === 'buy' || kind === 'sell' ? { slippage: SLIPPAGE_PERCENT } : {}
      const prepared = await post<PreparedSwap>(`/api/hybrid/${kind}`, { ...wanted, ...request, ...trading })
      const confirm = kind === 'capture' || kind === 'buy' ? 'capture' : 'release'
      for (const transaction of prepared.transactions) {
        const signature = await rpc('sendTransaction', [sign(transaction), { encoding: 'base64' }])
        await post(`/api/hybrid/${confirm}/confirm`, { ...wanted, signature })
      }
    },
    async nftMarket(call, id, request) {
      const wanted = { collectionId: id, userWallet: address }
      const prepared = await post<PreparedMarket>(`/api/marketplace/${call}/create-transaction`, {
        ...wanted,
        ...request,
      })
      for (const transaction of prepared.transactions)
        await post('/api/marketplace/execute', { ...wanted, signedTransaction: sign(transaction) })
    },
  }
}
