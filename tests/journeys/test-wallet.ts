// A wallet extension for journeys: registers through the Wallet Standard as "Phantom", and signs for real, in this
// process, with a key that the test holds. Can be told to refuse, or to do something else first, as a slow user lets happen.
import type { BrowserContext } from '@playwright/test'
import { createKeypair } from '../../src/chain/keypair.ts'
import { type Client, createClient } from '../client.ts'

export interface TestWallet extends Client {
  /** True: every signature, and every new connection, is refused in Phantom's words. */
  refuses: boolean
  /** Waited for before each signature. */
  beforeSigning: (() => Promise<unknown>) | undefined
  /** Signatures given so far. */
  readonly signatures: number
}

interface Answer {
  readonly signed?: string
  readonly refused?: true
}

/** Puts the wallet into every page that the context opens from now on. */
export async function installWallet(context: BrowserContext, origin: string): Promise<TestWallet> {
  const client = createClient(origin, createKeypair())
  let signatures = 0
  const wallet: TestWallet = {
    ...client,
    refuses: false,
    beforeSigning: undefined,
    get signatures() {
      return signatures
    },
  }
  await context.exposeFunction('signWithTestWallet', async (transaction: string): Promise<Answer> => {
    await wallet.beforeSigning?.()
    if (wallet.refuses) return { refused: true }
    const signed = client.sign(transaction)
    signatures += 1
    return { signed }
  })
  await context.exposeFunction('askTestWallet', () => !wallet.refuses)
  await context.addInitScript(registerWallet, {
    address: client.address,
    publicKey: [...decodeAddress(client.address)],
  })
  return wallet
}

function decodeAddress(address: string): Uint8Array {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = 0n
  for (const character of address) value = value * 58n + BigInt(alphabet.indexOf(character))
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** Runs in the page, before the page's own code. */
function registerWallet(key: { readonly address: string; readonly publicKey: readonly number[] }): void {
  const { askTestWallet, signWithTestWallet } = globalThis as unknown as {
    readonly askTestWallet: () => Promise<boolean>
    readonly signWithTestWallet: (transaction: string) => Promise<Answer>
  }
  const rejection = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })
  const features = ['solana:signTransaction'] as const
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
    },
  }
  interface Registry {
    readonly register: (each: typeof wallet) => void
  }
  const register = (registry: Registry) => registry.register(wallet)
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<Registry>).detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
