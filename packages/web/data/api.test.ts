// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiRequestError, apiGet, apiGetList, apiPost, errorMessage } from './api.ts'
import { pathOfKey } from './query-client.ts'

function answer(body: string, init?: ResponseInit) {
  const fetchStub = vi.fn<typeof fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

afterEach(() => vi.unstubAllGlobals())

describe('calls', () => {
  it('reads JSON and sends the cookies', async () => {
    const fetchStub = answer('{"a":1}')
    expect(await apiGet('/api/x')).toEqual({ a: 1 })
    expect(fetchStub).toHaveBeenCalledWith('/api/x', { credentials: 'include', method: 'GET' })
  })
  it('reads a list with the cursor for more of it', async () => {
    answer('[1,2]', { headers: { 'x-next-cursor': 'abc' } })
    expect(await apiGetList('/api/x')).toEqual({ items: [1, 2], nextCursor: 'abc' })
    answer('[3]')
    expect(await apiGetList('/api/x')).toEqual({ items: [3], nextCursor: null })
  })
  it('sends an object as JSON', async () => {
    const fetchStub = answer('{}')
    await apiPost('/api/x', { amount: '1' })
    expect(fetchStub).toHaveBeenCalledWith('/api/x', {
      credentials: 'include',
      method: 'POST',
      body: '{"amount":"1"}',
      headers: { 'content-type': 'application/json' },
    })
  })
  it('leaves a form to the browser, which writes its boundary', async () => {
    const fetchStub = answer('{}')
    const form = new FormData()
    await apiPost('/api/x', form)
    expect(fetchStub).toHaveBeenCalledWith('/api/x', { credentials: 'include', method: 'POST', body: form })
  })
  it('answers nothing where there is nothing', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
    expect(await apiPost('/api/x')).toBeUndefined()
  })
})

describe('failures', () => {
  it('say what the server says', async () => {
    answer(
      '{"error":"Price moved","message":"No money moved.","code":"slippageExceeded","requestId":"r-1"}',
      { status: 409 },
    )
    const error = await failure(apiGet('/api/x'))
    expect(error).toBeInstanceOf(ApiRequestError)
    expect(error).toMatchObject({
      message: 'No money moved.',
      title: 'Price moved',
      code: 'slippageExceeded',
      status: 409,
      requestId: 'r-1',
      feeCharged: false,
    })
    answer('{"message":"It failed.","code":"nftTaken","feeCharged":true}', { status: 409 })
    expect(await failure(apiGet('/api/x'))).toMatchObject({ code: 'nftTaken', feeCharged: true })
  })
  it('fall back to status and body', async () => {
    answer('upstream is gone', { status: 500 })
    expect(await failure(apiGet('/api/x'))).toMatchObject({ message: '500: upstream is gone', code: 'http' })
  })
  it('fall back to the status text where the body is empty', async () => {
    answer('', { status: 500, statusText: 'Server Error' })
    expect(await failure(apiGet('/api/x'))).toMatchObject({ message: '500: Server Error' })
  })
  it('tell a lost connection from an answer', async () => {
    vi.stubGlobal('fetch', async (path: string) => {
      if (path === '/api/health') return new Response()
      throw new TypeError('Failed to fetch')
    })
    expect(await failure(apiGet('/api/x'))).toMatchObject({ status: 0, code: 'network' })
  })
  it('let an abort be an abort', async () => {
    const abort = new DOMException('aborted', 'AbortError')
    vi.stubGlobal('fetch', async () => {
      throw abort
    })
    expect(await failure(apiGet('/api/x'))).toBe(abort)
  })
  it('have a sentence whatever was thrown', () => {
    expect(errorMessage(new Error('why'), 'otherwise')).toBe('why')
    expect(errorMessage('text', 'otherwise')).toBe('otherwise')
  })
})

it('makes the path of a key', () => {
  expect(pathOfKey(['api', 'collections', 'x-1'])).toBe('/api/collections/x-1')
  expect(pathOfKey(['api', 'collections?limit=50&sort=volume'])).toBe('/api/collections?limit=50&sort=volume')
})
