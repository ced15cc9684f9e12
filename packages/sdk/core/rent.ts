// What the network asks for keeping accounts and for signatures: the same on every Solana network today. Must not know
// what the accounts are for.
import { type Lamports, lamports } from './money.ts'

const LAMPORTS_PER_BYTE = 6_960n
/** The network counts so many bytes beside an account's data. */
const OVERHEAD_BYTES = 128n

/** What an account of so many bytes must hold to stay. */
export function rentLamports(dataBytes: number): Lamports {
  return lamports((OVERHEAD_BYTES + BigInt(dataBytes)) * LAMPORTS_PER_BYTE)
}

/** The least that a wallet may keep when it keeps anything. */
export const WALLET_RENT = rentLamports(0)
/** An account as the associated token program makes it for a Token-2022 coin or NFT: 170 bytes. */
export const TOKEN_ACCOUNT_RENT = rentLamports(170)
/** One signature. */
export const NETWORK_FEE = lamports(5_000)

export type SpendingRefusal = 'insufficientLamports' | 'insufficientRent'

/** Whether it is SOL that the wallet lacks. */
export function lacksSol(code: string | undefined): code is SpendingRefusal {
  return code === 'insufficientLamports' || code === 'insufficientRent'
}

/** Why a wallet can't spend so much: too little, or a rest that the network does not let an account keep. */
export function spendingRefusal(balance: Lamports, spent: bigint): SpendingRefusal | undefined {
  const rest = balance - spent
  if (rest < 0n) return 'insufficientLamports'
  return rest > 0n && rest < WALLET_RENT ? 'insufficientRent' : undefined
}

/** Editions up to this far above those minted can be minted: the program's `CAPTURE_WINDOW` (docs/decisions/0007). */
export const MINT_WINDOW = 64

/** A mint with metadata pointer, member pointer, member and metadata, before its texts. */
const NFT_MINT_BYTES = 166 + 68 + 68 + 76 + 84

/** Rent of an NFT's mint, whose size follows its texts. `metadataUri` is the coin's. */
export function nftMintRent(
  {
    collectionName,
    symbol,
    metadataUri,
  }: { readonly collectionName: string; readonly symbol: string; readonly metadataUri: string },
  edition: number,
): Lamports {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const texts = bytes(`${collectionName} #${edition}`) + bytes(symbol) + bytes(`${metadataUri}/${edition}`)
  return rentLamports(NFT_MINT_BYTES + texts)
}
