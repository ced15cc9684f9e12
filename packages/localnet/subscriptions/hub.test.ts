import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { ChainAccount, EmbeddedChain } from '../chain.ts'
import type { DurableGroup } from '../commit-queue.ts'
import { makeWallet } from '../test-wallet.ts'
import { openSubscriptionHub, SUBSCRIPTIONS_MAX } from './hub.ts'

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

test('what a thousand subscribed to is written once, and told to each by its own number', async () => {
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
  await expect.poll(() => heard).toHaveLength(1)
  const readsOfOne = reads

  const others = Array.from({ length: 999 }, () => subscribe('base64'))
  reads = 0
  heard.length = 0
  tell(group)
  await expect.poll(() => heard).toHaveLength(1_000)
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
  tell({ ...group, slot: 8 })
  await expect.poll(() => heard.some((text) => text.includes('"slot":8'))).toBe(true)
  expect(heard).toHaveLength(2)
})

const OWNER = makeWallet().address
const PARAMS = { encoding: 'base64', filters: [{ dataSize: 100_000 }] }
/** A group in which a hundred accounts of `OWNER` changed. */
function largeGroup(slot: number, onRead = () => {}): DurableGroup {
  const account = (): ChainAccount => {
    const data = new Uint8Array(100_000)
    const rest = { lamports: 5n, owner: OWNER, executable: false, rentEpoch: 0n }
    return { ...rest, get data() { onRead(); return data } } // biome-ignore format: one line
  }
  const accounts = new Map(Array.from({ length: 100 }, () => [makeWallet().address, account()] as const))
  return { slot, transactions: [], accounts }
}

test('equal parameters share one text, whatever else the configuration holds', async () => {
  const { hub, tell } = open()
  let reads = 0
  let heard = 0
  let deep: unknown = 0
  for (let level = 0; level < 20_000; level++) deep = [deep]
  const subscribe = (more: object) =>
    hub.connect(() => heard++).methods.get('programSubscribe')?.([OWNER, { ...more, ...PARAMS }])
  subscribe({})
  tell(largeGroup(1, () => reads++))
  await expect.poll(() => heard).toBe(100)
  const readsOfOne = reads
  for (const unknown of [1, 'x', deep]) subscribe({ unknown })
  reads = 0
  tell(largeGroup(2, () => reads++))
  await expect.poll(() => heard).toBe(500)
  expect(reads).toBe(readsOfOne)
})

test('other work goes on between notifications, and their time is charged to their readers', async () => {
  const { hub, tell } = open()
  let heard = 0
  let charged = 0
  for (let at = 0; at < 20; at++) {
    const options = { onWork: (ms: number) => (charged += ms) }
    const { methods } = hub.connect(() => heard++, '', options)
    methods.get('programSubscribe')?.([OWNER, { ...PARAMS, dataSlice: { offset: at, length: 100_000 } }])
  }
  tell(largeGroup(1))
  const seen = new Set<number>()
  for (;;) {
    seen.add(heard)
    if (heard === 2_000) break
    await setImmediate()
  }
  expect(seen.size).toBeGreaterThan(3)
  expect(charged).toBeGreaterThan(0)
})

test('where more waits than is told, the most expensive reader is ended, and no other', async () => {
  const { hub, tell } = open(true)
  const ended: string[] = []
  const heard = { cheap: 0, dear: 0 }
  const subscribe = (name: 'cheap' | 'dear', kind: string, params: readonly unknown[]) => {
    const connection = hub.connect(() => heard[name]++, name, {
      end: () => {
        ended.push(name)
        connection.close()
      },
    })
    connection.methods.get(kind)?.(params)
  }
  const { address } = makeWallet()
  subscribe('cheap', 'accountSubscribe', [address, { encoding: 'base64' }])
  for (let at = 0; at < 10; at++)
    subscribe('dear', 'programSubscribe', [OWNER, { ...PARAMS, dataSlice: { offset: at, length: 100_000 } }])
  const account = { lamports: 5n, owner: address, executable: false, rentEpoch: 0n, data: new Uint8Array(9) }
  const group = largeGroup(1)
  const all = { ...group, accounts: new Map([...group.accounts, [address, account]]) }
  let told = 0
  const tellMore = () => {
    tell({ ...all, slot: ++told })
    return ended.length
  }
  await expect.poll(tellMore, { interval: 10 }).toBeGreaterThan(0)
  for (let more = 0; more < 10; more++) tellMore()
  expect(new Set(ended)).toEqual(new Set(['dear']))
  await expect.poll(() => heard.cheap).toBe(told)
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

test('a reader of logs is asked whether it has room for them', async () => {
  const { hub, tell } = open()
  const asked: number[] = []
  const heard: string[] = []
  const hasRoom = (bytes: number) => {
    asked.push(bytes)
    return bytes < 1_000_000
  }
  const { methods } = hub.connect((text) => heard.push(text), 'one', { hasRoom })
  methods.get('logsSubscribe')?.(['all'])
  const transaction = (signature: string, logs: string[]) => ({
    signature,
    err: null,
    logs,
    slot: 7,
    addresses: [],
  })
  const group = {
    slot: 7,
    accounts: new Map(),
    transactions: [transaction('large', ['x'.repeat(2_000_000)]), transaction('small', ['x'.repeat(400)])],
  } as unknown as DurableGroup
  tell(group)
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toContain('small')
  expect(asked).toEqual([1_500_000, 300])
})
