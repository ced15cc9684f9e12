// Makes the pictures of the cards: fonts, the name's size, the coin's picture, JPEG or PNG; a few at a time, and kept while
// nothing on them changes. The fonts are the page's, so that a machine without any draws the same. What they have no
// letters for is drawn with the machine's fonts, and as boxes where it has none.
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { Refusal } from '@twinmint/sdk/core/errors'
import pLimit from 'p-limit'
import sharp, { type OverlayOptions } from 'sharp'
import { openByteCache } from '../content/storage/byte-cache.ts'
import {
  CARD_NAME,
  CARD_PICTURE,
  type CardFacts,
  cardSvg,
  drawable,
  EMOJI_PLACE,
  LEFT,
  NAME_LINE,
  RIGHT,
  SYMBOL_LINE,
  xmlText,
} from './card.ts'
import { type EmojiLine, takeEmoji } from './emoji.ts'
import { type ResultFacts, resultSvg } from './result-card.ts'

/** Of packages that have the page's fonts as TrueType, for the library that draws reads nothing newer. */
const FONTS = [
  'unbounded/600SemiBold/Unbounded_600SemiBold',
  'unbounded/700Bold/Unbounded_700Bold',
  'geist/400Regular/Geist_400Regular',
  'geist-mono/400Regular/GeistMono_400Regular',
  'geist-mono/600SemiBold/GeistMono_600SemiBold',
  'geist-mono/700Bold/GeistMono_700Bold',
]
/** Each kind waits in a row of its own: who asks for many results keeps nobody from the coins' cards. */
const COIN_CARDS = { atOnce: 2, waitingMax: 40, keptBytesMax: 8 * 1024 * 1024 } // about 100
const RESULT_CARDS = { atOnce: 1, waitingMax: 20, keptBytesMax: 4 * 1024 * 1024 }
/** Part of every ETag: raised when cards look different. */
const LOOK = 3

export interface Card {
  readonly etag: string
  /** 1200 by 630. */
  read(): Promise<Uint8Array>
}

export interface CardMaker {
  /** The card of a coin as it stands, JPEG. Reading it refuses notReady while too many others are drawn. */
  cardOf(facts: CardFacts): Card
  /** The same of a wallet's result in a coin, PNG. */
  resultOf(facts: ResultFacts): Card
}

export function openCardMaker(deps: {
  /** A coin's picture, square, by its address; undefined where there is none. */
  readonly readPicture: (imageUrl: string) => Promise<Uint8Array | undefined>
}): CardMaker {
  let fonts: Promise<void> | undefined
  const draw = async (drawn: Drawn) => {
    fonts ??= loadFonts()
    await fonts.catch((error: unknown) => {
      fonts = undefined
      throw error
    })
    return drawCard(drawn, drawn.imageUrl === null ? undefined : await deps.readPicture(drawn.imageUrl))
  }
  const coinCard = openDrawing(COIN_CARDS, draw)
  const resultCard = openDrawing(RESULT_CARDS, draw)
  return {
    cardOf: (facts) =>
      coinCard(keyOf(facts), {
        ...namesOf(facts),
        type: 'jpeg',
        svg: (shown, name, size) => cardSvg({ ...facts, ...shown }, name, size),
      }),
    resultOf: (facts) =>
      resultCard(keyOfAll([LOOK, 'result', facts]), {
        ...namesOf(facts.coin),
        type: 'png',
        svg: (shown, name, size) => resultSvg({ ...facts, coin: { ...facts.coin, ...shown } }, name, size),
      }),
  }
}

/** Draws a few at a time, each once for all who ask meanwhile, and keeps them up to so many bytes. */
function openDrawing(
  most: { readonly atOnce: number; readonly waitingMax: number; readonly keptBytesMax: number },
  draw: (drawn: Drawn) => Promise<Uint8Array>,
): (key: string, card: Drawn) => Card {
  const kept = openByteCache(most.keptBytesMax)
  const drawing = new Map<string, Promise<Uint8Array>>()
  const inTurn = pLimit(most.atOnce)
  return (key, card) => ({
    etag: `"${key}"`,
    async read() {
      const known = kept.get(key)
      if (known) return known
      const underWay = drawing.get(key)
      if (underWay) return underWay
      if (inTurn.pendingCount >= most.waitingMax)
        throw new Refusal('notReady', 'Too many cards are being drawn.')
      const drawn = inTurn(() => draw(card))
      drawing.set(key, drawn)
      try {
        const bytes = await drawn
        kept.set(key, bytes)
        return bytes
      } finally {
        drawing.delete(key)
      }
    },
  })
}

/** A card that is to be drawn: `svg` is told which picture there is, and the name as it fits. */
interface Drawn extends Pick<CardFacts, 'name' | 'symbol' | 'imageUrl'> {
  readonly type: 'jpeg' | 'png'
  readonly svg: (shown: Pick<CardFacts, 'imageUrl' | 'symbol'>, name: string, nameSize: number) => string
}

const namesOf = ({ name, symbol, imageUrl }: Pick<CardFacts, 'name' | 'symbol' | 'imageUrl'>) => ({
  name,
  symbol,
  imageUrl,
})

/** Everything that is drawn: two states with the same key have the same card. */
function keyOf(facts: CardFacts): string {
  const drawn = [
    LOOK,
    facts.name,
    facts.symbol,
    facts.imageUrl,
    facts.currentPrice,
    facts.marketCap,
    facts.change24hPercent,
    facts.bondingProgress,
    facts.graduationMarketCapLamports,
    facts.graduationStands,
    facts.graduationStands && facts.realLamports,
    facts.sparkline,
  ]
  return keyOfAll(drawn)
}

const keyOfAll = (drawn: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, 24)

/** Tells the drawing library of each font. */
async function loadFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  for (const name of FONTS)
    await sharp({ text: { text: 'a', fontfile: resolve(`@expo-google-fonts/${name}.ttf`), dpi: 72 } })
      .raw()
      .toBuffer()
}

async function drawCard(card: Drawn, pictureBytes: Uint8Array | undefined): Promise<Uint8Array> {
  const whole = await takeEmoji(drawable(card.name, drawable(card.symbol, 'Unnamed')))
  const { name, size } = await fitName(whole.text)
  const symbol = await takeEmoji(drawable(card.symbol, '').slice(0, 16))
  const { left, top, size: side, radius } = CARD_PICTURE
  const picture =
    pictureBytes === undefined
      ? undefined
      : await sharp(pictureBytes)
          .resize(side, side, { fit: 'cover' })
          .composite([
            {
              input: Buffer.from(
                `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${radius}"/></svg>`,
              ),
              blend: 'dest-in',
            },
          ])
          .png({ compressionLevel: 1 })
          .toBuffer()
          // One that rotted leaves its place empty.
          .catch(() => undefined)
  const shown = { imageUrl: picture === undefined ? null : card.imageUrl, symbol: symbol.text }
  const emoji = [
    ...(await placeEmoji({ text: name, emoji: whole.emoji }, { ...NAME_LINE, size })),
    ...(await placeEmoji(symbol, SYMBOL_LINE)),
    ...(picture === undefined && name.startsWith(EMOJI_PLACE) ? await pictureEmoji(whole.emoji[0]) : []),
  ]
  const drawn = sharp(Buffer.from(card.svg(shown, name, size)))
    .composite(picture === undefined ? emoji : [{ input: picture, left, top }, ...emoji])
    .flatten({ background: '#08070c' })
  const encoded =
    card.type === 'png'
      ? drawn.png({ compressionLevel: 9 })
      : drawn.jpeg({ quality: 88, chromaSubsampling: '4:4:4', mozjpeg: true })
  return encoded.timeout({ seconds: 20 }).toBuffer()
}

interface Line {
  readonly y: number
  readonly size: number
  readonly font: string
  /** The placeholder of an emoji in a line of text. */
  readonly room: string
}

/** The emoji of a line, each in the middle of the room that the text before it leaves. */
async function placeEmoji(
  { text, emoji }: EmojiLine,
  { y, size, font, room }: Line,
): Promise<OverlayOptions[]> {
  const places: OverlayOptions[] = []
  const parts = text.split(EMOJI_PLACE)
  const wide = await advance(room, size, font)
  for (const [at, drawing] of emoji.slice(0, parts.length - 1).entries()) {
    const before = await advance(parts.slice(0, at + 1).join(room), size, font)
    const side = Math.round(Math.min(size * 1.1, wide))
    const left = Math.round(LEFT + before + (wide - side) / 2)
    if (left + side <= RIGHT)
      places.push({
        input: await drawEmoji(drawing, side),
        left,
        top: Math.round(y - size * 0.36 - side / 2),
      })
  }
  return places
}

/** Drawn when there is no picture. */
async function pictureEmoji(drawing: Buffer | undefined): Promise<OverlayOptions[]> {
  if (drawing === undefined) return []
  const side = CARD_PICTURE.size / 2
  return [
    {
      input: await drawEmoji(drawing, side),
      left: CARD_PICTURE.left + side / 2,
      top: CARD_PICTURE.top + side / 2,
    },
  ]
}

const drawEmoji = (drawing: Buffer, side: number): Promise<Buffer> =>
  sharp(drawing, { density: 288 }).resize(side, side).png().toBuffer()

/** How far a text leads, with the spaces at its ends: marks that are drawn stand around it. */
const advance = async (text: string, size: number, font: string): Promise<number> =>
  (await widthOf(`|${text}|`, size, font)) - (await widthOf('||', size, font))

/** The name and its size: smaller until it fits, and then cut. */
async function fitName(whole: string): Promise<{ readonly name: string; readonly size: number }> {
  const { width: place, size, sizeMin } = CARD_NAME
  const width = await nameWidth(whole)
  const wanted = Math.floor((size * place) / Math.max(1, width))
  if (wanted >= sizeMin) return { name: whole, size: Math.min(size, wanted) }
  const letters = [...new Intl.Segmenter().segment(whole)].map(({ segment }) => segment)
  const room = (place * size) / sizeMin
  let count = Math.min(letters.length, Math.floor((letters.length * room) / width))
  const cut = () => `${letters.slice(0, count).join('').trimEnd()}…`
  while (count > 1 && (await nameWidth(cut())) > room) count = Math.floor(count * 0.92)
  return { name: cut(), size: sizeMin }
}

/** Of a name in pixels, at its full size. */
const nameWidth = (name: string): Promise<number> =>
  widthOf(name.replaceAll(EMOJI_PLACE, NAME_LINE.room), CARD_NAME.size, NAME_LINE.font)

async function widthOf(text: string, size: number, font: string): Promise<number> {
  const { info } = await sharp({
    text: { text: xmlText(text), font: `${font} ${size}`, dpi: 72, rgba: true },
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return info.width
}
