import type { RpcTransport } from '@solana/kit'
import { expect, test } from 'vitest'
import { guardGenesis } from './genesis.ts'
import { mayHaveArrived } from './nodes.ts'

const call = { payload: { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [] } }

test('a call that was held back, by a lost node or another network, was never sent, and is known not to have arrived', async () => {
  const sent: string[] = []
  let genesis: string | undefined = 'ours'
  const guard = guardGenesis((async ({ payload }: Parameters<RpcTransport>[0]) => {
    const { method } = payload as { readonly method: string }
    if (genesis === undefined) throw new Error('socket hang up')
    if (method === 'getGenesisHash') return { result: genesis }
    sent.push(method)
    return { result: 'signature' }
  }) as RpcTransport)
  await guard.transport(call)
  expect(sent).toHaveLength(1)

  genesis = undefined
  await expect(guard.transport(call)).rejects.toThrow('socket hang up')
  for (const next of [undefined, 'theirs']) {
    genesis = next
    const failure = await guard.transport(call).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'chainUnavailable' })
    expect(mayHaveArrived(failure)).toBe(false)
  }
  expect(guard.other).toBe('theirs')
  expect(sent).toHaveLength(1)
})

test('a call that is aborted while the node says nothing of its network ends, and the next waits for the same answer', async () => {
  let answer: (answer: { readonly result: string }) => void = () => {}
  const answered = new Promise<{ readonly result: string }>((resolve) => {
    answer = resolve
  })
  const guard = guardGenesis((() => answered) as RpcTransport)
  const abort = new AbortController()
  const aborted = guard.transport({ ...call, signal: abort.signal })
  abort.abort(new Error('too late'))
  await expect(aborted).rejects.toMatchObject({ code: 'chainUnavailable', cause: { message: 'too late' } })
  const next = guard.transport(call)
  answer({ result: 'ours' })
  expect(await next).toEqual({ result: 'ours' })
})
