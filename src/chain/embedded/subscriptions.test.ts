import { afterEach, expect, test } from 'vitest'
import type { ChainAccount, DurableGroup, EmbeddedChain } from './chain.ts'
import { openSubscriptionHub, SUBSCRIPTIONS_MAX } from './subscriptions.ts'
import { makeWallet } from './test-wallet.ts'

const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

/** A hub, and what tells it that something became durable. */
function open(isLimitedByKey = false) {
  let tell: (group: DurableGroup) => void = () => {}
  const chain: Partial<EmbeddedChain> = {
    onGroup: (listener) => {
      tell = listener
      return () => {}
    },
    slots: { current: () => 1 } as EmbeddedChain['slots'],
  }
  const hub = openSubscriptionHub(chain as EmbeddedChain, { isLimitedByKey })
  opened.push(() => hub.close())
  return { hub, tell: (group: DurableGroup) => tell(group) }
}

test('what a thousand subscribed to is written once, and told to each by its own number', () => {
  const { address } = makeWallet()
  const { hub, tell } = open()
  let reads = 0
  const account: ChainAccount = {
    lamports: 5n,
    owner: makeWallet().address,
    executable: false,
    rentEpoch: 0n,
    get data() {
      reads++
      return new Uint8Array(1_000)
    },
  }
  const group: DurableGroup = { slot: 7, transactions: [], accounts: new Map([[address, account]]) }
  const heard: string[] = []
  const subscribe = (encoding: string) => {
    const { methods, close } = hub.connect((text) => heard.push(text))
    const id = methods.get('accountSubscribe')?.([address, { encoding }])
    return { id, close }
  }
  const first = subscribe('base64')
  tell(group)
  const readsOfOne = reads
  expect(heard).toHaveLength(1)

  const others = Array.from({ length: 999 }, () => subscribe('base64'))
  reads = 0
  heard.length = 0
  tell(group)
  expect(reads).toBe(readsOfOne)
  const told = heard.map(
    (text) => (JSON.parse(text) as { params: { subscription: number; result: object } }).params,
  )
  expect(told.map(({ subscription }) => subscription)).toEqual([first, ...others].map(({ id }) => id))
  expect(told.at(-1)?.result).toMatchObject({ context: { slot: 7 }, value: { lamports: 5, space: 1_000 } })

  // Whoever goes, first or last, takes nothing from the rest.
  first.close()
  for (const { close } of others.slice(1)) close()
  heard.length = 0
  tell(group)
  expect(heard).toHaveLength(1)
})

test('one address has a thousand subscriptions, over all its connections; others have theirs', () => {
  const { hub } = open(true)
  const { address } = makeWallet()
  const connect = (key: string) => {
    const { methods, close } = hub.connect(() => {}, key)
    return { subscribe: () => methods.get('accountSubscribe')?.([address]), close }
  }
  const connections = Array.from({ length: 10 }, () => connect('greedy'))
  for (const { subscribe } of connections) for (let at = 0; at < SUBSCRIPTIONS_MAX; at++) subscribe()
  expect(connect('greedy').subscribe).toThrow('too many subscriptions')
  expect(connect('other').subscribe()).toEqual(expect.any(Number))
  connections[0]?.close()
  expect(connect('greedy').subscribe()).toEqual(expect.any(Number))
})

test('one address has at most twenty subscriptions to everything and a hundred to slots', () => {
  const { hub } = open(true)
  const { address } = makeWallet()
  for (const [method, params, most] of [
    ['programSubscribe', [address], 20],
    ['slotSubscribe', [], 100],
  ] as const) {
    const connections = Array.from({ length: 2 }, () => hub.connect(() => {}, 'greedy'))
    const subscribe = (index: number) => connections[index]?.methods.get(method)?.([...params])
    for (let at = 0; at < most; at++) subscribe(at % 2)
    expect(() => subscribe(0)).toThrow('too many subscriptions')
    const other = hub.connect(() => {}, 'other')
    expect(other.methods.get(method)?.([...params])).toEqual(expect.any(Number))
    for (const { close } of [...connections, other]) close()
  }
  const { methods } = hub.connect(() => {}, 'greedy')
  for (let at = 0; at < 20; at++) methods.get('logsSubscribe')?.(['all'])
  expect(() => methods.get('programSubscribe')?.([address])).toThrow('too many subscriptions')
})

test('a subscription that fails to start gives its place back', () => {
  const { hub } = open(true)
  let nested: unknown = 0
  for (let level = 0; level < 20_000; level++) nested = [nested]
  const subscribe = (deep: unknown) =>
    hub.connect(() => {}, 'greedy').methods.get('logsSubscribe')?.(['all', { deep }])
  for (let at = 0; at < 30; at++) expect(() => subscribe(nested)).toThrow(RangeError)
  expect(subscribe(0)).toEqual(expect.any(Number))
})
