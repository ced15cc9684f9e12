// The marks as the charting library draws them: pills with their letters, placed so that none covers another.
import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  UTCTimestamp,
} from 'lightweight-charts'
import { type ChartMark, markText } from '../chart-marks.ts'
import { MARK_HEIGHT, type MarkBox, placeMarks } from './marks-layout.ts'

/** Canvas can't read the page's variables: these are the tokens of the look. */
const COLOR = { ink: '#08070c', up: '#21d38b', down: '#ff5c77', violet: '#9a6bff', gold: '#ffcf3a' }
const FONT = "600 10px 'Geist Mono Variable', ui-monospace, monospace"
/** Of one letter of that font. */
const LETTER = 6.1
/** The line of figures stands here. */
const TOP = 36

/** Own trades in the colours of their sides, the creator's in gold; the letter says the side without colour. */
function colorOf({ who, type }: ChartMark): string {
  if (who === 'creator' || type === 'GRADUATION' || type === 'GUARD') return COLOR.gold
  if (type === 'BOOST') return COLOR.violet
  return type === 'BUY' ? COLOR.up : COLOR.down
}

/** What is rare chooses its place first, then what is one's own, then what is new. */
const RANK = { GRADUATION: 0, GUARD: 1, BOOST: 1, BUY: 2, SELL: 2 } as const
const rankOf = ({ who, type }: ChartMark): number => RANK[type] + (who === 'creator' ? 1 : 0)

export interface MarksPrimitive extends ISeriesPrimitive {
  readonly show: (marks: readonly ChartMark[]) => void
}

/** `rangeOf` says from where to where the candle of a time reaches, in the series' prices. */
export function marksPrimitive(
  chart: IChartApi,
  series: ISeriesApi<'Candlestick'>,
  rangeOf: (time: number) => { readonly high: number; readonly low: number } | undefined,
): MarksPrimitive {
  let shown: readonly ChartMark[] = []
  let redraw: (() => void) | undefined
  const boxOf = (mark: ChartMark): MarkBox | undefined => {
    const range = rangeOf(mark.time)
    const x = chart.timeScale().timeToCoordinate(mark.time as UTCTimestamp)
    if (range === undefined || x === null) return undefined
    const isAbove = mark.type === 'SELL' || mark.type === 'GRADUATION'
    const high = series.priceToCoordinate(range.high)
    const low = series.priceToCoordinate(range.low)
    if (high === null || low === null) return undefined
    return { x, high, low, side: isAbove ? 'above' : 'below', width: markText(mark).length * LETTER + 8 }
  }
  const renderer: IPrimitivePaneRenderer = {
    draw: (target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
        const visible = shown.flatMap((mark) => {
          const box = boxOf(mark)
          return box === undefined ? [] : [{ mark, box }]
        })
        context.font = FONT
        context.textAlign = 'center'
        context.textBaseline = 'middle'
        const boxes = visible.map(({ box }) => box)
        for (const place of placeMarks(boxes, { width, top: TOP, bottom: height })) {
          const found = visible[place.index]
          if (found === undefined) continue
          context.fillStyle = colorOf(found.mark)
          context.beginPath()
          context.roundRect(place.left, place.top, place.width, place.height, place.height / 2)
          context.fill()
          if (place.isDot) continue
          context.fillStyle = COLOR.ink
          context.fillText(
            markText(found.mark),
            place.left + place.width / 2,
            place.top + MARK_HEIGHT / 2 + 0.5,
          )
        }
      }),
  }
  const views = [{ renderer: () => renderer, zOrder: () => 'top' as const }]
  return {
    attached: ({ requestUpdate }) => {
      redraw = requestUpdate
    },
    paneViews: () => views,
    show(marks) {
      shown = marks.toSorted((a, b) => rankOf(a) - rankOf(b) || b.time - a.time)
      redraw?.()
    },
  }
}
