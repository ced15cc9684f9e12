// Every code that a call can fail with, from the record that the server itself speaks by.
import { type ErrorCode, errorRecord, PROGRAM_ERROR_CODES } from '@twinmint/sdk/core/errors'
import { ScrollTable } from './ScrollTable.tsx'

const NUMBERS = new Map<string, number>(PROGRAM_ERROR_CODES.map((code, at) => [code, 6_000 + at]))

export default function ErrorTable() {
  const codes = Object.keys(errorRecord) as ErrorCode[]
  return (
    <ScrollTable label="All codes">
      <thead>
        <tr>
          {['Code', 'Status', 'Number', 'Again', 'What it says'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => {
          const { status, retryable, sentence, remedy } = errorRecord[code]
          return (
            <tr key={code} id={code} className="scroll-mt-24">
              <td>
                <code>{code}</code>
              </td>
              <td translate="no" className="figures">
                {status}
              </td>
              <td translate="no" className="figures">
                {NUMBERS.get(code) ?? ''}
              </td>
              <td>{retryable ? 'yes' : ''}</td>
              <td>
                {sentence} {remedy}
              </td>
            </tr>
          )
        })}
      </tbody>
    </ScrollTable>
  )
}
