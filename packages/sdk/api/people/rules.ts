// Rules for the bio of a profile.
import { hasUnseen } from '../../core/text.ts'

export const BIO_LENGTH_MAX = 500

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
