// What the toasts of swaps say, by the specification's own words where it has them. Pure.
import { type ErrorCode, errorRecord } from '../core/errors.ts'
import { type BaseUnits, coinText } from '../core/money.ts'
import { formatCoins, formatSol, groupThousands } from '../ui/format.ts'
import type { ToastMessage } from '../ui/toast.tsx'
import { type WalletOption, withDemoWallet } from '../wallet/store.ts'
import { COINS_PER_NFT, type SwapHoldings, type SwapKind } from './rules.ts'
import type { SwapFailure, SwapOutcome } from './run.ts'
import { type AskedSwap, numbersText } from './shown.ts'

const FAILED: Record<SwapKind, readonly [title: string, otherwise: string]> = {
  capture: ['Capture Failed', 'Failed to create capture transaction'],
  release: ['Release Failed', 'Failed to release NFT'],
  buy: ['Trade Failed', 'Failed to execute trade'],
  sell: ['Trade Failed', 'Failed to execute trade'],
}

export const walletNotConnected = (wallets: readonly WalletOption[]): ToastMessage => ({
  title: 'Wallet Not Connected',
  description: withDemoWallet('Please connect your Phantom wallet to sign transactions', wallets),
  tone: 'destructive',
})

export function failureToast(
  kind: SwapKind,
  { stage, message }: SwapFailure,
  wallets: readonly WalletOption[],
): ToastMessage {
  const [title, otherwise] = FAILED[kind]
  switch (stage) {
    case 'wallet':
      return walletNotConnected(wallets)
    case 'prepare':
      return { title, description: message === '' ? otherwise : message, tone: 'destructive' }
    case 'sign':
      return { title: 'Transaction Failed', description: signFailureText(kind, message), tone: 'destructive' }
    case 'send':
      return submissionToast(message)
  }
}

function signFailureText(kind: SwapKind, message: string): string {
  if (kind === 'release') return 'Failed to sign release transaction'
  return kind === 'capture'
    ? `Failed to sign capture transaction: ${message}`
    : `Failed to sign the transaction: ${message}`
}

export function submissionToast(message: string): ToastMessage {
  return {
    title: 'Transaction Failed',
    description: `Blockchain submission failed: ${message}`,
    tone: 'destructive',
  }
}

/** Why what was typed and chosen can't be swapped: what the pressed button says. */
export function refusalToast(
  { code, detail }: { readonly code: ErrorCode; readonly detail?: string },
  holdings: SwapHoldings | undefined,
): ToastMessage {
  const { title, sentence, remedy } = errorRecord[code]
  const description =
    code === 'insufficientBaseUnits' && holdings
      ? `You only have ${wholeCoinsText(holdings.baseUnits)} tokens`
      : (detail ?? `${sentence} ${remedy}`)
  return { title, description, tone: 'destructive' }
}

export const INVALID_AMOUNT: ToastMessage = {
  title: 'Invalid Amount',
  description: `Minimum ${groupThousands(String(COINS_PER_NFT))} tokens required`,
  tone: 'destructive',
}
export const SELECT_COUNT: ToastMessage = {
  title: 'Select NFT Count',
  description: 'Please select how many NFTs you want to capture',
  tone: 'destructive',
}
export const NO_NFT_SELECTED: ToastMessage = {
  title: 'No NFT Selected',
  description: 'Please select an NFT to release',
  tone: 'destructive',
}

export const NO_NFT_TO_SELL: ToastMessage = {
  ...NO_NFT_SELECTED,
  description: 'Please select an NFT to sell',
}

/** 7,458,787: whole coins, never more than there are. */
function wholeCoinsText(units: BaseUnits): string {
  return groupThousands(coinText(units).split('.')[0] ?? '0')
}

/** Characters of a transaction's signature that a person can compare. */
const PREFIX_CHARACTERS = 8

export function successToast(
  { kind, quote }: AskedSwap,
  { swapped, signatures }: SwapOutcome,
  { symbol, explorerUrl }: { readonly symbol: string; readonly explorerUrl: string | null },
): ToastMessage {
  const nfts = numbersText(swapped.map(({ index }) => index))
  const coins = `${formatCoins(quote.baseUnits.toString())} ${symbol}`
  const sol = `${formatSol(quote.lamports.toString())} SOL`
  const [first = ''] = signatures
  const more = signatures.length > 1 ? ` and ${signatures.length - 1} more` : ''
  const transaction = `Transaction ${first.slice(0, PREFIX_CHARACTERS)}${more}.`
  const [title, did] = {
    capture: ['Capture Successful', `You captured ${nfts} for ${coins}.`],
    release: ['Release Successful', `You released ${nfts} for ${coins}. ${transaction}`],
    buy: ['BUY Successful!', `You bought ${nfts} for about ${sol}.`],
    sell: ['SELL Successful!', `You sold ${nfts} for about ${sol}.`],
  }[kind] as [string, string]
  return {
    title,
    description: did,
    tone: 'success',
    ...(explorerUrl === null
      ? {}
      : { action: { label: 'View transaction', href: explorerUrl.replace('{signature}', first) } }),
  }
}
