// Firefox: Debian's `firefox-esr`, without a window, over WebDriver BiDi.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { type Engine, findProgram, startProgram } from './engine.ts'

const findFirefox = () => findProgram('firefox-esr', 'firefox')

/** What is missing here, or undefined. */
export const firefoxLacks = (): string | undefined =>
  findFirefox() === undefined ? "needs Debian's firefox-esr; no Firefox found" : undefined

/** Beside those that Firefox sets itself when it is driven: nothing that asks the network. */
const PREFERENCES = {
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'services.settings.server': 'data:,none',
}

const ANSWER_MS_MAX = 60_000

interface Answer {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: { readonly level?: string; readonly text?: string | null; readonly type?: string }
}

export async function startFirefox(): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'twinmint-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const program = startProgram(
    findFirefox() ?? 'firefox',
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { HOME: profile },
  )
  const [, address] = await program.printed(/WebDriver BiDi listening on (ws:\S+)/)
  const socket = new WebSocket(`${address}/session`, { maxPayload: 64 * 1024 * 1024 })
  const complaints: string[] = []
  const call = speak(socket, (said) => complaints.push(said))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  await call('session.new', { capabilities: {} })
  await call('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await call<{ contexts: readonly { readonly context: string }[] }>(
    'browsingContext.getTree',
    {},
  )
  const context = contexts[0]?.context
  const evaluateAs = <T>(expression: string) =>
    call<{ type: string; result: T; exceptionDetails?: { text: string } }>('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
    })
  return {
    complaints,
    resize: (viewport) => call('browsingContext.setViewport', { context, viewport }),
    open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate(expression) {
      const { type, result, exceptionDetails } = await evaluateAs<{ value: string }>(expression)
      if (type !== 'success') throw new Error(`Firefox: ${exceptionDetails?.text}`)
      return result.value
    },
    perform: (actions) => call('input.performActions', { context, actions }),
    async chooseFile(selector, path) {
      const { result } = await evaluateAs<{ sharedId: string }>(
        `document.querySelector(${JSON.stringify(selector)})`,
      )
      await call('input.setFiles', { context, element: { sharedId: result.sharedId }, files: [path] })
    },
    screenshot: async () => {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      socket.terminate()
      await program.end()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Commands with their answers, each within its time; errors of pages go to `complain`. */
function speak(socket: WebSocket, complain: (said: string) => void) {
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer
    if (answer.id !== undefined) {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    } else if (answer.method === 'log.entryAdded' && answer.params?.level === 'error')
      complain(`${answer.params.type}: ${answer.params.text}`)
  })
  let id = 0
  return <T = void>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const own = ++id
      const fail = (why: string) => reject(new Error(`Firefox, ${method}: ${why}`))
      const timer = setTimeout(() => fail('no answer in time'), ANSWER_MS_MAX)
      waiting.set(own, ({ type, result, error, message }) => {
        clearTimeout(timer)
        if (type === 'error') fail(`${error} ${message}`)
        else resolve(result as T)
      })
      socket.send(JSON.stringify({ id: own, method, params }))
    })
}
