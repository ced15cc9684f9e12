// Addresses of the Internet: reading them, which network they are of, and under which one a request is counted.
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** The longest: an IPv6 address that ends in IPv4, its zone, brackets and a port. */
const CHARACTERS_MAX = 80

/**
 * An address in its canonical form: IPv4 that is mapped into IPv6 is IPv4. With a port, as some proxies write, it is the same
 * address. Undefined for every other text, and for the short and octal forms of IPv4.
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

/** A function that says whether an address is in one of the networks (`10.0.0.0/8`, `::1`); undefined where one of them is none. */
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

/** Whether anybody reaches an address from outside: of IPv6 only what is given out today (2000::/3), without what carries IPv4. */
export function isPublic(address: IpAddress): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(GLOBAL_IPV6, 3))
}

/** Who asks. Fastify says what proxies wrote that are believed; where that is no address, it is whoever holds the connection. */
export function clientAddress({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): IpAddress | undefined {
  return readAddress(ip) ?? readAddress(raw.socket.remoteAddress ?? '')
}

/** The address under which a request is counted. */
export const limitKey = (request: Pick<FastifyRequest, 'ip' | 'raw'>): string => keyOf(clientAddress(request))

/** As whom a connection is counted. */
export const connectionKey = (remoteAddress: string): string => keyOf(readAddress(remoteAddress))

/** IPv4, or the 64 bits of IPv6 that belong to one customer, who has the other 64 to choose from. */
function keyOf(address: IpAddress | undefined): string {
  if (address === undefined) return ''
  if (!('parts' in address)) return address.toString()
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')
}
