// `npm run test:mutants`: puts one fault after another into the sources of server and page and says whether the tests
// notice. Each fault is tried with the file that should notice it, then with the part of `npm test` that it belongs to, up to
// the first failure. Works on the files
// themselves, so nothing may be uncommitted; what was changed is put back. `npm run test:mutants -- phone` tries those whose
// name has that word. Ends with 1 when one goes unnoticed. The program's faults are in program/test/mutants.ts.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { readCommand, refuseCommand } from '../packages/server/main/commands.mjs'
import { type Fault, withFault } from './fault.ts'

const TESTS = {
  unit: 'vitest run --bail=1',
  desktop: 'playwright test -x --project=desktop',
  phone: 'playwright test -x --project=phone',
} as const
type Part = keyof typeof TESTS

interface Mutant extends Fault {
  /** The part and its file that should notice: tried before all of `tests`, so that a fault takes seconds. */
  readonly first: readonly [Part, string]
  readonly tests: readonly Part[]
}

const TABLE = 'packages/sdk/program/instructions.ts'
const VERIFY = ['unit', 'packages/sdk/actions/trade/verify.test.ts'] as const

const MUTANTS: readonly Mutant[] = [
  {
    name: 'table: a buy has its vault where its mint is',
    file: TABLE,
    from: "'user:sw market:w config mint:w vault:w userCoins:w",
    to: "'user:sw market:w config vault:w mint:w userCoins:w",
    first: VERIFY,
    tests: ['unit'],
  },
  {
    name: 'table: a sell has its two amounts the other way round',
    file: TABLE,
    from: '{ baseUnitsIn: BASE_UNITS, lamportsOutMin: LAMPORTS }',
    to: '{ lamportsOutMin: LAMPORTS, baseUnitsIn: BASE_UNITS }',
    first: VERIFY,
    tests: ['unit'],
  },
  {
    name: 'table: an accepted offer names its bidder where its offer is',
    file: TABLE,
    from: "'seller:sw market:w offer:w bidder:w",
    to: "'seller:sw market:w bidder:w offer:w",
    first: ['unit', 'packages/sdk/program/instructions.test.ts'],
    tests: ['unit'],
  },
  {
    name: 'server: another site may use a visitor’s cookie',
    file: 'packages/sdk/api/session/rules.ts',
    from: 'host === request.host &&',
    to: "host !== '' &&",
    first: ['unit', 'tests/sessions.test.ts'],
    tests: ['unit'],
  },
  {
    name: 'server: a page of activity begins with the last of the page before',
    file: 'packages/server/index/activity-store.ts',
    from: "const range = 'collection_id = $1 and sequence < $2'",
    to: "const range = 'collection_id = $1 and sequence <= $2'",
    first: ['unit', 'packages/server/index/trades-of.test.ts'],
    tests: ['unit'],
  },
  {
    name: 'server: the top of a candle is where it began',
    file: 'packages/server/index/candles.ts',
    from: 'high: rose ? priceAfter : priceBefore',
    to: 'high: priceBefore',
    first: ['unit', 'tests/api.test.ts'],
    tests: ['unit'],
  },
  {
    name: 'server: the relay passes on other programs’ transactions',
    file: 'packages/server/http/rpc-relay.ts',
    from: "if (request.method === 'sendTransaction') {",
    to: "if (request.method === 'sendTransaction' && params.length === 0) {",
    first: ['unit', 'tests/api-settings.test.ts'],
    tests: ['unit'],
  },
  {
    name: 'server: a position is held since its last trade',
    file: 'packages/server/index/positions.ts',
    from: '(wallet.heldSince ?? step.createdAt)',
    to: 'step.createdAt',
    first: ['unit', 'packages/server/index/apply.test.ts'],
    tests: ['unit'],
  },
  {
    name: 'panel: a trade’s least is what it brings at best',
    file: 'packages/web/trade/QuoteLines.tsx',
    from: '<Received of={quote} at="least" symbol={symbol} />',
    to: '<Received of={quote} at="about" symbol={symbol} />',
    first: ['desktop', 'trade-card.journey'],
    tests: ['desktop'],
  },
  {
    name: 'panel: what a swap costs at most is what it costs at best',
    file: 'packages/web/trade/swap/SwapLines.tsx',
    from: 'At most, at ${slippageText}% slippage`}>\n              {sol(quote?.lamportsBound)}',
    to: 'At most, at ${slippageText}% slippage`}>\n              {sol(quote?.lamports)}',
    first: ['desktop', 'swap.journey'],
    tests: ['desktop'],
  },
  {
    name: 'panel: a capture is called a release in the activity',
    file: 'packages/web/coin/history/ActivityRows.tsx',
    from: "SWAP_TO_NFT: { text: 'Captured'",
    to: "SWAP_TO_NFT: { text: 'Released'",
    first: ['desktop', 'coin-tabs.journey'],
    tests: ['desktop'],
  },
  {
    name: 'panel: dollars of a position are ten times too many',
    file: 'packages/web/people/profile/figures.ts',
    from: '(Number(lamportsText) / 1e9) * solUsd',
    to: '(Number(lamportsText) / 1e8) * solUsd',
    first: ['desktop', 'coin-tabs.journey'],
    tests: ['desktop'],
  },
  {
    name: 'panel: Esc does not close a dialog',
    file: 'packages/web/ui/Dialog.tsx',
    from: 'if (dismissable) onClose()\n    }\n    if (event.key',
    to: '}\n    if (event.key',
    first: ['unit', 'packages/web/ui/primitives.test.tsx'],
    tests: ['unit', 'desktop'],
  },
  {
    name: 'phone: Sell in the bar opens the sheet to buy',
    file: 'packages/web/coin/TradeSheet.tsx',
    from: "onOpen('SELL')",
    to: "onOpen('BUY')",
    first: ['phone', 'trade-card.journey'],
    tests: ['phone'],
  },
  {
    name: 'phone: the menu’s Gallery leads nowhere',
    file: 'packages/web/pages/MobileMenu.tsx',
    from: 'href="/gallery"',
    to: 'href="/galery"',
    first: ['phone', 'screens.journey'],
    tests: ['phone'],
  },
  {
    name: 'phone: a row of the trades says coins for SOL',
    file: 'packages/web/coin/history/ActivityRows.tsx',
    from: '<Dash /> : <Amount activity={activity} />',
    to: '<Dash /> : <Coins baseUnits={activity.lamports} />',
    first: ['phone', 'trade-card.journey'],
    tests: ['phone'],
  },
  {
    name: 'phone: a long name is cut',
    file: 'packages/web/coin/CoinStrip.tsx',
    from: 'className="truncate text-16/5 font-semibold"',
    to: 'className="overflow-hidden whitespace-nowrap text-16/5 font-semibold"',
    first: ['phone', 'screens.journey'],
    tests: ['phone'],
  },
  {
    name: 'phone: the list of coins can’t be turned around',
    file: 'packages/web/markets/SortSelect.tsx',
    from: 'onClick={() => onChange(withSort(view, view.sort))}',
    to: 'onClick={() => onChange(view)}',
    first: ['phone', 'markets.journey'],
    tests: ['phone'],
  },
]

const run = (command: string) => {
  const [name = '', ...args] = command.split(' ')
  return spawnSync(name === 'node' ? process.execPath : `node_modules/.bin/${name}`, args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
}

/** What fails of a part, or of one file of it. */
function failureOf(part: Part, file = ''): string | undefined {
  const { status, stdout, stderr } = run(`${TESTS[part]} ${file}`.trim())
  if (status === 0) return undefined
  return `${part}: ${/(?:FAIL|✘ +\d+) +(.*)/.exec(stdout + stderr)?.[1] ?? 'failed'}`
}

/** What noticed it, or undefined. A fault that does not build is noticed, too. */
function whoNotices({ first: [part, file], tests }: Mutant): string | undefined {
  // A package's own tests read its sources, the others what was built of them.
  const needsBuild = !file.startsWith('packages/')
  const early = needsBuild ? undefined : failureOf(part, file)
  if (early !== undefined) return early
  const built = run('node scripts/setup.mjs build')
  if (built.status !== 0) return `does not build: ${built.stderr.slice(-300)}`
  const first = needsBuild ? failureOf(part, file) : undefined
  if (first !== undefined) return first
  for (const each of tests) {
    const failure = failureOf(each)
    if (failure !== undefined) return failure
  }
  return undefined
}

const [wanted = ''] = readCommand('test:mutants').rest
const chosen = MUTANTS.filter(({ name }) => name.includes(wanted))
if (chosen.length === 0) refuseCommand('test:mutants', `No fault’s name has "${wanted}".`)
if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '')
  throw new Error('Commit or stash first: this works on the files themselves.')
let unnoticed = 0
for (const mutant of chosen) {
  const { name, file } = mutant
  const before = readFileSync(file, 'utf8')
  try {
    writeFileSync(file, withFault(mutant, before))
    const noticed = whoNotices(mutant)
    if (noticed === undefined) unnoticed++
    console.log(
      `${noticed === undefined ? 'UNNOTICED' : 'noticed'}: ${name}${noticed === undefined ? '' : ` (${noticed})`}`,
    )
  } finally {
    writeFileSync(file, before)
  }
}
run('node scripts/setup.mjs build')
console.log(`${unnoticed} unnoticed`)
process.exitCode = unnoticed === 0 ? 0 : 1
