// How a coin's creator fees are split among receivers. Pure.

export const FEE_SHARE_RECEIVERS_MAX = 4
/** All shares together. */
export const FEE_SHARES_BPS = 10_000

/**
 * What the receiver at `place` may draw, in lamports: floor(received · share / 10,000) less what it drew. Received is what
 * the market owes now and what all of them drew. As program/src/fee_shares.rs, `draw`.
 */
export function feeShareDueLamports(
  receivers: readonly { readonly bps: number; readonly drawnLamports: bigint }[],
  place: number,
  owedLamports: bigint,
): bigint {
  const receiver = receivers[place]
  if (receiver === undefined) return 0n
  const received = receivers.reduce((sum, { drawnLamports }) => sum + drawnLamports, owedLamports)
  return (received * BigInt(receiver.bps)) / BigInt(FEE_SHARES_BPS) - receiver.drawnLamports
}
