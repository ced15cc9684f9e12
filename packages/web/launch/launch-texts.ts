// The words that differ between the two routes of the one launch form, and those that name the network.

import type { SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { SiteConfig } from '@twinmint/sdk/internal/api/platform/contract'
import { isOwnAnswer } from '../data/api.ts'
import type { ToastMessage } from '../ui/toasts/toast.ts'

export type LaunchVariant = 'launch' | 'hybrid'

export interface LaunchTexts {
  readonly title: string
  readonly subtitle: string
  readonly heading: string
  readonly signatureRequired: string
  readonly successTitle: string
}

export const LAUNCH_TEXTS: Readonly<Record<LaunchVariant, LaunchTexts>> = {
  launch: {
    title: 'Launch Your Collection',
    subtitle: 'Create MPL-404 hybrid assets in minutes with our no-code launch platform',
    heading: 'Launch Your Meme',
    signatureRequired: 'Please sign the transaction in your wallet to launch your token.',
    successTitle: 'Token Launched on Solana! 🚀',
  },
  hybrid: {
    title: 'Hybrid Launch',
    subtitle: 'Launch a token attached to an NFT collection instantly',
    heading: 'NFT + Token Launch',
    signatureRequired: 'Please sign the transaction in your wallet to launch your meme.',
    successTitle: 'Meme Collection Launched! 🚀',
  },
}

/** What the toast says under its title. `devBuySolText` is "0" where nothing was bought. */
export function launchedText(variant: LaunchVariant, name: string, devBuySolText: string): string {
  const launched = `${name} launched successfully`
  if (variant === 'hybrid') return `${launched} with 1,000 NFTs`
  return devBuySolText === '0' ? launched : `${launched} with ${devBuySolText} SOL dev buy`
}

/** A browser without any wallet asks to launch. */
export const INSTALL_TO_LAUNCH = 'Please install Phantom wallet to launch tokens on Solana'
/** One of its wallets could, and is not connected. */
export const CONNECT_TO_LAUNCH = 'Please connect your wallet to launch tokens on Solana'

/** Said where the server says no reason. */
const NOT_PREPARED = 'Failed to create transaction'
const NOT_LAUNCHED = 'Failed to launch collection'

export function launchFailedToast(
  variant: LaunchVariant,
  { stage, code, message, cause }: SigningFailure,
): ToastMessage {
  if (code === 'rejected')
    return {
      title: 'Signature Required',
      description: LAUNCH_TEXTS[variant].signatureRequired,
      tone: 'destructive',
    }
  const otherwise = stage === 'prepare' ? NOT_PREPARED : NOT_LAUNCHED
  return {
    title: 'Launch Failed',
    description: isOwnAnswer(cause) && message !== '' ? message : otherwise,
    tone: 'destructive',
  }
}

/** The network by its real name, as it follows the word "Solana". */
export function networkText(network: SiteConfig['network'] | undefined): string {
  switch (network) {
    case 'embedded':
      return 'Solana demo network'
    case 'devnet':
      return 'Solana devnet'
    case 'testnet':
      return 'Solana testnet'
    case 'mainnet-beta':
      return 'Solana mainnet'
    case 'custom':
    case undefined:
      return 'Solana'
  }
}
