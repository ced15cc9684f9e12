// Which names people and coins may not have, because they could be taken for somebody or something else. Both sides of a
// comparison are folded to their skeleton: that of UTS 39 (the Unicode consortium's list of confusable characters, kept in the
// package `unhomoglyph`), without case, accents and what stands between the letters. The list is 100 KB, so pages must not
// load this file: the server decides, and says why.
import unhomoglyph from 'unhomoglyph'
import { shortAddress } from '../../core/figures.ts'
import { looksLikeAddress, shownName } from '../../core/text.ts'

/** Where the consortium's list has grown since version 13, which the package has. */
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
/** Lower case, small capitals, and digits that stand for letters. The consortium keeps these apart. */
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
/** Read as letters in a reserved word alone: "frog3" and "froge" are two names. */
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

/** What UTS 39 makes of a text. Nearly all texts are ASCII, for which the whole list need not be gone through. */
const uts39 = (text: string) =>
  /^[ -~]*$/.test(text) ? mapped(text, ASCII) : unhomoglyph(mapped(text.normalize('NFD'), NEWER))

/** The skeleton of a name: two names with the same one look alike. Never empty. */
export function skeletonOf(name: string): string {
  // As a capital a letter looks like something else than as a small one, so both are folded.
  const small = mapped(bare(bare(uts39(name)).toLowerCase()), SMALL)
  const letters = mapped(bare(uts39(small)).toLowerCase(), SMALL)
    .replace(/[\s\p{P}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  // Of nothing but signs: the signs themselves.
  return letters === '' ? name.normalize('NFKC') : letters
}

const words = (text: string) => text.split(' ').map((word) => skeletonOf(word.replaceAll('_', ' ')))
/** A text of these words alone, at least one of them of the first kind. */
function madeOf(first: string, others: string): RegExp {
  const one = words(first).join('|')
  const any = `(?:${[...words(first), ...words(others)].join('|')}|\\p{N})*`
  return new RegExp(`^${any}(?:${one})${any}$`, 'u')
}

const SITE = skeletonOf('twinmint')
/** As a word of a name, whatever else is in it. */
const STAFF_WORDS = new Set(words('admin admins administrator moderator moderators'))
const STAFF = madeOf(
  'system support admin administrator administration moderator moderation mod official staff helpdesk',
  'message messages notice notices notification notifications alert alerts warning update updates team help desk center centre service services account user chat live the and of customer security bot',
)
const MONEY = madeOf(
  'sol wsol solana usdc usdt usd usd_coin tether btc wbtc bitcoin eth weth ethereum eurc pyusd',
  'coin token wrapped real official native the',
)
/** Words by which pages call people: alone they would say something else than a name. */
const CALLED = new Set(
  words('root null undefined you creator bot escrow bonding_curve liquidity_pool anonymous unnamed'),
)
const CHECK_MARKS = /[\u2611\u2705\u2713\u2714\u237b\u{1f5f8}\u{1f5f9}\u{10102}]/u
/** Two accents are on a letter of Vietnamese, three marks on one of Hebrew; the same one twice is no writing. */
const MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]{3}|\p{M}{4}|(\p{Mn})\1|^\p{M}/u
const KEYCAPS = /(?<=[0-9#*])\ufe0f?\u20e3/gu

/** Why nobody may take the name, in a sentence; undefined where it imitates nothing. */
export function imitationOf(name: string, of: 'person' | 'coin'): string | undefined {
  if (MARKS.test(name.normalize('NFD').replace(KEYCAPS, '')))
    return `“${name.replace(/\p{M}/gu, '')}” has too many accents on one letter. Use two at most.`
  if (CHECK_MARKS.test(name))
    return 'A name can’t have a check mark: it could be taken for the mark of verified coins.'
  if (looksLikeAddress(name)) return 'A name must not look like an address.'
  // The list and the compatibility forms disagree on a few letters, as ſ, which is an f to one and an s to the other.
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
    return `“${name}” could be taken for a message of Twinmint or its staff. Choose another name.`
  if (looks.some((look) => MONEY.test(look)))
    return `“${name}” could be taken for another currency. Choose another name.`
  if (of === 'person' && looks.some((look) => CALLED.has(look)))
    return `“${name}” is a word that Twinmint’s pages use for somebody else. Choose another name.`
  return undefined
}

/** Counted up when the rule changes, so that names of before are looked at again. */
export const NAMES_RULE = 1

/** How a person is shown whose name is of before its like was refused: address first, since lists cut names off. */
export const shownPerson = (username: string, walletAddress: string): string | null =>
  imitationOf(username, 'person') === undefined ? null : `${shortAddress(walletAddress)} “${username}”`

export interface CoinTexts {
  readonly name: string
  readonly symbol: string
  readonly collectionName: string
}

/**
 * How a coin's texts are shown, whatever the chain has, where they may say anything: a name that imitates something has the
 * coin's address with it, and a symbol is the address. Of texts that are shown already it makes the same.
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
