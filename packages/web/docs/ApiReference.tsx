// The reference of the API, drawn from the OpenAPI document that this server answers.

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Loaded } from '../shared/Loaded.tsx'
import { useApiDocument } from '../shared/status-queries.ts'
import { Field } from '../ui/Field.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import {
  type ApiDocument,
  type Call,
  callsByGroup,
  fieldsOf,
  type JsonSchema,
  limitsText,
  typeText,
} from './api-document.ts'
import { ScrollTable } from './ScrollTable.tsx'

export default function ApiReference() {
  return (
    <Loaded
      query={useApiDocument<ApiDocument>()}
      failedTitle="The reference could not be loaded"
      skeleton={
        <SkeletonGroup label="Loading the reference" className="mt-6 flex flex-col gap-2">
          {Array.from({ length: 8 }, (_, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- they are all alike
            <Skeleton key={at} className="h-12 w-full" />
          ))}
        </SkeletonGroup>
      }
    >
      {(document) => <Reference document={document} />}
    </Loaded>
  )
}

function Reference({ document }: { readonly document: ApiDocument }) {
  const [filter, setFilter] = useState('')
  const groups = callsByGroup(document, filter)
  const anchor = useHash()
  return (
    <div className="mt-6">
      <Field label="Filter calls">
        <TextInput
          placeholder="trades, POST, holders …"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      </Field>
      {groups.length === 0 && <p className="text-14 text-muted">No call matches “{filter}”.</p>}
      {groups.map(({ group, calls }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`} className="mt-9">
            {group}
          </h2>
          <div className="mt-3 flex flex-col gap-2">
            {calls.map((call) => (
              <CallView
                key={call.operation.operationId}
                call={call}
                isAimedAt={anchor === call.operation.operationId}
              />
            ))}
          </div>
        </section>
      ))}
      <h2 id="schemas" className="mt-9 scroll-mt-24">
        Schemas
      </h2>
      <div className="mt-3 flex flex-col gap-2">
        {Object.entries(document.components.schemas).map(([name, schema]) => (
          <Fold
            key={name}
            id={`schema-${name}`}
            isAimedAt={anchor === `schema-${name}`}
            head={<code className="font-semibold">{name}</code>}
          >
            <Fields schema={schema} label={name} />
          </Fold>
        ))}
      </div>
    </div>
  )
}

function useHash(): string {
  const [hash, setHash] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const onChange = () => setHash(location.hash.slice(1))
    addEventListener('hashchange', onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  return hash
}

const METHOD_TONES: Readonly<Record<string, string>> = {
  GET: 'text-up',
  POST: 'text-gold',
  DELETE: 'text-down',
}
const NEEDS = { session: 'For who is signed in.', admin: 'For admins; others see 404.' }

function CallView({ call, isAimedAt }: { readonly call: Call; readonly isAimedAt: boolean }) {
  const { method, path, operation } = call
  const needs = operation['x-needs']
  return (
    <Fold
      id={operation.operationId}
      isAimedAt={isAimedAt}
      head={
        <>
          <span
            className={`w-14 shrink-0 font-mono text-12 font-semibold ${METHOD_TONES[method] ?? 'text-violet'}`}
          >
            {method}
          </span>
          <span className="min-w-0">
            <code className="block font-mono text-13 break-all">{path}</code>
            <span className="block text-13 text-muted">{operation.summary}</span>
          </span>
        </>
      }
    >
      {operation.description !== undefined && <p>{operation.description}</p>}
      {needs !== undefined && <p className="text-gold">{NEEDS[needs]}</p>}
      {operation.parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Rows
            label={`Parameters of ${path}`}
            rows={operation.parameters.map(({ name, in: place, required, schema, description }) => ({
              name,
              isRequired: required,
              schema,
              note: [place === 'path' ? 'in the path' : undefined, description].filter(Boolean).join('; '),
            }))}
          />
        </>
      )}
      {Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => (
        <div key={type}>
          <h4>
            Body <code>{type}</code>
          </h4>
          <Fields schema={schema} label={`Body of ${path}`} />
        </div>
      ))}
      {Object.entries(operation.responses).map(([status, response]) => (
        <div key={status}>
          <h4>
            {status === 'default' ? 'Any other failure' : `Answer ${status}`}{' '}
            {Object.keys(response.content ?? {}).map((type) => (
              <code key={type}>{type}</code>
            ))}
          </h4>
          {response.description !== 'Done.' && status !== 'default' && (
            <ul>
              {response.description.split('\n').map((line) => (
                <li key={line}>{line.replaceAll('`', '')}</li>
              ))}
            </ul>
          )}
          {Object.entries(response.headers ?? {}).map(([name, { description }]) => (
            <p key={name}>
              <code>{name}</code> {description}
            </p>
          ))}
          {Object.values(response.content ?? {}).map(({ schema }) => (
            <Fields key={typeText(schema)} schema={schema} label={`Answer ${status} of ${path}`} />
          ))}
        </div>
      ))}
    </Fold>
  )
}

function Fold({
  id,
  head,
  isAimedAt,
  children,
}: {
  readonly id: string
  readonly head: ReactNode
  readonly isAimedAt: boolean
  readonly children: ReactNode
}) {
  const [isOpen, setOpen] = useState(isAimedAt)
  const [wasAimedAt, setWasAimedAt] = useState(isAimedAt)
  if (isAimedAt !== wasAimedAt) {
    setWasAimedAt(isAimedAt)
    if (isAimedAt) setOpen(true)
  }
  return (
    <div id={id} className="scroll-mt-24 rounded-panel border border-line bg-panel">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center gap-3 px-4 py-2 text-left"
      >
        {head}
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={`ml-auto shrink-0 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
      </button>
      {isOpen && <div className="docs-call border-t border-line px-4 pb-4 text-14">{children}</div>}
    </div>
  )
}

function Fields({ schema, label }: { readonly schema: JsonSchema; readonly label: string }) {
  const fields = fieldsOf(schema)
  const choices = schema.anyOf?.filter((each) => fieldsOf(each) !== undefined) ?? []
  if (fields?.properties === undefined)
    return choices.length > 0 ? (
      choices.map((each, at) => (
        <div key={typeText(each) + String(Object.keys(each.properties ?? {}))}>
          {at > 0 && <p className="text-muted">or</p>}
          <Fields schema={each} label={`${label}, choice ${at + 1}`} />
        </div>
      ))
    ) : (
      <p>
        <Type schema={schema} />
      </p>
    )
  const required = new Set(fields.required)
  return (
    <>
      {schema.items !== undefined && <p className="text-muted">A list, of:</p>}
      <Rows
        label={label}
        rows={Object.entries(fields.properties).map(([name, each]) => ({
          name,
          isRequired: required.has(name),
          schema: each,
          note: each.description ?? '',
        }))}
      />
    </>
  )
}

function Rows({
  label,
  rows,
}: {
  readonly label: string
  readonly rows: readonly {
    readonly name: string
    readonly isRequired: boolean
    readonly schema: JsonSchema
    readonly note: string
  }[]
}) {
  return (
    <ScrollTable label={label}>
      <tbody>
        {rows.map(({ name, isRequired, schema, note }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {!isRequired && <span className="block text-12 text-muted">may be left out</span>}
            </td>
            <td>
              <Type schema={schema} />
              <Inner schema={schema} />
            </td>
            <td className="text-muted">{[limitsText(schema), note].filter(Boolean).join('. ')}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

/** Fields of an object inside, by name and type. */
function Inner({ schema }: { readonly schema: JsonSchema }) {
  const fields = fieldsOf(schema)?.properties
  if (fields === undefined) return null
  return (
    <ul className="text-13">
      {Object.entries(fields).map(([name, each]) => (
        <li key={name}>
          <code>{name}</code> <Type schema={each} />
        </li>
      ))}
    </ul>
  )
}

/** Names of schemas lead to them. */
function Type({ schema }: { readonly schema: JsonSchema }) {
  return typeText(schema)
    .split(/\b([A-Z][A-Za-z]+)\b/)
    .map((piece, at) =>
      at % 2 === 1 && isReferredTo(schema, piece) ? (
        // oxlint-disable-next-line react/no-array-index-key -- pieces of one text
        <a key={at} href={`#schema-${piece}`}>
          {piece}
        </a>
      ) : (
        piece
      ),
    )
}

const isReferredTo = (schema: JsonSchema, name: string): boolean =>
  JSON.stringify(schema).includes(`#/components/schemas/${name}"`)
