// `npm run bench`: what is fast, measured and printed; docs/performance.md keeps the figures. Everything runs on this
// machine, server and load generator together, and ends by itself. `npm run bench -- trades` runs one part.
import { readCommand, refuseCommand } from '../packages/server/main/commands.mjs'
import { benchAddresses } from './addresses.ts'
import { ATTACKS, benchAttacks } from './attacks.ts'
import { benchBytes } from './bytes.ts'
import { benchFleet } from './fleet.ts'
import { benchHistory } from './history.ts'
import { benchInteractions } from './interactions.ts'
import { benchLists } from './lists.ts'
import { benchLive } from './live.ts'
import { benchMarketReaders } from './market-readers.ts'
import { benchMemory } from './memory.ts'
import { benchNewServer } from './new-server.ts'
import { benchNftLists } from './nft-lists.ts'
import { benchNftMarket } from './nft-market.ts'
import { benchOpenPage } from './open-page.ts'
import { benchPages } from './pages.ts'
import { benchPrepare } from './prepare.ts'
import { benchProgram } from './program.ts'
import { benchRebuild } from './rebuild.ts'
import { benchStart } from './start.ts'
import { benchSwaps } from './swaps.ts'
import { benchTrades } from './trades.ts'

type Figures = Record<string, number | string>

const { values, rest: wanted } = readCommand('bench')
const attack = values['attack']?.toString()
if (attack !== undefined && !ATTACKS.includes(attack))
  refuseCommand('bench', `There is no attack "${attack}"; there are ${ATTACKS.join(', ')}.`)

const PARTS: Record<string, () => Promise<Figures> | Figures> = {
  program: benchProgram,
  trades: () => benchTrades(10),
  swaps: () => benchSwaps(10),
  'nft-market': () => benchNftMarket(10),
  'nft-lists': benchNftLists,
  lists: benchLists,
  fleet: benchFleet,
  history: benchHistory,
  live: benchLive,
  'market-readers': benchMarketReaders,
  memory: benchMemory,
  attacks: () => benchAttacks(30, attack),
  interactions: () => benchInteractions(30),
  addresses: () => benchAddresses(40),
  prepare: benchPrepare,
  rebuild: benchRebuild,
  pages: benchPages,
  'new-server': benchNewServer,
  'open-page': benchOpenPage,
  start: benchStart,
  bytes: benchBytes,
}

/** Minutes, and an hour: they run only when they are named. */
const ONLY_NAMED = ['new-server', 'open-page']

const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name))
if (unknown !== undefined)
  refuseCommand('bench', `There is no part "${unknown}"; there are ${Object.keys(PARTS).join(', ')}.`)
for (const name of wanted.length > 0
  ? wanted
  : Object.keys(PARTS).filter((part) => !ONLY_NAMED.includes(part))) {
  const figures = (await PARTS[name]?.()) ?? {}
  console.log(`\n${name}`)
  for (const [figure, value] of Object.entries(figures)) console.log(`  ${figure.padEnd(44)} ${value}`)
}
