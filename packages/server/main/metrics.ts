// Figures for Prometheus, in its text format. What happens on every request is one look into a map and a few additions;
// everything else is read when somebody asks.
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Today } from '@twinmint/sdk/internal/core/day-budget'
import type { NodeCalls } from '../chain/nodes.ts'
import type { BusState, StreamCounts } from '../http/live/hub.ts'

/** Seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200]
/** They last as long as their reader: counted, and not timed. */
const STREAMS = new Set(['/api/live', '/api/launch-progress'])
export const isStream = (path: string): boolean => STREAMS.has(path)
/** Each look wakes the process up. */
const DELAY_RESOLUTION_MS = 50

interface RouteFigures {
  readonly method: string
  /** Written once: there are thousands of lines, and each has them. */
  readonly labels: string
  readonly isTimed: boolean
  readonly answersByStatus: Map<number, number>
  readonly seconds: Histogram
}

/** What is read at the moment of the call. */
export interface Gauges {
  readonly slot: number | null
  readonly slotAgeSeconds: number | null
  readonly transactionsBehind: number
  readonly eventsWaiting: number
  readonly secondsBehind: number
  readonly cursorAgeSeconds: number | null
  readonly transactionsSetAside: number
  readonly cutHistories: number | null
  readonly readSlot: number | null
  readonly finalizedSlot: number | null
  readonly databaseOffsetSeconds: number | null
  readonly chainOffsetSeconds: number | null
  readonly servers: number | null
  readonly mismatches: number
  readonly rollbacks: number
  readonly gaps: number
  readonly stream: {
    readonly readerCount: number
    readonly counts: StreamCounts
    readonly bus: BusState | undefined
  }
  readonly today: Pick<Today, 'bytes' | 'airdrops'>
  readonly connections: { readonly open: number; readonly idle: number; readonly waiting: number }
  readonly nodeCalls: readonly NodeCalls[]
  readonly readyFor: Readonly<Record<'reading' | 'trading', boolean>>
  readonly product: string
}

/** What of the index's news is counted. */
interface AppliedFigures {
  readonly trades: readonly { readonly type: string }[]
  readonly activity: readonly { readonly kind: string }[]
  readonly launchedIds: readonly string[]
}

class Histogram {
  readonly #bounds: readonly number[]
  /** How many values are up to each bound and above the one before; the last is above all. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number): void {
    let at = 0
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at++
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  lines(name: string, labels = ''): string[] {
    let count = 0
    const buckets = this.#counts.map((ofBucket, at) => {
      count += ofBucket
      return `${name}_bucket{${labels}${labels && ','}le="${this.#bounds[at] ?? '+Inf'}"} ${count}`
    })
    const braced = labels && `{${labels}}`
    return [...buckets, `${name}_sum${braced} ${this.#sum}`, `${name}_count${braced} ${count}`]
  }
}

export class Metrics {
  readonly #byRoute = new Map<string, RouteFigures[]>()
  readonly #tradesByType = new Map<string, number>()
  readonly #activityByKind = new Map<string, number>()
  readonly #batches = new Histogram(BATCH_BUCKETS)
  readonly #delay: IntervalHistogram = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })

  constructor() {
    this.#delay.enable()
  }

  /** An answer went out. `route` is the pattern, never the path, so that there are only so many. */
  answered(method: string, route: string, status: number, milliseconds: number): void {
    const figures = this.#figuresOf(method, route)
    figures.answersByStatus.set(status, (figures.answersByStatus.get(status) ?? 0) + 1)
    if (!figures.isTimed) return
    figures.seconds.add(milliseconds / 1_000)
  }

  /** The index took something in. */
  applied({ trades, activity, launchedIds }: AppliedFigures): void {
    const size = trades.length + activity.length + launchedIds.length
    if (size > 0) this.#batches.add(size)
    for (const { type } of trades) countUp(this.#tradesByType, type)
    for (const { kind } of activity) countUp(this.#activityByKind, kind)
  }

  #figuresOf(method: string, route: string): RouteFigures {
    const known = this.#byRoute.get(route)
    const found = known?.find((each) => each.method === method)
    if (found) return found
    const figures: RouteFigures = {
      method,
      labels: labelsOf({ method, route }),
      isTimed: !isStream(route),
      answersByStatus: new Map(),
      seconds: new Histogram(BUCKETS),
    }
    if (known) known.push(figures)
    else this.#byRoute.set(route, [figures])
    return figures
  }

  text(gauges: Gauges): string {
    return [
      ...this.#requestLines(),
      ...family(
        'twinmint_trades_applied_total',
        'Trades and swaps that the index took in.',
        [...this.#tradesByType].map(([type, value]) => ({ labels: { type }, value })),
      ),
      ...family(
        'twinmint_activity_applied_total',
        'Boosts, claims, graduations, listings, offers and sales of NFTs that the index took in.',
        [...this.#activityByKind].map(([kind, value]) => ({ labels: { kind }, value })),
      ),
      ...headOf('twinmint_index_batch_size', 'histogram', 'Trades, launches and activity of one commit.'),
      ...this.#batches.lines('twinmint_index_batch_size'),
      ...gaugeLines(gauges),
      ...this.#processLines(),
      '',
    ].join('\n')
  }

  #requestLines(): string[] {
    const all = [...this.#byRoute.values()].flat()
    const name = 'twinmint_http_request_duration_seconds'
    return [
      ...headOf('twinmint_http_requests_total', 'counter', 'Answered requests.'),
      ...all.flatMap(({ labels, answersByStatus }) =>
        [...answersByStatus].map(
          ([status, value]) => `twinmint_http_requests_total{${labels},status="${status}"} ${value}`,
        ),
      ),
      ...headOf(name, 'histogram', 'From the request to the end of its answer.'),
      ...all.filter(({ isTimed }) => isTimed).flatMap(({ labels, seconds }) => seconds.lines(name, labels)),
    ]
  }

  #processLines(): string[] {
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    // The histogram holds whole intervals: what is beyond the resolution is the delay.
    const delay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - DELAY_RESOLUTION_MS / 1e3)
    const lines = [
      ...single('process_resident_memory_bytes', 'Memory of the process.', rss),
      ...single('nodejs_heap_used_bytes', 'JavaScript heap in use.', heapUsed),
      ...single('nodejs_external_memory_bytes', 'Memory of native objects.', external),
      ...single('process_cpu_seconds_total', 'CPU time of all threads.', (user + system) / 1e6),
      ...single('process_start_time_seconds', 'When the process began.', performance.timeOrigin / 1e3),
      ...family('nodejs_eventloop_delay_seconds', 'How late the event loop was, since the last look.', [
        ...[50, 99].map((percent) => ({
          labels: { percentile: String(percent) },
          value: delay(this.#delay.count > 0 ? this.#delay.percentile(percent) : 0),
        })),
        { labels: { percentile: '100' }, value: delay(this.#delay.max) },
      ]),
    ]
    this.#delay.reset()
    return lines
  }
}

const countUp = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function gaugeLines(gauges: Gauges): string[] {
  const { open, idle, waiting } = gauges.connections
  return [
    ...family(
      'twinmint_ready',
      'Whether the server is ready for reading, and for trading.',
      Object.entries(gauges.readyFor).map(([purpose, isReady]) => ({
        labels: { for: purpose },
        value: isReady ? 1 : 0,
      })),
    ),
    ...single('twinmint_chain_slot', 'The chain’s latest slot.', gauges.slot),
    ...single('twinmint_chain_slot_age_seconds', 'How long ago it was.', gauges.slotAgeSeconds),
    ...family(
      'twinmint_clock_offset_seconds',
      'How far this machine’s clock is ahead of the database’s and the chain’s.',
      Object.entries({ database: gauges.databaseOffsetSeconds, chain: gauges.chainOffsetSeconds }).flatMap(
        ([against, value]) => (value === null ? [] : [{ labels: { against }, value }]),
      ),
    ),
    ...single('twinmint_servers', 'Servers that use the database.', gauges.servers),
    ...family(
      'twinmint_node_calls_total',
      'Calls of the nodes at SOLANA_RPC_URL; each try counts.',
      gauges.nodeCalls.map(({ count, ...labels }) => ({ labels, value: count })),
    ),
    ...indexLines(gauges),
    ...streamLines(gauges.stream),
    ...single(
      'twinmint_strangers_written_bytes',
      'Bytes counted against the daily write limits since midnight UTC.',
      gauges.today.bytes,
    ),
    ...single('twinmint_airdrops', 'Airdrops since midnight UTC.', gauges.today.airdrops),
    ...family('twinmint_database_connections', 'Connections to the database.', [
      { labels: { state: 'busy' }, value: open - idle },
      { labels: { state: 'idle' }, value: idle },
    ]),
    ...single('twinmint_database_waiting', 'Calls that wait for a connection.', waiting),
    ...family('twinmint_build_info', 'What runs.', [
      { labels: { version: gauges.product, node: process.version }, value: 1 },
    ]),
  ]
}

function streamLines({ readerCount, counts, bus }: Gauges['stream']): string[] {
  return [
    ...single('twinmint_live_readers', 'Open live streams.', readerCount),
    ...single(
      'twinmint_stream_resets_total',
      'Readers who were told to read everything again.',
      counts.resets,
    ),
    ...single(
      'twinmint_stream_dropped_readers_total',
      'Readers that were ended because they read too slowly.',
      counts.dropped,
    ),
    ...(bus === undefined ? [] : busLines(bus)),
  ]
}

const busLines = ({ isUp, sent, alone, failures }: BusState): string[] => [
  ...single('twinmint_bus_up', 'Whether Redis carries events between servers.', isUp ? 1 : 0),
  ...single('twinmint_bus_failures_total', 'Times that Redis began to fail.', failures),
  ...family('twinmint_bus_events_total', 'Events by who heard them: all servers, or this one alone.', [
    { labels: { heard: 'everywhere' }, value: sent },
    { labels: { heard: 'here' }, value: alone },
  ]),
]

const indexLines = (gauges: Gauges): string[] => [
  ...single(
    'twinmint_index_transactions_behind',
    'Heard of and not in the index yet.',
    gauges.transactionsBehind,
  ),
  ...single('twinmint_index_events_waiting', 'Events that wait for an earlier one.', gauges.eventsWaiting),
  ...single('twinmint_index_lag_seconds', 'How long the first of these has waited.', gauges.secondsBehind),
  ...single(
    'twinmint_index_cursor_age_seconds',
    'Since when the chain may have something that the index has not read.',
    gauges.cursorAgeSeconds,
  ),
  ...single(
    'twinmint_index_transactions_set_aside_total',
    'Passed over, being of a version that is not known here.',
    gauges.transactionsSetAside,
  ),
  ...single(
    'twinmint_index_cut_histories',
    'Coins whose history begins after their launch, since no node has the rest.',
    gauges.cutHistories,
  ),
  ...single(
    'twinmint_index_read_slot',
    'Up to which slot the program’s transactions were read.',
    gauges.readSlot,
  ),
  ...single(
    'twinmint_index_finalized_slot',
    'Up to which slot the index was compared with the finalized chain.',
    gauges.finalizedSlot,
  ),
  ...single(
    'twinmint_index_mismatches',
    'Coins that differ from the chain and are not yet read again.',
    gauges.mismatches,
  ),
  ...single('twinmint_index_rollbacks_total', 'Coins of which the chain took events back.', gauges.rollbacks),
  ...single(
    'twinmint_index_gaps_total',
    'Times that a coin went on without events that no node has.',
    gauges.gaps,
  ),
]

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const headOf = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

/** Counters are called so. */
const typeOf = (name: string) => (name.endsWith('_total') ? 'counter' : 'gauge')

const family = (name: string, help: string, samples: readonly Sample[]) => [
  ...headOf(name, typeOf(name), help),
  ...samples.map(({ labels, value }) => `${name}{${labelsOf(labels)}} ${value}`),
]

/** Nothing where the value is not known. */
const single = (name: string, help: string, value: number | null) =>
  value === null ? [] : [...headOf(name, typeOf(name), help), `${name} ${value}`]

const labelsOf = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(
      ([label, text]) =>
        `${label}="${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`,
    )
    .join(',')
