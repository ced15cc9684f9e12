// Runs a TypeScript file of this repository with Node 20, which cannot strip types itself:
//   node scripts/run.mjs bench/main.ts --seconds 5
// The file and what it imports of ours become one bundle in node_modules/.cache; npm packages stay where they are.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Bundles `entry` (a path from the repository's root) and returns the path of the JavaScript. */
export async function bundle(entry) {
  const input = resolve(root, entry)
  const name = createHash('sha256').update(input).digest('hex').slice(0, 12)
  const out = join(root, 'node_modules', '.cache', 'run', name)
  const build = await rolldown({
    input,
    platform: 'node',
    external: (id) => !/^(?:[./]|@twinmint\/)/.test(id),
    moduleTypes: { '.svg': 'text' },
    logLevel: 'silent',
  })
  // Beside, then renamed: tests bundle the same file at the same time, and none may read half of what another writes.
  mkdirSync(out, { recursive: true })
  const unfinished = mkdtempSync(`${out}-`)
  await build.write({ dir: unfinished, format: 'esm', sourcemap: true, entryFileNames: 'main.mjs' })
  for (const file of readdirSync(unfinished)) renameSync(join(unfinished, file), join(out, file))
  rmSync(unfinished, { recursive: true })
  return join(out, 'main.mjs')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const entry = process.argv[2]
  const file = await bundle(entry)
  process.argv.splice(1, 2, resolve(root, entry))
  await import(pathToFileURL(file).href)
}
