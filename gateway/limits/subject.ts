// A request is counted by its key (see `key-verdict.ts`), or by the client address.

import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Counts IPv4 by address, even if it is written as IPv6, and IPv6 by /64, the network of one subscriber. Any other text
 * is counted as it is.
 * @param address without a port
 */
export function subjectOfAddress(address: string): string {
  // Node compiles its expression for IPv6 at first use, which takes 8 ms; IPv4 does not need it.
  if (!address.includes(':') || !isIPv6(address)) return address
  // ipaddr.js 1.9 does not know all forms of RFC 4291 §2.2, such as `::192.0.2.1`; the URL parser normalizes them.
  const withoutZone = address.replace(/%.*/, '')
  const { hostname } = new URL(`http://[${withoutZone}]`)
  const ip = ipaddr.IPv6.parse(hostname.slice(1, -1))
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString()
  const network = ip.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
