// Emoji of a text, as pictures: the page's fonts have none, and the library that draws cards has no font for colours on a
// machine without one. The pictures are Twemoji's (CC-BY 4.0).
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { EMOJI_PLACE } from './card.ts'

export interface EmojiLine {
  /** The text with `EMOJI_PLACE` where an emoji belongs. */
  readonly text: string
  /** The drawings, in the order of the places. */
  readonly emoji: readonly Buffer[]
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const { resolve } = createRequire(import.meta.url)

/** The emoji of the text apart from it. One that there is no picture of stays a letter. */
export async function takeEmoji(text: string): Promise<EmojiLine> {
  if (!EMOJI.test(text)) return { text, emoji: [] }
  const parts = await Promise.all(
    [...new Intl.Segmenter().segment(text.replaceAll(EMOJI_PLACE, ''))].map(async ({ segment }) => ({
      segment,
      drawing: EMOJI.test(segment) ? await readEmoji(segment) : undefined,
    })),
  )
  return {
    text: parts.map(({ segment, drawing }) => (drawing ? EMOJI_PLACE : segment)).join(''),
    emoji: parts.flatMap(({ drawing }) => drawing ?? []),
  }
}

async function readEmoji(segment: string): Promise<Buffer | undefined> {
  // Named by their code points, the request for colour left out but where several emoji are joined.
  const shown = segment.includes('\u200d') ? segment : segment.replaceAll('\ufe0f', '')
  const name = Array.from(shown, (sign) => sign.codePointAt(0)?.toString(16)).join('-')
  return readFile(resolve(`@twemoji/svg/${name}.svg`)).catch(() => undefined)
}
