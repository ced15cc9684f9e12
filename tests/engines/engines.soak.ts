// The product in the engines that are not Chromium: WebKit, as wide as a phone, since every browser of an iPhone is WebKit;
// and Firefox on a desk.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import { drawPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import type { Engine } from './engine.ts'
import { firefoxLacks, startFirefox } from './firefox.ts'
import { blankCells } from './painted.ts'
import { type Visitor, visit } from './visitor.ts'
import { startWebKit, webkitLacks } from './webkit.ts'

const ENGINES = [
  { name: 'WebKit', lacks: webkitLacks(), start: startWebKit, size: { width: 390, height: 844 } },
  { name: 'Firefox', lacks: firefoxLacks(), start: startFirefox, size: { width: 1440, height: 900 } },
] as const

for (const { name, lacks, start, size } of ENGINES)
  if (lacks === undefined)
    describe(`in ${name}`, () => {
      tellStories(start, size)
    })
  else it.skip(`${name} (${lacks})`, () => undefined)

function tellStories(
  start: () => Promise<Engine>,
  size: { readonly width: number; readonly height: number },
) {
  let server: ServerProcess
  let engine: Engine
  let visitor: Visitor
  beforeAll(async () => {
    server = await startServerProcess({ database: 'embedded' })
    engine = await start()
    visitor = visit(engine)
    await engine.open(server.origin)
    await engine.resize(size)
  })
  afterAll(async () => {
    await engine?.close()
    await server?.remove()
  })

  it('paints every cell of the live trades after each trade that arrives', async () => {
    const creator = createClient(server.origin)
    await creator.airdrop(10)
    const coin = await creator.launch(
      { name: 'Painted Frog', symbol: 'PAINT', devBuyAmount: '0.1' },
      await drawPicture('#21d38b'),
    )
    for (let trade = 0; trade < 10; trade++) await creator.trade('BUY', coin.id, '0.01')
    await engine.open(`${server.origin}/trade/${coin.id}`)
    const table = { role: 'table', name: 'Activity of Painted Frog, newest first' } as const
    await visitor.reads(table, '0.01')
    await visitor.run(() =>
      document.querySelector('table[aria-rowcount]')?.parentElement?.scrollIntoView({ block: 'center' }),
    )
    // The page itself is drawn a moment after its text is there.
    await visitor.until(
      () => blankCells(visitor),
      (blank) => blank.length === 0,
      'the page to be painted',
    )
    for (const sol of ['0.021', '0.022', '0.023']) {
      await creator.trade('BUY', coin.id, sol)
      await visitor.reads(table, sol)
      await visitor.until(
        () =>
          visitor.run(
            () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
          ),
        (running) => running === 0,
        'the end of the slide',
      )
      expect(await blankCells(visitor), `after a trade of ${sol} SOL`).toEqual([])
    }
  })
}
