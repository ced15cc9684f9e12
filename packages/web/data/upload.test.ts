// @vitest-environment happy-dom
// What a sent form tells while it goes, how it is ended, and that it fails as every other call does.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiRequestError } from './api.ts'
import { apiUpload, type Sent } from './upload.ts'

/** As browsers have it, of which a test tells when what happens. */
class Request extends EventTarget {
  static latest: Request
  readonly upload = new EventTarget()
  readonly sent: unknown[] = []
  status = 0
  statusText = ''
  responseText = ''
  responseType = ''
  withCredentials = false
  headers = ''
  constructor() {
    super()
    Request.latest = this
  }
  open(...asked: unknown[]) {
    this.sent.push(...asked)
  }
  send(form: unknown) {
    this.sent.push(form)
  }
  getAllResponseHeaders = () => this.headers
  abort() {
    this.end('abort')
  }
  end(how: 'load' | 'error' | 'timeout' | 'abort') {
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
  answer(status: number, body: string, headers = '') {
    Object.assign(this, { status, responseText: body, headers })
    this.end('load')
  }
  goes(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total }))
  }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', Request))
afterEach(() => vi.unstubAllGlobals())

const form = new FormData()
function upload(signal = new AbortController().signal) {
  const heard: Sent[] = []
  const answer = apiUpload('/api/x', form, { signal, onSent: (sent) => heard.push(sent) })
  return { heard, answer }
}

it('sends the form with the cookies, tells how much has gone, and answers what the server says', async () => {
  const { heard, answer } = upload()
  const request = Request.latest
  expect(request.sent).toEqual(['POST', '/api/x', form])
  expect(request.withCredentials).toBe(true)
  request.goes(10, 400)
  request.goes(400, 400)
  request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 5 }))
  expect(heard).toEqual([
    { sentBytes: 10, totalBytes: 400 },
    { sentBytes: 400, totalBytes: 400 },
  ])
  request.answer(200, '{"a":1}', 'content-type: application/json\r\nx-next: a: b\r\n\r\n')
  expect(await answer).toEqual({ a: 1 })
})

it('answers nothing where there is nothing', async () => {
  const { answer } = upload()
  Request.latest.answer(204, '')
  expect(await answer).toBeUndefined()
})

it('fails with what the server says', async () => {
  const { answer } = upload()
  Request.latest.answer(
    422,
    '{"error":"Broken","message":"It is broken.","code":"imageBroken"}',
    'x-request-id: r-1\r\n',
  )
  const error: unknown = await answer.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ApiRequestError)
  expect(error).toMatchObject({
    status: 422,
    code: 'imageBroken',
    title: 'Broken',
    message: 'It is broken.',
    requestId: 'r-1',
  })
})

it.each(['error', 'timeout'] as const)('tells a lost connection (%s) from an answer', async (how) => {
  const { answer } = upload()
  Request.latest.end(how)
  await expect(answer).rejects.toMatchObject({ status: 0, code: 'network' })
})

it('waits 90 seconds for an answer when everything has gone, and then says so', async () => {
  vi.useFakeTimers()
  const { answer } = upload()
  const request = Request.latest
  const failure = answer.catch((cause: unknown) => cause)
  // However slowly it goes.
  vi.advanceTimersByTime(600_000)
  request.goes(400, 400)
  request.upload.dispatchEvent(new Event('load'))
  const abort = vi.spyOn(request, 'abort')
  vi.advanceTimersByTime(89_999)
  expect(abort).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(abort).toHaveBeenCalledOnce()
  expect(await failure).toMatchObject({
    status: 0,
    code: 'network',
    message: 'All of it was sent, and the server has not answered for 90 seconds. Try again in a moment.',
  })
  const second = upload()
  Request.latest.upload.dispatchEvent(new Event('load'))
  Request.latest.answer(200, '{}')
  await second.answer
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('is ended before it has begun, while it goes, and no more when it is answered', async () => {
  const ended = { name: 'AbortError' }
  const before = new AbortController()
  before.abort()
  await expect(upload(before.signal).answer).rejects.toMatchObject(ended)

  const during = new AbortController()
  const { answer } = upload(during.signal)
  Request.latest.goes(10, 400)
  during.abort()
  await expect(answer).rejects.toMatchObject(ended)

  const after = new AbortController()
  const answered = upload(after.signal)
  const abort = vi.spyOn(Request.latest, 'abort')
  Request.latest.answer(200, '{}')
  await answered.answer
  after.abort()
  expect(abort).not.toHaveBeenCalled()
})
