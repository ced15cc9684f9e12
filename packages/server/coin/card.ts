// The drawing of a coin's card, 1200 by 630: what a link to the coin shows where people share it. Pure: facts in, SVG out;
// the picture and the fonts are the business of card-image.ts.

import type { Collection } from '@twinmint/sdk/api/records/coin'
import { formatMoney, formatPercent, formatSolShort, priceParts } from '@twinmint/sdk/core/figures'
import { lamports, solText } from '@twinmint/sdk/core/money'

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
/** Where the picture lies, which is put on the drawing. */
export const CARD_PICTURE = { left: 60, top: 60, size: 400, radius: 28 } as const
/** What the name may take of the width, and how large it is when it needs less. */
export const CARD_NAME = { width: 640, size: 60, sizeMin: 34 } as const

export const LEFT = 500
export const RIGHT = CARD_WIDTH - 60
const CHART = { top: 346, bottom: 460 }
export const COLOR = {
  ink: '#08070c',
  raised: '#1a1724',
  line: '#2b2738',
  text: '#f5f2fb',
  muted: '#a49cb8',
  faint: '#8a829d',
  violet: '#9a6bff',
  dimViolet: '#5d45a0',
  gold: '#ffcf3a',
  up: '#21d38b',
  down: '#ff5c77',
}
/** The mark, as packages/web/ui/Logo.tsx draws it. */
const MARK =
  'M12 3.5a9 9 0 1 0 0 18a9 9 0 1 0 0-18ZM14.5 11h12a2.5 2.5 0 0 1 2.5 2.5v12a2.5 2.5 0 0 1-2.5 2.5h-12a2.5 2.5 0 0 1-2.5-2.5v-12a2.5 2.5 0 0 1 2.5-2.5Z'

/** What a card says; nothing else of a coin is on it. */
export type CardFacts = Pick<
  Collection,
  | 'name'
  | 'symbol'
  | 'imageUrl'
  | 'currentPrice'
  | 'marketCap'
  | 'change24hPercent'
  | 'bondingProgress'
  | 'graduationMarketCapLamports'
  | 'graduationStands'
  | 'realLamports'
  | 'sparkline'
>

// What XML can't hold, and what turns or hides the text beside it: coins launched elsewhere may be called anything.
const UNDRAWABLE =
  /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff0-\uffff]|\p{Mn}{3,}/gu

/** A text as it can be drawn: on one line, without what is no character, and never empty. */
export function drawable(text: string, otherwise: string): string {
  const clean = text.replace(UNDRAWABLE, ' ').replace(/\s+/g, ' ').trim()
  return clean === '' ? otherwise : clean
}

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** For text and attributes of XML. */
export const xmlText = (text: string): string => text.replace(/[&<>"']/g, (letter) => XML[letter] ?? letter)

/** Where an emoji belongs in a text; for private use, so no name that is drawn has it. */
export const EMOJI_PLACE = '\ue000'
/** Takes the room of the emoji in the face of names, and twice in that of figures, whose letters are narrow. */
export const EMOJI_ROOM = 'W'

/** A text of a coin: its emoji are put on the drawing, and leave their room here. */
export const textWithRoom = (text: string, room = EMOJI_ROOM): string =>
  xmlText(text).replaceAll(EMOJI_PLACE, `<tspan fill-opacity="0">${room}</tspan>`)

/** Lines that may have emoji: where they begin, how large they are, and in which face. */
export const NAME_LINE = { y: 118, font: 'Unbounded Bold', room: EMOJI_ROOM } as const
export const SYMBOL_LINE = { y: 164, size: 30, font: 'Geist Mono', room: EMOJI_ROOM.repeat(2) } as const

/** The card without its picture; `name` is what fits, at `nameSize` pixels. */
export function cardSvg(facts: CardFacts, name: string, nameSize: number): string {
  const symbol = drawable(facts.symbol, '').slice(0, 16)
  const capColor = facts.graduationStands ? COLOR.gold : COLOR.violet
  const change = facts.change24hPercent
  const changeColor = toneOf(change)
  const { sparkline: line } = facts
  const lineColor = toneOf((line.at(-1) ?? 0) - (line[0] ?? 0))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">
<defs><linearGradient id="fade" x2="0" y2="1"><stop stop-color="${lineColor}" stop-opacity="0.28"/><stop offset="1" stop-color="${lineColor}" stop-opacity="0"/></linearGradient>
<clipPath id="right"><rect x="${LEFT}" y="40" width="${RIGHT - LEFT}" height="300"/></clipPath></defs>
<rect width="100%" height="100%" fill="${COLOR.ink}"/>
${facts.imageUrl === null ? letter(name) : ''}
<g clip-path="url(#right)">
<text x="${LEFT}" y="${NAME_LINE.y}" font-family="Unbounded" font-weight="700" font-size="${nameSize}" fill="${COLOR.text}">${textWithRoom(name)}</text>
<text x="${LEFT}" y="${SYMBOL_LINE.y}" font-family="Geist Mono" font-size="${SYMBOL_LINE.size}" fill="${COLOR.muted}">${textWithRoom(symbol, SYMBOL_LINE.room)}${facts.graduationStands ? `<tspan dx="20" fill="${COLOR.gold}">Graduated</tspan>` : ''}</text>
<text x="${LEFT}" y="222" font-family="Geist" font-size="24" fill="${COLOR.faint}">Market cap</text>
<text x="${LEFT}" y="294" font-family="Geist Mono" font-weight="700" font-size="72" fill="${capColor}">${formatMoney(facts.marketCap)}<tspan dx="24" font-size="34" font-weight="600" fill="${changeColor}">${formatPercent(change, { signed: true })}</tspan><tspan dx="12" font-family="Geist" font-size="24" font-weight="400" fill="${COLOR.faint}">24h</tspan></text>
</g>
${chart(line, lineColor)}
${footer(facts)}
</svg>`
}

export const toneOf = (change: number): string =>
  change < 0 ? COLOR.down : change > 0 ? COLOR.up : COLOR.muted

/** In place of a picture that there is none of. */
export function letter(name: string): string {
  const { left, top, size, radius } = CARD_PICTURE
  return `<rect x="${left}" y="${top}" width="${size}" height="${size}" rx="${radius}" fill="${COLOR.raised}"/>
<text x="${left + size / 2}" y="${top + size / 2 + 66}" text-anchor="middle" font-family="Unbounded" font-weight="700" font-size="190" fill="${COLOR.dimViolet}">${textWithRoom(Array.from(name)[0] ?? '?')}</text>`
}

/** The course of the price; a coin that nobody has traded has a level one. */
function chart(closes: readonly number[], color: string): string {
  const values = closes.length > 1 ? closes : [1, 1]
  const lowest = Math.min(...values)
  const span = Math.max(...values) - lowest
  const points = values.map((value, at) => {
    const x = LEFT + (at * (RIGHT - LEFT)) / (values.length - 1)
    const share = span === 0 ? 0.5 : (value - lowest) / span
    return `${x.toFixed(1)},${(CHART.bottom - share * (CHART.bottom - CHART.top)).toFixed(1)}`
  })
  return `<path d="M${LEFT},${CHART.bottom + 8}L${points.join('L')}L${RIGHT},${CHART.bottom + 8}Z" fill="url(#fade)"/>
<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`
}

function footer(facts: CardFacts): string {
  const percent = facts.graduationStands ? 100 : Math.min(100, facts.bondingProgress)
  const width = CARD_WIDTH - 120
  const barColor =
    facts.graduationStands || percent > 80 ? COLOR.gold : percent > 50 ? COLOR.violet : COLOR.dimViolet
  const threshold = solText(lamports(BigInt(facts.graduationMarketCapLamports)))
  const progress = facts.graduationStands
    ? `${formatSolShort(facts.realLamports)} SOL in the pool`
    : `${formatPercent(percent)} of the way to ${threshold} SOL`
  const { head, zeros, digits } = priceParts(facts.currentPrice)
  const small =
    zeros === undefined ? '' : `<tspan dy="6" font-size="18">${zeros}</tspan><tspan dy="-6">${digits}</tspan>`
  return `<rect x="60" y="498" width="${width}" height="14" rx="7" fill="${COLOR.line}"/>
<rect x="60" y="498" width="${Math.max(14, (width * percent) / 100)}" height="14" rx="7" fill="${barColor}"/>
<text x="60" y="566" font-family="Geist Mono" font-size="26" fill="${COLOR.text}">${head}${small} SOL<tspan dx="28" font-family="Geist" fill="${COLOR.muted}">${progress}</tspan></text>
${signature()}`
}

/** The mark and the name of the house, below on the right. */
export const signature = (): string =>
  `<g transform="translate(${RIGHT - 212} 537) scale(1.25)"><path d="${MARK}" fill="${COLOR.violet}" fill-rule="evenodd"/></g>
<text x="${RIGHT}" y="566" text-anchor="end" font-family="Unbounded" font-weight="600" font-size="28" fill="${COLOR.text}">Twinmint</text>`
