// What a phone sees of the six pages that most visits begin with, while the demo market trades: Lighthouse's own phone (slow
// 4G, a processor four times as slow), each run's figures printed. Lighthouse is fetched when this runs, since it and what it
// brings are as large as half of everything else here. `BENCH_PAGES=coin,home` measures these only, `BENCH_RUNS` so often.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '../tests/browser.ts'
import { startDemoMarket } from './demo-market.ts'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)

interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } }
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

const AUDITS = {
  'first picture': ['first-contentful-paint', 's'],
  'largest picture': ['largest-contentful-paint', 's'],
  blocking: ['total-blocking-time', 'ms'],
  shift: ['cumulative-layout-shift', ''],
  'speed index': ['speed-index', 's'],
} as const

function figuresOf({ categories, audits }: Report): string {
  const score = Math.round((categories.performance.score ?? 0) * 100)
  const figures = Object.entries(AUDITS).map(([name, [audit, unit]]) => {
    const value = audits[audit]?.numericValue ?? Number.NaN
    return `${name} ${unit === 's' ? `${(value / 1_000).toFixed(2)} s` : unit === 'ms' ? `${Math.round(value)} ms` : value.toFixed(3)}`
  })
  return `${score} points, ${figures.join(', ')}`
}

export async function benchPages(): Promise<Record<string, string>> {
  const { executablePath, env, sandbox } = await findBrowser()
  const { server, coin } = await startDemoMarket()
  const measure = async (path: string): Promise<Report> => {
    const file = join(server.folder, 'lighthouse.json')
    // A page that has nothing to draw for a while would wait a second for its next picture.
    const flags = `--headless=new --disable-features=ThrottleUndrawnFrames${sandbox ? '' : ' --no-sandbox'}`
    await promisify(execFile)(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        server.origin + path,
        '--quiet',
        '--only-categories=performance',
        '--output=json',
        `--output-path=${file}`,
        `--chrome-flags=${flags}`,
      ],
      { env: { ...process.env, ...env, CHROME_PATH: executablePath } },
    )
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  }
  try {
    const paths = {
      home: '/',
      coin: `/trade/${coin.id}`,
      markets: '/trade',
      gallery: '/gallery',
      NFT: `/nft/${coin.id}/1`,
      launch: '/launch',
    }
    const wanted = process.env['BENCH_PAGES']?.split(',')
    const figures: Record<string, string> = {}
    for (const [name, path] of Object.entries(paths))
      if (wanted === undefined || wanted.includes(name))
        for (let run = 1; run <= RUNS; run++) {
          // Lighthouse loses a run now and then on a busy machine.
          const report = await measure(path).catch(() => measure(path))
          figures[`${name}, run ${run}`] = `${figuresOf(report)}, load ${(loadavg()[0] ?? 0).toFixed(1)}`
          console.log(name, figures[`${name}, run ${run}`])
        }
    return figures
  } finally {
    await server.remove()
  }
}
