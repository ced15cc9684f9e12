// The connected wallet, outside of React: found through the Wallet Standard, connected, remembered, asked to sign.
// Must not know what is signed, nor anything of the server.

import type { SolanaSignTransactionFeature } from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount, WalletIcon } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { createStore } from '../core/store.ts'
import type { KeptText } from '../wire/kept.ts'
import { NotSigned, readableRejection } from './asking/not-signed.ts'

export const DEMO_WALLET_NAME = 'Demo Wallet'

type SigningWallet = Wallet & {
  readonly features: StandardConnectFeature &
    SolanaSignTransactionFeature &
    Partial<StandardDisconnectFeature & StandardEventsFeature>
}

/** A wallet as the list shows it. */
export interface WalletOption {
  /** Its name: the Wallet Standard has no other key, and names of the well-known ones are their own. */
  readonly id: string
  readonly name: string
  readonly icon: WalletIcon | undefined
  readonly state: 'detected' | 'missing'
  /** Where to get it; only of the ones that are always named. */
  readonly installUrl: string | undefined
  readonly isDemo: boolean
}

export interface WalletState {
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly address: string | undefined
  readonly walletName: string | undefined
  readonly wallets: readonly WalletOption[]
  readonly isModalOpen: boolean
}

const SILENT_MS = 5_000

/** Always named, whether installed or not. */
const KNOWN_WALLETS = [
  { name: 'Phantom', installUrl: 'https://phantom.com/download' },
  { name: 'Solflare', installUrl: 'https://solflare.com/download' },
  { name: 'Backpack', installUrl: 'https://backpack.app/download' },
] as const

interface Registry {
  readonly get: () => readonly Wallet[]
  readonly on: (event: 'register' | 'unregister', listener: () => void) => () => void
}

export class WalletStore {
  readonly #registry: Registry
  /** Which wallet was connected last. */
  readonly #memory: KeptText
  readonly #state = createStore<WalletState>({
    status: 'disconnected',
    address: undefined,
    walletName: undefined,
    wallets: [],
    isModalOpen: false,
  })
  readonly subscribe = this.#state.subscribe
  #chain = ''
  #wallet: SigningWallet | undefined
  #account: WalletAccount | undefined
  #stopEvents: (() => void) | undefined
  /** Of the latest connect or disconnect: an answer to an earlier one is not listened to. */
  #attempt = 0
  #triedSilently = new Set<string>()

  constructor(registry: Registry, memory: KeptText) {
    this.#registry = registry
    this.#memory = memory
    this.#refreshWallets()
    registry.on('register', () => this.#registered())
    registry.on('unregister', () => this.#registered())
    this.#reconnect()
  }

  get state(): WalletState {
    return this.#state.get()
  }

  /** Before any wallet was found. */
  get firstState(): WalletState {
    return this.#state.first()
  }

  /** The wallet itself, for what only few pages ask of it. */
  get connected(): { readonly wallet: Wallet; readonly account: WalletAccount } | undefined {
    return this.#wallet && this.#account && { wallet: this.#wallet, account: this.#account }
  }

  /** The network that transactions are for, as the Wallet Standard names it. */
  setChain(chain: string): void {
    this.#chain = chain
  }

  setModalOpen(isModalOpen: boolean): void {
    // Closing the list while a wallet waits for its user takes the question back.
    if (!isModalOpen) this.cancelConnecting()
    this.#set({ isModalOpen })
  }

  /** An answer that comes later is not listened to. */
  cancelConnecting(): void {
    if (this.state.status === 'connecting') this.#forget()
  }

  /** Throws with the wallet's own words when it does not connect. */
  async connect(walletId: string): Promise<void> {
    const wallet = this.#registry.get().find((each) => each.name === walletId && canSign(each))
    if (wallet === undefined) throw new Error(`${walletId} is not installed in this browser.`)
    await this.#connect(wallet as SigningWallet, false)
  }

  async disconnect(): Promise<void> {
    const wallet = this.#wallet
    this.#memory.write(null)
    this.#forget()
    // Wallets may keep the permission; the page forgets them either way.
    await wallet?.features['standard:disconnect']?.disconnect().catch(() => undefined)
  }

  /** The same transactions, in their order, with this wallet's signature in each: one question for all of them. */
  async signTransactions(wires: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const wallet = this.#wallet
    const account = this.#account
    if (wallet === undefined || account === undefined) throw new NotSigned('notConnected')
    const chain = account.chains.find((each) => each === this.#chain)
    const inputs = wires.map((transaction) => ({
      account,
      transaction,
      ...(chain === undefined ? {} : { chain }),
    }))
    const outputs = await wallet.features['solana:signTransaction']
      .signTransaction(...inputs)
      .catch((cause: unknown) => {
        throw readableRejection(cause)
      })
    // Whoever disconnects, or takes another account, meanwhile wants nothing sent in the first one's name.
    if (this.#account !== account) throw new NotSigned('notConnected')
    if (outputs.length !== wires.length)
      throw new Error(
        wires.length === 1
          ? `${wallet.name} returned no signed transaction.`
          : `${wallet.name} returned ${outputs.length} of ${wires.length} signed transactions.`,
      )
    return outputs.map(({ signedTransaction }) => signedTransaction)
  }

  async #connect(wallet: SigningWallet, silent: boolean): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    this.#set({ status: 'connecting', walletName: wallet.name })
    // One that is not asked by anybody keeps nobody from connecting another one; its answer may still come.
    const timer = silent
      ? setTimeout(() => {
          if (attempt === this.#attempt) this.#set({ status: 'disconnected', walletName: undefined })
        }, SILENT_MS)
      : undefined
    try {
      const { accounts } = await wallet.features['standard:connect'].connect(
        silent ? { silent: true } : undefined,
      )
      if (attempt !== this.#attempt) return
      const account = solanaAccount(accounts) ?? solanaAccount(wallet.accounts)
      if (account === undefined) throw new Error(`${wallet.name} shared no Solana account.`)
      this.#adopt(wallet, account)
    } catch (cause) {
      if (attempt !== this.#attempt) return
      this.#forget()
      if (!silent) throw readableRejection(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  #adopt(wallet: SigningWallet, account: WalletAccount): void {
    this.#stopEvents?.()
    this.#wallet = wallet
    this.#account = account
    this.#memory.write(wallet.name)
    this.#stopEvents = wallet.features['standard:events']?.on('change', ({ accounts }) => {
      if (accounts === undefined) return
      const next = solanaAccount(accounts)
      if (next === undefined) this.#forget()
      else {
        this.#account = next
        this.#set({ address: next.address })
      }
    })
    this.#set({ status: 'connected', address: account.address, walletName: wallet.name })
  }

  #forget(): void {
    this.#attempt += 1
    this.#stopEvents?.()
    this.#stopEvents = undefined
    this.#wallet = undefined
    this.#account = undefined
    this.#set({ status: 'disconnected', address: undefined, walletName: undefined })
  }

  #registered(): void {
    this.#refreshWallets()
    this.#reconnect()
  }

  /** The wallet of the last visit, without a question; extensions may register after the page has begun. */
  #reconnect(): void {
    const last = this.#memory.read()
    if (last === null || this.state.status !== 'disconnected' || this.#triedSilently.has(last)) return
    const wallet = this.#registry.get().find((each) => each.name === last && canSign(each))
    if (wallet === undefined) return
    this.#triedSilently.add(last)
    void this.#connect(wallet as SigningWallet, true)
  }

  #refreshWallets(): void {
    this.#set({ wallets: walletOptions(this.#registry.get()) })
  }

  #set(change: Partial<WalletState>): void {
    this.#state.set({ ...this.state, ...change })
  }
}

/** What asks for a wallet; where the demo wallet is, it is named, too. In Demo Mode it comes a little later than the page. */
export function withDemoWallet(
  sentence: string,
  wallets: readonly WalletOption[],
  isDemoMode = false,
): string {
  const hasDemo = isDemoMode || wallets.some(({ isDemo }) => isDemo)
  return hasDemo ? `${sentence}. The ${DEMO_WALLET_NAME} works, too, and needs no extension.` : sentence
}

/** The demo wallet, then the three that are always named, then whatever else is installed and can sign. */
export function walletOptions(installed: readonly Wallet[]): readonly WalletOption[] {
  const able = installed.filter(
    (wallet, at) => canSign(wallet) && installed.findIndex((w) => w.name === wallet.name) === at,
  )
  const detected = (wallet: Wallet): WalletOption => ({
    id: wallet.name,
    name: wallet.name,
    icon: wallet.icon,
    state: 'detected',
    installUrl: undefined,
    isDemo: wallet.name === DEMO_WALLET_NAME,
  })
  const known = KNOWN_WALLETS.map(({ name, installUrl }): WalletOption => {
    const wallet = able.find((each) => each.name === name)
    if (wallet !== undefined) return { ...detected(wallet), installUrl }
    return { id: name, name, icon: undefined, state: 'missing', installUrl, isDemo: false }
  })
  const isKnown = (wallet: Wallet) => KNOWN_WALLETS.some(({ name }) => name === wallet.name)
  const others = able.filter((wallet) => !isKnown(wallet)).map(detected)
  return [...others.filter((each) => each.isDemo), ...known, ...others.filter((each) => !each.isDemo)]
}

function canSign(wallet: Wallet): boolean {
  return (
    wallet.chains.some((chain) => chain.startsWith('solana:')) &&
    'standard:connect' in wallet.features &&
    'solana:signTransaction' in wallet.features
  )
}

function solanaAccount(accounts: readonly WalletAccount[]): WalletAccount | undefined {
  return accounts.find(
    (account) =>
      account.chains.some((chain) => chain.startsWith('solana:')) &&
      (account.features.length === 0 || account.features.includes('solana:signTransaction')),
  )
}
