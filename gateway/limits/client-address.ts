// The client address of a request: the peer of the connection, or the address that a trusted proxy names in
// X-Forwarded-For. Not by proxy-addr, which Express uses: it accepts garbage in the header as addresses, refuses /0, and
// accepts `10` and `010.0.0.1` as addresses of a proxy.

import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OperatorError } from '../../lib/errors.ts'
import { lruMap } from '../lib/lru-map.ts'

/** The parts of a request that its client address depends on. Node joins several X-Forwarded-For lines by commas. */
export interface RequestSource {
  headers: IncomingHttpHeaders
  /** Undefined once the connection is closed. */
  socket: { remoteAddress?: string | undefined }
}

/** Gives the client address, without a port; `unknown` once the connection is closed. */
export type ClientAddress = (request: RequestSource) => string

const UNKNOWN = 'unknown'

// Checking an address against a list takes some 4 µs, and most requests come through the same few proxies.
const MAX_CHECKED = 10_000

/**
 * @param proxies addresses and CIDR ranges of trusted proxies; without any, X-Forwarded-For is ignored
 * @throws {OperatorError} `usage` if one of them is neither
 */
export function clientAddressBehind(proxies: readonly string[]): ClientAddress {
  if (proxies.length === 0) return peerOf
  const isProxy = proxyCheck(proxies)
  return (request) => {
    const peer = peerOf(request)
    const forwardedFor = request.headers['x-forwarded-for']
    return forwardedFor !== undefined && isProxy(peer)
      ? firstUntrustedHop(peer, String(forwardedFor), isProxy)
      : peer
  }
}

function peerOf({ socket }: RequestSource): string {
  return socket.remoteAddress ?? UNKNOWN
}

/**
 * SECURITY: a client in a trusted range may write anything. A head has room for a thousand addresses, which take
 * milliseconds to check. No request passes more proxies than this; beyond it, the last entry that was read counts.
 */
const MAX_HOPS = 20

/**
 * SECURITY: read from the right, where the nearest proxy wrote. An entry is trusted only if a trusted proxy wrote it.
 * Entries that a client invents are further left, and never reached.
 */
function firstUntrustedHop(
  peer: string,
  forwardedFor: string,
  isProxy: (address: string) => boolean,
): string {
  let address = peer
  let end = forwardedFor.length
  for (let hops = 0; end >= 0 && hops < MAX_HOPS; hops++) {
    // `lastIndexOf` takes a position of -1 for 0.
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1)
    const hop = addressIn(copyOf(forwardedFor, comma + 1, end))
    // Not an address: the proxy that wrote it is the last known hop.
    if (hop === undefined) return address
    address = hop
    if (!isProxy(address)) return address
    end = comma
  }
  return address
}

/**
 * A slice of a text as a copy: V8 slices by reference, so an address that is kept as a key would keep the whole field in
 * memory, up to 16 kB.
 */
function copyOf(text: string, start: number, end: number): string {
  // Usually there is one proxy, and its field is the address.
  if (end - start === text.length) return text
  return Buffer.from(text.slice(start, end), 'latin1').toString('latin1')
}

/**
 * The address that a proxy wrote, without brackets and port: `192.0.2.1:4711` → `192.0.2.1`, `[2001:db8::1]:4711` →
 * `2001:db8::1`. Undefined if it is none.
 */
function addressIn(entry: string): string | undefined {
  const text = entry.trim()
  if (isIP(text)) return text
  const [, bracketed = '', dotted = ''] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? []
  if (isIPv6(bracketed)) return bracketed
  return isIPv4(dotted) ? dotted : undefined
}

/**
 * Makes a check whether an address is of a proxy.
 * @param ranges addresses and CIDR ranges
 * @throws {OperatorError} `usage` if one of them is neither
 */
export function proxyCheck(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false
  const list = new BlockList()
  for (const range of ranges) addRange(list, range.trim())
  const checked = lruMap<boolean>(MAX_CHECKED)
  return (address) => {
    const known = checked.get(address)
    if (known !== undefined) return known
    // The list also matches IPv4 addresses that are written as IPv6.
    const isMember = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
    checked.set(address, isMember)
    return isMember
  }
}

/** @param range such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32` */
function addRange(list: BlockList, range: string): void {
  const [, address = '', digits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const version = isIP(address)
  const bits = version === 4 ? 32 : 128
  const prefix = digits === undefined ? bits : Number(digits)
  if (version === 0 || prefix > bits) {
    throw new OperatorError('usage', `expected an address or a range like 10.0.0.0/8, found ${range}`)
  }
  list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The text by which a client address is counted: IPv4 by address (`::ffff:192.0.2.1` → `192.0.2.1`), IPv6 by the network
 * of one subscriber (`2001:db8::1` → `2001:db8:0:0::/64`), and any other text as it is.
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
