// The list of wallets: the demo wallet, the ones that are always named, and whatever else is installed and can sign.
import type { SolanaSignTransactionFeature } from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount, WalletIcon } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'

export const DEMO_WALLET_NAME = 'Demo Wallet'

export type SigningWallet = Wallet & {
  readonly features: StandardConnectFeature &
    SolanaSignTransactionFeature &
    Partial<StandardDisconnectFeature & StandardEventsFeature>
}

/** A wallet as the list shows it. */
export interface WalletOption {
  /** The wallet's name, since the Wallet Standard has no other key; from the second of that name on, with its ordinal. */
  readonly id: string
  readonly name: string
  readonly icon: WalletIcon | undefined
  readonly state: 'detected' | 'missing'
  /** Where to get it; only of the ones that are always named. */
  readonly installUrl: string | undefined
  readonly isDemo: boolean
  /** Another one of the same name comes before it. */
  readonly isNamesake: boolean
}

/** Always named, whether installed or not. */
const KNOWN_WALLETS = [
  { name: 'Phantom', installUrl: 'https://phantom.com/download' },
  { name: 'Solflare', installUrl: 'https://solflare.com/download' },
  { name: 'Backpack', installUrl: 'https://backpack.app/download' },
] as const

/** A sentence that asks for a wallet; it also names the demo wallet where there is one. In Demo Mode that registers after the page. */
export function withDemoWallet(
  sentence: string,
  wallets: readonly WalletOption[],
  isDemoMode = false,
): string {
  const hasDemo = isDemoMode || wallets.some(({ isDemo }) => isDemo)
  return hasDemo ? `${sentence}. The ${DEMO_WALLET_NAME} works, too, and needs no extension.` : sentence
}

/** The wallets that can sign, by the id that they have in the list. */
export function signingWallets(installed: readonly Wallet[]): ReadonlyMap<string, SigningWallet> {
  const byId = new Map<string, SigningWallet>()
  for (const wallet of installed.filter(canSign)) {
    const before = [...byId.values()].filter(({ name }) => name === wallet.name).length
    byId.set(before === 0 ? wallet.name : `${wallet.name}\n${before + 1}`, wallet)
  }
  return byId
}

/** The demo wallet, then the three that are always named, then whatever else is installed and can sign. */
export function walletOptions(installed: readonly Wallet[]): readonly WalletOption[] {
  const detected = [...signingWallets(installed)].map(
    ([id, { name, icon }]): WalletOption => ({
      id,
      name,
      icon,
      state: 'detected',
      installUrl: KNOWN_WALLETS.find((known) => known.name === name)?.installUrl,
      isDemo: name === DEMO_WALLET_NAME,
      isNamesake: id !== name,
    }),
  )
  const known = KNOWN_WALLETS.flatMap(({ name, installUrl }): readonly WalletOption[] => {
    const there = detected.filter((each) => each.name === name)
    if (there.length > 0) return there
    const missing = { id: name, name, icon: undefined, state: 'missing', installUrl } as const
    return [{ ...missing, isDemo: false, isNamesake: false }]
  })
  const others = detected.filter((each) => !known.includes(each))
  return [...others.filter((each) => each.isDemo), ...known, ...others.filter((each) => !each.isDemo)]
}

export function canSign(wallet: Wallet): wallet is SigningWallet {
  return (
    wallet.chains.some((chain) => chain.startsWith('solana:')) &&
    'standard:connect' in wallet.features &&
    'solana:signTransaction' in wallet.features
  )
}

/** The first account that can sign; the one of that address where it is shared. */
export function solanaAccount(
  accounts: readonly WalletAccount[],
  address?: string,
): WalletAccount | undefined {
  const able = accounts.filter(
    ({ chains, features }) =>
      chains.some((chain) => chain.startsWith('solana:')) &&
      (features.length === 0 || features.includes('solana:signTransaction')),
  )
  return able.find((account) => account.address === address) ?? able[0]
}
