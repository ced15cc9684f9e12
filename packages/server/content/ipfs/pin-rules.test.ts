import { expect, test } from 'vitest'
import type { PinJob } from './pin-rules.ts'
import { decidePin, messageOf, type ServiceAnswer } from './pin-rules.ts'

const TOKEN = 'secret-token'
const job: PinJob = {
  cid: 'bafy',
  service: 'pins.example',
  requestId: 'r1',
  state: 'pinning',
  failures: 2,
  looks: 3,
  name: 'Frog',
  symbol: 'FROG',
  mintAddress: 'mint',
}
const answer = (status: number | undefined, body?: unknown, retryAfterSeconds = 0): ServiceAnswer => ({
  status,
  body,
  retryAfterSeconds,
})
const told = (status: string) => answer(202, { requestid: 'r2', status })
const error = (reason: string, details?: string) => ({ error: { reason, details } })

test.each<[string, ServiceAnswer, object]>([
  [
    'pinned',
    told('pinned'),
    { requestId: 'r2', state: 'pinned', message: null, failures: 0, inSeconds: 604_800 },
  ],
  ['on its way', told('pinning'), { state: 'pinning', message: null, failures: 2, looks: 4, inSeconds: 80 }],
  ['queued', told('queued'), { state: 'queued', looks: 4 }],
  // Asked for anew, later.
  ['failed', told('failed'), { requestId: null, state: 'failed', failures: 3, looks: 0, inSeconds: 3_840 }],
  ['forgotten', answer(404, error('NOT_FOUND')), { requestId: null, state: 'queued', message: null }],
  ['no answer', answer(undefined), { requestId: 'r1', state: 'pinning', failures: 3, inSeconds: 80 }],
  ['busy', answer(429, error('BUSY'), 500), { state: 'pinning', inSeconds: 500 }],
  ['busy for ever', answer(503, undefined, 1e9), { state: 'pinning', inSeconds: 86_400 }],
  [
    'refused',
    answer(401, error('UNAUTHORIZED')),
    { state: 'failed', message: 'The pinning service refuses the token.' },
  ],
  [
    'a refusal that it explains',
    answer(400, error('BAD_REQUEST', `no room for ${TOKEN}\n<b>`)),
    { state: 'failed', message: 'The pinning service answers 400 (BAD_REQUEST: no room for … <b>).' },
  ],
  ['nonsense', answer(200, 'hello'), { state: 'failed' }],
  ['another word', answer(200, { requestid: 'r', status: 'frozen' }), { state: 'failed' }],
  ['a redirect', answer(302), { state: 'failed' }],
])('a service that says: %s', (_, said, expected) => {
  expect(decidePin(job, said, TOKEN)).toMatchObject(expected)
})

test('waits longer each time, an hour between looks and a day between tries at most', () => {
  const waits = [0, 1, 2, 5, 20, 1_000].map(
    (looks) => decidePin({ ...job, looks }, told('pinning'), TOKEN).inSeconds,
  )
  expect(waits).toEqual([10, 20, 40, 320, 3_600, 3_600])
  const tries = [0, 1, 4, 50].map(
    (failures) => decidePin({ ...job, failures }, told('failed'), TOKEN).inSeconds,
  )
  expect(tries).toEqual([240, 960, 61_440, 86_400])
})

test('a message is one short line', () => {
  expect(messageOf(`a\u202e\u0000b ${'x'.repeat(900)}`, TOKEN)).toHaveLength(200)
  expect(messageOf('a\r\n\tb', TOKEN)).toBe('a b')
})
