// How rare a number is, by the rule itself.

import { EDITION, readTyped } from '@twinmint/sdk/core/input-amount'
import { EDITIONS, rarityOf } from '@twinmint/sdk/core/rarity'
import { useState } from 'react'
import { Field } from '../ui/Field.tsx'
import { RarityChip } from '../ui/RarityChip.tsx'
import { TextInput } from '../ui/TextInput.tsx'

export default function RarityChecker() {
  const [text, setText] = useState('777')
  const read = readTyped(text, EDITION)
  const edition = read.kind === 'amount' ? Number(read.units) : 0
  const found = edition >= 1 && edition <= EDITIONS ? rarityOf(edition) : undefined
  return (
    <section
      aria-label="Rarity of a number"
      className="my-6 flex flex-col gap-4 rounded-panel border border-line bg-panel p-4 sm:flex-row sm:items-end"
    >
      <Field label="A number from 1 to 1,000" className="sm:w-60">
        <TextInput
          figures
          inputMode="numeric"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p role="status" className="flex min-h-11 flex-wrap items-center gap-2 text-14">
        {found === undefined ? (
          <span className="text-muted">There is no such NFT.</span>
        ) : (
          <>
            <RarityChip rarity={found.rarity} />
            <span>{found.reason}</span>
            <span translate="no" className="figures text-muted">
              rank {found.rank} of {EDITIONS}
            </span>
          </>
        )}
      </p>
    </section>
  )
}
