// What a browser loads first: the JavaScript of each page, brotli as it is sent, as the manifest of the build links it.
import { readFileSync, statSync } from 'node:fs'

interface Chunk {
  readonly file: string
  readonly src?: string
  readonly imports?: readonly string[]
}

/** As the server sends it: small files have no packed one beside them. */
function sentBytes(file: string): number {
  const packed = statSync(`${file}.br`, { throwIfNoEntry: false })
  return packed?.size ?? statSync(file).size
}

export function benchBytes(): Record<string, number> {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
  const reach = (key: string, seen: Set<string>) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) reach(next, seen)
  }
  const kilobytes = (keys: Iterable<string>) => {
    const files = new Set([...keys].map((key) => manifest[key]?.file).filter((file) => file?.endsWith('.js')))
    const bytes = [...files].reduce((sum, file) => sum + sentBytes(`dist/web/${file}`), 0)
    return Math.round(bytes / 102.4) / 10
  }
  const entries = ['index.html']
  const page = (pattern: RegExp) => {
    const seen = new Set<string>()
    for (const key of entries) reach(key, seen)
    for (const key of Object.keys(manifest)) if (pattern.test(manifest[key]?.src ?? '')) reach(key, seen)
    return kilobytes(seen)
  }
  const chart = new Set<string>()
  for (const key of Object.keys(manifest))
    if (/history\/(chart\.ts|ChartPanel\.tsx)$/.test(manifest[key]?.src ?? '')) reach(key, chart)
  const embed = new Set<string>()
  reach('embed.html', embed)
  for (const key of Object.keys(manifest))
    if (manifest[key]?.src?.endsWith('ChartPanel.tsx')) reach(key, embed)
  const trade = new Set<string>()
  for (const key of entries) reach(key, trade)
  return {
    'home KB brotli': page(/HomePage\.tsx$/),
    'launch KB brotli': page(/LaunchPage\.tsx$/),
    'trade KB brotli, without the chart': page(/CoinPage\.tsx$/),
    'gallery KB brotli': page(/GalleryPage\.tsx$/),
    'NFT KB brotli': page(/NftPage\.tsx$/),
    'embedded chart KB brotli, with all that it needs': kilobytes([...embed, ...chart]),
    'chart KB brotli, loaded after': kilobytes([...chart].filter((key) => !trade.has(key))),
  }
}
