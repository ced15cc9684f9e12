// Which names people may take, and when two of them look the same. A name is kept as it was typed (composed, trimmed); its
// skeleton, which must be nobody else's, is what the eye makes of it: compatibility forms undone, accents and case away,
// letters of other scripts and digits that look like Latin ones folded onto them, and nothing between the letters. This is
// less than Unicode's whole list of confusables (UTS 39), and covers what people with an ordinary keyboard, a fancy-text
// page or a Cyrillic, Greek or Armenian one can write.

import { hasUnseen, looksLikeAddress } from '../core/text.ts'

export const USERNAME_LENGTH_MAX = 50
export const BIO_LENGTH_MAX = 500

/** Looks like one of the house: nobody may take it. */
const RESERVED = [
  'twinmint',
  'admin',
  'administrator',
  'moderator',
  'system',
  'support',
  'official',
  'root',
  'null',
  'undefined',
  'you',
  'creator',
  'bot',
  'escrow',
  'bonding curve',
  'liquidity pool',
]

/** As capitals these look like something else than as small letters, so they go first. */
const CAPITALS: Readonly<Record<string, string>> = {
  ...pairs('ВЕНКМОРСТХУІЈЅҮԜ', 'behkmopctxyijsyw'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'),
  ...pairs('ՕՍԼ', 'oul'),
}
const SMALL: Readonly<Record<string, string>> = {
  ...pairs('авекмнорстухіјѕһԁԛԝьүӏґп', 'abekmhopctyxijshdqwbylrn'),
  ...pairs('αβγεηικνορστυχωϲϳ', 'abyenikvopotuxwcj'),
  ...pairs('օսհոցգզյԁ', 'ouhngqqjd'),
  ...pairs('ıȷøđłħŧɑɡɩʋɢʜɪʟɴʀʏʙᴀᴄᴅᴇᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡᴢ', 'ijodlhtagivghilnrybacdejkmopstuvwz'),
  ...pairs('0158$|!', 'olsbsll'),
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'p',
}

function pairs(from: string, to: string): Record<string, string> {
  const letters = Array.from(to)
  return Object.fromEntries(Array.from(from, (letter, at) => [letter, letters[at] ?? letter]))
}

const folded = (text: string, map: Readonly<Record<string, string>>) =>
  Array.from(text, (letter) => map[letter] ?? letter).join('')

/** What the eye makes of a name. */
export function skeletonOf(username: string): string {
  const plain = folded(username.normalize('NFKD').replace(/\p{M}/gu, ''), CAPITALS).toLowerCase()
  const letters = folded(plain.normalize('NFKD').replace(/\p{M}/gu, ''), SMALL)
    .replace(/[\s\p{P}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  // Of nothing but signs: the signs themselves.
  return letters === '' ? username.normalize('NFKC') : letters
}

const RESERVED_SKELETONS = new Set(RESERVED.map(skeletonOf))

export type NameDecision =
  | { readonly kind: 'name'; readonly username: string; readonly skeleton: string }
  | { readonly kind: 'refused'; readonly code: 'usernameInvalid' | 'usernameTaken'; readonly reason?: string }

/** Invisible: controls, zero-width, directions, private and unassigned characters, and tags. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

export function decideUsername(text: string): NameDecision {
  const refused = (reason: string): NameDecision => ({ kind: 'refused', code: 'usernameInvalid', reason })
  // What only asks for the coloured form of an emoji says nothing.
  const username = text.normalize('NFKC').replaceAll('\u{FE0F}', '').replace(/\s+/gu, ' ').trim()
  if (username === '') return refused('Please enter a username')
  if (Array.from(username).length > USERNAME_LENGTH_MAX)
    return refused(`A username has at most ${USERNAME_LENGTH_MAX} characters.`)
  if (UNSEEN.test(username)) return refused('The username has characters that cannot be seen.')
  if (/\p{M}{4}/u.test(username.normalize('NFKD')))
    return refused('The username has too many accents on one letter.')
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(username))
    return refused('A username needs a letter, a digit or an emoji.')
  if (looksLikeAddress(username)) return refused('A username must not look like an address.')
  const skeleton = skeletonOf(username)
  if (RESERVED_SKELETONS.has(skeleton)) return { kind: 'refused', code: 'usernameTaken' }
  return { kind: 'name', username, skeleton }
}

export type BioDecision =
  | { readonly kind: 'bio'; readonly bio: string }
  | { readonly kind: 'refused'; readonly reason: string }

export function decideBio(text: string): BioDecision {
  const bio = text
    .normalize('NFC')
    .replaceAll('\r\n', '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (Array.from(bio).length > BIO_LENGTH_MAX)
    return { kind: 'refused', reason: `A bio has at most ${BIO_LENGTH_MAX} characters.` }
  if (hasUnseen(bio)) return { kind: 'refused', reason: 'The bio has characters that cannot be shown.' }
  return { kind: 'bio', bio }
}
