// A wallet of the browser's own for Demo Mode, on the embedded chain only: an Ed25519 key that WebCrypto holds and does
// not give out, kept in IndexedDB. It asks for no confirmation: the page's own screens say what is signed.
import type {
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features'
import { addressOf } from '@twinmint/sdk/core/address'
import { signInText } from '@twinmint/sdk/core/sign-in'
import { decodeTransaction, SIGNATURE_BYTES } from '@twinmint/sdk/program/message'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'
import { DEMO_WALLET_NAME } from './connecting/options.ts'

/** Where the key pair lives between visits. */
export interface DemoKeys {
  readonly load: () => Promise<CryptoKeyPair | undefined>
  readonly save: (pair: CryptoKeyPair) => Promise<void>
}

type DemoWallet = Wallet & {
  readonly features: StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignTransactionFeature &
    SolanaSignMessageFeature &
    SolanaSignInFeature
}

const ACCOUNT_FEATURES = ['solana:signTransaction', 'solana:signMessage', 'solana:signIn'] as const

export function createDemoWallet({
  chain,
  keys,
  onUnkept,
}: {
  readonly chain: string
  readonly keys: DemoKeys
  /** The browser refuses storage: the key lasts as long as the page. */
  readonly onUnkept: () => void
}): DemoWallet {
  const chains = [chain as IdentifierString]
  const listeners = new Set<StandardEventsListeners['change']>()
  let pair: CryptoKeyPair | undefined
  let account: WalletAccount | undefined

  const setAccount = (next: WalletAccount | undefined) => {
    account = next
    for (const listener of listeners) listener({ accounts: next === undefined ? [] : [next] })
  }

  const keyOf = (asked: WalletAccount): CryptoKey => {
    if (pair === undefined || asked.address !== account?.address)
      throw new Error('This account is not connected to the demo wallet.')
    return pair.privateKey
  }

  const connect = async () => {
    if (account === undefined) {
      pair = await keptPair(keys).catch(async () => {
        const unkept = await generatePair()
        onUnkept()
        return unkept
      })
      const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
      setAccount({
        address: addressOf(publicKey),
        publicKey,
        chains,
        features: ACCOUNT_FEATURES,
        label: DEMO_WALLET_NAME,
      })
    }
    return { accounts: account === undefined ? [] : [account] }
  }

  const signTransaction = async (input: SolanaSignTransactionInput) => ({
    signedTransaction: await signWire(input.transaction, input.account.address, keyOf(input.account)),
  })

  const signIn = async (input: SolanaSignInInput) => {
    if (account === undefined) throw new Error('The demo wallet is not connected.')
    const { domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime } = input
    const isWhole = [domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime].every(Boolean)
    // Extensions show the site's true name; this wallet lives in the page, and signs for it alone.
    if (!isWhole || domain !== location.host) throw new Error('The demo wallet signs in to this site only.')
    const text = signInText({ ...(input as Required<SolanaSignInInput>), address: account.address })
    const signedMessage = new TextEncoder().encode(text)
    return { account, signedMessage, signature: await sign(keyOf(account), signedMessage) }
  }

  return {
    version: '1.0.0',
    name: DEMO_WALLET_NAME,
    icon: ICON,
    chains,
    get accounts() {
      return account === undefined ? [] : [account]
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => setAccount(undefined) },
      'standard:events': {
        version: '1.0.0',
        on: (_event, listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs) => Promise.all(inputs.map(signTransaction)),
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs) =>
          Promise.all(
            inputs.map(async ({ account: asked, message }) => ({
              signedMessage: message,
              signature: await sign(keyOf(asked), message),
            })),
          ),
      },
      'solana:signIn': {
        version: '1.0.0',
        signIn: (...inputs) => Promise.all(inputs.map(signIn)),
      },
    },
  }
}

/** The wire with this address's signature written into its place; the rest of it is left as it is. */
async function signWire(wire: Uint8Array, address: string, key: CryptoKey): Promise<Uint8Array> {
  const { addresses, message, signatures, signerCount } = decodeTransaction(wire)
  const at = addresses.slice(0, signerCount).findIndex((each) => each === address)
  if (at < 0) throw new Error('The transaction does not ask for a signature of this wallet.')
  const signed = wire.slice()
  const signaturesBegin = wire.length - message.length - signatures.length * SIGNATURE_BYTES
  signed.set(await sign(key, message), signaturesBegin + at * SIGNATURE_BYTES)
  return signed
}

async function sign(key: CryptoKey, message: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message)))
}

/** Rejects where the browser blocks storage. Never overwrites a key that cannot be read at the moment. */
async function keptPair(keys: DemoKeys): Promise<CryptoKeyPair> {
  const known = await keys.load()
  if (known !== undefined) return known
  const pair = await generatePair()
  await keys.save(pair)
  return pair
}

async function generatePair(): Promise<CryptoKeyPair> {
  // Pages on plain http other than localhost have no WebCrypto at all.
  if (globalThis.crypto?.subtle === undefined)
    throw new Error(
      'The demo wallet needs a page on https or localhost: the browser offers no cryptography here.',
    )
  try {
    // The public half can always be exported; the private half never.
    return await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  } catch (cause) {
    throw new Error(
      'This browser cannot make Ed25519 keys, so it has no demo wallet. Update it, or connect a wallet extension.',
      { cause },
    )
  }
}

const DATABASE = 'twinmint-demo-wallet'
const STORE = 'keys'
const KEY = 'pair'

export function indexedDbKeys(): DemoKeys {
  return {
    load: async () => (await inStore('readonly', (store) => store.get(KEY))) as CryptoKeyPair | undefined,
    save: async (pair) => {
      await inStore('readwrite', (store) => store.put(pair, KEY))
    },
  }
}

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(storageError(request.error))
  })
  try {
    return await new Promise<unknown>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = act(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(storageError(transaction.error))
      transaction.onabort = () => reject(storageError(transaction.error))
    })
  } finally {
    database.close()
  }
}

function storageError(cause: unknown): Error {
  return new Error('The demo wallet could not keep its key: the browser refuses storage to this page.', {
    cause,
  })
}

const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHBhdGggZmlsbD0iIzlhNmJmZiIgZmlsbC1ydWxlPSJldmVub2RkIiBkPSJNMTIgMy41YTkgOSAwIDEgMCAwIDE4YTkgOSAwIDEgMCAwLTE4Wk0xNC41IDExaDEyYTIuNSAyLjUgMCAwIDEgMi41IDIuNXYxMmEyLjUgMi41IDAgMCAxLTIuNSAyLjVoLTEyYTIuNSAyLjUgMCAwIDEtMi41LTIuNXYtMTJhMi41IDIuNSAwIDAgMSAyLjUtMi41WiIvPjwvc3ZnPg=='
