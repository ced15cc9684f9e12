// The answers that came with the document, put where the page looks for answers, so that nothing is asked for twice.
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { FIRST_DATA_ID, type FirstData } from '@twinmint/sdk/internal/api/records/first-data'

/** What the document holds; undefined where the server drew nothing. */
export function readFirstData(): FirstData | undefined {
  const text = document.getElementById(FIRST_DATA_ID)?.textContent
  return text === undefined ? undefined : (JSON.parse(text) as FirstData)
}

const unused = new Set<string>()

export function fillWithFirstData(client: QueryClient, { answers }: FirstData): void {
  for (const { key, data } of answers) {
    client.setQueryData(key, data)
    unused.add(hashKey(key))
  }
}

/** All that was read, to be put into the document. */
export const firstDataOf = (client: QueryClient, path: string, atMs: number): FirstData => ({
  path,
  atMs,
  answers: client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.data === undefined ? [] : { key: queryKey, data: state.data })),
})

/**
 * The `refetchOnMount` of what is asked for anew by every page that comes to it. Not by the one that came with the document: the
 * live stream tells of all that has happened since.
 */
export const refetchUnlessFirst = ({ queryHash }: { readonly queryHash: string }): 'always' | false =>
  unused.has(queryHash) ? false : 'always'

/** The document's own page has been left. */
export const endFirstData = (): void => unused.clear()
