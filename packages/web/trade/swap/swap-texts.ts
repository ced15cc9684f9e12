// What the toasts of swaps say, by the specification's own words where it has them.

import type { Outcome, SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import { type AskedSwap, swapEnd } from '@twinmint/sdk/actions/swap/quote-changes'
import { COINS_PER_NFT, type SwapHoldings, type SwapKind } from '@twinmint/sdk/actions/swap/rules'
import type { SwapSteps } from '@twinmint/sdk/actions/swap/verify'
import type { ConfirmedSwap } from '@twinmint/sdk/api/swap/contract'
import { type ErrorCode, errorRecord } from '@twinmint/sdk/core/errors'
import { numbersText } from '@twinmint/sdk/core/figures'
import { type BaseUnits, coinText } from '@twinmint/sdk/core/money'
import { surchargePaidText } from '@twinmint/sdk/core/surcharge'
import { formatCoins, formatSol, groupThousands } from '../../ui/format.ts'
import type { ToastMessage } from '../../ui/toasts/toast.ts'
import { type WalletOption, withDemoWallet } from '../../wallet/connecting/options.ts'
import { saidOf } from '../../wallet/flow-texts.ts'

const FAILED: Record<SwapKind, readonly [title: string, otherwise: string]> = {
  capture: ['Capture Failed', 'Failed to create capture transaction'],
  release: ['Release Failed', 'Failed to release NFT'],
  buy: ['Trade Failed', 'Failed to execute trade'],
  sell: ['Trade Failed', 'Failed to execute trade'],
}

export const CONNECT_TO_SWAP = 'Please connect your Phantom wallet to sign transactions'

export const walletNotConnected = (wallets: readonly WalletOption[]): ToastMessage => ({
  title: 'Wallet Not Connected',
  description: withDemoWallet(CONNECT_TO_SWAP, wallets),
  tone: 'destructive',
})

export function failureToast(
  kind: SwapKind,
  failure: SigningFailure,
  wallets: readonly WalletOption[],
): ToastMessage {
  const { stage, code, message } = failure
  if (code === 'notConnected') return walletNotConnected(wallets)
  const [title, otherwise] = FAILED[kind]
  switch (stage) {
    case 'prepare':
      return { title, description: message === '' ? otherwise : message, tone: 'destructive' }
    case 'sign':
      return { title: 'Transaction Failed', description: signFailureText(kind, message), tone: 'destructive' }
    case 'send':
      return submissionToast(failure)
  }
}

function signFailureText(kind: SwapKind, message: string): string {
  if (kind === 'release') return 'Failed to sign release transaction'
  return kind === 'capture'
    ? `Failed to sign capture transaction: ${message}`
    : `Failed to sign the transaction: ${message}`
}

export function submissionToast(failure: SigningFailure): ToastMessage {
  return {
    title: 'Transaction Failed',
    description: `Blockchain submission failed: ${saidOf(failure).sentence}`,
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
  outcome: Outcome<SwapSteps, Pick<ConfirmedSwap, 'signature' | 'surchargeLamports'>>,
  symbol: string,
): ToastMessage & { readonly signature: string } {
  const nfts = numbersText(swapEnd(outcome).swapped.map(({ edition }) => edition))
  const coins = `${formatCoins(quote.baseUnits.toString())} ${symbol}`
  const sol = `${formatSol(quote.lamports.toString())} SOL`
  const { answers } = outcome
  const first = answers[0]?.signature ?? ''
  const more = answers.length > 1 ? ` and ${answers.length - 1} more` : ''
  const transaction = `Transaction ${first.slice(0, PREFIX_CHARACTERS)}${more}.`
  const locked = answers.reduce((sum, { surchargeLamports }) => sum + BigInt(surchargeLamports), 0n)
  const surcharge = locked > 0n ? ` ${surchargePaidText(formatSol(locked.toString()))}.` : ''
  const [title, did] = {
    capture: ['Capture Successful', `You captured ${nfts} for ${coins}.`],
    release: ['Release Successful', `You released ${nfts} for ${coins}. ${transaction}`],
    buy: ['BUY Successful!', `You bought ${nfts} for about ${sol}.${surcharge}`],
    sell: ['SELL Successful!', `You sold ${nfts} for about ${sol}.`],
  }[kind] as [string, string]
  return { title, description: did, tone: 'success', signature: first }
}
