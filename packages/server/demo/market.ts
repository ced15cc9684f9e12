// The demo market: bots that launch a dozen coins, bring them to every state, and trade on at a human pace. Runs beside a
// server that listens; whatever goes wrong here is logged, waited out and tried again. Must not touch chain or database.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keypair } from '@twinmint/localnet/keypair'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { FORM_GUARD } from '@twinmint/sdk/core/curve'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { PICTURES } from './art.ts'
import { type Bot, createBot, Refused } from './bot.ts'
import { DEMO_COINS, type DemoCoin } from './coins.ts'
import { tradeNfts } from './nft-market.ts'
import {
  type Action,
  bandOf,
  type Chance,
  coinsFor,
  decideAction,
  MINTED_BY_BOTS_MAX,
  type Mood,
  nextMood,
  openingOf,
  pickWeighted,
  type Sight,
  type Step,
  solTowards,
} from './rules.ts'
import { pickSentence, type Talked } from './talk.ts'

/** Pauses between two actions of all bots together. */
export interface Pace {
  /** While coins are launched and brought to where they begin. */
  readonly openingMs: number
  /** For `livelyForMs` after that, so that a newcomer sees charts take shape. */
  readonly livelyMs: number
  readonly livelyForMs: number
  readonly steadyMsMin: number
  readonly steadyMsMax: number
}
const HUMAN_PACE: Pace = {
  openingMs: 60,
  livelyMs: 1_000,
  livelyForMs: 120_000,
  steadyMsMin: 4_000,
  steadyMsMax: 8_000,
}
const BACKOFF_MS_MAX = 60_000
const PICTURE_PIXELS = 1024
/** One action in so many is a boost, while fewer than so many coins have one. */
const BOOST_ONE_IN = 300
const BOOSTED_MAX = 4
const BOOST_SOL = 1
/** One action in so many is a word: in the chat, to a coin, or in answer to what another bot said of it. */
const TALK_ONE_IN = 30
const LATELY_MAX = 12

export interface DemoMarketDeps {
  readonly app: Pick<FastifyInstance, 'inject'>
  readonly keypairs: readonly Keypair[]
  readonly log: {
    warn(fields: object, sentence: string): void
    debug(fields: object, sentence: string): void
  }
  readonly pace?: Pace
  readonly chance?: Chance
}

export interface DemoMarket {
  /** Resolves when the coins stand where they begin. */
  readonly opened: Promise<void>
  /** Resolves when the action under way has ended; none begins after that. */
  stop(): Promise<void>
}

/** One coin as this market sees it. */
interface Stall {
  readonly coin: DemoCoin
  readonly creator: Bot
  collection: Collection | undefined
  /** Undefined until the market was looked at. */
  opening: Step[] | undefined
  mood: Mood | undefined
  moodUntilMs: number
}

export function startDemoMarket({
  app,
  keypairs,
  log,
  pace = HUMAN_PACE,
  chance = Math.random,
}: DemoMarketDeps): DemoMarket {
  const stopping = new AbortController()
  const bots = keypairs.map((keypair, i) => createBot(app, keypair, `127.0.1.${i + 1}`))
  const stalls = DEMO_COINS.map((coin, i): Stall => {
    const creator = bots[i % bots.length]
    if (!creator) throw new Error('a demo market needs a bot')
    return { coin, creator, collection: undefined, opening: undefined, mood: undefined, moodUntilMs: 0 }
  })
  const talk = createTalk(bots, chance)
  let declareOpen = () => {}
  const opened = new Promise<void>((resolve) => {
    declareOpen = resolve
  })

  const run = async () => {
    let livelyUntilMs = 0
    let failures = 0
    let launchFailures = 0
    let launchAgainMs = 0
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      // What can't be launched for now (launches may be paused) does not keep the rest from going on.
      const work = nextOpening(stalls, turn, Date.now() >= launchAgainMs)
      const isLaunch = work !== undefined && !work.collection
      try {
        if (work) {
          livelyUntilMs = Date.now() + pace.livelyForMs
          await open(work, bots, chance)
        } else {
          if (stalls.every(({ collection }) => collection)) declareOpen()
          if (chance() * TALK_ONE_IN < 1) await talk(stalls)
          else await wander(stalls, bots, chance)
        }
        failures = 0
        if (isLaunch) launchFailures = 0
      } catch (error) {
        if (isLaunch) launchAgainMs = Date.now() + backoffMs(++launchFailures)
        else if (isUsual(error)) work?.opening?.shift()
        if (!isUsual(error)) failures++
        const level = failures > 2 ? 'warn' : 'debug'
        log[level]({ err: error }, 'a bot of the demo market could not do what it wanted')
      }
      const pause = work ? pace.openingMs : pauseOf(pace, livelyUntilMs, chance)
      const wait = Math.max(pause, failures > 0 ? backoffMs(failures) : 0)
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    opened,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Refusals (too few coins, a price that moved) are part of trading; being slowed down is not. */
const isUsual = (error: unknown): boolean =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429

const backoffMs = (failures: number): number => Math.min(1_000 * 2 ** failures, BACKOFF_MS_MAX)

function pauseOf(pace: Pace, livelyUntilMs: number, chance: Chance): number {
  if (Date.now() < livelyUntilMs) return pace.livelyMs * (0.5 + chance())
  return pace.steadyMsMin + chance() * (pace.steadyMsMax - pace.steadyMsMin)
}

/** Launches and opening trades in turn, so that the first coins already move while the last are launched. */
function nextOpening(stalls: readonly Stall[], turn: number, mayLaunch: boolean): Stall | undefined {
  const unlaunched = mayLaunch ? stalls.find(({ collection }) => !collection) : undefined
  const halfOpen = stalls.filter(({ collection, opening }) => collection && (opening?.length ?? 1) > 0)
  if (unlaunched && (turn % 2 === 0 || halfOpen.length === 0)) return unlaunched
  return halfOpen[turn % Math.max(halfOpen.length, 1)]
}

async function open(stall: Stall, bots: readonly Bot[], chance: Chance): Promise<void> {
  if (!stall.collection) {
    stall.collection = await launchOnce(stall)
    return
  }
  stall.opening ??= openingOf(stall.coin, sightOf(stall.collection))
  const [step] = stall.opening
  if (!step) return
  const { id } = stall.collection
  const sight = sightOf(await refresh(stall))
  if (step.kind === 'walk') {
    const sol = solTowards(sight, step.level)
    if (sol > 0.001)
      await buy(
        stall,
        pickWeighted(bots, () => 1, chance),
        sol,
      )
    else if (sol < -0.001) await sell(stall, bots, -sol, chance)
  } else if (step.kind === 'capture') await capture(id, bots, sight, step.count, chance)
  else await giveBack(id, bots, 'release', chance)
  await refresh(stall)
  stall.opening.shift()
}

/** A launch that an earlier start made, or whose answer was lost, is found by its creator and name. */
async function launchOnce({ coin, creator }: Stall): Promise<Collection> {
  const known = (await creator.launched()).find(
    ({ name, symbol }) => name === coin.name && symbol === coin.symbol,
  )
  if (known) return known
  const svg = Buffer.from(PICTURES[coin.subject])
  const picture = await sharp(svg).resize(PICTURE_PIXELS, PICTURE_PIXELS).png().toBuffer()
  await creator.fund(Number(coin.devBuySolText) + (coin.boosted ? BOOST_SOL : 0))
  return creator.launch(
    {
      name: coin.name,
      symbol: coin.symbol,
      collectionName: coin.collectionName,
      description: coin.description,
      openingReserveLamports: `${coin.openingSol}000000000`,
      ...(coin.guarded ? FORM_GUARD : { guardBps: 0, guardSeconds: 0 }),
      devBuyAmount: coin.devBuySolText,
      boostLaunch: coin.boosted,
    },
    picture,
  )
}

/** One action on one coin, as its mood has it. */
async function wander(stalls: readonly Stall[], bots: readonly Bot[], chance: Chance): Promise<void> {
  const launched = stalls.filter(({ collection }) => collection)
  const stall = pickWeighted(launched, ({ mood }) => mood?.heat ?? 1, chance)
  if (!stall) return
  const collection = await refresh(stall)
  const sight = sightOf(collection)
  const boosted = stalls.filter((each) => each.collection?.isBoosted).length
  if (chance() * BOOST_ONE_IN < 1 && boosted < BOOSTED_MAX && !collection.isBoosted) {
    await stall.creator.fund(BOOST_SOL)
    stall.collection = await stall.creator.boost(collection.id)
    return
  }
  const band = bandOf(stall.coin, sight.isGraduated, stall === atDoorstep(stalls))
  if (!stall.mood || Date.now() > stall.moodUntilMs) {
    stall.mood = nextMood(sight.level, band, chance)
    stall.moodUntilMs = Date.now() + stall.mood.seconds * 1_000
  }
  await act(stall, bots, decideAction(sight, band, stall.mood, chance), chance)
}

/** Says one thing somewhere; bots answer each other, and nobody else. */
function createTalk(bots: readonly Bot[], chance: Chance) {
  const lately: string[] = []
  return async (stalls: readonly Stall[]): Promise<void> => {
    const launched = stalls.filter(({ collection }) => collection)
    const stall = pickWeighted(launched, () => 1, chance)
    const bot = pickWeighted(bots, () => 1, chance)
    if (!stall || !bot) return
    const collection = await refresh(stall)
    const roll = chance()
    const said = roll < 0.5 ? [] : await bot.comments(collection.id)
    const heard = said.find(
      ({ walletAddress, replyCount, state }) =>
        state === 'shown' &&
        replyCount === 0 &&
        walletAddress !== bot.address &&
        bots.some(({ address }) => address === walletAddress),
    )
    const talk = roll < 0.5 ? 'chat' : heard && roll > 0.8 ? 'answer' : 'comment'
    const text = pickSentence(talk, talkedOf(collection), lately, chance)
    if (text === undefined) return
    if (talk === 'chat') await bot.chat(text)
    else await bot.comment(collection.id, text, talk === 'answer' ? heard?.id : undefined)
    lately.push(text)
    if (lately.length > LATELY_MAX) lately.shift()
  }
}

function talkedOf(collection: Collection): Talked {
  const { name, symbol, isBoosted, change1hPercent } = collection
  const { level, isGraduated, circulatingNfts } = sightOf(collection)
  return { name, symbol, isBoosted, change1hPercent, level, isGraduated, circulatingNfts }
}

async function act(stall: Stall, bots: readonly Bot[], action: Action, chance: Chance): Promise<void> {
  const id = stall.collection?.id ?? ''
  if (action.kind === 'buy')
    await buy(
      stall,
      pickWeighted(bots, () => 1, chance),
      action.sol,
    )
  else if (action.kind === 'sell') await sell(stall, bots, action.sol, chance)
  else if (action.kind === 'capture')
    await capture(id, bots, sightOf(await refresh(stall)), action.count, chance)
  else if (action.kind === 'release') await giveBack(id, bots, 'release', chance)
  else if (action.kind === 'sellNft') await giveBack(id, bots, 'sell', chance)
  else if (action.kind === 'nftMarket') await tradeNfts(await refresh(stall), bots, chance)
  else if (action.kind === 'buyNft') {
    const bot = pickWeighted(bots, () => 1, chance)
    await bot?.fund(1)
    await bot?.swap('buy', id, { count: 1 })
  }
}

/** Of those that are not meant to graduate by themselves, the one that is closest to it by its home. */
function atDoorstep(stalls: readonly Stall[]): Stall | undefined {
  return stalls
    .filter(({ coin, collection }) => coin.home.from < 1 && collection?.isGraduated === false)
    .sort((a, b) => b.coin.home.from - a.coin.home.from)[0]
}

async function refresh(stall: Stall): Promise<Collection> {
  const collection = await stall.creator.collection(stall.collection?.id ?? '')
  stall.collection = collection
  return collection
}

async function buy(stall: Stall, bot: Bot | undefined, sol: number): Promise<void> {
  if (!bot || !stall.collection) return
  await bot.fund(sol)
  stall.collection = await bot.trade('BUY', stall.collection.id, sol.toFixed(4))
}

/** Who holds much sells often; nobody sells all. */
async function sell(stall: Stall, bots: readonly Bot[], sol: number, chance: Chance): Promise<void> {
  if (!stall.collection) return
  const holders = await holdersAmong(bots, stall.collection.id)
  const holder = pickWeighted(holders, ({ coins }) => coins, chance)
  if (!holder) return
  const coins = Math.floor(Math.min(coinsFor(sightOf(stall.collection), sol), holder.coins * 0.9))
  if (coins < 1) return
  await holder.bot.fund(0)
  stall.collection = await holder.bot.trade('SELL', stall.collection.id, String(coins))
}

async function capture(
  id: string,
  bots: readonly Bot[],
  sight: Sight,
  count: number,
  chance: Chance,
): Promise<void> {
  const able = (await holdersAmong(bots, id)).filter(({ coins }) => coins > count * 1_000_000)
  const holder = pickWeighted(able, () => 1, chance)
  if (!holder) return
  await holder.bot.fund(0.2)
  if (sight.mintedNfts < MINTED_BY_BOTS_MAX && chance() < 0.7) {
    await holder.bot.swap('capture', id, { count })
    return
  }
  const nftMints = (await holder.bot.escrowed(id)).slice(0, count)
  if (nftMints.length > 0) await holder.bot.swap('capture', id, { nftMints })
  else if (sight.mintedNfts < MINTED_BY_BOTS_MAX) await holder.bot.swap('capture', id, { count })
}

/** The first bot in a random order that holds an NFT gives one back, for coins or for SOL. */
async function giveBack(
  id: string,
  bots: readonly Bot[],
  kind: 'release' | 'sell',
  chance: Chance,
): Promise<void> {
  const first = Math.floor(chance() * bots.length)
  for (const bot of [...bots.slice(first), ...bots.slice(0, first)]) {
    const nft = pickWeighted(await bot.nfts(id), () => 1, chance)
    if (nft === undefined) continue
    await bot.fund(0)
    await bot.swap(kind, id, { nftMints: [nft] })
    return
  }
}

/** Bots that hold the coin. */
async function holdersAmong(
  bots: readonly Bot[],
  id: string,
): Promise<{ readonly bot: Bot; readonly coins: number }[]> {
  const holders = (await bots[0]?.holders(id)) ?? []
  return holders.flatMap(({ ownerAddress, baseUnits }) => {
    const bot = bots.find(({ address }) => address === ownerAddress)
    return bot ? [{ bot, coins: Number(baseUnits) / 1e6 }] : []
  })
}

function sightOf(collection: Collection): Sight {
  return {
    reserveSol: Number(collection.reserveLamports) / 1e9,
    reserveCoins: Number(collection.reserveBaseUnits) / 1e6,
    level: Number(collection.marketCapLamports) / Number(collection.graduationMarketCapLamports),
    isGraduated: collection.isGraduated,
    tradeCount: collection.tradeCount,
    mintedNfts: collection.mintedNFTCount,
    circulatingNfts: collection.circulatingNFTCount,
  }
}
