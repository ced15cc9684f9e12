// That the faults of mutants.ts can still be put into the sources. Whether tests notice them says `npm run program:mutants`.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withFault } from '../../tests/fault.ts'
import { MUTANTS } from './mutants.ts'

const sources = new Map(
  readdirSync(new URL('../src/', import.meta.url)).map((name) => [
    name,
    readFileSync(new URL(`../src/${name}`, import.meta.url), 'utf8'),
  ]),
)

test('every listed fault fits its source, and every source has faults', () => {
  const unfit = MUTANTS.flatMap((mutant) => {
    try {
      return withFault(mutant, sources.get(mutant.file) ?? '') === sources.get(mutant.file)
        ? [mutant.name]
        : []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  expect(unfit).toEqual([])
  expect(new Set(MUTANTS.map(({ file }) => file))).toEqual(new Set(sources.keys()))
  const names = MUTANTS.map(({ file, name }) => `${file}: ${name}`)
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
})
