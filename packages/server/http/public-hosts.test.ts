import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { isPrivateAddress, isPrivateHost, lookupPublic } from './public-hosts.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001::7f00:1',
  '::ffff:0:7f00:1',
  '::7f00:1',
  'fec0::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '4000::1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.1',
  'fe80::1%eth0',
  'no address',
])('%s is of a network that nobody reaches from outside', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  '142.250.1.1',
  '172.32.0.1',
  '11.0.0.1',
  '2a00:1450:4001::1',
  '2606:4700::1',
  '::ffff:142.250.1.1',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test('a host is looked at as a URL has it', () => {
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '10.0.0.1'])
    expect([host, isPrivateHost(host)]).toEqual([host, true])
  // A name is looked at when it is looked up.
  for (const host of ['[2a00:1450:4001::1]', '142.250.1.1', 'localhost', 'twin.example'])
    expect([host, isPrivateHost(host)]).toEqual([host, false])
})

test.each([true, false])(
  'a name that leads into a private network is not connected to (all: %s)',
  async (all) => {
    const [error, found] = await new Promise<[Error | null, string | LookupAddress[]]>((resolve) =>
      lookupPublic('localhost', { all }, (failure, addresses) => resolve([failure, addresses])),
    )
    expect(error?.message).toBe('localhost is not public')
    expect(found).toBe('')
  },
)
