// Refuses names of people and coins that imitate somebody or something else. Both sides of a comparison are folded to their
// UTS 39 skeleton (the Unicode consortium's list of confusable characters, in the package `unhomoglyph`), without case, accents
// and separators. The list is 100 KB, so pages must not load this file: the server decides and states the reason.

import { shortAddress } from '@twinmint/sdk/core/figures'
import { looksLikeAddress, shownName } from '@twinmint/sdk/core/text'
import unhomoglyph from 'unhomoglyph'

/** Characters that the list gained after version 13, the package's version. */
const NEWER = {
  ...alike('Ⲻⲻ', '-'),
  ...alike('Ⳇⳇ', '/'),
  ...alike('ⲜⳄ३૩', '3'),
  ...alike('ⳒⳓϬⳜ', '6'),
  ...alike('Ⳋⳋ', '9'),
  ...alike('𖺶', 'b'),
  ...alike('Ⲃ', 'B'),
  ...alike('ငၚ', 'c'),
  ...alike('ƒ', 'f'),
  ...alike('Ⲓⲓւ', 'i'),
  ...alike('Ӏӏ𑷚𑷡𖺪', 'l'),
  ...alike('০୦០𑓐ϭ೦𑷠', 'o'),
  ...alike('þƿϸⳎⳏ', 'p'),
  ...alike('ട', 's'),
  ...alike('ШшⲼⲽ', 'w'),
  ...alike('Ⲩⲩ', 'y'),
}
/** Lower case, small capitals and digits that replace letters; the consortium's list keeps them distinct. */
const SMALL = {
  ...pairs('авекмнорстухіјѕһԁԛԝьүӏґп', 'abekmhopctyxijshdqwbylrn'),
  ...pairs('αβγεηικνορστυχωϲϳ', 'abyenikvopotuxwcj'),
  ...pairs('օսհոցգզյԁ', 'ouhngqqjd'),
  ...pairs('ıȷøđłħŧɑɡɩʋɢʜɪʟɴʀʏʙᴀᴄᴅᴇᴊᴋᴍʍᴏᴘꜱᴛᴜᴠᴡᴢĸ', 'ijodlhtagivghilnrybacdejkmmopstuvwzk'),
  ...pairs('0158$|!', 'olsbsll'),
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}
/** Read as letters only when compared with reserved words: "frog3" and "froge" are different names. */
const LEET = pairs('@437€£', 'aaetel')

function alike(from: string, to: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from(from, (letter) => [letter, to]))
}

function pairs(from: string, to: string): Readonly<Record<string, string>> {
  const letters = Array.from(to)
  return Object.fromEntries(Array.from(from, (letter, at) => [letter, letters[at] ?? letter]))
}

const mapped = (text: string, map: Readonly<Record<string, string>>) =>
  Array.from(text, (letter) => map[letter] ?? letter).join('')
const bare = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')

const ASCII = Object.fromEntries(
  Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).map((sign) => [
    sign,
    unhomoglyph(sign),
  ]),
)

/** The UTS 39 form of a text. Most texts are ASCII and skip the list. */
const uts39 = (text: string) =>
  /^[ -~]*$/.test(text) ? mapped(text, ASCII) : unhomoglyph(mapped(text.normalize('NFD'), NEWER))

/** The skeleton of a name: names with equal skeletons look alike. Never empty. */
export function skeletonOf(name: string): string {
  // Upper and lower case of a letter look like different characters, so both are folded.
  const small = mapped(bare(bare(uts39(name)).toLowerCase()), SMALL)
  const letters = mapped(bare(uts39(small)).toLowerCase(), SMALL)
    .replace(/[\s\p{P}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  // A name without letters keeps its signs.
  return letters === '' ? name.normalize('NFKC') : letters
}

const words = (text: string) => text.split(' ').map((word) => skeletonOf(word.replaceAll('_', ' ')))
/** Matches a text that consists only of these words, with at least one of `first`. */
function madeOf(first: string, others: string): RegExp {
  const one = words(first).join('|')
  const any = `(?:${[...words(first), ...words(others)].join('|')}|\\p{N})*`
  return new RegExp(`^${any}(?:${one})${any}$`, 'u')
}

const SITE = skeletonOf('twinmint')
/** Refused as a word anywhere in a name. */
const STAFF_WORDS = new Set(words('admin admins administrator moderator moderators'))
const STAFF = madeOf(
  'system support admin administrator administration moderator moderation mod official staff helpdesk',
  'message messages notice notices notification notifications alert alerts warning update updates team help desk center centre service services account user chat live the and of customer security bot',
)
const MONEY = madeOf(
  'sol wsol solana usdc usdt usd usd_coin tether btc wbtc bitcoin eth weth ethereum eurc pyusd',
  'coin token wrapped real official native the',
)
/** Words that pages use in place of a name. */
const CALLED = new Set(
  words('root null undefined you creator bot escrow bonding_curve liquidity_pool anonymous unnamed'),
)
const CHECK_MARKS = /[\u2611\u2705\u2713\u2714\u237b\u{1f5f8}\u{1f5f9}\u{10102}]/u
/** Vietnamese puts two accents on a letter and Hebrew three marks; no script repeats the same mark. */
const MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]{3}|\p{M}{4}|(\p{Mn})\1|^\p{M}/u
const KEYCAPS = /(?<=[0-9#*])\ufe0f?\u20e3/gu

/** The reason why a name is refused, as a sentence; undefined for an allowed name. */
export function imitationOf(name: string, of: 'person' | 'coin'): string | undefined {
  if (MARKS.test(name.normalize('NFD').replace(KEYCAPS, '')))
    return `“${name.replace(/\p{M}/gu, '')}” has too many accents on one letter. Use two at most.`
  if (CHECK_MARKS.test(name))
    return 'A name can’t have a check mark: it could be taken for the verified badge.'
  if (looksLikeAddress(name)) return 'A name must not look like an address.'
  // The list and the compatibility forms disagree on a few letters: ſ is f in one and s in the other.
  const forms = [name, name.normalize('NFKC')]
  const plain = forms.map((form) => form.replace(/[\p{S}\p{Extended_Pictographic}\ufe0f]/gu, ''))
  const texts = [...new Set([...forms, ...plain].flatMap((text) => [text, mapped(text, LEET)]))]
  const looks = texts.map(skeletonOf)
  if (looks.some((look) => look.includes(SITE)))
    return `“${name}” could be taken for Twinmint itself. Choose another name.`
  const hasStaffWord = texts.some((text) =>
    text.split(/[\s\p{P}]+/u).some((word) => STAFF_WORDS.has(skeletonOf(word))),
  )
  if (looks.some((look) => STAFF.test(look)) || hasStaffWord)
    return `“${name}” could be taken for a message from Twinmint or its staff. Choose another name.`
  if (looks.some((look) => MONEY.test(look)))
    return `“${name}” could be taken for another currency. Choose another name.`
  if (of === 'person' && looks.some((look) => CALLED.has(look)))
    return `“${name}” is a word that Twinmint’s pages use for somebody else. Choose another name.`
  return undefined
}

/** Increment it when the rule changes: existing names are then checked again. */
export const NAMES_RULE = 1

/** The shown name of a person whose existing name breaks the rule. The address comes first, since lists truncate names. */
export const shownPerson = (username: string, walletAddress: string): string | null =>
  imitationOf(username, 'person') === undefined ? null : `${shortAddress(walletAddress)} “${username}”`

export interface CoinTexts {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
}

/**
 * The shown texts of a coin; the chain allows any text. An imitating name gets the coin's address appended, and an imitating
 * symbol is replaced by the address. Idempotent.
 */
export function shownCoin(texts: CoinTexts, mintAddress: string): CoinTexts {
  const short = shortAddress(mintAddress)
  const mark = ` (${short})`
  const marked = (text: string) => {
    const name = shownName(text)
    return imitationOf(name, 'coin') === undefined || name.endsWith(mark) ? name : `${name}${mark}`
  }
  const symbol = shownName(texts.symbol)
  return {
    name: marked(texts.name),
    symbol: imitationOf(symbol, 'coin') === undefined ? symbol : short,
    collectionName: marked(texts.collectionName),
  }
}
