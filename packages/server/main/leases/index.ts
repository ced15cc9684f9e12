// Opens the index: who writes it, and what goes by what it takes in: figures, warnings, alerts and the live stream.

import { type Chain, openArchive } from '../../chain/chain.ts'
import { nodesTransport } from '../../chain/nodes.ts'
import { type Funding, openFunding } from '../../coin/xray/funding.ts'
import { forgetWarnings } from '../../coin/xray/store.ts'
import { startWarnings, type Warnings } from '../../coin/xray/warnings.ts'
import type { Database } from '../../database/database.ts'
import type { LiveHub } from '../../http/live/hub.ts'
import type { Coins } from '../../index/coins.ts'
import { startFigures } from '../../index/figures.ts'
import { type Indexer, startIndexer } from '../../index/indexer.ts'
import { openStandingOffers, type StandingOffers } from '../../index/nft-market/offers-on-chain.ts'
import type { Fenced } from '../../index/service/fence.ts'
import { type IndexService, type IndexWriter, openIndexService } from '../../index/service/index-service.ts'
import type { Evaluator } from '../../people/alerts/evaluator.ts'
import { startEvaluator } from '../../people/alerts/evaluator.ts'
import type { Config } from '../config.ts'
import type { LiveNews } from '../live-events.ts'
import type { Metrics } from '../metrics.ts'

/** Without a Redis, readers of a server that does not write the index read everything again so often. */
const UNHEARD_MS = 30_000

interface KeepIndex {
  readonly db: Database
  /** For leases and looks at the database's history alone. */
  readonly leases: Database
  readonly chain: Chain
  readonly config: Config
  readonly coins: Coins
  readonly live: LiveHub
  readonly news: LiveNews
  readonly metrics: Metrics
  readonly onLaunched: () => void
  /** There are pushes to send. */
  readonly onPushes: () => void
  readonly log: Record<'error' | 'warn', (fields: object, sentence: string) => void>
  readonly onClose: (close: () => unknown) => void
}

export function keepIndex(on: KeepIndex): {
  readonly index: IndexService
  readonly offers: StandingOffers
  readonly funding: Funding
} {
  const { db, leases, chain, config, coins, live, log, onClose } = on
  const offers = openStandingOffers(db, chain, (error) => log.warn({ err: error }, 'comparing offers failed'))
  let warnings: Warnings | undefined
  const funding = openFunding(db, chain, {
    onFound: (id) => {
      if (warnings) warnings.touch([id])
      else
        forgetWarnings(db, id).catch((error: unknown) =>
          log.warn({ err: error }, 'warnings could not be worked out'),
        )
    },
    onFailure: (error) => log.warn({ err: error }, 'a creator’s transactions could not be read'),
  })
  onClose(() => funding.close())
  let isStarting = true
  const index = openIndexService({
    db,
    leases,
    chain,
    isCandidate: config.roles.has('index'),
    log,
    begin(fenced) {
      const writer = beginWriter({ ...on, fenced, offers, funding, mayFail: () => !isStarting })
      ;({ warnings } = writer)
      return {
        ...writer,
        close() {
          warnings = undefined
          return writer.close()
        },
      }
    },
    onRewound() {
      coins.forgetAll()
      live.reset()
    },
    onOthersChange: () => coins.forgetAll(),
  })
  const started = () => {
    isStarting = false
  }
  index.ready.then(started, started)
  if (config.redisUrl === undefined && config.databaseUrl !== undefined) {
    // Nothing tells this server's readers what another one took in.
    const timer = setInterval(() => index.isWriter || live.reset(), UNHEARD_MS)
    timer.unref()
    onClose(() => clearInterval(timer))
  }
  onClose(() => index.close())
  return { index, offers, funding }
}

/** Reads the chain into the index, and keeps what follows from its rows. */
function beginWriter({
  fenced,
  mayFail,
  ...on
}: KeepIndex & {
  readonly fenced: Fenced
  readonly offers: StandingOffers
  readonly funding: Funding
  /** Whether it goes on where it can't catch up: a server that starts does not. */
  readonly mayFail: () => boolean
}): IndexWriter & { readonly warnings: Warnings } {
  const { db, chain, config, news, metrics, funding, onLaunched, log } = on
  let reader: Indexer | undefined
  const readThroughMs = () => reader?.readThroughMs ?? 0
  const alerts = openAlerts({ ...on, readThroughMs })
  const figures = startFigures(db, {
    standingSeconds: config.standingSeconds,
    readThroughMs,
    // Readers were told of a trade at once; now of what it did to these coins' figures.
    onRefreshed: news.tellAgain,
    onStood: (collectionIds) => alerts.heard({ trades: [], activity: [], collectionIds }),
    onFailure: (error) => log.warn({ err: error }, 'figures could not be refreshed'),
  })
  const warnings = startWarnings(db, {
    onChanged: news.tellAgain,
    onFailure: (error) => log.warn({ err: error }, 'warnings could not be worked out'),
  })
  const indexer = startIndexer({
    database: db,
    fenced,
    chain,
    archives: (config.cluster?.historyRpcUrls ?? []).map((url) =>
      openArchive(nodesTransport([url]), chain.programAddress),
    ),
    log,
    standingSeconds: config.standingSeconds,
    onApplied: (applied) => {
      const heard = { ...applied, trades: applied.trades() }
      news.tell(heard)
      alerts.heard(heard)
      metrics.applied(heard)
      for (const each of [figures, warnings, funding]) each.touch(applied.collectionIds)
      if (applied.launchedIds.length > 0) onLaunched()
    },
  })
  reader = indexer
  const catchUp = async () => {
    await indexer.catchUp().catch((error: unknown) => {
      if (!mayFail()) throw error
      // Sweeps try again.
      log.warn({ err: error }, 'the chain could not be read yet; trying again')
    })
    alerts.begin()
  }
  return {
    indexer,
    warnings,
    caughtUp: catchUp(),
    async close() {
      await indexer.close()
      await warnings.close()
      await figures.close()
      await alerts.close()
    },
  }
}

/** Whoever has an alert, or follows somebody who traded, is told: in the page, and in the browsers that they chose. */
const openAlerts = ({
  db,
  offers,
  config,
  live,
  readThroughMs,
  onPushes,
  log,
}: Pick<KeepIndex, 'db' | 'config' | 'live' | 'onPushes' | 'log'> & {
  readonly offers: StandingOffers
  /** Until when the index has read its chain: alerts believe a graduation only as far. */
  readonly readThroughMs: () => number
}): Evaluator =>
  startEvaluator(db, {
    solUsd: config.solUsd,
    readThroughMs,
    compareOffers: (collectionId) => offers.compare({ collectionId }),
    onTold: (wallets) => {
      for (const walletAddress of wallets) live.publish({ type: 'alert', walletAddress })
      onPushes()
    },
    onFailure: (error) => log.warn({ err: error }, 'alerts could not be compared'),
  })
