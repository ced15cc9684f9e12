// What the bots say: short sentences that anybody could say of a coin, each only where it is true. Pure: chance is handed in.
import { type Chance, pickWeighted } from './rules.ts'

/** What of a coin can be talked about. */
export interface Talked {
  readonly name: string
  readonly symbol: string
  /** Market cap in parts of that of the graduation. */
  readonly level: number
  readonly isGraduated: boolean
  readonly isBoosted: boolean
  readonly circulatingNfts: number
  readonly change1hPercent: number
}

interface Sentence {
  /** `{name}` and `{symbol}` are replaced. */
  readonly text: string
  readonly isTrue?: (coin: Talked) => boolean
}

const isGraduated = ({ isGraduated }: Talked) => isGraduated
const isYoung = ({ level }: Talked) => level < 0.05
const isClose = ({ level, isGraduated }: Talked) => level >= 0.9 && !isGraduated
const isUp = ({ change1hPercent }: Talked) => change1hPercent >= 5
const isDown = ({ change1hPercent }: Talked) => change1hPercent <= -5
const hasNfts = ({ circulatingNfts }: Talked) => circulatingNfts > 0

const COMMENTS: readonly Sentence[] = [
  { text: 'The picture alone made me look twice.' },
  { text: 'Whoever drew this had a good morning.' },
  { text: 'I like that every coin here has a face.' },
  { text: 'Came for the chart, stayed for the picture.' },
  { text: '{name} makes me smile every time.' },
  { text: 'Small bags, big feelings.' },
  { text: 'I would hang this one on the wall.' },
  { text: 'Reading the description again. Still good.' },
  { text: 'Slow and steady suits {symbol}.' },
  { text: 'My favourite name on the whole page.' },
  { text: 'No plan, just vibes and a picture.' },
  { text: 'Looking at {symbol} with my first coffee.' },
  { text: 'Early days. Let us see what {symbol} becomes.', isTrue: isYoung },
  { text: 'Brand new and already charming.', isTrue: isYoung },
  { text: 'So close to graduation. Who takes the last step?', isTrue: isClose },
  { text: 'The bar is almost full.', isTrue: isClose },
  { text: 'Graduated, and still the same picture.', isTrue: isGraduated },
  { text: 'Gold looks good on {symbol}.', isTrue: isGraduated },
  { text: 'Saw {symbol} in the ticker and had to look.', isTrue: ({ isBoosted }) => isBoosted },
  { text: 'Green hour for {symbol}.', isTrue: isUp },
  { text: 'Up this hour. I am only watching.', isTrue: isUp },
  { text: 'A red hour. The picture has not changed.', isTrue: isDown },
  { text: 'Down a bit this hour, it happens.', isTrue: isDown },
  { text: 'Some of these are out as NFTs already. Nice.', isTrue: hasNfts },
  { text: 'Checking which numbers wait in the escrow.', isTrue: hasNfts },
]

const ANSWERS: readonly Sentence[] = [
  { text: 'Same here.' },
  { text: 'Could not have said it better.' },
  { text: 'That is exactly it.' },
  { text: 'Ha, true.' },
  { text: 'Fair point.' },
  { text: 'I see it the same way.' },
  { text: 'Let us see.' },
]

const CHAT: readonly Sentence[] = [
  { text: 'gm' },
  { text: 'Anybody else here mostly for the pictures?' },
  { text: 'What are you all looking at today?' },
  { text: '{name} has the best picture right now, I think.' },
  { text: 'Just had a look at {symbol} again.' },
  { text: 'I could scroll through the gallery all day.' },
  { text: 'Coffee first, charts later.' },
  { text: 'Which coin has the best name? I say {name}.' },
  { text: 'A million coins for one picture, and back. Still like that.' },
  { text: 'Quiet in here today.' },
  { text: 'Back from lunch. What did I miss?' },
  { text: 'Somebody should launch something with a hedgehog.' },
  { text: '{symbol} is knocking at the door of graduation.', isTrue: isClose },
  { text: '{symbol} is up this hour, did you see?', isTrue: isUp },
  { text: '{symbol} is having a red hour.', isTrue: isDown },
  { text: 'Good to see {symbol} on the other side.', isTrue: isGraduated },
]

const LISTS = { comment: COMMENTS, answer: ANSWERS, chat: CHAT } as const
export type Talk = keyof typeof LISTS

/** A sentence that is true of the coin and was not said lately; undefined where there is none. */
export function pickSentence(
  talk: Talk,
  coin: Talked,
  lately: readonly string[],
  chance: Chance,
): string | undefined {
  const fitting = LISTS[talk]
    .filter(({ isTrue }) => isTrue?.(coin) ?? true)
    .map(({ text }) => text.replaceAll('{name}', coin.name).replaceAll('{symbol}', coin.symbol))
  return pickWeighted(
    fitting.filter((text) => !lately.includes(text)),
    () => 1,
    chance,
  )
}
