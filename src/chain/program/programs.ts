// The programs of Solana that ours works with. Apart from addresses.ts, whose derivations are more code than a page that
// only reads transactions needs.
import type { Address } from '@solana/kit'

export const SYSTEM_PROGRAM = '11111111111111111111111111111111' as Address
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address
export const UPGRADEABLE_LOADER_PROGRAM = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address
