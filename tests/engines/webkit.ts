// WebKit: Debian's `webkit2gtk-driver`, which speaks WebDriver and starts the MiniBrowser, on an X server without a screen.
import { type AddressInfo, createServer } from 'node:net'
import { type Engine, findProgram, startProgram } from './engine.ts'

/** What is missing here, or undefined. */
export function webkitLacks(): string | undefined {
  const missing = ['WebKitWebDriver', 'Xvfb'].filter((name) => findProgram(name) === undefined)
  return missing.length === 0
    ? undefined
    : `needs Debian's webkit2gtk-driver and xvfb; ${missing.join(' and ')} not found`
}

/** The driver takes no port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const LOOKS_MAX = 300
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

const ANSWER_MS_MAX = 60_000
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export async function startWebKit(): Promise<Engine> {
  // It chooses a display that is free.
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])
  const [, display] = await screen.printed(/^(\d+)\n/m)
  const port = await freePort()
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
  })
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`WebKit, ${path}: ${value.error} ${value.message}`)
    return value
  }
  const complaints: string[] = []
  driver.onLine((line) => {
    if (/^CONSOLE .*\bERROR\b/.test(line)) complaints.push(line)
  })
  const { sessionId } = await whenListening(() =>
    call<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
          },
        },
      },
    }),
  )
  const session = `/session/${sessionId}`
  const evaluate = (expression: string) =>
    call<string>('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] })
  /** Path of the first element that a selector finds. */
  const find = async (selector: string) => {
    const found = await call<Record<string, string>>('POST', `${session}/element`, {
      using: 'css selector',
      value: selector,
    })
    return `${session}/element/${found[ELEMENT]}`
  }
  const openedWindow = async (): Promise<string> => {
    const first = await call<string>('GET', `${session}/window`)
    for (let look = 0; look < LOOKS_MAX; look++) {
      const other = (await call<string[]>('GET', `${session}/window/handles`)).find((each) => each !== first)
      if (other !== undefined) return other
      await pause()
    }
    throw new Error('WebKit opened no second window')
  }
  // The first window has a toolbar, which needs more width than a phone has. One that a page opened has none.
  await evaluate(`document.body.append(Object.assign(document.createElement('button'), {
    textContent: 'Open', onclick: () => open('about:blank', 'page', 'popup,width=390,height=844') })) ?? ''`)
  await call('POST', `${await find('button')}/click`, {})
  const handle = await openedWindow()
  await call('POST', `${session}/window`, { handle })
  return {
    complaints,
    open: (url) => call('POST', `${session}/url`, { url }),
    evaluate,
    resize: (size) => call('POST', `${session}/window/rect`, { x: 0, y: 0, ...size }),
    perform: (actions) => call('POST', `${session}/actions`, { actions }),
    async chooseFile(selector, path) {
      await call('POST', `${await find(selector)}/value`, { text: path })
    },
    screenshot: async () => Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
    async close() {
      await call('DELETE', session).catch(() => undefined)
      await driver.end()
      await screen.end()
    },
  }
}

/** Tries until the driver accepts connections; any answer of its own counts. */
async function whenListening<T>(ask: () => Promise<T>): Promise<T> {
  for (let look = 0; ; look++) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof TypeError) || look > LOOKS_MAX) throw error
      await pause()
    }
  }
}
