// What the packages show: by name, nothing else; and the SDK's npm package in plain Node, away from its sources.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'

const exportsOf = (folder: string): Record<string, unknown> => {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports?: Record<string, unknown>
  }
  return exports
}

describe.each(['sdk', 'localnet', 'server', 'web'])('%s', (name) => {
  const { resolve: find } = createRequire(import.meta.url)
  const folder = join('packages', name)
  const names = Object.keys(exportsOf(folder))

  test('shows every name that it lists', () => {
    for (const each of names) expect(existsSync(find(`@twinmint/${name}/${each.slice(2)}`))).toBe(true)
  })

  test('shows no file that it does not list', () => {
    const listed = new Set(Object.values(exportsOf(folder)))
    const unlisted = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /(?<!\.test)\.tsx?$/.test(file) && !listed.has(`./${file}`),
    )
    expect(unlisted.length).toBeGreaterThan(0)
    for (const file of unlisted)
      for (const way of [file, file.replace(/\.tsx?$/, '')])
        expect(() => find(`@twinmint/${name}/${way}`)).toThrow('is not defined by "exports"')
  })
})

test('the SDK’s npm package is whole: plain Node imports everything that it shows, and nothing internal is in it', () => {
  execFileSync(process.execPath, ['scripts/pack.mjs'], { stdio: 'pipe' })
  // Node finds the SDK's own dependencies above this folder.
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'packed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['pack', '--pack-destination', folder, '--silent'], { cwd: 'dist/sdk', stdio: 'pipe' })
  const [file = ''] = readdirSync(folder)
  const installed = join(folder, 'node_modules', '@twinmint', 'sdk')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, file), '-C', installed, '--strip-components=1'])

  const shown = Object.keys(exportsOf(installed))
  expect(shown).toEqual(
    Object.keys(exportsOf('packages/sdk')).filter((name) => !name.startsWith('./internal/')),
  )
  const script = `for (const name of ${JSON.stringify(shown)})
    if (Object.keys(await import('@twinmint/sdk/' + name.slice(2))).length === 0) console.log(name)`
  const empty = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
  })
  // Those that have types alone.
  expect(empty.split('\n').filter(Boolean)).toEqual([])
  expect(existsSync(join(installed, 'api', 'admin'))).toBe(false)
  const unknown = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.js') &&
      /from '(?:node:|react|fastify)/.test(readFileSync(join(installed, name), 'utf8')),
  )
  expect(unknown).toEqual([])
})
