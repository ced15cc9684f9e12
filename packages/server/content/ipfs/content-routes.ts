// What is known of a launch's folder: its address, where it can be had, and whether a pinning service keeps it.

import { contentSchema } from '@twinmint/sdk/api/content/contract'
import { coinParamsSchema } from '@twinmint/sdk/api/records/coin'
import { cidOfUri } from '@twinmint/sdk/content/cid'
import { FILES } from '@twinmint/sdk/content/folder'
import { Refusal } from '@twinmint/sdk/core/errors'
import type { Database } from '../../database/database.ts'
import type { App } from '../../http/calls.ts'
import { loadRecord } from '../../index/find.ts'
import type { Folders } from './folders.ts'
import { findPin } from './pin-store.ts'

/** Gateways of others, which find what a pinning service keeps. */
const PUBLIC_GATEWAYS = ['https://ipfs.io', 'https://dweb.link']

interface ContentDeps {
  readonly db: Database
  readonly folders: Pick<Folders, 'find'>
  readonly publicUrl: () => string
  /** The pinning service's host; undefined where there is none. */
  readonly pinningService: string | undefined
}

export function contentRoutes(app: App, { db, folders, publicUrl, pinningService }: ContentDeps): void {
  app.get(
    '/api/collections/:id/content',
    {
      // For a folder that is not known it is made.
      config: { rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: {
        tags: ['Coins'],
        summary: 'The coin’s content-addressed folder: picture and metadata that nobody can change',
        params: coinParamsSchema,
        response: { 200: contentSchema },
        refuses: [
          'collectionNotFound',
          'notContentAddressed',
          'contentLost',
          'contentDamaged',
          'contentUnavailable',
          'notReady',
        ],
      },
    },
    async ({ params }) => {
      const { metadataUri } = await loadRecord(db, params.id)
      const cid = cidOfUri(metadataUri)
      if (cid === undefined) throw new Refusal('notContentAddressed')
      const folder = await folders.find(cid)
      if (folder === undefined) throw new Refusal('contentLost')
      const pin =
        pinningService === undefined ? undefined : await findPin(db, { cid, service: pinningService })
      const others = pin?.state === 'pinned' ? PUBLIC_GATEWAYS : []
      return {
        cid,
        pictureCid: folder.pictureCid,
        files: FILES,
        bytes: folder.bytes,
        pin: pin ?? null,
        gateways: [publicUrl(), ...others].map((origin) => `${origin}/ipfs/${cid}`),
      }
    },
  )
}
