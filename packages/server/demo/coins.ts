// The coins that the demo market launches: their texts, and where each of them stands when the market has opened. Pure.

/** A market cap in parts of that of the graduation: 0.5 is half way. */
export interface Band {
  readonly from: number
  readonly to: number
}

export interface DemoCoin {
  /** Its picture, of art.ts. */
  readonly subject:
    | 'toast'
    | 'monday'
    | 'pigeon'
    | 'sock'
    | 'potato'
    | 'fish'
    | 'intern'
    | 'egg'
    | 'dinosaur'
    | 'ghost'
    | 'cat'
    | 'dog'
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
  readonly description: string
  /** SOL that nobody pays, with which its curve opens. */
  readonly openingSol: 1 | 10 | 30
  /** Launched with the guard of the form. */
  readonly guarded: boolean
  readonly devBuySolText: string
  /** Boosted with its launch. */
  readonly boosted: boolean
  /** Where it wanders; one that begins above 1 graduates when the market opens. */
  readonly home: Band
  /** NFTs captured when the market opens, and how many of them go back. */
  readonly captured: number
  readonly released: number
}

/**
 * In the order of their launch. Who stands at the doorstep is at 94 to 98 %, and opened with 1 SOL: a visitor with the 2 SOL of
 * the faucet may be the one who graduates it. Guards are on those that hardly move at first: nobody pays much surcharge.
 */
export const DEMO_COINS: readonly DemoCoin[] = [
  {
    subject: 'cat',
    name: 'Cat With No Regrets',
    symbol: 'OOPS',
    collectionName: 'Things That Were on the Table',
    description:
      'It looked you in the eye, and then it did it. Every glass was half full until the cat took a position. Not sorry, never was.',
    openingSol: 30,
    guarded: false,
    devBuySolText: '0.8',
    boosted: true,
    home: { from: 0.42, to: 0.62 },
    captured: 6,
    released: 2,
  },
  {
    subject: 'toast',
    name: 'Slightly Burnt Toast',
    symbol: 'TOAST',
    collectionName: 'Toasts of Regret',
    description:
      'Left in for eleven seconds too long and will not stop talking about it. Butter side up, so far. Best before breakfast.',
    openingSol: 30,
    guarded: false,
    devBuySolText: '1.5',
    boosted: true,
    home: { from: 1.02, to: 1.4 },
    captured: 8,
    released: 3,
  },
  {
    subject: 'pigeon',
    name: 'Chief Pigeon Officer',
    symbol: 'COO',
    collectionName: 'The Pigeon Board',
    description:
      'Twenty years of experience in bread. Sees every side of a deal, two of them at once. Circles back, then lands on your lunch.',
    openingSol: 1,
    guarded: false,
    devBuySolText: '1',
    boosted: false,
    home: { from: 1.01, to: 1.25 },
    captured: 5,
    released: 2,
  },
  {
    subject: 'dog',
    name: 'Unreasonably Long Dog',
    symbol: 'LONG',
    collectionName: 'Dogs That Keep Going',
    description:
      'Nobody has seen both ends on the same day. Cannot go short, physically. Takes a left, then a left, then meets itself.',
    openingSol: 1,
    guarded: false,
    devBuySolText: '1.2',
    boosted: false,
    home: { from: 0.94, to: 0.98 },
    captured: 4,
    released: 1,
  },
  {
    subject: 'potato',
    name: 'Spudnik',
    symbol: 'SPUD',
    collectionName: 'Potatoes in Orbit',
    description:
      'The first potato to leave the gravity of gravy. Trained for nine minutes at 200 degrees. Houston, we have a side dish.',
    openingSol: 10,
    guarded: false,
    devBuySolText: '0.6',
    boosted: true,
    home: { from: 0.6, to: 0.82 },
    captured: 3,
    released: 1,
  },
  {
    subject: 'fish',
    name: 'Fish Out of Office',
    symbol: 'OOO',
    collectionName: 'Auto Replies',
    description:
      'Thank you for your message. I am in a bowl with limited access to anything. For urgent matters tap the glass. Please do not tap the glass.',
    openingSol: 30,
    guarded: false,
    devBuySolText: '0.4',
    boosted: false,
    home: { from: 0.26, to: 0.42 },
    captured: 3,
    released: 1,
  },
  {
    subject: 'egg',
    name: 'Detective Hardboiled',
    symbol: 'YOLK',
    collectionName: 'Cracked Cases',
    description:
      'It was a dark night, and somebody had scrambled. He trusts no one who says "over easy". One more crack and he is off the case.',
    openingSol: 10,
    guarded: false,
    devBuySolText: '0.3',
    boosted: false,
    home: { from: 0.15, to: 0.28 },
    captured: 2,
    released: 1,
  },
  {
    subject: 'monday',
    name: 'Monday, Personally',
    symbol: 'MONDAY',
    collectionName: 'Mugs of Monday',
    description:
      'Comes every week and nobody asked. The coffee is just as tired as it is. Market hours: not before ten.',
    openingSol: 30,
    guarded: false,
    devBuySolText: '0.25',
    boosted: false,
    home: { from: 0.09, to: 0.18 },
    captured: 2,
    released: 0,
  },
  {
    subject: 'intern',
    name: 'The New Intern',
    symbol: 'INTERN',
    collectionName: 'Visitor Badges',
    description:
      'One eye, four teeth, boundless enthusiasm. Replied to all on day one. Has access to production and has not been told.',
    openingSol: 10,
    guarded: false,
    devBuySolText: '0.2',
    boosted: false,
    home: { from: 0.05, to: 0.11 },
    captured: 1,
    released: 0,
  },
  {
    subject: 'dinosaur',
    name: 'T. Rex Who Cannot Clap',
    symbol: 'NOCLAP',
    collectionName: 'Almost Applause',
    description:
      'Loved your performance. Truly. It has been trying to show it for sixty-six million years. Please hold its hands together.',
    openingSol: 1,
    guarded: false,
    devBuySolText: '0.1',
    boosted: false,
    home: { from: 0.02, to: 0.05 },
    captured: 0,
    released: 0,
  },
  {
    subject: 'ghost',
    name: 'Ghost Afraid of the Dark',
    symbol: 'BOO',
    collectionName: 'Night Lights',
    description:
      'Dead for three hundred years and still checks under the bed. Sleeps with the moon on. Do not say the word that is its symbol.',
    openingSol: 10,
    guarded: true,
    devBuySolText: '0.05',
    boosted: false,
    home: { from: 0.0245, to: 0.03 },
    captured: 0,
    released: 0,
  },
  {
    subject: 'sock',
    name: 'The Other Sock',
    symbol: 'SOCK',
    collectionName: 'Lost Twins',
    description:
      'Went into the wash as one of two. Believes the dryer knows more than it says. Has a twin here at last, at a fixed rate.',
    openingSol: 30,
    guarded: true,
    devBuySolText: '0',
    boosted: false,
    home: { from: 0.073, to: 0.085 },
    captured: 0,
    released: 0,
  },
]
