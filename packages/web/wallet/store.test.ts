// @vitest-environment happy-dom
import type { SolanaSignTransactionMethod } from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardConnectMethod } from '@wallet-standard/features'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keptText } from '../data/browser-storage.ts'
import { walletOptions, withDemoWallet } from './connecting/options.ts'
import { readableRejection } from './signing/not-signed.ts'
import { WalletStore } from './store.ts'

const account = (address: string): WalletAccount => ({
  address,
  publicKey: new Uint8Array(32),
  chains: ['solana:devnet'],
  features: ['solana:signTransaction'],
})

function fakeWallet(name: string, overrides: Partial<Wallet> = {}) {
  const change = new Set<(change: { accounts?: readonly WalletAccount[] }) => void>()
  const connect = vi.fn<StandardConnectMethod>(async () => ({ accounts: [account(`${name}-1`)] }))
  const disconnect = vi.fn<() => Promise<void>>(async () => undefined)
  const signTransaction = vi.fn<SolanaSignTransactionMethod>(async (...inputs) =>
    inputs.map(({ transaction }) => ({ signedTransaction: Uint8Array.of(...transaction, 9) })),
  )
  const wallet: Wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,AA==',
    chains: ['solana:devnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: (change: { accounts?: readonly WalletAccount[] }) => void) => {
          change.add(listener)
          return () => change.delete(listener)
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction,
      },
    },
    ...overrides,
  }
  const switchTo = (accounts: readonly WalletAccount[]) => {
    for (const listener of change) listener({ accounts })
  }
  return { wallet, connect, disconnect, signTransaction, switchTo, change }
}

let wallets: Wallet[]
let listeners: (() => void)[]
const registry = {
  get: () => wallets,
  on: (_event: string, listener: () => void) => {
    listeners.push(listener)
    return () => undefined
  },
}
const register = (wallet: Wallet) => {
  wallets.push(wallet)
  for (const listener of listeners) listener()
}
const newStore = () => new WalletStore(registry, keptText('twinmint.wallet'))
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

beforeEach(() => {
  wallets = []
  listeners = []
  localStorage.clear()
})

describe('the list of wallets', () => {
  it('always names Phantom, Solflare and Backpack, with where to get them', () => {
    expect(walletOptions([]).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Phantom missing',
      'Solflare missing',
      'Backpack missing',
    ])
    expect(walletOptions([])[0]?.installUrl).toMatch(/^https:/)
  })
  it('puts the demo wallet first and others that can sign last, also two of one name', () => {
    const list = walletOptions([
      fakeWallet('Other').wallet,
      fakeWallet('Phantom').wallet,
      fakeWallet('Demo Wallet').wallet,
      fakeWallet('Other').wallet,
    ])
    expect(list.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'Demo Wallet detected',
      'Phantom detected',
      'Solflare missing',
      'Backpack missing',
      'Other detected',
      'Other detected',
    ])
    expect(list[0]?.isDemo).toBe(true)
    expect(new Set(list.map(({ id }) => id)).size).toBe(6)
    expect(list.map(({ isNamesake }) => isNamesake)).toEqual([false, false, false, false, false, true])
  })
  it('leaves out wallets of other chains and ones that cannot sign transactions', () => {
    const ethereum = fakeWallet('Ether', { chains: ['eip155:1'] }).wallet
    const watchOnly = fakeWallet('Watch', { features: { 'standard:connect': {} } }).wallet
    expect(walletOptions([ethereum, watchOnly]).map(({ name }) => name)).not.toContain('Ether')
    expect(walletOptions([ethereum, watchOnly])).toHaveLength(3)
  })
  it('names the demo wallet beside any other that is asked for, where it is there', () => {
    const ask = (...names: string[]) =>
      withDemoWallet('Please connect', walletOptions(names.map((name) => fakeWallet(name).wallet)))
    expect(ask('Phantom')).toBe('Please connect')
    expect(ask('Demo Wallet')).toBe('Please connect. The Demo Wallet works, too, and needs no extension.')
  })
  it('grows when a wallet registers later', () => {
    const store = newStore()
    register(fakeWallet('Late').wallet)
    expect(store.state.wallets.map(({ name }) => name)).toContain('Late')
  })
})

describe('connecting', () => {
  it('goes from disconnected over connecting to connected, and back', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    const states: string[] = []
    store.subscribe(() => states.push(store.state.status))
    await store.connect('Phantom')
    expect(store.state).toMatchObject({ status: 'connected', address: 'Phantom-1', walletName: 'Phantom' })
    await store.disconnect()
    expect(store.state).toMatchObject({ status: 'disconnected', address: undefined })
    expect(fake.disconnect).toHaveBeenCalledOnce()
    expect(states).toEqual(['connecting', 'connected', 'disconnected'])
  })
  it('says that a wallet is not installed', async () => {
    await expect(newStore().connect('Phantom')).rejects.toThrow('Phantom is not installed')
  })
  it('is disconnected again when the wallet refuses', async () => {
    const fake = fakeWallet('Phantom')
    fake.connect.mockRejectedValue({ code: 4001, message: 'Nope' })
    wallets = [fake.wallet]
    const store = newStore()
    await expect(store.connect('Phantom')).rejects.toThrow('User rejected')
    expect(store.state.status).toBe('disconnected')
  })
  it('does not listen to an answer after the list was closed', async () => {
    const fake = fakeWallet('Phantom')
    let answer: (value: { accounts: WalletAccount[] }) => void = () => undefined
    fake.connect.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    wallets = [fake.wallet]
    const store = newStore()
    store.setModalOpen(true)
    const connecting = store.connect('Phantom')
    store.setModalOpen(false)
    answer({ accounts: [account('Phantom-1')] })
    await connecting
    expect(store.state.status).toBe('disconnected')
  })
  it('follows the wallet to another account, and out', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    await store.connect('Phantom')
    fake.switchTo([account('Phantom-2')])
    expect(store.state.address).toBe('Phantom-2')
    fake.switchTo([])
    expect(store.state).toMatchObject({ status: 'disconnected', address: undefined })
    expect(fake.change.size).toBe(0)
  })
})

describe('the next visit', () => {
  it('reconnects the last wallet without a question, also when it registers late', async () => {
    localStorage.setItem('twinmint.wallet', 'Phantom')
    const store = newStore()
    const fake = fakeWallet('Phantom')
    register(fake.wallet)
    await settled()
    expect(fake.connect).toHaveBeenCalledExactlyOnceWith({ silent: true })
    expect(store.state.status).toBe('connected')
  })
  it('stays disconnected, silently and without another try, when the wallet says no', async () => {
    localStorage.setItem('twinmint.wallet', 'Phantom')
    const fake = fakeWallet('Phantom')
    fake.connect.mockRejectedValue(new Error('locked'))
    wallets = [fake.wallet]
    const store = newStore()
    await settled()
    register(fakeWallet('Other').wallet)
    await settled()
    expect(store.state.status).toBe('disconnected')
    expect(fake.connect).toHaveBeenCalledOnce()
  })
  it('does not come back after a disconnect', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    await store.connect('Phantom')
    await store.disconnect()
    expect(newStore().state.status).toBe('disconnected')
  })
})

describe('two wallets of one name', () => {
  const twins = () => {
    const first = fakeWallet('Phantom')
    const second = fakeWallet('Phantom')
    second.connect.mockResolvedValue({ accounts: [account('second')] })
    return { first, second }
  }
  it('connect each by its place in the list', async () => {
    const { first, second } = twins()
    wallets = [first.wallet, second.wallet]
    const store = newStore()
    const [, id = ''] = store.state.wallets.filter(({ name }) => name === 'Phantom').map((each) => each.id)
    await store.connect(id)
    expect(store.state.address).toBe('second')
    expect(first.connect).not.toHaveBeenCalled()
    await store.signTransactions([Uint8Array.of(1)])
    expect(second.signTransaction).toHaveBeenCalledOnce()
  })
  it.each(['registers first', 'registers last', 'is there before the page'])(
    'are told apart at the next visit, when the right one %s',
    async (when) => {
      localStorage.setItem('twinmint.wallet', 'Phantom\nsecond')
      const { first, second } = twins()
      const order = when === 'registers last' ? [first, second] : [second, first]
      if (when === 'is there before the page') wallets = order.map(({ wallet }) => wallet)
      const store = newStore()
      for (const { wallet } of when === 'is there before the page' ? [] : order) {
        register(wallet)
        await settled()
      }
      await settled()
      expect(store.state).toMatchObject({ status: 'connected', address: 'second' })
      expect(localStorage.getItem('twinmint.wallet')).toBe('Phantom\nsecond')
    },
  )
  it('one that has moved to another account is connected all the same', async () => {
    localStorage.setItem('twinmint.wallet', 'Phantom\nbefore')
    wallets = [fakeWallet('Phantom').wallet]
    const store = newStore()
    await settled()
    expect(store.state).toMatchObject({ status: 'connected', address: 'Phantom-1' })
  })
})

describe('the other tabs of the browser', () => {
  /** Another tab wrote. */
  const otherTab = (text: string | null) => {
    if (text === null) localStorage.removeItem('twinmint.wallet')
    else localStorage.setItem('twinmint.wallet', text)
    dispatchEvent(Object.assign(new Event('storage'), { key: 'twinmint.wallet', newValue: text }))
  }
  const connected = async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet, fakeWallet('Other').wallet]
    const store = newStore()
    await store.connect('Phantom')
    return { store, ...fake }
  }
  it('disconnect this one, and connect it', async () => {
    const { store } = await connected()
    otherTab(null)
    expect(store.state.status).toBe('disconnected')
    otherTab('Other\nOther-1')
    await settled()
    expect(store.state).toMatchObject({ status: 'connected', walletName: 'Other', address: 'Other-1' })
  })
  it('take this one along to another account, and none of them answers the other for ever', async () => {
    const { store, connect } = await connected()
    connect.mockResolvedValue({ accounts: [account('Phantom-1'), account('Phantom-2')] })
    otherTab('Phantom\nPhantom-2')
    await settled()
    expect(store.state.address).toBe('Phantom-2')
    const before = localStorage.getItem('twinmint.wallet')
    otherTab('Phantom\nnot-shared-here')
    await settled()
    expect(store.state.address).toBe('Phantom-1')
    expect(before).toBe('Phantom\nPhantom-2')
    expect(localStorage.getItem('twinmint.wallet')).toBe('Phantom\nnot-shared-here')
  })
  it('keep what was asked of the wallet before from being sent', async () => {
    const { store, signTransaction } = await connected()
    let answer: () => void = () => undefined
    signTransaction.mockReturnValue(
      new Promise((resolve) => (answer = () => resolve([{ signedTransaction: Uint8Array.of(1) }]))),
    )
    const signed = store.signTransactions([Uint8Array.of(1)])
    otherTab(null)
    answer()
    await expect(signed).rejects.toMatchObject({ code: 'notConnected' })
  })
})

describe('a press before the wallet of the last visit is there', () => {
  it('waits for it', async () => {
    localStorage.setItem('twinmint.wallet', 'Phantom')
    const store = newStore()
    let isSettled = false
    const waiting = store.settled().then(() => (isSettled = true))
    await settled()
    expect(isSettled).toBe(false)
    register(fakeWallet('Phantom').wallet)
    await waiting
    expect(store.state.status).toBe('connected')
  })
  it('waits for nothing where none was connected, or the one that was says no', async () => {
    await newStore().settled()
    localStorage.setItem('twinmint.wallet', 'Phantom')
    const fake = fakeWallet('Phantom')
    fake.connect.mockRejectedValue(new Error('locked'))
    wallets = [fake.wallet]
    const store = newStore()
    await store.settled()
    expect(store.state.status).toBe('disconnected')
  })
  it('and a silent one that never answers keeps nobody from connecting another', async () => {
    vi.useFakeTimers()
    localStorage.setItem('twinmint.wallet', 'Phantom')
    const fake = fakeWallet('Phantom')
    let answer: () => void = () => undefined
    fake.connect.mockReturnValue(
      new Promise((resolve) => (answer = () => resolve({ accounts: [account('late')] }))),
    )
    wallets = [fake.wallet]
    const store = newStore()
    expect(store.state.status).toBe('connecting')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.state.status).toBe('disconnected')
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.state).toMatchObject({ status: 'connected', address: 'late' })
    vi.useRealTimers()
  })
})

describe('signing', () => {
  it('needs a wallet', async () => {
    await expect(newStore().signTransactions([])).rejects.toMatchObject({ code: 'notConnected' })
  })
  it('passes the bytes on, and the chain only where the account has it', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    await store.connect('Phantom')
    store.setChain('solana:localnet')
    expect(await store.signTransactions([Uint8Array.of(1, 2)])).toEqual([Uint8Array.of(1, 2, 9)])
    expect(fake.signTransaction).toHaveBeenLastCalledWith({
      account: account('Phantom-1'),
      transaction: Uint8Array.of(1, 2),
    })
    store.setChain('solana:devnet')
    await store.signTransactions([Uint8Array.of(1)])
    expect(fake.signTransaction).toHaveBeenLastCalledWith(expect.objectContaining({ chain: 'solana:devnet' }))
  })
  it('asks once for several, and gives them back in their order', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    await store.connect('Phantom')
    store.setChain('solana:devnet')
    expect(await store.signTransactions([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)])).toEqual([
      Uint8Array.of(1, 9),
      Uint8Array.of(2, 9),
      Uint8Array.of(3, 9),
    ])
    expect(fake.signTransaction).toHaveBeenCalledExactlyOnceWith(
      ...[1, 2, 3].map((byte) => ({
        account: account('Phantom-1'),
        transaction: Uint8Array.of(byte),
        chain: 'solana:devnet',
      })),
    )
  })
  it('refuses fewer signed transactions than it asked for, or none', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    await store.connect('Phantom')
    fake.signTransaction.mockResolvedValue([{ signedTransaction: Uint8Array.of(1, 9) }])
    await expect(store.signTransactions([Uint8Array.of(1), Uint8Array.of(2)])).rejects.toThrow(
      'Phantom returned 1 of 2 signed transactions.',
    )
    fake.signTransaction.mockResolvedValue([])
    await expect(store.signTransactions([Uint8Array.of(1)])).rejects.toThrow(
      'Phantom returned no signed transaction.',
    )
  })
  it('says no to all of them when the user says no', async () => {
    const fake = fakeWallet('Phantom')
    wallets = [fake.wallet]
    const store = newStore()
    await store.connect('Phantom')
    fake.signTransaction.mockRejectedValue({ code: 4001, message: 'Nope' })
    await expect(store.signTransactions([Uint8Array.of(1), Uint8Array.of(2)])).rejects.toThrow(
      'User rejected',
    )
  })
  it.each([
    [{ code: 4001, message: 'anything' }],
    [new Error('User rejected the request.')],
    [new Error('Transaction rejected by user')],
    [new Error('User declined to sign')],
    ['Request cancelled'],
    [new Error('Approval Denied')],
  ])('recognises a no: %o', (cause) => {
    expect(readableRejection(cause)).toMatchObject({
      code: 'rejected',
      message: 'User rejected the request.',
    })
  })
  it('leaves other failures as they are', () => {
    const cause = new Error('Blockhash not found')
    expect(readableRejection(cause)).toBe(cause)
    expect(readableRejection({}).message).toBe('The wallet did not say what went wrong.')
  })
})
