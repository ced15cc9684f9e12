// The repository's folder, which has the program and everything that was built. Sources and build lie at different depths below it.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'program', 'twinmint.so'))) return folder
  if (dirname(folder) === folder) throw new Error('program/twinmint.so is missing.')
  return findRoot(dirname(folder))
}

export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))
