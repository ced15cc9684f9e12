// A form with files that is sent and tells how much of it has gone, which `fetch` does not say. Else as `apiPost`: the same
// answers, the same errors.
import { noAnswer, readAnswer } from './api.ts'

/** In bytes, of the whole request. Once both are equal the server has all of it, and works. */
export interface Sent {
  readonly sentBytes: number
  readonly totalBytes: number
}

/** An animation waits for others, and takes seconds; no server that is there takes longer. */
const ANSWER_MS = 90_000

export interface UploadOptions {
  /** Ends it, before and after it has gone: then it rejects with the AbortError of `fetch`. */
  readonly signal: AbortSignal
  readonly onSent: (sent: Sent) => void
}

const NOT_IN_TIME =
  'All of it was sent, and the server has not answered for 90 seconds. Try again in a moment.'

/** `path` with its `/api` prefix. Rejects as `apiPost` does, also where the server has everything and says nothing for 90 seconds. */
export async function apiUpload<T>(
  path: string,
  form: FormData,
  { signal, onSent }: UploadOptions,
): Promise<T> {
  const response = await new Promise<Response>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    let late: ReturnType<typeof setTimeout> | undefined
    request.upload.addEventListener('load', () => {
      late = setTimeout(() => {
        reject(noAnswer(undefined, NOT_IN_TIME))
        request.abort()
      }, ANSWER_MS)
    })
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onSent({ sentBytes: loaded, totalBytes: total })
    })
    request.addEventListener('load', () => resolve(responseOf(request)))
    for (const silence of ['error', 'timeout'] as const)
      request.addEventListener(silence, () => reject(noAnswer()))
    request.addEventListener('abort', () => reject(new DOMException('It was ended.', 'AbortError')))
    request.addEventListener('loadend', () => {
      clearTimeout(late)
      signal.removeEventListener('abort', abort)
    })
    request.open('POST', path)
    request.withCredentials = true
    request.responseType = 'text'
    request.send(form)
  })
  return readAnswer<T>(response)
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : responseText, { status, statusText, headers })
}
