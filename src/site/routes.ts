// What a page must know of this server.
import type { App } from '../wire/calls.ts'
import { type SiteConfig, siteConfigSchema } from './contract.ts'

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
