// The answers that came with the document, put where the page looks for answers, so that nothing is asked for twice.
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { FIRST_DATA_ID, type FirstData } from './records/first-data.ts'

/** What the document holds; undefined where the server drew nothing. */
export function readFirstData(): FirstData | undefined {
  const text = document.getElementById(FIRST_DATA_ID)?.textContent
  return text === undefined ? undefined : (JSON.parse(text) as FirstData)
}

const unused = new Set<string>()

export function fillWithFirstData(client: QueryClient, { answers }: FirstData): void {
  for (const { path, body, nextCursor } of answers) {
    const key: QueryKey = ['api', ...path.split('/')]
    const list = { pages: [{ items: body, nextCursor }], pageParams: [null] }
    client.setQueryData(key, nextCursor === undefined ? body : list)
    unused.add(hashKey(key))
  }
}

/**
 * The `refetchOnMount` of what is asked for anew by every page that comes to it. Not by the one that came with the document: the
 * live stream tells of all that has happened since.
 */
export const refetchUnlessFirst = ({ queryHash }: { readonly queryHash: string }): 'always' | false =>
  unused.has(queryHash) ? false : 'always'

/** The document's own page has been left. */
export const endFirstData = (): void => unused.clear()
