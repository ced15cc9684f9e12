// What minting one more NFT takes of the network, and which numbers can be minted. Pure.
import type { Lamports } from './money.ts'
import { rentLamports } from './rent.ts'

/** A number so far above those minted can be minted: the program's `CAPTURE_WINDOW` (docs/decisions/0007). */
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
  index: number,
): Lamports {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const texts = bytes(`${collectionName} #${index}`) + bytes(symbol) + bytes(`${metadataUri}/${index}`)
  return rentLamports(NFT_MINT_BYTES + texts)
}
