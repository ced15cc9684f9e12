// The connected wallet, outside of React: found through the Wallet Standard, connected, remembered, asked to sign.
// Must not know what is signed, nor anything of the server.

import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { KeptText } from '../data/browser-storage.ts'
import { createStore } from '../ui/store.ts'
import {
  type SigningWallet,
  signingWallets,
  solanaAccount,
  type WalletOption,
  walletOptions,
} from './connecting/options.ts'
import { type Remembered, readRemembered, remember } from './connecting/remembered.ts'
import { NotSigned, readableRejection } from './signing/not-signed.ts'

export interface WalletState {
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly address: string | undefined
  readonly walletName: string | undefined
  /** The list id of the wallet that is asked to connect. */
  readonly connectingId: string | undefined
  readonly wallets: readonly WalletOption[]
  readonly isModalOpen: boolean
}

/** A silent reconnection is given up after this time, so that the user can connect another wallet. */
const SILENT_MS = 5_000
/** Extensions register within moments of the page's beginning. */
const LATE_MS = 3_000

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
    connectingId: undefined,
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
  #triedSilently = new WeakSet<Wallet>()
  /** The account differs from the remembered one, which another wallet of the same name may have. */
  #isStandIn = false
  readonly #beganMs = performance.now()

  constructor(registry: Registry, memory: KeptText) {
    this.#registry = registry
    this.#memory = memory
    this.#refreshWallets()
    registry.on('register', () => this.#registered())
    registry.on('unregister', () => this.#registered())
    memory.onOtherTab(() => this.#followOtherTab())
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

  /** A later answer is ignored. */
  cancelConnecting(): void {
    if (this.state.status === 'connecting') this.#forget()
  }

  /** Throws with the wallet's own words when it does not connect. */
  async connect(walletId: string): Promise<void> {
    const wallet = signingWallets(this.#registry.get()).get(walletId)
    if (wallet === undefined) throw new Error(`${walletId} is not installed in this browser.`)
    await this.#connect(wallet, walletId)
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
    // The wallet was disconnected or switched accounts meanwhile: send nothing for the first account.
    if (this.#account !== account) throw new NotSigned('notConnected')
    if (outputs.length !== wires.length)
      throw new Error(
        wires.length === 1
          ? `${wallet.name} returned no signed transaction.`
          : `${wallet.name} returned ${outputs.length} of ${wires.length} signed transactions.`,
      )
    return outputs.map(({ signedTransaction }) => signedTransaction)
  }

  async #connect(wallet: SigningWallet, connectingId?: string, last?: Remembered): Promise<void> {
    const attempt = ++this.#attempt
    const isSilent = last !== undefined
    if (!this.#isStandIn) this.#set({ status: 'connecting', walletName: wallet.name, connectingId })
    const timer = isSilent ? setTimeout(() => this.#giveUp(attempt), SILENT_MS) : undefined
    try {
      const { accounts } = await wallet.features['standard:connect'].connect(
        isSilent ? { silent: true } : undefined,
      )
      if (attempt !== this.#attempt) return
      const account = solanaAccount([...accounts, ...wallet.accounts], last?.address)
      if (account === undefined) throw new Error(`${wallet.name} shared no Solana account.`)
      const isOther = last?.address !== undefined && account.address !== last.address
      if (!isOther || !this.#isStandIn) this.#adopt(wallet, account, !isSilent)
      this.#isStandIn = isOther
      if (isOther) this.#reconnect()
    } catch (cause) {
      if (attempt !== this.#attempt) return
      if (!this.#isStandIn) this.#forget()
      if (!isSilent) throw readableRejection(cause)
      this.#reconnect()
    } finally {
      clearTimeout(timer)
    }
  }

  /** The wallet's answer may still come. */
  #giveUp(attempt: number): void {
    if (attempt === this.#attempt && this.state.status === 'connecting')
      this.#set({ status: 'disconnected', walletName: undefined })
  }

  #adopt(wallet: SigningWallet, account: WalletAccount, isRemembered: boolean): void {
    this.#stopEvents?.()
    this.#wallet = wallet
    this.#account = account
    if (isRemembered) remember(this.#memory, { name: wallet.name, address: account.address })
    this.#stopEvents = wallet.features['standard:events']?.on('change', ({ accounts }) => {
      if (accounts === undefined) return
      const next = solanaAccount(accounts)
      if (next === undefined) this.#forget()
      else {
        this.#account = next
        remember(this.#memory, { name: wallet.name, address: next.address })
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
    this.#isStandIn = false
    this.#set({ status: 'disconnected', address: undefined, walletName: undefined })
  }

  #registered(): void {
    this.#refreshWallets()
    this.#reconnect()
  }

  /** The wallet of the last visit, without a question; extensions may register after the page has begun. */
  #reconnect(): void {
    const last = readRemembered(this.#memory)
    if (last === undefined || (this.state.status !== 'disconnected' && !this.#isStandIn)) return
    const wallet = this.#namesakes(last).find((each) => !this.#triedSilently.has(each))
    if (wallet === undefined) return
    this.#triedSilently.add(wallet)
    void this.#connect(wallet, undefined, last)
  }

  readonly #namesakes = ({ name }: Remembered): readonly SigningWallet[] =>
    [...signingWallets(this.#registry.get()).values()].filter((each) => each.name === name)

  /** Repeats a connection, a disconnection or a change of account of another tab. */
  #followOtherTab(): void {
    const last = readRemembered(this.#memory)
    const { status, isModalOpen } = this.state
    if (status === 'connecting' && isModalOpen) return
    const isSame =
      last !== undefined &&
      this.#wallet?.name === last.name &&
      (last.address === undefined || this.#account?.address === last.address)
    if (isSame || (last === undefined && status === 'disconnected')) return
    this.#forget()
    this.#triedSilently = new WeakSet()
    this.#reconnect()
  }

  /** Resolves when the wallet of the last visit has reconnected, or its time is over. Until then no list of wallets is opened. */
  async settled(): Promise<void> {
    const leftMs = () => LATE_MS - (performance.now() - this.#beganMs)
    while (this.#mayReconnect() && (this.state.status === 'connecting' || leftMs() > 0))
      await new Promise<void>((look) => {
        const done = () => {
          clearTimeout(timer)
          stop()
          look()
        }
        const timer = setTimeout(done, Math.max(leftMs(), 100))
        const stop = this.subscribe(done)
      })
  }

  #mayReconnect(): boolean {
    const { status, isModalOpen } = this.state
    if (status !== 'disconnected') return status === 'connecting' && !isModalOpen
    const last = readRemembered(this.#memory)
    return last !== undefined && !this.#namesakes(last).some((each) => this.#triedSilently.has(each))
  }

  #refreshWallets(): void {
    this.#set({ wallets: walletOptions(this.#registry.get()) })
  }

  #set(change: Partial<WalletState>): void {
    this.#state.set({ ...this.state, ...change })
  }
}
