// The product in the engines that are not Chromium: WebKit, as wide as a phone, since every browser of an iPhone is WebKit;
// and Firefox on a desk. Stories go on where the one before ended, so that each engine starts once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import { drawPicture } from '../pictures.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import type { Engine } from './engine.ts'
import { firefoxLacks, startFirefox } from './firefox.ts'
import { blankCells, groundOf } from './painted.ts'
import { becomesKnown, buysAndSells, launches, type Scene, sellsAnNft, swapsForNfts } from './stories.ts'
import { visit } from './visitor.ts'
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

/** Firefox fails what a page still asks for when it is left, and the page says so. */
const LEFT = /The server did not answer|AbortError: The operation was aborted/

function tellStories(
  start: () => Promise<Engine>,
  size: { readonly width: number; readonly height: number },
) {
  const folder = mkdtempSync(join(tmpdir(), 'twinmint-engines-'))
  let server: ServerProcess
  let engine: Engine
  let scene: Scene

  beforeAll(async () => {
    server = await startServerProcess({ database: 'embedded' })
    engine = await start()
    const { origin } = server
    const creator = createClient(origin)
    await creator.airdrop(10)
    const form = { name: 'Painted Frog', symbol: 'PAINT', devBuyAmount: '0.1' }
    const coin = await creator.launch(form, await drawPicture('#21d38b'))
    scene = { visitor: visit(engine), isPhone: size.width < 700, origin, creator, coin }
    await engine.open(origin)
    await engine.resize(size)
  })
  afterAll(async () => {
    await engine?.close()
    await server?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('paints every cell of the live trades after each trade that arrives', async () => {
    const { visitor, creator, coin, origin } = scene
    for (let trade = 0; trade < 10; trade++) await creator.trade('BUY', coin.id, '0.01')
    await engine.open(`${origin}/trade/${coin.id}`)
    const table = { role: 'table', name: 'Activity of Painted Frog, newest first' } as const
    await visitor.reads(table, '0.01')
    await visitor.run(() =>
      document.querySelector('table[aria-rowcount]')?.parentElement?.scrollIntoView({ block: 'center' }),
    )
    // The page itself is painted a moment after its text is there.
    await visitor.until(
      () => blankCells(visitor),
      (blank) => blank.length === 0,
      'the page to be painted',
    )
    // WebKit 2.50 shows a body that ceases to be a stacking context without its cells for some frames. A screenshot meets them
    // or not, as on a loaded machine any other late frame.
    const isolation = await visitor.run(() => {
      const body = document.querySelector('table[aria-rowcount] tbody')
      return body && getComputedStyle(body).isolation
    })
    expect(isolation).toBe('isolate')
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
      // A loaded machine paints a frame later.
      await visitor.run(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      )
      expect(await blankCells(visitor), `after a trade of ${sol} SOL`).toEqual([])
    }
  })

  it('paints a choice of the order on the ground of the page, not of the system', async () => {
    await engine.open(`${scene.origin}/gallery`)
    const choice = { role: 'combobox', name: 'Order of the *' } as const
    // What loads above it moves it meanwhile.
    const { styled, painted } = await scene.visitor.until(
      () => groundOf(scene.visitor, choice),
      (ground) => ground.painted === ground.styled,
      'the ground of the choice to be painted',
    )
    expect(painted).toBe(styled)
  })

  const complaints = () => engine.complaints.filter((line) => !LEFT.test(line))
  for (const [title, tell] of [
    ['connects the Demo wallet and receives 2 SOL', becomesKnown],
    ['trades: buys and sells', buysAndSells],
    ['swaps coins for three NFTs', swapsForNfts],
    ['sells an NFT: lists one, which somebody buys', sellsAnNft],
  ] as const)
    it(`a newcomer ${title}`, async () => {
      await tell(scene)
      expect(complaints()).toEqual([])
    })
  it('a newcomer launches a coin with a cropped picture', async () => {
    const picture = join(folder, 'picture.jpg')
    writeFileSync(picture, await drawPicture('#ff8a3d'))
    await launches(scene, picture)
    expect(complaints()).toEqual([])
  })
}
