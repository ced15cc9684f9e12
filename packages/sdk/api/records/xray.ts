// What a Launch X-ray finds unusual, as coins carry it: the words, from which share on, and what is said of each.

/** In the order in which they are told. */
export const XRAY_WARNINGS = ['creator', 'launchSlot', 'opening', 'sameSlot', 'holders'] as const
export type XrayWarning = (typeof XRAY_WARNINGS)[number]

/**
 * From so many basis points of the supply on a share is unusual. A curve that begins at 1 SOL sells its first tenth for
 * 0.11 SOL and its first half for 1 SOL, so early shares are large by nature and a limit must leave room for them.
 */
export const XRAY_LIMITS_BPS: Readonly<Record<XrayWarning, bigint>> = {
  /** One seller with a fifth moves the price by a third or more, whoever buys. */
  creator: 2_000n,
  /** Nobody reads a page in 0.4 seconds: whoever buys then knew of the launch before. */
  launchSlot: 1_000n,
  /** A person who is quick, and lucky, gets some of it; a quarter takes a program. */
  opening: 2_500n,
  /** Three wallets that decide in the same 0.4 seconds are likely one hand. */
  sameSlot: 1_000n,
  /** More than half: whatever the others do, ten wallets decide. */
  holders: 5_000n,
}

const percentOf = (warning: XrayWarning) => Number(XRAY_LIMITS_BPS[warning] / 100n)

/** What a warning says, as a sentence. */
export const XRAY_SENTENCES: Readonly<Record<XrayWarning, string>> = {
  creator: `The creator, with wallets that it funded, holds ${percentOf('creator')}% or more of the supply.`,
  launchSlot: `Others than the creator bought ${percentOf('launchSlot')}% or more in the launch’s own slot.`,
  opening: `Others than the creator bought ${percentOf('opening')}% or more in the first ten seconds.`,
  sameSlot: `Three or more wallets bought in one slot, ${percentOf('sameSlot')}% or more together.`,
  holders: `The ten largest holders have ${percentOf('holders')}% or more of the supply.`,
}
