// Rare NFTs are asked about before they are given away: each brings as many coins as a common one.

import { numbersText } from '@twinmint/sdk/core/figures'
import { rarityOf } from '@twinmint/sdk/core/rarity'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Question.tsx'
import { RARITY_WORDS } from '../../ui/RarityChip.tsx'

/** More names would hide the question. */
const NAMED_MAX = 5

export function RareQuestion({
  rare,
  isSale,
  onYes,
  onNo,
}: {
  /** Their numbers. */
  readonly rare: readonly number[]
  readonly isSale: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}) {
  const verb = isSale ? 'Sell' : 'Release'
  const [only] = rare
  return (
    <Question
      label={rare.length === 1 ? 'A rare NFT' : 'Rare NFTs'}
      actions={
        <>
          <Button variant={isSale ? 'sell' : 'danger'} onClick={onYes}>
            {verb} anyway
          </Button>
          <Button variant="secondary" aria-label={`Do not ${verb.toLowerCase()}`} onClick={onNo}>
            Cancel
          </Button>
        </>
      }
    >
      <span className="font-semibold">{numbersText(rare, NAMED_MAX)}</span>{' '}
      {rare.length === 1 && only !== undefined
        ? `is ${RARITY_WORDS[rarityOf(only).rarity].toLowerCase()}, and brings`
        : 'are epic or rarer, and each brings'}{' '}
      no more than a common one. Anyone can take {rare.length === 1 ? 'it' : 'them'} from the escrow at once.
    </Question>
  )
}
