import { expect, test } from 'vitest'
import { clientAddress, connectionKey, limitKey, readAddress, readNetworks } from './ip-addresses.ts'

/** A request from `ip` according to a trusted proxy. */
const from = (ip: string, remoteAddress: string | undefined = '::ffff:198.51.100.9') =>
  ({ ip, raw: { socket: { remoteAddress } } }) as Parameters<typeof limitKey>[0]

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:0001:02::9', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('requests of %s count under %s', (ip, key) => {
  expect(limitKey(from(ip))).toBe(key)
  expect(connectionKey(ip)).toBe(key)
})

test.each([
  '',
  'unknown',
  'x'.repeat(300),
  '1',
  '0x7f.1',
  '010.0.0.1',
  '203.0.113',
  '203.0.113.7.1',
  '203.0.113.256',
  '::g',
  '1::2::3',
  '203.0.113.7/8',
  '_hidden',
  '203.0.113.7, 203.0.113.8',
])(
  // biome-ignore format: a list to read at a glance
  'an invalid address (%j) falls back to the connection’s address',
  (ip) => {
    expect(readAddress(ip)).toBeUndefined()
    expect(limitKey(from(ip))).toBe('198.51.100.9')
    expect(clientAddress(from(ip))?.toString()).toBe('198.51.100.9')
  },
)

test('a request without any address counts under one key', () => {
  expect(limitKey(from('unknown', ''))).toBe('')
})

test('networks hold the addresses of their own kind', () => {
  const isWithin = readNetworks(['10.0.0.0/8', '2001:db8::/33', '192.0.2.1'])
  const all = ['10.9.9.9', '::ffff:10.9.9.9', '2001:db8:7fff::1', '192.0.2.1', '11.0.0.1', '2001:db8:8000::1', '192.0.2.2', '::a00:1'] // biome-ignore format: one line
  const read = all.flatMap((text) => readAddress(text) ?? [])
  expect(read).toHaveLength(all.length)
  expect(all.filter((_, at) => read[at] && isWithin?.(read[at]))).toEqual(all.slice(0, 4))
  for (const no of ['10.0.0.0/33', '::/129', '10.0.0.0/', 'proxy', '10/8'])
    expect([no, readNetworks([no])]).toEqual([no, undefined])
})
