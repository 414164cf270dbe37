// What a request is counted by: its key (see `key-verdict.ts`), or the address it comes from.

import { isIPv6 } from 'node:net'

/** What is counted of a subject. */
export interface RateWindow {
  /** Milliseconds, from whatever moment its limiter counts them. */
  readonly startsAt: number
  used: number
}

/** Good for as many requests as its maker likes; several that count as one are one to every limiter. */
export interface Subject {
  /** The id of a key, or an address: none looks like the other. */
  readonly countedAs: string
  /** Where the limiter in memory last found its window, so that it need not search for it again. */
  window: RateWindow | undefined
}

/**
 * IPv4 as it is, also where it is written as IPv6; IPv6 by the /64 that one subscriber has to himself. What is
 * no address at all is counted under its own text.
 * @param address without a port
 */
export function subjectOfAddress(address: string): Subject {
  return { countedAs: networkOf(address), window: undefined }
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups.slice(6).flatMap(bytesOf).join('.')
  }
  return `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

/** The eight groups of a valid IPv6 address in any of its forms (RFC 4291, section 2.2), without its zone. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  if (tail === undefined) return sideOf(head)
  const before = sideOf(head)
  const after = sideOf(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function sideOf(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => (part.includes('.') ? pairsOf(part) : [Number.parseInt(part, 16)]))
}

/** A dotted IPv4 address at the end of an IPv6 one stands for two groups. */
function pairsOf(dotted: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

const bytesOf = (group: number) => [group >> 8, group & 0xff]
const hex = (group: number) => group.toString(16)
