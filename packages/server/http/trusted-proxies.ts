// Which proxies are believed when they name a client's address, host and protocol: those whose own address the operator
// names, and no one else who reaches the port.
import { readAddress, readNetworks } from './ip-addresses.ts'

/** Whether what `address` says of the one before it is believed; `hop` 0 is whoever holds the connection. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** As many proxies one behind the other as anybody has. */
const HOPS_MAX = 10
const LOOPBACK = ['127.0.0.0/8', '::1']

/**
 * Reads TRUST_PROXY: addresses, networks (`10.0.0.0/8`) and the word `loopback`, separated by commas. A number, as it was
 * before, is how many proxies there are, of which the nearest must be on this machine. Undefined for anything else.
 */
export function readTrustedProxies(text: string): TrustsProxy | undefined {
  const isLocal = membership(LOOPBACK)
  if (/^\d+$/.test(text)) {
    const count = Number(text)
    return count > HOPS_MAX
      ? undefined
      : (address, hop) => hop < count && (hop > 0 || isLocal?.(address) === true)
  }
  const networks = text.split(/[\s,]+/).filter((each) => each !== '')
  return membership(networks.flatMap((each) => (each === 'loopback' ? LOOPBACK : [each])))
}

/** Returns a test for addresses in the networks; undefined if one of the networks is invalid. */
function membership(networks: readonly string[]): ((text: string) => boolean) | undefined {
  const isWithin = readNetworks(networks)
  return (
    isWithin &&
    ((text) => {
      const address = readAddress(text)
      return address !== undefined && isWithin(address)
    })
  )
}
