// Whether coins or an NFT may be sent, what it costs, and why not: the same decision on the page, where the button says why,
// and on the server, which decides. Pure.
import { type Address, isOffCurveAddress } from '@solana/kit'
import type { ErrorCode } from '../../core/errors.ts'
import {
  amountSentence,
  type BaseUnits,
  divideFloor,
  type Lamports,
  lamports,
  type ParsedAmount,
} from '../../core/money.ts'
import { NETWORK_FEE, spendingRefusal, TOKEN_ACCOUNT_RENT } from '../../core/rent.ts'
import { SYSTEM_PROGRAM } from '../../program/programs.ts'

/** `unused`: nothing says that anybody has the key, and nothing speaks against it. */
export type Standing = 'wallet' | 'unused' | 'notWallet'

interface Account {
  readonly lamports: bigint
  readonly owner: string
  readonly data: Uint8Array
}

/**
 * What an address is to a sender. A wallet is a point of the curve whose account, where there is one, is the system
 * program's and holds nothing but SOL; all others are of programs, coins and coin accounts, where what is sent may be lost.
 */
export function standingOf(address: Address, account: Account | undefined): Standing {
  if (isOffCurveAddress(address)) return 'notWallet'
  if (account === undefined || account.lamports === 0n) return 'unused'
  return account.owner === SYSTEM_PROGRAM && account.data.length === 0 ? 'wallet' : 'notWallet'
}

/** What an address alone says against sending there, without a look at the chain. */
export function refusalOfAddress(
  address: string,
  senderAddress: string,
): 'sendToSelf' | 'recipientNotWallet' | undefined {
  if (address === senderAddress) return 'sendToSelf'
  return isOffCurveAddress(address as Address) ? 'recipientNotWallet' : undefined
}

export interface Recipient {
  readonly address: string
  readonly standing: Standing
  /** Its account for the coin or NFT is still to be made. */
  readonly createsAccount: boolean
  /** What that costs; 0 where it is there. */
  readonly rentLamports: Lamports
  /** Its account takes only transfers with a memo. */
  readonly needsMemo: boolean
}

/** What an account costs whose address may hold SOL already, which counts. */
export function accountRent(lamportsThere: bigint): Lamports {
  return lamports(lamportsThere < TOKEN_ACCOUNT_RENT ? TOKEN_ACCOUNT_RENT - lamportsThere : 0n)
}

/** What the page says that it costs, whatever a server says. One whose address holds SOL already costs that much less. */
export function accountCost(createsAccount: boolean): Lamports {
  return createsAccount ? TOKEN_ACCOUNT_RENT : lamports(0)
}

/** What the sender has: SOL, and base units of the coin, or 1 of the NFT. */
export interface SenderHoldings {
  readonly lamports: Lamports
  readonly units: bigint
}

/** What was shown when the button was pressed. */
export interface ShownSend {
  readonly recipientAddress: string
  /** The number of the NFT; undefined for coins. */
  readonly edition: number | undefined
  /** Base units of the coin; 1 for an NFT. */
  readonly units: bigint
  readonly createsAccount: boolean
  readonly rentLamports: bigint
  /** What it pays at the most to be first. */
  readonly priorityFeeLamports: bigint
}

export interface SendQuote extends ShownSend {
  readonly rentLamports: Lamports
  /** For the signature, and to be first. */
  readonly networkFeeLamports: Lamports
}

export type SendDecision =
  | { readonly kind: 'quote'; readonly quote: SendQuote }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail?: string | undefined }

const refused = (code: ErrorCode, detail?: string): SendDecision => ({ kind: 'refused', code, detail })

/** Decides a send from what was typed. Refusals in order of precedence: receiver, amount, what is held, SOL. */
export function decideSend(input: {
  readonly senderAddress: string
  readonly recipient: Recipient
  readonly wanted: { readonly amount: ParsedAmount<BaseUnits> } | { readonly edition: number }
  /** Undefined while it is not known: balances are not looked at then. */
  readonly holdings: SenderHoldings | undefined
  readonly priorityFeeLamports: bigint
}): SendDecision {
  const { recipient, wanted, holdings, priorityFeeLamports } = input
  if (recipient.address === input.senderAddress) return refused('sendToSelf')
  if (recipient.standing === 'notWallet') return refused('recipientNotWallet')
  if (recipient.needsMemo) return refused('recipientNeedsMemo')
  const amount = 'edition' in wanted ? { kind: 'amount' as const, units: 1n } : decideAmount(wanted.amount)
  if (amount.kind === 'refused') return amount
  const { units } = amount
  const edition = 'edition' in wanted ? wanted.edition : undefined
  if (holdings && holdings.units < units)
    return refused(edition === undefined ? 'insufficientBaseUnits' : 'nftNotHeld')
  const { createsAccount, rentLamports } = recipient
  const networkFeeLamports = lamports(NETWORK_FEE + priorityFeeLamports)
  const lack = holdings && spendingRefusal(holdings.lamports, rentLamports + networkFeeLamports)
  if (lack !== undefined) return refused(lack)
  return {
    kind: 'quote',
    quote: {
      recipientAddress: recipient.address,
      edition,
      units,
      createsAccount,
      rentLamports,
      priorityFeeLamports,
      networkFeeLamports,
    },
  }
}

/** An amount of coins, to the last unit. */
export function decideAmount(
  parsed: ParsedAmount<BaseUnits>,
): { readonly kind: 'amount'; readonly units: BaseUnits } | (SendDecision & { readonly kind: 'refused' }) {
  const refuse = (code: ErrorCode, detail?: string) => ({ kind: 'refused', code, detail }) as const
  if (parsed.kind === 'amount') return parsed.units > 0n ? parsed : refuse('amountZero')
  if (parsed.reason === 'tooLarge') return refuse('overflow')
  const isUnclear = parsed.reason === 'tooManyDecimals' || parsed.reason === 'ambiguous'
  return refuse(isUnclear ? 'amountUnclear' : 'amountZero', amountSentence(parsed, 'coins'))
}

/** So many percent of what is held, rounded down to a base unit. */
export function shareOfHeld(units: bigint, percent: number): bigint {
  return divideFloor(units * BigInt(percent), 100n)
}

/** An address as it was pasted, without the spaces and line ends that came with it. */
export const cleanAddress = (text: string): string => text.replace(/[\s\u200b-\u200f\u2060\ufeff]/g, '')
