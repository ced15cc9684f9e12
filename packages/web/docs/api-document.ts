// The OpenAPI document as the reference reads it: only what it shows. Pure.

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly additionalProperties?: boolean | JsonSchema
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly 'x-needs'?: 'session' | 'admin'
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: JsonSchema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, { readonly description: string }>>
        readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
      }
    >
  >
}

export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** Calls by group, in the document's order; only those whose path or sentence has every word of `filter`. */
export function callsByGroup(
  document: ApiDocument,
  filter: string,
): readonly { readonly group: string; readonly calls: readonly Call[] }[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const matches = ({ method, path, operation }: Call) => {
    const text = `${method} ${path} ${operation.summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return document.tags
    .map(({ name }) => ({
      group: name,
      calls: calls.filter((call) => call.operation.tags.includes(name) && matches(call)),
    }))
    .filter(({ calls: found }) => found.length > 0)
}

/** The name of what a schema refers to. */
export const referenceOf = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1)

/** A schema in a few words: `string or null`, `array of Trade`. */
export function typeText(schema: JsonSchema): string {
  const reference = referenceOf(schema)
  if (reference !== undefined) return reference
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map(typeText).join(' or ')
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items !== undefined) return `array of ${typeText(schema.items)}`
  if (schema.type === undefined) return 'anything'
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' or ')
}

/** What else is asked of a value: `1 to 100, 50 unless said`. */
export function limitsText(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, format } = schema
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  return [
    minimum !== undefined && isBounded ? `${minimum} to ${maximum}` : undefined,
    minimum !== undefined && !isBounded && minimum > -Number.MAX_SAFE_INTEGER ? `from ${minimum}` : undefined,
    maxLength !== undefined
      ? `${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`
      : undefined,
    format,
    schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} unless said`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

/** The object behind a schema: itself, of a list its item. Undefined where nothing has fields. */
export function fieldsOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties !== undefined) return schema
  return schema.items === undefined ? undefined : fieldsOf(schema.items)
}
