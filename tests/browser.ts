// Finds a Chromium for the journeys, wherever they run: the one asked for, Playwright's own, the system's, or the one
// that npm brought; else says what to install. Takes no flag that would weaken what a page may not do.
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { chromium } from '@playwright/test'
import { extract } from 'tar-fs'

export interface Browser {
  readonly executablePath: string
  /** What it needs beside this process's own environment. */
  readonly env: Readonly<Record<string, string>>
  /** Root has no sandbox to offer, nor have systems that forbid user namespaces. */
  readonly sandbox: boolean
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}
/** The workers of one run need not look again. */
const FOUND = 'TWINMINT_BROWSER_FOUND'

/**
 * TWINMINT_BROWSER (a path, or `npm` for the one of node_modules), Playwright's own, the system's, the one of
 * node_modules. Rejects with what to install when there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const known = process.env[FOUND]
  if (known !== undefined) return JSON.parse(known) as Browser
  const { executablePath, env } = await search()
  const browser = { executablePath, env, sandbox: hasSandbox(executablePath, env) }
  process.env[FOUND] = JSON.stringify(browser)
  return browser
}

type Candidate = Omit<Browser, 'sandbox'>

async function search(): Promise<Candidate> {
  const asked = process.env['TWINMINT_BROWSER']
  if (asked !== undefined && asked !== '' && asked !== 'npm') {
    if (!runs(asked)) throw new Error(`TWINMINT_BROWSER=${asked} is not a browser that runs here.`)
    return { executablePath: asked, env: {} }
  }
  if (asked !== 'npm') {
    const onPath = (process.env['PATH'] ?? '')
      .split(delimiter)
      .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    for (const file of [chromium.executablePath(), ...onPath, ...(PLACES[process.platform] ?? [])])
      if (runs(file)) return { executablePath: file, env: {} }
  }
  const npm = await fromNpm()
  if (npm) return npm
  throw new Error(
    [
      'The journeys need a Chromium and found none. Any one of these gives them one:',
      '  Debian, Ubuntu:  sudo apt-get install -y chromium',
      '  macOS, Windows:  install Google Chrome, or: npx playwright install chromium',
      '  elsewhere:       TWINMINT_BROWSER=/path/to/chrome npm test',
      `(${process.platform}-${process.arch}: looked at TWINMINT_BROWSER, Playwright's own, PATH and node_modules)`,
    ].join('\n'),
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function runs(file: string, env: Candidate['env'] = {}, args: readonly string[] = ['--version']): boolean {
  if (!isExecutable(file)) return false
  // On Windows `--version` opens a window; that the file is there must do.
  if (process.platform === 'win32') return true
  try {
    execFileSync(file, args, { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

function hasSandbox(file: string, env: Candidate['env']): boolean {
  if (process.getuid?.() === 0) return false
  return process.platform !== 'linux' || runs(file, env, ['--headless', '--dump-dom', 'about:blank'])
}

/** Of @sparticuz/chromium, an optional dependency for Linux on x64: unpacked once a version, beside other caches. */
async function fromNpm(): Promise<Candidate | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const source = findPackage('@sparticuz/chromium')
  if (source === undefined) return undefined
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string }
  const cache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))
  const folder = join(cache, version)
  if (!existsSync(folder)) await unpack(join(source, 'bin'), folder)
  const executablePath = join(folder, 'chromium')
  // The shipped font stands in only where the system has no fonts at all.
  const fonts: Candidate['env'] = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (runs(executablePath, fonts)) return { executablePath, env: fonts }
  // A small system lacks NSS and expat; they are in the package too.
  const libraries = ['al2023/lib', 'al2023/al2023/lib'].map((each) => join(folder, each)).find(existsSync)
  if (libraries === undefined) return undefined
  const path = [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':')
  const env = { ...fonts, LD_LIBRARY_PATH: path }
  return runs(executablePath, env) ? { executablePath, env } : undefined
}

function findPackage(name: string): string | undefined {
  try {
    let folder = dirname(createRequire(import.meta.url).resolve(name))
    while (!existsSync(join(folder, 'bin', 'chromium.br'))) {
      if (folder === dirname(folder)) return undefined
      folder = dirname(folder)
    }
    return folder
  } catch {
    return undefined
  }
}

/** Into a folder of its own first, renamed when it is whole: two runs at once never see half a browser. */
async function unpack(from: string, folder: string): Promise<void> {
  const fresh = `${folder}.${process.pid}`
  mkdirSync(fresh, { recursive: true })
  const open = (name: string) => createReadStream(join(from, name))
  await Promise.all([
    pipeline(
      open('chromium.br'),
      createBrotliDecompress(),
      createWriteStream(join(fresh, 'chromium'), { mode: 0o755 }),
    ),
    ...['swiftshader', 'fonts', 'al2023'].map((name) =>
      pipeline(
        open(`${name}.tar.br`),
        createBrotliDecompress(),
        extract(name === 'al2023' ? join(fresh, name) : fresh),
      ),
    ),
  ])
  writeFileSync(
    join(fresh, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fc</cachedir></fontconfig>`,
  )
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
}
