// What is said of listing, buying, bidding and selling: when it is done, when a part of it is, and when it failed.

import { type AskedMarket, marketEnd } from '@twinmint/sdk/actions/nft-market/quote-changes'
import type { MarketKind, MarketRefusal } from '@twinmint/sdk/actions/nft-market/rules'
import type { MarketSteps } from '@twinmint/sdk/actions/nft-market/verify'
import type { Outcome, SigningFailure } from '@twinmint/sdk/actions/signing/flow'
import type { ExecutedMarket } from '@twinmint/sdk/api/nft-market/action-contract'
import { errorRecord, SAYS_NOTHING_MOVED } from '@twinmint/sdk/core/errors'
import { numbersText } from '@twinmint/sdk/core/figures'
import { formatSol } from '../../ui/format.ts'
import type { ToastMessage } from '../../ui/toasts/toast.ts'
import { type WalletOption, withDemoWallet } from '../../wallet/connecting/options.ts'
import { saidOf } from '../../wallet/flow-texts.ts'

export const CONNECT_TO_TRADE_NFTS = 'Please connect your Phantom wallet to trade NFTs'

const FAILED: Record<MarketKind, string> = {
  list: 'Listing Failed',
  update: 'Listing Failed',
  cancel: 'Taking Back Failed',
  buy: 'Purchase Failed',
  offer: 'Offer Failed',
  cancelOffer: 'Cancelling Failed',
  accept: 'Sale Failed',
}

export function marketDoneToast(
  { action }: AskedMarket,
  outcome: Outcome<MarketSteps, ExecutedMarket>,
): ToastMessage & { readonly signature?: string } {
  if (outcome.stopped) return stoppedToast(saidOf(outcome.stopped))
  const { answers } = outcome
  const signature = answers.at(-1)?.signature
  const records = answers.flatMap(({ done }) => done)
  const { done } = marketEnd(outcome)
  const numbers = numbersText(done)
  const [is, price] = done.length === 1 ? ['is', 'its new price'] : ['are', 'their new prices']
  const sale = records.find(({ kind }) => kind === 'buyListing' || kind === 'acceptOffer')
  const sol = (text: string | null | undefined) => `${formatSol(text ?? '0')} SOL`
  const received = (BigInt(sale?.lamports ?? 0) - feesOf(sale)).toString()
  const said = {
    list: ['Listed', `${numbers} ${is} for sale.`],
    update: ['Price Changed', `${numbers} ${is} for sale at ${price}.`],
    cancel:
      action.kind === 'cancel' && action.andRelease
        ? ['Taken Back', `${numbers} ${is} swapped into coins.`]
        : ['Taken Back', `${numbers} ${is} back in your wallet.`],
    buy: ['NFT Bought', `You paid ${sol(sale?.lamports)} for ${numbers}.`],
    offer: ['Offer Made', `${sol(records[0]?.lamports)} locked until it is accepted or you cancel it.`],
    cancelOffer: ['Offer Cancelled', 'Its SOL is back in your wallet.'],
    accept: ['NFT Sold', `You received ${sol(received)} for ${numbers}.`],
  }[action.kind] as [string, string]
  const [title, description] = said
  return { title, description, tone: 'success', ...(signature === undefined ? {} : { signature }) }
}

/** Said where the server says no reason. */
const NOT_PREPARED = 'The transaction could not be prepared.'

const feesOf = (sale: ExecutedMarket['done'][number] | undefined): bigint =>
  BigInt(sale?.royaltyLamports ?? 0) + BigInt(sale?.platformFeeLamports ?? 0)

const stoppedToast = ({ sentence }: ReturnType<typeof saidOf>): ToastMessage => ({
  title: 'Transaction Failed',
  description: `Blockchain submission failed: ${sentence}`,
  tone: 'destructive',
})

export function marketFailedToast(
  asked: AskedMarket,
  failure: SigningFailure,
  wallets: readonly WalletOption[],
): ToastMessage {
  const { stage, code, message } = failure
  if (code === 'notConnected') {
    const description = withDemoWallet(CONNECT_TO_TRADE_NFTS, wallets)
    return { title: 'Wallet Not Connected', description, tone: 'destructive' }
  }
  if (stage === 'send') return stoppedToast(marketSaidOf(asked, failure))
  return { title: FAILED[asked.action.kind], description: message || NOT_PREPARED, tone: 'destructive' }
}

/** The sentence for a failed action; more exact than `saidOf` for some actions. */
export function marketSaidOf({ action }: AskedMarket, failure: SigningFailure): ReturnType<typeof saidOf> {
  const isOfferPoor =
    action.kind === 'accept' &&
    !action.isListed &&
    failure.stage === 'send' &&
    failure.code === 'insufficientLamports'
  if (!isOfferPoor) {
    const said = saidOf(failure)
    return said.sentence === '' ? { ...said, sentence: NOT_PREPARED } : said
  }
  return {
    sentence: 'The offer holds too little for the account in which its bidder would have the NFT.',
    remedy: 'Choose another offer, or list the NFT.',
  }
}

const MOVED = {
  nothing: 'Nothing moved.',
  fee: 'Only the network fee was charged.',
  unknown: 'It may still go through.',
} as const

/** The whole of it in a line: what happened, what to try, and whether money moved, where the first does not say so itself. */
export function marketFailureText(asked: AskedMarket, failure: SigningFailure): string {
  const { sentence, remedy } = marketSaidOf(asked, failure)
  const { code, moved } = failure
  const told = sentence === '' ? 'It did not go through.' : sentence
  const saysItself =
    moved === 'nothing' &&
    ((code !== undefined && SAYS_NOTHING_MOVED.has(code)) || told.includes('Nothing was'))
  const parts = [`${told}${/[.!?]$/.test(told) ? '' : '.'}`, remedy, saysItself ? '' : MOVED[moved]]
  return parts.filter((part) => part !== '').join(' ')
}

/** Why it can't be done: one line under the button. */
export function marketRefusalText({ code, detail }: Omit<MarketRefusal, 'kind'>): string {
  const { sentence, remedy } = errorRecord[code]
  return detail ?? `${sentence} ${remedy}`
}
