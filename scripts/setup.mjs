// Makes a clone runnable: installs when package-lock.json changed, builds when sources changed. No dependencies: it
// runs before they exist.
//   node scripts/setup.mjs          install if needed
//   node scripts/setup.mjs build    install and build if needed
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old for Twinmint: 20.19 or newer is needed.`)
  process.exit(1)
}

const startedAt = performance.now()
const read = (file) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))
const keyOf = (parts) =>
  parts
    .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
    .digest('hex')
    .slice(0, 32)
const stampFile = (name) => join(root, 'node_modules', '.cache', 'twinmint', name)
const isFresh = (name, key) => read(stampFile(name)).toString() === key
const stamp = (name, key) => {
  mkdirSync(join(stampFile(name), '..'), { recursive: true })
  writeFileSync(stampFile(name), key)
}

function run(what, command, args, { env = process.env, output = 'inherit' } = {}) {
  const began = performance.now()
  console.log(`setup: ${what} …`)
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env,
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(`setup: ${what} failed (${status ?? signal ?? error?.message}).`)
    process.exit(status || 1)
  }
  console.log(`setup: ${what} took ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

const installKey = keyOf([
  process.versions.modules,
  process.platform,
  process.arch,
  read(join(root, 'package.json')),
  read(join(root, 'package-lock.json')),
])
if (!isFresh('install', installKey)) {
  // What the outer npm was told for its own run (-w, --omit, --prefix …) must not leak into the installation.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^npm_(config_(workspace|workspaces|omit|include|prefix|local_prefix|global)|package_|lifecycle_|command$)/i.test(
          name,
        ),
    ),
  )
  const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) run('installing packages', process.execPath, [cli, ...args], { env })
  else run('installing packages', process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env })
  stamp('install', installKey)
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return sources(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
    .sort()
}

if (process.argv[2] === 'build') {
  const files = [
    ...sources(join(root, 'packages')),
    join(root, 'vite.config.ts'),
    join(root, 'rolldown.config.ts'),
  ]
  const key = keyOf([
    installKey,
    ...files.flatMap((file) => {
      const { size, mtimeMs } = statSync(file)
      return [relative(root, file), `${size}:${mtimeMs}`]
    }),
  ])
  const bin = (name) =>
    join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
  const isBuilt =
    isFresh('build', key) &&
    existsSync(join(root, 'dist/server/main.js')) &&
    existsSync(join(root, 'dist/web/index.html'))
  if (!isBuilt) {
    run('building the pages', bin('vite'), ['build', '--logLevel', 'warn'])
    // It lists some 300 files whatever its log level; what is wrong goes to the other stream.
    run('building the server', bin('rolldown'), ['-c', 'rolldown.config.ts', '--log-level', 'warn'], {
      output: 'ignore',
    })
    stamp('build', key)
  }
}

const seconds = (performance.now() - startedAt) / 1000
if (seconds > 1) console.log(`setup: ready in ${seconds.toFixed(1)} s`)
