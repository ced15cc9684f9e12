import { afterEach, expect, test } from 'vitest'
import { type FirstScreens, openFirstScreens, screenHtml } from './first-screen.ts'

let screens: FirstScreens | undefined
afterEach(() => screens?.close())

/** With a thread that does as `code` says with each path that it is to draw; what fails is told as text. */
function screensBy(code: string) {
  const failures: string[] = []
  const asked: string[] = []
  const worker = `
    import { parentPort } from 'node:worker_threads'
    const drawn = (id, html) => parentPort.postMessage({ kind: 'drawn', id, rendered: { html, marks: [], first: { path: '/', atMs: 0, answers: [] } } })
    const failed = (id, failure) => parentPort.postMessage({ kind: 'failed', id, failure })
    let count = 0
    parentPort.on('message', (message) => { ${code} })`
  screens = openFirstScreens({
    ask: async (path) => {
      asked.push(path)
      return { status: 200, headers: {}, body: '{}' }
    },
    lastEventId: () => 'event.1',
    onFailure: (path, failure) => failures.push(`${path}: ${String(failure)}`),
    workerUrl: new URL(`data:text/javascript,${encodeURIComponent(worker)}`),
  })
  return { find: screens.find, failures, asked }
}

test('one drawing is for all who ask in the same moment', async () => {
  const { find } = screensBy('drawn(message.id, message.path + ++count)')
  const all = await Promise.all([find('/a'), find('/a'), find('/b')])
  expect(all.map((each) => each?.html)).toEqual(['/a1', '/a1', '/b2'])
  expect(all[0]?.lastEventId).toBe('event.1')
})

test('what the thread asks is asked of the server', async () => {
  const { find, asked } = screensBy(
    `message.kind === 'draw' ? parentPort.postMessage({ kind: 'ask', id: message.id, path: '/api/x' }) : drawn(message.id, message.body)`,
  )
  expect((await find('/'))?.html).toBe('{}')
  expect(asked).toEqual(['/api/x'])
})

test('a drawing that fails is told of and leaves the document as it is', async () => {
  const { find, failures } = screensBy(`failed(message.id, 'no such thing')`)
  expect(await find('/a')).toBeUndefined()
  expect(failures).toEqual(['/a: Error: no such thing'])
})

test('a thread that ends is begun again', async () => {
  const { find, failures } = screensBy(
    `if (message.path === '/end') throw new Error('gone'); drawn(message.id, 'well')`,
  )
  expect(await find('/end')).toBeUndefined()
  expect(failures).toEqual(['/end: Error: gone'])
  await expect.poll(async () => (await find('/a'))?.html).toBe('well')
})

test('nobody waits for a drawing that does not come, and not too many are asked for at once', async () => {
  const { find, failures } = screensBy(`if (message.path === '/quick') drawn(message.id, 'well')`)
  const began = performance.now()
  expect(await Promise.all(Array.from({ length: 17 }, (_, at) => find(`/${at}`)))).toEqual(
    Array(17).fill(undefined),
  )
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(failures).toEqual(['/16: Error: too many pages are being drawn'])
})

test('data end neither their element nor a line', () => {
  const data = { text: '</script><!--\u2028\u2029&' }
  const first = { path: '/', atMs: 1, answers: [{ key: ['k'], data }] }
  const html = screenHtml('data', { html: '<p>$&</p>', first })
  const json = /<script type="application\/json" id="data">(.*)<\/script>$/.exec(html)?.[1] ?? ''
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(first)
  expect(html).toContain('<div id="root"><p>$&</p></div>')
})
