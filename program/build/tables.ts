// The tables of docs/program.md that repeat what the SDK's tables say: made from them, between two marks.
import { type Fields, isStruct } from '@twinmint/sdk/program/codec'
import { INSTRUCTION_NAMES, INSTRUCTIONS } from '@twinmint/sdk/program/instructions'
import { ACCOUNT_NAMES, type AccountName, LAYOUTS } from '@twinmint/sdk/program/layouts'
import { rowComments } from './row-comments.ts'

/** "u64 lamportsIn, u64 baseUnitsOutMin"; a struct by its fields. */
const dataText = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, field]) => (isStruct(field) ? dataText(field.fields) : `${field.type} ${name}`))
    .join(', ')

function instructionsTable(source: string): string {
  const docs = rowComments(source)
  const rows = INSTRUCTION_NAMES.map((name) => {
    const { tag, entries, data, hasReceivers } = INSTRUCTIONS[name]
    const accounts = entries.map(({ role, signer, writable }) => {
      const marks = [signer ? 's' : '', writable ? 'w' : ''].filter(Boolean).join(' ')
      return marks === '' ? role : `${role} \`${marks}\``
    })
    if (hasReceivers) accounts.push('present receivers `w`', 'next receivers `w`')
    const text = dataText(data.fields) || 'none'
    return `| ${tag} | ${name} | ${text} | ${accounts.join(', ')} | ${docs.get(name) ?? ''} |`
  })
  return [
    '| tag | name | data after the tag | accounts | what it does |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Bytes of a field's type. */
function sizeOf(type: string): number {
  const [size, unit] = type.split(' ')
  if (unit === 'zeros') return Number(size)
  const bits = /^[ui](\d+)$/.exec(type)?.[1]
  if (bits !== undefined) return Number(bits) / 8
  const known: Readonly<Record<string, number>> = {
    address: 32,
    marketStatus: 1,
    editionSet: 125,
    countedReceivers: 1 + 4 * 43,
  }
  const bytes = known[type]
  if (bytes === undefined) throw new Error(`The size of "${type}" is not known.`)
  return bytes
}

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  countedReceivers:
    'u8 count (1 to 4), then 4 × (address, u64 drawnLamports, u16 bps, u8 isConfirmed); zeros behind the last:',
  editionSet: '125 bytes',
  marketStatus: 'u8',
}

/** Offset and field of every field of an account. Throws where the sizes do not add up to the account's. */
function layoutTable(name: AccountName, source: string): string {
  const { tag, version, bytes } = LAYOUTS[name]
  const fields: Fields = LAYOUTS[name].data.fields
  const from = source.indexOf(`  ${name}: layout(`)
  const docs = rowComments(source.slice(from, source.indexOf('\n  }),', from)))
  const rows = [`| 0 | u8 tag = ${tag} | |`, `| 1 | u8 version = ${version} | |`]
  let offset = 2
  for (const [field, { type }] of Object.entries(fields)) {
    const text = type.endsWith(' zeros') ? type : `${TYPE_TEXTS[type] ?? type} ${field}`
    rows.push(`| ${offset} | ${text} | ${docs.get(field) ?? ''} |`)
    offset += sizeOf(type)
  }
  if (offset !== bytes) throw new Error(`The fields of ${name} have ${offset} bytes, the account ${bytes}.`)
  return ['| offset | field | |', '|---|---|---|', ...rows].join('\n')
}

/** The text of docs/program.md with its tables as the SDK's tables have them. Throws where a mark is missing. */
export function withTables(
  document: string,
  [, instructionsSource, layoutsSource]: readonly [errors: string, instructions: string, layouts: string],
): string {
  const tables = new Map([['instructions', instructionsTable(instructionsSource)]])
  for (const name of ACCOUNT_NAMES) tables.set(name, layoutTable(name, layoutsSource))
  return [...tables].reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/program.md has no place for the table "${name}".`)
    return `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`
  }, document)
}
