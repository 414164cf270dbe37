// The bytes of a connection that its client has not taken yet, though the system has taken them from us. Linux buffers up to
// 4 MB for a connection, and takes more only when a third of that is free: a client that reads 20 kB/s looks as if it had
// stopped for a minute. Node has no call for TIOCOUTQ, so the tables of the kernel are read.

// biome-ignore lint/plugin/blocking-reads: a file of the kernel, which has no size
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/** Gives the unsent bytes of a connection: 0 if it is unknown. */
export type UnsentBytes = (socket: Socket) => number

// proc_net_tcp(5): `sl local_address rem_address st tx_queue:rx_queue …`, all in hexadecimal digits.
const ROW = /^ *\d+: ([\dA-F]+:[\dA-F]{4} [\dA-F]+:[\dA-F]{4}) [\dA-F]{2} ([\dA-F]{8}):/gm

/** Reads the tables. On a system without them, all that it has taken counts as taken by the client. */
export async function readUnsentBytes(): Promise<UnsentBytes> {
  const tables = await Promise.all(
    ['/proc/self/net/tcp', '/proc/self/net/tcp6'].map((path) => readFile(path, 'latin1').catch(() => '')),
  )
  const queues = new Map<string, number>()
  for (const table of tables) {
    for (const [, ends = '', queue = ''] of table.matchAll(ROW)) {
      const bytes = Number.parseInt(queue, 16)
      if (bytes > 0) queues.set(ends, bytes)
    }
  }
  return (socket) => queues.get(endsOf(socket)) ?? 0
}

/** Both ends of a connection, as the tables write them: `0100007F:1F90 0100007F:D431`. */
function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return `${endOf(localAddress, localPort)} ${endOf(remoteAddress, remotePort)}`
}

function endOf(address = '', port = 0): string {
  const words = address.includes(':') ? wordsOf(address) : [address.split('.').map(Number)]
  // Each word of four bytes is written as a number of this machine.
  const text = words.map((word) => hex(endianness() === 'LE' ? word.toReversed() : word)).join('')
  return `${text}:${hex([port >> 8, port & 255])}`
}

/** The four words of an IPv6 address, each of four bytes. */
function wordsOf(address: string): number[][] {
  // The URL parser gives every address its short form: `::ffff:7f00:1`.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail)]
  const zeros = new Array<number>(8 - first.length - last.length).fill(0)
  const bytes = [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 255])
  return [0, 4, 8, 12].map((at) => bytes.slice(at, at + 4))
}

function hex(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('')
}
