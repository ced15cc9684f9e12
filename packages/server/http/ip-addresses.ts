// Internet addresses: parses them, matches networks, and derives the key that limits count under.
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Fits an IPv6 address with embedded IPv4, zone, brackets and port. */
const CHARACTERS_MAX = 80

/**
 * Parses an address into its canonical form. IPv4 mapped into IPv6 becomes IPv4, and a port, which some proxies append, is
 * ignored. Undefined for any other text, including short and octal forms of IPv4.
 */
export function readAddress(text: string): IpAddress | undefined {
  if (text.length > CHARACTERS_MAX) return undefined
  const plain = text
    .trim()
    .replace(/^\[(.+)\](:\d{1,5})?$/, '$1')
    .replace(/^(\d[\d.]+):\d{1,5}$/, '$1')
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return undefined
  return ipaddr.process(plain)
}

/** Returns a test for addresses in the networks (`10.0.0.0/8`, `::1`); undefined if one of the networks is invalid. */
export function readNetworks(networks: readonly string[]): ((address: IpAddress) => boolean) | undefined {
  const ranges: [IpAddress, number][] = []
  for (const network of networks) {
    const [, text = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
    const address = readAddress(text)
    if (address === undefined) return undefined
    const bitsMax = address.kind() === 'ipv6' ? 128 : 32
    if (Number(bits ?? bitsMax) > bitsMax) return undefined
    ranges.push([address, Number(bits ?? bitsMax)])
  }
  return (address) =>
    ranges.some(([range, bits]) => address.kind() === range.kind() && address.match(range, bits))
}

const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::')

/** Whether an address is publicly routable. For IPv6 that is 2000::/3, without ranges that embed IPv4. */
export function isPublic(address: IpAddress): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6, 3))
}

/** The client's address: from trusted proxies, or the connection's if they sent no valid address. */
export function clientAddress({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): IpAddress | undefined {
  return readAddress(ip) ?? readAddress(raw.socket.remoteAddress ?? '')
}

/** The key that a request counts under. */
export const limitKey = (request: Pick<FastifyRequest, 'ip' | 'raw'>): string => keyOf(clientAddress(request))

/** The key that a connection counts under. */
export const connectionKey = (remoteAddress: string): string => keyOf(readAddress(remoteAddress))

/** The IPv4 address, or the /64 prefix of an IPv6 address: one customer controls the whole prefix. */
function keyOf(address: IpAddress | undefined): string {
  if (address === undefined) return ''
  if (!('parts' in address)) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
