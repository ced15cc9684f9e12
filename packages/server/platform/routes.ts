// What a page must know of this server.

import { type SiteConfig, siteConfigSchema } from '@twinmint/sdk/internal/api/platform/contract'
import type { App } from '../http/calls.ts'

export function siteRoutes(
  app: App,
  { siteConfig }: { readonly siteConfig: () => Promise<SiteConfig> },
): void {
  app.get(
    '/api/config',
    {
      schema: {
        tags: ['Site'],
        summary: 'What a page must know of this server and its network',
        response: { 200: siteConfigSchema },
      },
    },
    () => siteConfig(),
  )
}
