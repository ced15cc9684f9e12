// The tables of docs/program.md that repeat what the SDK's tables say: made from them, between two marks.
import type { Fields } from '@twinmint/sdk/program/codec'
import { isStruct } from '@twinmint/sdk/program/codec'
import { INSTRUCTION_NAMES, INSTRUCTIONS } from '@twinmint/sdk/program/instructions'
import { rowComments } from './row-comments.ts'

/** "u64 lamportsIn, u64 baseUnitsOutMin"; a struct by its fields. */
const dataText = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, field]) => (isStruct(field) ? dataText(field.fields) : `${field.type} ${name}`))
    .join(', ')

function instructionsTable(docs: ReadonlyMap<string, string>): string {
  const rows = INSTRUCTION_NAMES.map((name) => {
    const { tag, entries, data, hasReceivers } = INSTRUCTIONS[name]
    const accounts = entries.map(({ role, signer, writable }) => {
      const marks = [signer ? 's' : '', writable ? 'w' : ''].filter(Boolean).join(' ')
      return marks === '' ? role : `${role} \`${marks}\``
    })
    if (hasReceivers) accounts.push('present receivers `w`', 'next receivers `w`')
    return `| ${tag} | ${name} | ${dataText(data.fields)} | ${accounts.join(', ')} | ${docs.get(name) ?? ''} |`
  })
  return [
    '| tag | name | data after the tag | accounts | what it does |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The text of docs/program.md with its tables as the SDK's tables have them. Throws where a mark is missing. */
export function withTables(document: string, instructionsSource: string): string {
  const tables = { instructions: instructionsTable(rowComments(instructionsSource)) }
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- begin: ${name} -->`, `<!-- end: ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/program.md has no place for the table "${name}".`)
    return `${text.slice(0, from)}${begin}\n${table}\n${text.slice(to)}`
  }, document)
}
