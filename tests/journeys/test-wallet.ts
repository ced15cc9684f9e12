// A wallet extension for journeys: registers through the Wallet Standard as "Phantom", and signs for real, in this
// process, with a key that the test holds. Can be told to refuse, or to do something else first, as a slow user lets happen.
import type { BrowserContext } from '@playwright/test'
import { decodeTransaction } from '@twinmint/sdk/program/message'
import { createKeypair, type Keypair } from '../../packages/localnet/keypair.ts'
import { type Client, createClient, rpc } from '../client.ts'

export interface TestWallet extends Client {
  /** True: every signature, and every new connection, is refused in Phantom's words. */
  refuses: boolean
  /** True: what it signs names a block that the chain has forgotten, as when somebody leaves the question open for long. */
  isLate: boolean
  /** What it makes of a transaction before it signs, in base64, as wallets add what is theirs. */
  rewrites: ((transaction: string) => string) | undefined
  /** Waited for before each signature. */
  beforeSigning: (() => Promise<unknown>) | undefined
  /** Waited for before each connection. */
  beforeConnecting: (() => Promise<unknown>) | undefined
  /** Signatures given so far. */
  readonly signatures: number
}

interface Answer {
  readonly signed?: string
  readonly refused?: true
}

/**
 * Puts the wallet into every page that the context opens from now on. Without `hasSignIn` it is one of those that sign
 * messages and know nothing of signing in.
 */
export async function installWallet(
  context: BrowserContext,
  origin: string,
  options: {
    readonly keypair?: Keypair
    readonly hasSignIn?: boolean
    /** Of several in one context each has its own; pages show them all as Phantom. */
    readonly key?: string
    /** Registers so long after the page has begun, as extensions do. */
    readonly lateMs?: number
  } = {},
): Promise<TestWallet> {
  const client = createClient(origin, options.keypair ?? createKeypair())
  let signatures = 0
  const wallet: TestWallet = {
    ...client,
    refuses: false,
    isLate: false,
    rewrites: undefined,
    beforeSigning: undefined,
    beforeConnecting: undefined,
    get signatures() {
      return signatures
    },
  }
  const { key = '' } = options
  await context.exposeFunction(`signWithTestWallet${key}`, async (transaction: string): Promise<Answer> => {
    await wallet.beforeSigning?.()
    if (wallet.refuses) return { refused: true }
    const signed = client.sign(
      wallet.isLate
        ? await withOldBlockhash(client, transaction)
        : (wallet.rewrites?.(transaction) ?? transaction),
    )
    signatures += 1
    return { signed }
  })
  await context.exposeFunction(
    `signMessageWithTestWallet${key}`,
    async (message: string): Promise<Answer> => {
      await wallet.beforeSigning?.()
      if (wallet.refuses) return { refused: true }
      return { signed: Buffer.from(client.signMessage(Buffer.from(message, 'base64'))).toString('base64') }
    },
  )
  await context.exposeFunction(`askTestWallet${key}`, async () => {
    await wallet.beforeConnecting?.()
    return !wallet.refuses
  })
  await context.addInitScript(registerWallet, {
    address: client.address,
    publicKey: [...decodeAddress(client.address)],
    hasSignIn: options.hasSignIn ?? true,
    suffix: key,
    lateMs: options.lateMs ?? 0,
  })
  return wallet
}

/** The same transaction with the chain's first block in place of a recent one. */
async function withOldBlockhash(client: Client, transaction: string): Promise<string> {
  const wire = Buffer.from(transaction, 'base64')
  const recent = decodeAddress(decodeTransaction(wire).recentBlockhash)
  Buffer.from(decodeAddress(await rpc<string>(client, 'getGenesisHash', []))).copy(wire, wire.indexOf(recent))
  return wire.toString('base64')
}

function decodeAddress(address: string): Uint8Array {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = 0n
  for (const character of address) value = value * 58n + BigInt(alphabet.indexOf(character))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** Runs in the page, before the page's own code. */
function registerWallet(key: {
  readonly address: string
  readonly publicKey: readonly number[]
  readonly hasSignIn: boolean
  readonly suffix: string
  readonly lateMs: number
}): void {
  const exposed = globalThis as unknown as Record<string, (...asked: string[]) => Promise<Answer>>
  const functionOf = (name: string) => exposed[name + key.suffix] as (...asked: string[]) => Promise<Answer>
  const askTestWallet = functionOf('askTestWallet') as unknown as () => Promise<boolean>
  const signMessageWithTestWallet = functionOf('signMessageWithTestWallet')
  const signWithTestWallet = functionOf('signWithTestWallet')
  const rejection = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })
  const features = ['solana:signTransaction', 'solana:signMessage'] as const
  const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'] as const
  const account = { address: key.address, publicKey: Uint8Array.from(key.publicKey), chains, features }
  let accounts: readonly (typeof account)[] = []
  const signOne = async ({ transaction }: { readonly transaction: Uint8Array }) => {
    const answer = await signWithTestWallet(btoa(String.fromCharCode(...transaction)))
    if (answer.signed === undefined) throw rejection()
    return {
      signedTransaction: Uint8Array.from(atob(answer.signed), (character) => character.charCodeAt(0)),
    }
  }
  const signMessage = async (message: Uint8Array) => {
    const { signed } = await signMessageWithTestWallet(btoa(String.fromCharCode(...message)))
    if (signed === undefined) throw rejection()
    return {
      signedMessage: message,
      signature: Uint8Array.from(atob(signed), (character) => character.charCodeAt(0)),
    }
  }
  // The standard's text, as an extension writes it.
  const signIn = async (asked: Record<string, string>) => {
    const text = `${asked['domain']} wants you to sign in with your Solana account:\n${key.address}\n\n${asked['statement']}\n\nURI: ${asked['uri']}\nVersion: ${asked['version']}\nChain ID: ${asked['chainId']}\nNonce: ${asked['nonce']}\nIssued At: ${asked['issuedAt']}\nExpiration Time: ${asked['expirationTime']}`
    if (asked['domain'] !== location.host) throw new Error('The domain is not the one of this page.')
    return { account, ...(await signMessage(new TextEncoder().encode(text))) }
  }
  const wallet = {
    version: '1.0.0',
    name: 'Phantom',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains,
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          if (!(await askTestWallet())) throw rejection()
          accounts = [account]
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          accounts = []
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: readonly { readonly transaction: Uint8Array }[]) =>
          Promise.all(inputs.map(signOne)),
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: readonly { readonly message: Uint8Array }[]) =>
          Promise.all(inputs.map(({ message }) => signMessage(message))),
      },
      ...(key.hasSignIn
        ? {
            'solana:signIn': {
              version: '1.0.0',
              signIn: (...inputs: readonly Record<string, string>[]) => Promise.all(inputs.map(signIn)),
            },
          }
        : {}),
    },
  }
  interface Registry {
    readonly register: (each: typeof wallet) => void
  }
  const register = (registry: Registry) => registry.register(wallet)
  const begin = () => {
    addEventListener('wallet-standard:app-ready', (event) =>
      register((event as CustomEvent<Registry>).detail),
    )
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  }
  if (key.lateMs > 0) setTimeout(begin, key.lateMs)
  else begin()
}
