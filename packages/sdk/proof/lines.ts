// What a line of a proof is made of, and how one comes about over accounts that may be missing or be something else. Pure.
import type { Market } from '../program/accounts.ts'
import type { MintAccount, TokenAccount } from '../program/mint.ts'
import type { ReadAccount } from './answers.ts'

/** The accounts of one coin, in the order in which they are read. */
export const ACCOUNT_NAMES = [
  'program',
  'config',
  'mint',
  'market',
  'vault',
  'escrow',
  'escrowVault',
  'collection',
] as const
export type AccountName = (typeof ACCOUNT_NAMES)[number]

/** `trust`: true, and yet somebody could change it. `unread`: what it is about did not come, which says nothing. */
export type Verdict = 'holds' | 'trust' | 'broken' | 'unread'

export interface Term {
  readonly label: string
  readonly amount: bigint
}

/** `whole` is the sum of `parts`, or not. */
export interface Sum {
  readonly unit: 'SOL' | 'coins' | 'NFTs'
  readonly whole: Term
  readonly parts: readonly Term[]
}

export interface ProofLine {
  readonly id: string
  readonly title: string
  readonly verdict: Verdict
  /** What was found, in a sentence; what differs, where it is broken. */
  readonly finding: string
  /** What it means, for somebody who never heard of it. */
  readonly explanation: string
  readonly sum?: Sum
}

/** The accounts decoded, each or why not. */
export interface Decoded {
  readonly market: Result<Market>
  readonly mint: Result<MintAccount>
  readonly collection: Result<MintAccount>
  readonly vault: Result<TokenAccount>
  /** Made by the first capture. */
  readonly escrowVault: Result<TokenAccount | undefined>
}
export type Result<T> = { readonly value: T } | { readonly problem: string }

const ACCOUNT_WORDS: Record<AccountName | 'nft', string> = {
  program: 'The program',
  config: 'The program’s configuration',
  mint: 'The coin’s mint',
  market: 'The market account',
  vault: 'The curve’s vault',
  escrow: 'The escrow',
  escrowVault: 'The escrow’s vault',
  collection: 'The NFT collection’s mint',
  nft: 'The NFT’s mint',
}

export function decodeAs<T>(
  name: AccountName | 'nft',
  account: ReadAccount | undefined,
  owner: string,
  decode: (data: Uint8Array) => T,
): Result<T> {
  const what = ACCOUNT_WORDS[name]
  if (account === undefined) return { problem: `${what} is not on the chain.` }
  if (account.owner !== owner) return { problem: `${what} belongs to the program ${account.owner}.` }
  try {
    return { value: decode(account.data) }
  } catch (error) {
    return { problem: `${what} can't be read: ${error instanceof Error ? error.message : String(error)}.` }
  }
}

export type Said = Pick<ProofLine, 'verdict' | 'finding'> & { readonly sum?: Sum }
type Headed = Pick<ProofLine, 'id' | 'title' | 'explanation'>

/** One line over what it needs: where one of those can't be read, that is what it says. */
export function lineOf<N extends Readonly<Record<string, Result<unknown>>>>(
  head: Headed,
  needs: N,
  say: (values: { readonly [K in keyof N]: N[K] extends Result<infer T> ? T : never }) => Said,
): ProofLine {
  for (const need of Object.values(needs))
    if ('problem' in need) return { ...head, verdict: 'broken', finding: need.problem }
  const values = Object.fromEntries(
    Object.entries(needs).map(([name, need]) => [name, 'value' in need ? need.value : undefined]),
  )
  try {
    // The keys and types are those of `needs`, by construction.
    return { ...head, ...say(values as Parameters<typeof say>[0]) }
  } catch (error) {
    // Bytes within an account that are not what they should be.
    return { ...head, verdict: 'broken', finding: `It can't be read: ${String(error)}.` }
  }
}
