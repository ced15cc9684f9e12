// Runs a command of package.json: `node scripts/command.mjs reindex`. It reads the arguments first,
// then installs and builds what is missing (scripts/setup.mjs).
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { COMMANDS, readCommand } from '../packages/server/main/commands.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [name, ...args] = process.argv.slice(2)
const { needs, entry, args: own = [], runs = [] } = COMMANDS[name]
readCommand(name, args)

function run(command, words) {
  const { status } = spawnSync(command, words, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
run(process.execPath, [join(root, 'scripts', 'setup.mjs'), ...(needs === 'build' ? ['build'] : [])])
for (const [bin, ...words] of runs) run(join('node_modules', '.bin', bin), words)
if (entry !== undefined) {
  const file = entry.endsWith('.ts') ? await (await import('./run.mjs')).bundle(entry) : resolve(root, entry)
  process.argv.splice(1, Number.POSITIVE_INFINITY, resolve(root, entry), ...own, ...args)
  await import(pathToFileURL(file).href)
}
