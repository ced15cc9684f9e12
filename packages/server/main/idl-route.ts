// The program's interface for machines: program/idl.json (made by program/build/idl.ts), with the address that this server's program
// has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { App } from '../http/calls.ts'
import { ROOT } from './root.ts'

/** What its readers need to know of it here; Codama's own packages have the rest. */
const idlSchema = z.looseObject({
  kind: z.literal('rootNode'),
  standard: z.literal('codama'),
  version: z.string(),
  program: z.looseObject({ kind: z.literal('programNode'), name: z.string(), publicKey: z.string() }),
})

export function idlRoute(app: App, programAddress: string): void {
  const committed = idlSchema.parse(JSON.parse(readFileSync(join(ROOT, 'program', 'idl.json'), 'utf8')))
  const idl = { ...committed, program: { ...committed.program, publicKey: programAddress } }
  app.get(
    '/api/idl',
    {
      schema: {
        tags: ['Site'],
        summary: 'The program’s interface, as a Codama IDL',
        description:
          'Accounts, instructions, events and refusals, with the address at which this server’s program is deployed. [Codama](https://github.com/codama-idl/codama) makes clients from it.',
        response: { 200: idlSchema },
      },
    },
    async (_request, reply) => {
      void reply.header('cache-control', 'public, max-age=300')
      return idl
    },
  )
}
