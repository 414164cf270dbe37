// Hostile clients, each kind from separate addresses, because bounds count by address. They run in a process of their own,
// as real ones have their own machines: strangers.ts NAME PORT KEY…

import { connect, type Socket } from 'node:net'
import { elementAt } from '../../lib/lists.ts'
import { flood } from '../helpers/flood.ts'

interface Target {
  port: number
  /** Good keys: a key may download ten snapshots at a time. */
  keys: readonly string[]
}

interface Crowd {
  size: number
  /** Lets one of them come. */
  come(target: Target, index: number): void
}

/** A connection that is opened again when the gateway ends it, with a little patience in between. */
function keptOpen(port: number, localAddress: string, use: (socket: Socket) => void, patienceMs = 1_000) {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  socket.on('error', () => {})
  socket.once('connect', () => use(socket))
  socket.once('close', () => setTimeout(() => keptOpen(port, localAddress, use, patienceMs), patienceMs))
  socket.once('end', () => socket.destroy())
}

const SHORT_PATIENCE_MS = 20

const head = (target: string, ...fields: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: x', ...fields].join('\r\n')}\r\n\r\n`
const withKey = (key = '') => `Authorization: Bearer ${key}`

/** Sends a request, waits for bytes of its answer, sends the next. */
function asking(port: number, address: string, next: () => string): void {
  keptOpen(port, address, (socket) => {
    socket.on('data', (bytes: Buffer) => {
      if (bytes.includes('HTTP/1.1 ')) socket.write(next())
    })
    socket.write(next())
  })
}

/** Does something now and then until the connection is closed. */
function nowAndThen(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds)
  socket.once('close', () => clearInterval(timer))
}

const DRIPPED = head('/beta/offers', `X-Drip: ${'y'.repeat(500)}`)
/** As much as a gateway reads at once. */
const JUNK = head('/x').repeat(Math.floor(65_536 / head('/x').length))
const PREFLIGHT =
  'OPTIONS /beta/offers HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\nAccess-Control-Request-Method: GET\r\n\r\n'
/** The longest query that a head can hold. */
const COSTLY = head(`/beta/offers?${'x=1&'.repeat(3_500)}`)
let slugs = 0
const unknownSlug = (key = '') => head(`/beta/offers?issuer=${`a${slugs++}`.padEnd(100, 'b')}`, withKey(key))

export const STRANGERS: Readonly<Record<string, Crowd>> = {
  '40 pipeline and never read': {
    size: 40,
    come: ({ port, keys }) => {
      const batch = head('/beta/offers?limit=100', withKey(keys[0])).repeat(50)
      keptOpen(port, '127.0.1.1', (socket) => flood(socket.pause(), batch))
    },
  },
  '64 repeat what no limit counts': {
    size: 64,
    come: ({ port, keys }, index) => {
      const requests = [
        () => PREFLIGHT,
        () => head('/beta/openapi.json', 'If-None-Match: *'),
        () => COSTLY,
        () => unknownSlug(keys[0]),
      ]
      asking(port, `127.0.1.${2 + (index % 4)}`, elementAt(requests, index % 4))
    },
  },
  '1500 heads drip': {
    size: 1_500,
    come: ({ port }, index) => {
      keptOpen(port, `127.0.2.${1 + (index % 250)}`, (socket) => {
        let sent = 0
        nowAndThen(socket.resume(), 1_000, () => socket.write(DRIPPED[sent++ % DRIPPED.length] ?? 'y'))
      })
    },
  },
  '500 snapshots are read slowly': {
    size: 500,
    come: ({ port, keys }, index) => {
      keptOpen(port, `127.0.3.${1 + (index % 250)}`, (socket) => {
        nowAndThen(socket.pause(), 2_000, () => socket.read(1))
        socket.write(head('/beta/snapshot', withKey(keys[index % keys.length])))
      })
    },
  },
  '64 of 32 addresses pipeline junk': {
    size: 64,
    come: ({ port }, index) => {
      const use = (socket: Socket) => void socket.resume().write(JUNK)
      keptOpen(port, `127.0.4.${1 + (index % 32)}`, use, SHORT_PATIENCE_MS)
    },
  },
}

if (process.argv[1] === import.meta.filename) {
  const [name = '', port, ...keys] = process.argv.slice(2)
  const crowd = STRANGERS[name]
  if (!crowd) throw new Error(`no such crowd: ${name}`)
  for (let index = 0; index < crowd.size; index++) crowd.come({ port: Number(port), keys }, index)
}
