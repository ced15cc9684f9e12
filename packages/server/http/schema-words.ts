// What a schema finds wrong, in words that follow the name of what is wrong: "must be text", "is missing".
import type { z } from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id',
  url: 'an address that begins with http:// or https://',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
}

const NOUNS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

const OTHERWISE = 'is not what is asked for here'

/** For `safeParse(input, { error: schemaWords })`. What a schema itself says of its checks goes before. */
export function schemaWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return issue.expected in KINDS ? `must be ${KINDS[issue.expected]}` : OTHERWISE
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in NOUNS) return 'must not be empty'
      if (issue.inclusive === false) return `must be above ${issue.minimum}`
      return boundWords(issue.origin, 'least', issue.minimum)
    case 'too_big':
      return boundWords(issue.origin, 'most', issue.maximum)
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'invalid_format':
      return issue.format in FORMATS ? `must be ${FORMATS[issue.format]}` : 'has not the right form'
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return OTHERWISE
  }
}

function boundWords(origin: string, side: 'least' | 'most', bound: number | bigint): string {
  const figure = bound.toLocaleString('en-US')
  return origin in NOUNS ? `must have at ${side} ${figure} ${NOUNS[origin]}` : `must be at ${side} ${figure}`
}
