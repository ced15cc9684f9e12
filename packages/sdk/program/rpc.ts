// Asks a Solana node by JSON-RPC, from the page and from the terminal. Integers above what a double holds come as text, so
// that no lamport is lost on the way; what an answer means is the caller's matter.

/** The node did not answer, or answered with an error of its own. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure'
  /** Of JSON-RPC; undefined where no answer came. */
  readonly code: number | undefined
  constructor(message: string, code?: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** One call of one node. */
export type RpcCall = (method: string, params: readonly unknown[], signal?: AbortSignal) => Promise<unknown>

const ANSWER_MS = 20_000

export function rpcCaller(url: string): RpcCall {
  return async (method, params, signal) => {
    const late = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: signal ? AbortSignal.any([signal, late]) : late,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new RpcFailure('The node did not answer. Check the connection and try again.', undefined, {
        cause,
      })
    })
    const text = await response.text()
    const answer = parseExact(text)
    const error = fieldOf(answer, 'error')
    if (typeof error === 'object' && error !== null)
      throw new RpcFailure(
        `The node says: ${String(fieldOf(error, 'message'))}`,
        Number(fieldOf(error, 'code')),
      )
    const result = fieldOf(answer, 'result')
    if (!response.ok || result === undefined) {
      const said = fieldOf(answer, 'message')
      throw new RpcFailure(
        typeof said === 'string' ? said : `The node answered with status ${response.status}.`,
      )
    }
    return result
  }
}

/** JSON in which integers of 16 digits and more become text; undefined when it is not JSON. */
export function parseExact(json: string): unknown {
  const exact = json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g, (found) =>
    found.startsWith('"') ? found : `"${found}"`,
  )
  try {
    return JSON.parse(exact) as unknown
  } catch {
    return undefined
  }
}

/** A field of what came over the wire, or undefined where there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
