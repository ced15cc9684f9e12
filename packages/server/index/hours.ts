// The platform's hours: per hour the sums over all coins, and the wallets that traded. Events add to them.
import type { ProgramEvent } from '@twinmint/sdk/program/events'
import { isTrade } from './event-rows.ts'
import { saleFactsOf } from './nft-market/batch.ts'
import type { PlatformHour, TraderHour } from './rows.ts'

export interface Hours {
  /** By the unix second of its begin. */
  readonly platform: Map<number, PlatformHour>
  /** Hour and wallet, with a space between. */
  readonly traders: Set<string>
}
export const newHours = (): Hours => ({ platform: new Map(), traders: new Set() })

const HOUR_SECONDS = 3_600

const hourOf = ({ unixSeconds }: ProgramEvent): number =>
  Number(unixSeconds) - (Number(unixSeconds) % HOUR_SECONDS)

export function addToHours({ platform, traders }: Hours, event: ProgramEvent): void {
  const bucket = hourOf(event)
  const { kind } = event
  const volume =
    kind === 'buy' ? event.lamportsIn : kind === 'sell' ? event.lamportsOut + event.feeLamports : 0n
  const sale = saleFactsOf(event)
  const saleFees = sale ? sale.dueLamports - sale.sellerLamports : 0n
  // Who buys from himself pays the fees of it, and nothing was sold.
  const sold = sale?.sellerAddress === sale?.buyerAddress ? undefined : sale
  const fees = kind === 'sell' ? event.feeLamports : kind === 'boost' ? event.lamportsIn : saleFees
  const before = platform.get(bucket) ?? hourBefore(bucket)
  platform.set(bucket, {
    bucket,
    launches: before.launches + (kind === 'launch' ? 1 : 0),
    trades: before.trades + (kind === 'buy' || kind === 'sell' ? 1 : 0),
    swaps: before.swaps + (kind === 'capture' || kind === 'release' ? 1 : 0),
    volumeLamports: (BigInt(before.volumeLamports) + volume).toString(),
    feeLamports: (BigInt(before.feeLamports) + fees).toString(),
    nftSales: before.nftSales + (sold ? 1 : 0),
    nftSalesLamports: (BigInt(before.nftSalesLamports) + (sold?.dueLamports ?? 0n)).toString(),
    nftFeeLamports: (BigInt(before.nftFeeLamports) + saleFees).toString(),
  })
  if (isTrade(event)) traders.add(`${bucket} ${event.who}`)
  for (const wallet of sale ? [sale.sellerAddress, sale.buyerAddress] : []) traders.add(`${bucket} ${wallet}`)
}

/** The hour of a launch at an ISO time, with nothing but that launch. */
export function launchHour(launchedAt: string): PlatformHour {
  const seconds = Math.floor(Date.parse(launchedAt) / 1_000)
  return { ...hourBefore(seconds - (seconds % HOUR_SECONDS)), launches: 1 }
}

const hourBefore = (bucket: number): PlatformHour => ({
  bucket,
  launches: 0,
  trades: 0,
  swaps: 0,
  volumeLamports: '0',
  feeLamports: '0',
  nftSales: 0,
  nftSalesLamports: '0',
  nftFeeLamports: '0',
})

/** Rows in one order everywhere, so that two writers can't wait for each other. */
export function hourRows({ platform, traders }: Hours): {
  readonly hours: PlatformHour[]
  readonly traderHours: TraderHour[]
} {
  return {
    hours: [...platform.values()].sort((a, b) => a.bucket - b.bucket),
    traderHours: [...traders].sort().map((key) => {
      const [bucket = '', walletAddress = ''] = key.split(' ')
      return { bucket: Number(bucket), walletAddress }
    }),
  }
}

/** The same sums to be taken away. */
export const negated = (hour: PlatformHour): PlatformHour => ({
  bucket: hour.bucket,
  launches: -hour.launches,
  trades: -hour.trades,
  swaps: -hour.swaps,
  volumeLamports: (-BigInt(hour.volumeLamports)).toString(),
  feeLamports: (-BigInt(hour.feeLamports)).toString(),
  nftSales: -hour.nftSales,
  nftSalesLamports: (-BigInt(hour.nftSalesLamports)).toString(),
  nftFeeLamports: (-BigInt(hour.nftFeeLamports)).toString(),
})
