// The lines of a proof that are about the market's SOL: what it holds and owes, what the price counts, what the launch guard
// locked. Pure.
import {
  GUARD_BPS_MAX,
  GUARD_SECONDS_MAX,
  OPENING_LAMPORTS_MAX,
  OPENING_LAMPORTS_MIN,
  SUPPLY_BASE_UNITS,
} from '../core/curve.ts'
import { groupThousands } from '../core/figures.ts'
import { rentLamports } from '../core/rent.ts'
import { guardSummary } from '../core/surcharge.ts'
import { type Decoded, lineOf, type ProofLine, type Sum } from './lines.ts'
import type { CoinReading } from './reading.ts'
import { amountText, sumSaid } from './sums.ts'

export function solLine({ accounts }: CoinReading, { market }: Decoded): ProofLine {
  const head = {
    id: 'sol',
    title: 'SOL held = SOL owed',
    explanation:
      'The market account itself holds the coin’s SOL. Everybody who sells is paid from what buyers paid in; the creator’s share of sell fees and the royalties of NFT sales wait beside it, and the treasury’s share with the boosts and the fees of NFT sales, until anybody sends it on; what the launch guard took stays for ever; the rent keeps the account on the chain. No instruction of the program takes SOL from here in any other way.',
  }
  return lineOf(head, { market }, (record) => {
    const { curve, creatorFeesOwedLamports, treasuryFeesOwedLamports, lockedLamports } = record.market
    const account = accounts.market
    const held = account?.lamports ?? 0n
    const rent = rentLamports(account?.data.length ?? 0)
    const parts = [
      { label: curve.graduated ? 'SOL of the pool' : 'SOL of the curve', amount: curve.realLamports },
      { label: 'Creator fees owed', amount: creatorFeesOwedLamports },
      { label: 'Treasury fees owed', amount: treasuryFeesOwedLamports },
      { label: 'Locked by the launch guard', amount: lockedLamports },
      { label: 'Rent of the account', amount: rent },
    ]
    const owed = parts.reduce((sum, { amount }) => sum + amount, 0n)
    const sum: Sum = { unit: 'SOL', whole: { label: 'Held by the market', amount: held }, parts }
    return sumSaid(sum, held - owed, `The market holds ${amountText('SOL', held)}: all that it owes.`)
  })
}

export function reserveLine({ market }: Decoded): ProofLine {
  const head = {
    id: 'reserve',
    title: 'The price counts real SOL',
    explanation:
      'The price is the reserve’s SOL divided by its coins. On the curve that SOL is what buyers really paid into it and the opening reserve, which nobody paid and which makes the first price; the launch chose it. With the graduation the opening reserve goes, and every lamport of the reserve is real. What the launch guard locked is never in the price.',
  }
  return lineOf(head, { market }, ({ market: { curve, openingReserveLamports } }) => {
    const virtual = curve.graduated ? 0n : openingReserveLamports
    const sum: Sum = {
      unit: 'SOL',
      whole: { label: 'SOL in the price', amount: curve.reserveLamports },
      parts: [
        { label: 'Really paid in', amount: curve.realLamports },
        ...(curve.graduated ? [] : [{ label: 'Opening reserve, paid by nobody', amount: virtual }]),
      ],
    }
    const difference = curve.reserveLamports - curve.realLamports - virtual
    return difference === 0n
      ? { verdict: 'holds', finding: `The price counts ${amountText('SOL', curve.reserveLamports)}.`, sum }
      : { verdict: 'broken', finding: `It differs by ${amountText('SOL', difference)}.`, sum }
  })
}

export function productLine({ market }: Decoded): ProofLine {
  const head = {
    id: 'product',
    title: 'Reserves multiplied',
    explanation:
      'Each trade keeps the product of the reserve’s SOL and its coins, or lifts it by what rounding leaves; were it to fall, somebody would have been paid too much. A coin begins with its opening reserve times 1,000,000,000 coins. The graduation takes the opening reserve out, and the coins that belong to it, so that the product starts anew there at the same price.',
  }
  return lineOf(head, { market }, ({ market: { curve, openingReserveLamports } }) => {
    const product = curve.reserveLamports * curve.reserveBaseUnits
    const launched = openingReserveLamports * SUPPLY_BASE_UNITS
    const text = groupThousands(product)
    if (curve.reserveLamports === 0n || curve.reserveBaseUnits === 0n)
      return { verdict: 'broken', finding: 'A reserve is empty.' }
    if (curve.graduated)
      return { verdict: 'holds', finding: `${text} lamports × base units; it never falls from here on.` }
    return product >= launched
      ? { verdict: 'holds', finding: `${text} lamports × base units, not below ${groupThousands(launched)}.` }
      : { verdict: 'broken', finding: `${text} lamports × base units, below ${groupThousands(launched)}.` }
  })
}

/** What the launch chose, and that nobody can get at what its guard took. */
export function guardLine({ market }: Decoded): ProofLine {
  const head = {
    id: 'guard',
    title: 'Nobody gets the surcharge',
    explanation:
      'The launch guard takes a part of early buys, so that rushing in first pays less. It goes to nobody: not to the creator, the platform or those who hold the coin. It stays in the market account, counted by itself, and no instruction of the program can move it. Opening reserve and guard were chosen with the launch and can’t be changed.',
  }
  return lineOf(head, { market }, ({ market: record }) => {
    const { openingReserveLamports, lockedLamports, guardBps, guardSeconds } = record
    const problems = [
      ...(openingReserveLamports < OPENING_LAMPORTS_MIN || openingReserveLamports > OPENING_LAMPORTS_MAX
        ? [
            `The opening reserve of ${amountText('SOL', openingReserveLamports)} is none that a launch may choose.`,
          ]
        : []),
      ...(guardBps > GUARD_BPS_MAX ||
      guardSeconds > GUARD_SECONDS_MAX ||
      (guardBps === 0) !== (guardSeconds === 0)
        ? ['The guard is none that a launch may choose.']
        : []),
      ...(guardBps === 0 && lockedLamports > 0n
        ? [`${amountText('SOL', lockedLamports)} are locked, and there was no guard.`]
        : []),
    ]
    if (problems.length > 0) return { verdict: 'broken', finding: problems.join(' ') }
    const guard = guardBps === 0 ? 'There was no launch guard' : `The guard was ${guardSummary(record)}`
    return {
      verdict: 'holds',
      finding: `${guard}; ${amountText('SOL', lockedLamports)} are locked for ever. The opening reserve was ${amountText('SOL', openingReserveLamports)}.`,
    }
  })
}
