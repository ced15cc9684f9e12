// Which hosts a stranger may send this server to: those that anybody reaches, and nothing of its own network.
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that nobody reaches from outside: this machine, its neighbors, and what is reserved. */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/** Whether an address is of a network that nobody reaches from outside. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return PRIVATE.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a URL's host is such an address itself, and no name: then nothing is looked up. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) !== 0 && isPrivateAddress(address)
}

/** Looks a name up, and finds nothing where it leads into a private network: the connection goes to what was looked at. */
export const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses ?? []
    const refused = found.find(({ address }) => isPrivateAddress(address))
    const failure = error ?? (refused || found.length === 0 ? new Error(`${hostname} is not public`) : null)
    const [first] = found
    if (failure || first === undefined) done(failure, '', 0)
    else if (options.all === true) done(null, found)
    else done(null, first.address, first.family)
  })
