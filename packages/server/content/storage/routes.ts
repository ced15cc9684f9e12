// Stored pictures, and squares that stand in for one, as pages and wallets load them.

import { Refusal } from '@twinmint/sdk/core/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { PictureStore } from './pictures.ts'

export function storageRoutes(
  app: FastifyInstance,
  { pictures }: { readonly pictures: Pick<PictureStore, 'read'> },
): void {
  app.get<{ Params: { file: string } }>(
    '/api/images/:file',
    {
      schema: {
        tags: ['Launching'],
        summary: 'A picture, by its hash and size',
        params: z.object({ file: z.string() }),
        answerType: 'image/webp',
        refuses: ['notFound', 'contentUnavailable'],
      },
    },
    async ({ params }, reply) => {
      const match = /^([0-9a-f]{64})-(\d{2,4})\.webp$/.exec(params.file)
      const bytes = match ? await pictures.read(match[1] ?? '', Number(match[2])) : undefined
      if (bytes === undefined) throw new Refusal('notFound')
      return reply
        .type('image/webp')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    },
  )

  app.get<{ Params: { text: string } }>(
    '/api/placeholder-image/:text',
    {
      schema: {
        tags: ['Launching'],
        summary: 'A letter, for where there is no picture',
        params: z.object({ text: z.string() }),
        answerType: 'image/svg+xml',
      },
    },
    async ({ params }, reply) => {
      void reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400')
      return placeholderSvg(params.text)
    },
  )
}

/** A square with the first letter, in a colour that belongs to the text. */
function placeholderSvg(text: string): string {
  const letter = Array.from(text.trim().toUpperCase())[0] ?? '?'
  const safe = letter.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  const hue = Array.from(text).reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 360,
    7,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="hsl(${hue} 40% 22%)"/><text x="64" y="66" fill="hsl(${hue} 80% 82%)" font-family="sans-serif" font-size="64" font-weight="700" text-anchor="middle" dominant-baseline="central">${safe}</text></svg>`
}
