import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from './http.ts'

const refusalOf = (schema: z.ZodType, input: unknown): string | undefined => {
  try {
    parse(schema, input)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

test.each<[string, z.ZodType, unknown, string]>([
  ['a name that is missing', z.object({ name: z.string() }), {}, 'name is missing.'],
  ['a number for a text', z.object({ name: z.string() }), { name: 1 }, 'name must be text.'],
  ['no body', z.object({}), undefined, 'The request is missing.'],
  ['a word for a number', z.object({ limit: z.coerce.number() }), { limit: 'x' }, 'limit must be a number.'],
  ['half an NFT', z.object({ count: z.number().int() }), { count: 1.5 }, 'count must be a whole number.'],
  ['too many', z.object({ limit: z.number().max(1_000) }), { limit: 1_001 }, 'limit must be at most 1,000.'],
  ['nothing for a price', z.object({ price: z.number().positive() }), { price: 0 }, 'price must be above 0.'],
  ['an empty text', z.object({ id: z.string().min(1) }), { id: '' }, 'id must not be empty.'],
  [
    'a long text',
    z.object({ texts: z.array(z.string().max(2)) }),
    { texts: ['abc'] },
    'texts.0 must have at most 2 characters.',
  ],
  ['a long list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'The request must have at most 2 entries.'],
  ['no list at all', z.array(z.string()).min(1), [], 'The request must not be empty.'],
  ['none of two', z.object({ side: z.enum(['BUY', 'SELL']) }), { side: 'x' }, 'side must be BUY or SELL.'],
  ['another id', z.object({ id: z.uuid() }), { id: 'x' }, 'id must be an id.'],
  ['neither of two', z.union([z.string(), z.number()]), true, 'The request is not what is asked for here.'],
  [
    'a rule of its own',
    z.string().refine(() => false, 'Amount must be greater than 0'),
    'x',
    'Amount must be greater than 0',
  ],
])('%s is refused with a sentence', (_, schema, input, sentence) => {
  expect(refusalOf(schema, input)).toBe(sentence)
})

describe('no contract answers in the words of a library', () => {
  const contracts = import.meta.glob<Record<string, unknown>>(
    // Tests of records would be run here once more, where no other file has loaded them.
    ['../../sdk/api/**/*contract.ts', '../../sdk/api/records/*.ts', '!../../sdk/api/records/*.test.ts'],
    {
      eager: true,
    },
  )
  const schemas = Object.entries(contracts).flatMap(([path, module]) =>
    Object.entries(module).flatMap(([name, schema]) =>
      schema instanceof z.ZodType ? [[`${path} ${name}`, schema] as const] : [],
    ),
  )
  test.each(schemas)('%s', (_, schema) => {
    const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    const hostile = [null, true, -1, 1.5, '', 'x', 'x'.repeat(9_000), [], ['x'], {}]
    const inputs = hostile.flatMap((value) => [
      value,
      ...fields.map((field) => ({ [field]: value })),
      Object.fromEntries(fields.map((field) => [field, value])),
    ])
    for (const input of inputs)
      expect(refusalOf(schema, input) ?? '').not.toMatch(
        /Invalid|expected|, received|Too (big|small)|undefined|NaN/,
      )
  })
})
