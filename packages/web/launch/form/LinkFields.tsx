// The fields of a coin's links, loaded when somebody wants them.

import { decideLinks, LINK_KINDS, type LinkKind } from '@twinmint/sdk/content/links'
import { LINK_SIGNS } from '../../shared/links/icons.tsx'
import { Field } from '../../ui/Field.tsx'
import { submitOnEnter, TextInput } from '../../ui/TextInput.tsx'
import type { LaunchFieldsProps } from './values.ts'

const PLACEHOLDERS: Readonly<Record<LinkKind, string>> = {
  website: 'frog.example',
  x: '@frog',
  telegram: '@frogs',
}

export default function LinkFields({ values: { links }, errorOf, onChange, onLeave }: LaunchFieldsProps) {
  const change = (kind: LinkKind, text: string) => onChange({ links: { ...links, [kind]: text } })
  const leave = (kind: LinkKind) => {
    // What was typed in short is shown as it will be written.
    const link = decideLinks({ [kind]: links[kind] }).links[kind]
    if (link !== undefined) change(kind, link)
    onLeave(kind)
  }
  return (
    <div className="flex flex-col gap-4 px-3 pt-1 pb-3">
      <p className="text-12 text-muted">
        They are part of the coin’s metadata: nobody can change them after the launch, nor can you.
      </p>
      {LINK_KINDS.map((kind) => {
        const { name, Icon } = LINK_SIGNS[kind]
        return (
          <Field key={kind} label={name} error={errorOf(kind)}>
            <TextInput
              onKeyDown={submitOnEnter}
              icon={<Icon size={16} />}
              value={links[kind]}
              placeholder={PLACEHOLDERS[kind]}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={300}
              onChange={(event) => change(kind, event.target.value)}
              onBlur={() => leave(kind)}
            />
          </Field>
        )
      })}
    </div>
  )
}
