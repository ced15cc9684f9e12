// What is copied and opened to show a coin elsewhere. Pure; names come from anybody, so they are escaped.
import type { Collection } from '@twinmint/sdk/api/records/coin'

export const EMBED_SIZES = [
  { value: 'small', label: 'Small', height: 400 },
  { value: 'medium', label: 'Medium', height: 520 },
  { value: 'large', label: 'Large', height: 680 },
] as const
export type EmbedSize = (typeof EMBED_SIZES)[number]['value']

/** The frame to put into a page: as wide as its place there. */
export function embedCode(
  { id, name, symbol }: Pick<Collection, 'id' | 'name' | 'symbol'>,
  origin: string,
  size: EmbedSize,
): string {
  const height = EMBED_SIZES.find(({ value }) => value === size)?.height ?? 520
  const title = `${name} (${symbol}) chart`.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return `<iframe src="${origin}/embed/${id}" title="${title}" width="100%" height="${height}" style="border:0;border-radius:10px" loading="lazy"></iframe>`
}
