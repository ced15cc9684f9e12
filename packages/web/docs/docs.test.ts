// The documentation says what is so: its links lead somewhere, its figures are those of the code, the chain's program and
// the other screens, and what it lists is all there is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLAIMS_PER_TRANSACTION } from '@twinmint/sdk/actions/fees/transaction'
import { estimateLaunchCost } from '@twinmint/sdk/actions/launch/cost'
import {
  COIN_SUPPLY,
  COINS_PER_NFT,
  DESCRIPTION_CHARACTERS_MAX,
  IMAGE_BYTES_MAX,
  NAME_CHARACTERS_MAX,
  NFT_SUPPLY,
  SYMBOL_CHARACTERS_MAX,
} from '@twinmint/sdk/actions/launch/rules'
import { NFT_TRADE_COUNT_MAX, SWAP_COUNT_MAX } from '@twinmint/sdk/actions/swap/rules'
import { OFFER_NEWS_MINUTES } from '@twinmint/sdk/api/alerts/contract'
import { MESSAGE_CHARS_MAX, MESSAGES_PER_HOUR, MESSAGES_PER_MINUTE } from '@twinmint/sdk/api/community/rules'
import { CLAIMED_COINS_MAX } from '@twinmint/sdk/api/fees/contract'
import { FOLLOWED_MAX } from '@twinmint/sdk/api/follows/rules'
import { DUST_LAMPORTS, HOLDING_NFTS_MAX, HOLDINGS_MAX } from '@twinmint/sdk/api/positions/holdings-rules'
import { XRAY_LIMITS_BPS } from '@twinmint/sdk/api/records/xray'
import {
  EARLY_TRADES_MAX,
  FUNDED_LAMPORTS_MIN,
  GROUP_WALLETS_MIN,
  TRANSACTIONS_AFTER_MAX,
  TRANSACTIONS_BEFORE_MAX,
} from '@twinmint/sdk/api/xray/rules'
import {
  FORM_OPENING_LAMPORTS,
  quoteBuy,
  quoteSell,
  STANDARD_OPENING_LAMPORTS,
} from '@twinmint/sdk/core/curve'
import { errorRecord } from '@twinmint/sdk/core/errors'
import { coinText, lamports, parseCoinText, parseSolText, solText } from '@twinmint/sdk/core/money'
import { LEGAL, PLACES } from '@twinmint/sdk/internal/api/platform/docs-contents'
import { STANDARD_TERMS } from '@twinmint/sdk/program/terms'
import { describe, expect, it } from 'vitest'
import { USERNAME_LENGTH_MAX } from '../../server/index/names/username.ts'
import { SESSION_DAYS_MAX } from '../../server/session/store.ts'
import type { Inline } from './blocks.ts'
import { readPage, searchParts } from './build/build.ts'
import { parseMarkdown } from './build/markdown.ts'
import type { SiteTerms } from './calculate.ts'
import { calculate, curvePoints, openedState, stateAfter } from './calculate.ts'
import { FIXED_FACTS, factsOf } from './facts.ts'
import { searchDocs } from './search.ts'

const SITE: SiteTerms = {
  solUsd: 150,
  graduationMarketCapLamports: String(STANDARD_TERMS.graduationMarketCapLamports),
  boostPriceLamports: String(STANDARD_TERMS.boostPriceLamports),
  boostSeconds: STANDARD_TERMS.boostSeconds,
  sellFeeBps: STANDARD_TERMS.sellFeeBps,
  creatorShareBps: STANDARD_TERMS.creatorShareBps,
  royaltyBps: STANDARD_TERMS.royaltyBps,
  marketFeeBps: STANDARD_TERMS.marketFeeBps,
  faucetLamports: '2000000000',
}
const WIDGETS = ['calculator', 'rarity', 'errors', 'api']
const plain = (text: string) => Number(text.replaceAll(',', ''))

const pages = [
  ...PLACES.map(({ item, path }) => ({ path, file: item.file })),
  ...LEGAL.map(({ path, file }) => ({ path, file })),
].map((each) => ({ ...each, page: readPage('.', each.file, PLACES) }))

function inlinesOf(value: unknown): Inline[] {
  if (Array.isArray(value)) return value.flatMap(inlinesOf)
  if (typeof value !== 'object' || value === null) return []
  const own = 'kind' in value && ['code', 'strong', 'emphasis', 'link', 'fact'].includes(String(value.kind))
  return [...(own ? [value as Inline] : []), ...Object.values(value).flatMap(inlinesOf)]
}

describe('every page', () => {
  it('links only to pages and headings that are there', () => {
    const anchors = new Map<string, Set<string>>(
      pages.map(({ path, page }) => [
        path,
        new Set(page.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))),
      ]),
    )
    const screens = [
      '/docs',
      '/trade',
      '/gallery',
      '/status',
      '/api/docs',
      '/api/idl',
      '/launch',
      '/analytics',
      '/portfolio',
    ]
    const lost = pages.flatMap(({ path, page }) =>
      inlinesOf(page.blocks).flatMap((inline) => {
        if (typeof inline === 'string' || inline.kind !== 'link' || inline.href.startsWith('https://'))
          return []
        const [to = '', anchor] = inline.href.split('#')
        const target = to === '' ? path : to
        const isThere = screens.includes(target) || anchors.has(target)
        const isAnchor = anchor === undefined || anchors.get(target)?.has(anchor)
        return isThere && isAnchor ? [] : [`${path}: ${inline.href}`]
      }),
    )
    expect(lost).toEqual([])
  })

  it('names figures and pieces of interface that exist', () => {
    const facts = factsOf(SITE)
    const unknown = pages.flatMap(({ path, file, page }) => [
      ...[...readFileSync(file, 'utf8').matchAll(/\{\{([A-Za-z]+)\}\}/g)].flatMap(([, name = '']) =>
        name in facts || name === 'origin' ? [] : [`${path}: ${name}`],
      ),
      ...page.blocks.flatMap((block) =>
        block.kind === 'widget' && !WIDGETS.includes(block.name) ? [`${path}: ${block.name}`] : [],
      ),
    ])
    expect(unknown).toEqual([])
  })

  it('has words enough to be of use', () => {
    const short = searchParts('.', PLACES).reduce(
      (all, { path, text }) =>
        all.set(path.split('#')[0] ?? '', (all.get(path.split('#')[0] ?? '') ?? 0) + text.split(' ').length),
      new Map<string, number>(),
    )
    expect([...short].filter(([path, words]) => words < 100 && !path.endsWith('/api'))).toEqual([])
  })
})

describe('figures', () => {
  const facts = factsOf(SITE)

  it('are those of the program’s terms', () => {
    expect(facts).toMatchObject({
      graduationSol: '420',
      graduationUsd: '$63,000',
      sellFee: '1 %',
      creatorShare: '50 %',
      boostSol: '1',
      boostHours: '24',
      faucetSol: '2',
    })
    for (const [opening, raised] of [
      [STANDARD_OPENING_LAMPORTS, facts.raisedCall],
      [FORM_OPENING_LAMPORTS, facts.raisedForm],
    ] as const) {
      const paid = (more: number) => lamports(BigInt(Math.round((Number(raised) + more) * 1e9)))
      expect(stateAfter(SITE, opening, paid(-0.1))?.graduated).toBe(false)
      expect(stateAfter(SITE, opening, paid(0.1))?.graduated).toBe(true)
    }
  })

  it('say what an opening means', () => {
    expect(facts).toMatchObject({
      launchPrice: '0.000000001',
      launchPriceMid: '0.00000001',
      launchPriceForm: '0.00000003',
      firstSolCall: '50 %',
      firstSolMid: '9.1 %',
      firstSolForm: '3.2 %',
      raisedCall: '19.5',
      raisedMid: '54.8',
      raisedForm: '82.2',
      poolCall: '4.6 %',
      poolMid: '13 %',
      poolForm: '19.6 %',
      nftCoinsCall: '0.001',
      nftCoinsMid: '0.01001',
      nftCoinsForm: '0.03003',
      gainCall: '9.2',
      gainMid: '2.3',
      gainForm: '0.7',
      guardForm: '50 %',
      guardExempt: '5 %',
    })
  })

  it('work three sales of an NFT out to the lamport', () => {
    // 50 SOL and 600,000,000 coins: F = 50 / 601, and 5 % of what is above it.
    expect(facts).toMatchObject({
      royalty: '5 %',
      marketFee: '1 %',
      saleCoins: '0.083194675',
      saleSwap: '0.082362728',
      saleHigh: '0.1',
      saleHighRoyalty: '0.000840266',
      saleHighFee: '0.001',
      saleHighSeller: '0.098159734',
      saleLow: '0.05',
      saleLowFee: '0.000831947',
      saleLowSeller: '0.082362728',
      saleOffer: '0.085',
      saleOfferRoyalty: '0.000090266',
      saleOfferFee: '0.00085',
      saleOfferSeller: '0.084059734',
      listingRentSol: '0.00196968',
      offerRentSol: '0.00474672',
      accountRentSol: '0.00207408',
    })
    // What the page promises: at what the coins bring, the seller gets what release and sell bring.
    expect(facts.saleLowSeller).toBe(facts.saleSwap)
  })

  it('are those of the program’s source', () => {
    const constants = new Map(
      ['curve.rs', 'launch.rs', 'guard.rs', 'nft.rs'].flatMap((file) =>
        [...readFileSync(`program/src/${file}`, 'utf8').matchAll(/const ([A-Z_]+): u\d+ = ([\d_]+);/g)].map(
          ([, name = '', figure = '']) => [name, Number(figure.replaceAll('_', ''))] as const,
        ),
      ),
    )
    expect({
      supply: plain(facts.supply) * 1e6,
      coinsPerNft: plain(facts.coinsPerNft) * 1e6,
      nfts: plain(facts.nfts),
      openingMin: plain(facts.openingMin) * 1e9,
      openingMax: plain(facts.openingMax) * 1e9,
    }).toEqual({
      supply: constants.get('SUPPLY_BASE_UNITS'),
      coinsPerNft: constants.get('NFT_BASE_UNITS'),
      nfts: constants.get('NFTS_MAX'),
      openingMin: constants.get('OPENING_RESERVE_LAMPORTS_MIN'),
      openingMax: constants.get('OPENING_RESERVE_LAMPORTS_MAX'),
    })
  })

  it('are those of the launch form, the swap and "How Twinmint works"', () => {
    expect({
      supply: plain(facts.supply),
      nfts: plain(facts.nfts),
      coinsPerNft: plain(facts.coinsPerNft),
      nameMax: plain(facts.nameMax),
      symbolMax: plain(facts.symbolMax),
      descriptionMax: plain(facts.descriptionMax),
      image: plain(facts.imageMb) * 1024 * 1024,
      captureMax: plain(facts.captureMax),
      nftTradeMax: plain(facts.nftTradeMax),
      usernameMax: plain(facts.usernameMax),
      followedMax: plain(facts.followedMax),
      dust: facts.dustSol,
      holdingsMax: plain(facts.holdingsMax),
      holdingNftsMax: plain(facts.holdingNftsMax),
      claimsPerTransaction: plain(facts.claimsPerTransaction),
      claimedCoinsMax: plain(facts.claimedCoinsMax),
      messageMax: plain(facts.messageMax),
      messagesPerMinute: plain(facts.messagesPerMinute),
      messagesPerHour: plain(facts.messagesPerHour),
    }).toEqual({
      supply: COIN_SUPPLY,
      nfts: NFT_SUPPLY,
      coinsPerNft: COINS_PER_NFT,
      nameMax: NAME_CHARACTERS_MAX,
      symbolMax: SYMBOL_CHARACTERS_MAX,
      descriptionMax: DESCRIPTION_CHARACTERS_MAX,
      image: IMAGE_BYTES_MAX,
      captureMax: SWAP_COUNT_MAX,
      nftTradeMax: NFT_TRADE_COUNT_MAX,
      usernameMax: USERNAME_LENGTH_MAX,
      followedMax: FOLLOWED_MAX,
      dust: solText(lamports(DUST_LAMPORTS)),
      holdingsMax: HOLDINGS_MAX,
      holdingNftsMax: HOLDING_NFTS_MAX,
      claimsPerTransaction: CLAIMS_PER_TRANSACTION,
      claimedCoinsMax: CLAIMED_COINS_MAX,
      messageMax: MESSAGE_CHARS_MAX,
      messagesPerMinute: MESSAGES_PER_MINUTE,
      messagesPerHour: MESSAGES_PER_HOUR,
    })
    const alerts = readFileSync('packages/web/docs/pages/core/alerts.md', 'utf8')
    expect([OFFER_NEWS_MINUTES, alerts.includes('once in ten minutes for a coin')]).toEqual([10, true])
    expect(errorRecord.followingFull.sentence).toContain(`You follow ${FOLLOWED_MAX} wallets`)
    const howItWorks = readFileSync('packages/web/launch/HowItWorks.tsx', 'utf8')
    for (const name of ['COIN_SUPPLY', 'NFT_SUPPLY', 'COINS_PER_NFT']) expect(howItWorks).toContain(name)
    const draft = {
      name: 'Twin Frog',
      symbol: 'FROG',
      collectionName: 'Twin Frogs',
      devBuyLamports: lamports(0n),
      boost: false,
    }
    const { rentLamports } = estimateLaunchCost(draft, lamports(0n), 'https://twinmint.example')
    expect(solText(rentLamports).slice(0, facts.launchRentSol.length)).toBe(facts.launchRentSol)
  })

  it('are those of the Launch X-ray', () => {
    expect({
      xrayGroup: plain(facts.xrayGroup),
      xrayFundedMin: BigInt(Math.round(plain(facts.xrayFundedMin) * 1e9)),
      xrayBefore: plain(facts.xrayBefore),
      xrayAfter: plain(facts.xrayAfter),
      xrayEarly: plain(facts.xrayEarly),
    }).toEqual({
      xrayGroup: GROUP_WALLETS_MIN,
      xrayFundedMin: FUNDED_LAMPORTS_MIN,
      xrayBefore: TRANSACTIONS_BEFORE_MAX,
      xrayAfter: TRANSACTIONS_AFTER_MAX,
      xrayEarly: EARLY_TRADES_MAX,
    })
    // What a limit is for stands in words as well.
    expect(XRAY_LIMITS_BPS).toEqual({
      creator: 2_000n,
      launchSlot: 1_000n,
      opening: 2_500n,
      sameSlot: 1_000n,
      holders: 5_000n,
    })
  })

  it('are those of What You Get', () => {
    const whatYouGet = readFileSync('packages/web/launch/WhatYouGet.tsx', 'utf8')
    expect(whatYouGet).toContain(`${FIXED_FACTS.nfts} identical NFTs`)
    expect(whatYouGet).toContain(`${COIN_SUPPLY / 1e9}B fungible tokens`)
    expect(whatYouGet).toContain(`${COINS_PER_NFT / 1e6}M tokens = 1 NFT`)
  })

  it('say nothing while the site’s terms are not known', () => {
    expect(factsOf(undefined)).toMatchObject({
      graduationSol: '…',
      graduationUsd: '…',
      supply: '1,000,000,000',
    })
  })
})

describe('the calculator', () => {
  const opening = STANDARD_OPENING_LAMPORTS
  const units = (parsed: ReturnType<typeof parseSolText> | ReturnType<typeof parseCoinText>) =>
    parsed.kind === 'amount' ? parsed.units : 0n

  it.each([
    ['0', '0.1'],
    ['2', '0.5'],
    ['7.123456789', '3'],
    ['19', '1'],
    ['40', '2'],
  ])('after %s SOL prices a buy of %s SOL as the core does', (paidSolText, amountText) => {
    const before = stateAfter(SITE, opening, lamports(units(parseSolText(paidSolText))))
    const quote = quoteBuy(before ?? openedState(SITE, opening), lamports(units(parseSolText(amountText))), {
      nowSeconds: 0n,
    })
    const answer = calculate(SITE, { opening, paidSolText, side: 'BUY', amountText })
    expect(quote.kind === 'quote' && answer.kind === 'answer').toBe(true)
    expect(answer).toMatchObject(
      quote.kind === 'quote'
        ? { outText: coinText(quote.baseUnitsOut), graduates: quote.graduates, after: quote.after }
        : {},
    )
  })

  it('takes the fee of a sell as the core does', () => {
    const before = stateAfter(SITE, opening, lamports(3_000_000_000n))
    const coins = parseCoinText('2500000')
    const quote = quoteSell(
      before ?? openedState(SITE, opening),
      coins.kind === 'amount' ? coins.units : (0n as never),
    )
    expect(calculate(SITE, { opening, paidSolText: '3', side: 'SELL', amountText: '2500000' })).toMatchObject(
      quote.kind === 'quote'
        ? { outText: solText(quote.lamportsOut), feeText: solText(quote.feeLamports), nftsText: '2.5' }
        : { kind: 'nothing' },
    )
  })

  it.each([
    ['', 'BUY', '1'],
    ['1', 'BUY', ''],
    ['1', 'BUY', '0'],
    ['1', 'SELL', '999999999'],
    ['0', 'SELL', '1'],
    ['99999999999999', 'BUY', '1'],
  ] as const)('says why it has no answer: %s SOL, %s %s', (paidSolText, side, amountText) => {
    expect(calculate(SITE, { opening, paidSolText, side, amountText }).kind).toBe('refused')
  })

  it('draws a curve that only rises', () => {
    const points = curvePoints(SITE, opening, 40)
    expect(points.every(({ capSol }, at) => at === 0 || capSol > (points[at - 1]?.capSol ?? 0))).toBe(true)
    expect(points.at(-1)?.capSol).toBeGreaterThan(420)
  })
})

describe('the search', () => {
  const parts = searchParts('.', PLACES)
  const found = (query: string) => searchDocs(parts, query).map(({ part }) => part.path)

  it('finds headings before texts, and words anywhere', () => {
    expect(found('graduation')[0]).toBe('/docs/core/graduation')
    expect(found('slippage')[0]).toBe('/docs/core/memecoin-trading#slippage')
    expect(found('palindrome')).toContain('/docs/core/rarity#the-rule')
    expect(found('METRICS_TOKEN')).toContain('/docs/developers/running#settings')
  })

  it('wants every word, and finds nothing in nonsense', () => {
    expect(found('capture rent')).toContain('/docs/core/token-to-nft-swapping#what-it-costs')
    expect(found('capture xyzzy')).toEqual([])
    expect(found('   ')).toEqual([])
    expect(found('(.*')).toEqual([])
  })

  it('marks what was typed', () => {
    const [first] = searchDocs(parts, 'palindrome')
    expect(first?.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text.toLowerCase())).toContain(
      'palindrome',
    )
  })
})

describe('what is listed is all there is', () => {
  const sourceFiles = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory()
        ? sourceFiles(join(folder, entry.name))
        : /(?<!\.test)\.tsx?$/.test(entry.name)
          ? [join(folder, entry.name)]
          : [],
    )
  const cookies = readFileSync('packages/web/docs/pages/legal/cookies.md', 'utf8')

  it('names every key of the browser’s storage', () => {
    const keys = sourceFiles('packages').flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return /keptText|localStorage|sessionStorage|indexedDB|getItem/.test(text)
        ? [...text.matchAll(/'(twinmint[.-][a-z.-]+)'/g)].map(([, key = '']) => key)
        : []
    })
    expect(keys.length).toBeGreaterThan(2)
    expect([...new Set(keys)].filter((key) => !cookies.includes(`\`${key}\``))).toEqual([])
  })

  it('says how long a session lasts at most', () => {
    expect(cookies).toContain(`${SESSION_DAYS_MAX} days at most`)
  })

  it('names every figure for Prometheus, and commands and settings that exist', () => {
    const running = readFileSync('packages/web/docs/pages/developers/running.md', 'utf8')
    const metrics = [
      ...readFileSync('packages/server/main/metrics.ts', 'utf8').matchAll(
        /'((?:twinmint|process|nodejs)_[a-z_]+)'/g,
      ),
    ].map(([, name = '']) => name)
    const described = new Set(
      [...running.matchAll(/`((?:twinmint|process|nodejs)_[a-z_]+)`/g)].map(([, name]) => name),
    )
    const unusual = [
      'nodejs_external_memory_bytes',
      'process_start_time_seconds',
      'twinmint_chain_slot_age_seconds',
    ]
    expect([...described].filter((name) => !metrics.includes(name ?? ''))).toEqual([])
    expect(metrics.filter((name) => !described.has(name) && !unusual.includes(name))).toEqual([])
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const settings = readFileSync('.env.example', 'utf8')
    const commands = pages
      .flatMap(({ page }) => page.blocks)
      .flatMap((block) =>
        block.kind === 'code' && block.language === 'console' ? block.text.split('\n') : [],
      )
    expect(commands.length).toBeGreaterThan(5)
    const named = commands.filter((command) => !command.startsWith('curl '))
    const unknown = named.map((command) => /npm (?:run )?(\S+)/.exec(command)?.[1] ?? command)
    expect(unknown.filter((script) => !(script in scripts))).toEqual([])
    for (const [, name] of named.join(' ').matchAll(/([A-Z_]+)=/g)) expect(settings).toContain(`${name}=`)
  })
})

describe('Markdown', () => {
  const parse = (text: string) => parseMarkdown(`# Title\n\n${text}`, (href) => href).blocks

  it('is read into blocks', () => {
    expect(parse('## One, two\n\nA `code` and **strong** {{fact}}.')).toEqual([
      { kind: 'heading', level: 2, id: 'one-two', children: ['One, two'] },
      {
        kind: 'paragraph',
        children: [
          'A ',
          { kind: 'code', text: 'code' },
          ' and ',
          { kind: 'strong', children: ['strong'] },
          ' ',
          { kind: 'fact', name: 'fact' },
          '.',
        ],
      },
    ])
    expect(parse('All of them \\*,\nbut one.')).toEqual([
      { kind: 'paragraph', children: ['All of them *, but one.'] },
    ])
    expect(parse('| a | b |\n|---|---|\n| 1 | `x\\|y` |')).toEqual([
      { kind: 'table', head: [['a'], ['b']], rows: [[['1'], [{ kind: 'code', text: 'x|y' }]]] },
    ])
  })

  it('leaves comments out, also where they touch a table', () => {
    expect(parse('<!-- begin: a -->\n| a |\n|---|\n| 1 |\n<!-- end: a -->\n\nAfter it.')).toEqual([
      { kind: 'table', head: [['a']], rows: [[['1']]] },
      { kind: 'paragraph', children: ['After it.'] },
    ])
  })

  it('is refused where it is wrong', () => {
    for (const html of [
      '<b>bold</b>',
      '<script>alert(1)</script>',
      '<!-- one --><img src=x>',
      'a <!-- b --> c',
    ])
      expect(() => parse(html), html).toThrow('not Markdown that is known here')
    expect(() => parse('## Same\n\n## Same')).toThrow('two headings')
    expect(() => parse('- one\n  - inside')).toThrow('not Markdown that is known here')
    expect(() => parse('![a picture](a.png)')).toThrow('not Markdown that is known here')
    expect(() => parse('| a |\n| b |')).toThrow('a table without a head')
    expect(() => parseMarkdown('No title', () => undefined)).toThrow('without a title')
  })
})
