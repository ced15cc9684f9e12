// Which hosts a stranger may send this server to: those that anybody reaches, and nothing of its own network.
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublic, readAddress } from './ip-addresses.ts'

/** Whether an address is of a network that nobody reaches from outside. */
export function isPrivateAddress(text: string): boolean {
  const address = readAddress(text)
  return address === undefined || !isPublic(address)
}

/** Whether a URL's host is such an address itself, and no name: then nothing is looked up. */
export function isPrivateHost(hostname: string): boolean {
  const address = readAddress(hostname)
  return address !== undefined && !isPublic(address)
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
