// How a coin's creator fees are split among receivers. Pure.

export const FEE_SHARE_RECEIVERS_MAX = 4
/** All shares together. */
export const FEE_SHARES_BPS = 10_000

/**
 * Lamports that the receiver at `place` may draw: floor(received · share / 10,000) less what it drew. `received` is what the
 * market owes now plus everything that all receivers drew. Mirrors `draw` in program/src/fee_shares.rs.
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
