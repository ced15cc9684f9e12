// The drawing of a wallet's result in a coin, 1200 by 630, to be shared. All that it says follows from the chain's trades and
// what selling the rest brings now; an address may only hide its amounts. Pure: facts in, SVG out.

import type { CoinResult, TradedResult } from '@twinmint/sdk/api/positions/result-contract'
import type { Collection } from '@twinmint/sdk/api/records/coin'
import { formatMoney, formatPercent, formatSolShort, shortAddress } from '@twinmint/sdk/core/figures'
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  COLOR,
  drawable,
  LEFT,
  letter,
  NAME_LINE,
  RIGHT,
  SYMBOL_LINE,
  signature,
  textWithRoom,
  toneOf,
  xmlText,
} from './card.ts'

/** What a result's card says; nothing else is on it. */
export interface ResultFacts {
  readonly coin: Pick<Collection, 'name' | 'symbol' | 'imageUrl' | 'graduationStands' | 'marketCap'>
  readonly position: CoinResult
  /** What was sent away, and so has made no result; undefined where nothing was. */
  readonly sentAway: string | undefined
  /** ISO times: of the first buy, and up to when; undefined where all was sent to it. */
  readonly span: { readonly from: string; readonly until: string } | undefined
  /** Only percent then: how much it was is the trader's own matter. */
  readonly hidesAmounts: boolean
}

/** The span on which a result is counted: from the first buy on, to this day, or to the last trade where nothing is held. */
export function resultSpan(
  position: Pick<TradedResult, 'worthLamports' | 'lastTradeAt'>,
  firstBuyAt: string | undefined,
  now: Date,
): ResultFacts['span'] {
  if (firstBuyAt === undefined) return undefined
  const isHeld = position.worthLamports !== '0'
  // By the day: else the same result would be another picture at every look.
  const until = isHeld ? now.toISOString().slice(0, 10) : (position.lastTradeAt ?? firstBuyAt).slice(0, 10)
  return { from: firstBuyAt.slice(0, 10), until }
}

const signed = (lamportsText: string): string =>
  lamportsText.startsWith('-')
    ? `−${formatSolShort(lamportsText.slice(1))}`
    : `+${formatSolShort(lamportsText)}`

const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })

function spanText({ from, until }: NonNullable<ResultFacts['span']>): string {
  return from === until ? dayText(from) : `${dayText(from)} to ${dayText(until)}`
}

/** The card without its picture; `name` is what fits, at `nameSize` pixels. */
export function resultSvg(facts: ResultFacts, name: string, nameSize: number): string {
  const { coin, position, sentAway, span, hidesAmounts } = facts
  const { resultPercent, resultLamports } = position
  const symbol = drawable(coin.symbol, '').slice(0, 16)
  const color = toneOf(Number(resultLamports))
  const sol = `${signed(resultLamports)} SOL`
  const percent = resultPercent === null ? undefined : formatPercent(resultPercent, { signed: true })
  const [large = 'Amounts hidden', small] = [percent, hidesAmounts ? undefined : sol].filter(
    (part) => part !== undefined,
  )
  // Where something was sent away there is no percent, and its words stand in the smaller figure's place.
  const largeSize = large.length > 9 ? 72 : 104
  const amounts = hidesAmounts
    ? []
    : [
        ['Bought', position.boughtLamports],
        ['Sold', position.soldLamports],
        ['Sells for', position.worthLamports],
      ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
<defs><clipPath id="right"><rect x="${LEFT}" y="40" width="${RIGHT - LEFT}" height="460"/></clipPath></defs>
<rect width="100%" height="100%" fill="${COLOR.ink}"/>
${coin.imageUrl === null ? letter(name) : ''}
<g clip-path="url(#right)">
<text x="${LEFT}" y="${NAME_LINE.y}" font-family="Unbounded" font-weight="700" font-size="${nameSize}" fill="${COLOR.text}">${textWithRoom(name)}</text>
<text x="${LEFT}" y="${SYMBOL_LINE.y}" font-family="Geist Mono" font-size="${SYMBOL_LINE.size}" fill="${COLOR.muted}">${textWithRoom(symbol, SYMBOL_LINE.room)}<tspan dx="24" fill="${coin.graduationStands ? COLOR.gold : COLOR.violet}">${formatMoney(coin.marketCap)}</tspan><tspan dx="12" font-family="Geist" font-size="24" fill="${COLOR.faint}">market cap</tspan></text>
<text x="${LEFT}" y="288" font-family="Geist Mono" font-weight="700" font-size="${largeSize}" fill="${color}">${xmlText(large)}</text>
${small === undefined ? '' : `<text x="${LEFT}" y="346" font-family="Geist Mono" font-weight="600" font-size="44" fill="${color}">${xmlText(small)}</text>`}
${sentAway === undefined ? '' : `<text x="${LEFT}" y="342" font-family="Geist" font-size="24" fill="${COLOR.muted}">${xmlText(sentAway)}</text>`}
${amounts.map(([term = '', lamports = '0'], at) => amount(term, lamports, LEFT + at * 214)).join('\n')}
</g>
<rect x="60" y="498" width="${CARD_WIDTH - 120}" height="2" fill="${COLOR.line}"/>
<text x="60" y="566" font-family="Geist Mono" font-size="26" fill="${COLOR.text}">${shortAddress(position.walletAddress)}${span === undefined ? '' : `<tspan dx="28" font-family="Geist" fill="${COLOR.muted}">${spanText(span)}</tspan>`}</text>
${signature()}
</svg>`
}

const amount = (term: string, lamportsText: string, x: number): string =>
  `<text x="${x}" y="408" font-family="Geist" font-size="24" fill="${COLOR.faint}">${term}</text>
<text x="${x}" y="446" font-family="Geist Mono" font-size="28" fill="${COLOR.text}">${xmlText(formatSolShort(lamportsText))} SOL</text>`
