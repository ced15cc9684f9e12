// What the index says of a wallet's trades in a coin.
import type { LotQueue } from '../core/lots.ts'

/** What the index says of a wallet in a coin. */
export interface PositionSums extends LotQueue {
  readonly baseUnits: bigint
}

/** An NFT that the wallet captured and that is out. */
export interface CapturedNft {
  readonly tokenId: number
  readonly knownBaseUnits: bigint
  readonly lamports: bigint
}
