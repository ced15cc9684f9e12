// The texts of the launch form, with their counters, limits and help; and what all of the form holds.

import { counterText } from '@twinmint/sdk/actions/launch/cost'
import {
  characterCount,
  DESCRIPTION_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  SYMBOL_CHARACTERS_MAX,
} from '@twinmint/sdk/actions/launch/rules'
import type { ReactNode } from 'react'
import { Field } from '../../ui/Field.tsx'
import { submitOnEnter, TextArea, TextInput } from '../../ui/TextInput.tsx'
import { LinksChoice } from './LinksChoice.tsx'
import type { LaunchFieldsProps } from './values.ts'

export function LaunchFields(props: LaunchFieldsProps) {
  const { values, errorOf, onChange, onLeave } = props
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <Field
          label="Meme Name"
          required
          error={errorOf('name')}
          aside={<Counter text={values.name} max={NAME_CHARACTERS_MAX} />}
        >
          <TextInput
            onKeyDown={submitOnEnter}
            value={values.name}
            placeholder="Doge of the Mint"
            onChange={(event) => onChange({ name: event.target.value })}
            onBlur={() => onLeave('name')}
          />
        </Field>
        <Field
          label="Token Symbol"
          required
          error={errorOf('symbol')}
          aside={<Counter text={values.symbol} max={SYMBOL_CHARACTERS_MAX} />}
        >
          <TextInput
            onKeyDown={submitOnEnter}
            figures
            value={values.symbol}
            placeholder="DOGEM"
            autoCapitalize="characters"
            onChange={(event) => onChange({ symbol: event.target.value.toUpperCase() })}
            onBlur={() => onLeave('symbol')}
          />
        </Field>
      </div>
      <Field
        label="NFT Collection Name"
        required
        hint="Each NFT is called by it and its number, like “Doges #1”."
        error={errorOf('collectionName')}
        aside={<Counter text={values.collectionName} max={NAME_CHARACTERS_MAX} />}
      >
        <TextInput
          onKeyDown={submitOnEnter}
          value={values.collectionName}
          placeholder="Doges"
          onChange={(event) => onChange({ collectionName: event.target.value })}
          onBlur={() => onLeave('collectionName')}
        />
      </Field>
      <Field
        label="Description"
        hint="Optional"
        error={errorOf('description')}
        aside={<Counter text={values.description} max={DESCRIPTION_CHARACTERS_MAX} />}
      >
        <TextArea
          value={values.description}
          placeholder="What is the joke?"
          onChange={(event) => onChange({ description: event.target.value })}
          onBlur={() => onLeave('description')}
        />
      </Field>
      <LinksChoice {...props} />
    </>
  )
}

function Counter({ text, max }: { readonly text: string; readonly max: number }): ReactNode {
  const over = characterCount(text.trim()) > max
  return (
    <span translate="no" className={over ? 'figures font-semibold text-down' : 'figures'}>
      {counterText(text, max)}
    </span>
  )
}
