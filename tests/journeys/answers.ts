// What a page asks for, answered by a journey in place of the server.
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page, Route } from '@playwright/test'

/**
 * Gives requests for `url` to `handle`: the first `times` of them, and none after what it returns was called. Playwright's own ways to
 * end a route end all interception with the last one, and what a page asks for in that moment is answered by nobody
 * (microsoft/playwright#41802): about one of 150 imports after such an end hung here.
 */
export async function answer(
  page: Page | BrowserContext,
  url: string | RegExp,
  handle: (route: Route) => unknown,
  { times = Number.POSITIVE_INFINITY }: { readonly times?: number } = {},
): Promise<() => void> {
  let left = times
  await page.route(url, (route) => {
    if (left === 0) return route.fallback()
    left -= 1
    return handle(route)
  })
  return () => {
    left = 0
  }
}

/** The address of the file that a module's code is in: names say nothing. */
export function chunkOf(module: string): RegExp {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<
    string,
    { readonly file: string } | undefined
  >
  const chunk = manifest[module.replace(/^web\//, '')]
  if (chunk === undefined) throw new Error(`${module} has no file of its own`)
  return new RegExp(`/${chunk.file.replaceAll('.', '\\.')}(?:\\?|$)`)
}
