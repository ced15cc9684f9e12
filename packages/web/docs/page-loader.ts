// Loads the pages, each its own chunk, and keeps them.
import pages from 'virtual:docs-pages'
import type { Page } from './blocks.ts'

const loaded = new Map<string, Promise<Page>>()

/** The same promise for the same file; one that failed is asked for again. */
export function loadPage(file: string): Promise<Page> {
  const known = loaded.get(file)
  if (known !== undefined) return known
  const load = pages[file]
  const page =
    load === undefined
      ? Promise.reject(new Error(`There is no page ${file}.`))
      : load().then((module) => module.default)
  page.catch(() => loaded.delete(file))
  loaded.set(file, page)
  return page
}
