// The programs of Solana that ours works with. Apart from addresses.ts, whose derivations are more code than a page that
// only reads transactions needs.
import type { Address } from '@solana/kit'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address
export const UPGRADEABLE_LOADER_PROGRAM = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111' as Address
/** Lighthouse: wallets add its assertions to what they sign, so that a result other than the simulated one fails. */
export const LIGHTHOUSE_PROGRAM = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95' as Address
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
/** All versions. */
export const MEMO_PROGRAMS: readonly Address[] = [
  MEMO_PROGRAM,
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo' as Address,
]
