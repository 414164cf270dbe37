// Hostile clients. Each kind has a separate address, because bounds count by address.

import { connect, type Socket } from 'node:net'
import { at } from '../../lib/lists.ts'
import { flood } from '../helpers/flood.ts'

export interface Crowd {
  name: string
  /** Lets them come; returns how to make them leave. */
  come(target: Target): () => void
}

interface Target {
  port: number
  adminPort: number
  /** Good keys: a key may download ten snapshots at a time. */
  keys: readonly string[]
}

/** A connection that is opened again when the gateway ends it, with a little patience in between. */
function keptOpen(
  port: number,
  localAddress: string,
  use: (socket: Socket) => void,
  patienceMs = 1_000,
): () => void {
  let stopped = false
  let socket: Socket | undefined
  let again: NodeJS.Timeout | undefined
  const open = () => {
    if (stopped) return
    const fresh = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
    socket = fresh
    fresh.on('error', () => {})
    fresh.once('connect', () => use(fresh))
    fresh.once('close', () => {
      again = setTimeout(open, patienceMs)
    })
    fresh.once('end', () => fresh.destroy())
  }
  open()
  return () => {
    stopped = true
    clearTimeout(again)
    socket?.destroy()
  }
}

function crowd(name: string, size: number, joinOf: (target: Target) => (index: number) => () => void): Crowd {
  return {
    name,
    come: (target) => {
      const join = joinOf(target)
      const leave = Array.from({ length: size }, (_, index) => join(index))
      return () => {
        for (const each of leave) each()
      }
    },
  }
}

const head = (target: string, ...fields: string[]) =>
  `${[`GET ${target} HTTP/1.1`, 'Host: x', ...fields].join('\r\n')}\r\n\r\n`

/** They send request after request and never read an answer. */
const pipeliners = crowd('40 pipeline and never read', 40, ({ port, keys }) => {
  const [key] = keys
  const batch = head('/beta/offers?limit=100', `Authorization: Bearer ${key}`).repeat(50)
  return () =>
    keptOpen(port, '127.0.1.1', (socket) => {
      socket.pause()
      flood(socket, batch)
    })
})

/** Sends a request, waits for bytes of its answer, sends the next. */
function asking(port: number, address: string, next: () => string): () => void {
  return keptOpen(port, address, (socket) => {
    socket.on('data', (bytes: Buffer) => {
      if (bytes.includes('HTTP/1.1 ')) socket.write(next())
    })
    socket.write(next())
  })
}

/** They ask with the longest query that a head can hold. */
const costlyQueries = crowd('16 send the costliest query', 16, ({ port }) => {
  const query = Array.from({ length: 1_800 }, (_, at) => `x${at}=1`)
    .join('&')
    .slice(0, 14_000)
  return () => asking(port, '127.0.1.2', () => head(`/beta/offers?${query}`))
})

/** They ask for lists of unknown slugs, each a new one of the greatest length. */
const unknownSlugs = crowd('8 ask for long unknown slugs', 8, ({ port, keys }) => {
  const [key] = keys
  let count = 0
  const next = () => {
    count += 1
    return head(`/beta/offers?issuer=${`a${count}`.padEnd(100, 'b')}`, `Authorization: Bearer ${key}`)
  }
  return () => asking(port, '127.0.1.3', next)
})

/** They send a head a byte at a time. */
const drippers = crowd('1500 heads drip', 1_500, ({ port }) => {
  const bytes = head('/beta/offers', `X-Drip: ${'y'.repeat(500)}`)
  return (index) =>
    keptOpen(port, `127.0.2.${1 + (index % 250)}`, (socket) => {
      let at = 0
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer)
        else socket.write(bytes[at++ % bytes.length] ?? 'y')
      }, 1_000)
      socket.once('close', () => clearInterval(timer))
      socket.resume()
    })
})

/** They ask for the snapshot and read a little now and then. */
const slowReaders = crowd('500 snapshots are read slowly', 500, ({ port, keys }) => {
  return (index) =>
    keptOpen(port, `127.0.3.${1 + (index % 250)}`, (socket) => {
      socket.pause()
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer)
        else socket.read(1)
      }, 2_000)
      socket.once('close', () => clearInterval(timer))
      socket.write(head('/beta/snapshot', `Authorization: Bearer ${keys[index % keys.length]}`))
    })
})

/** They ask, as fast as they are answered, for what needs no key. */
const keyless = crowd('64 repeat what needs no key', 64, ({ port }) => {
  const preflight = ['OPTIONS /beta/offers HTTP/1.1', 'Host: x', 'Origin: http://y'].join('\r\n')
  const requests = [
    `${preflight}\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
    head('/beta/openapi.json', 'If-None-Match: *'),
  ]
  return (index) => asking(port, '127.0.1.8', () => at(requests, index % requests.length))
})

/** As much as a gateway reads at once. */
const JUNK = head('/x').repeat(Math.floor(65_536 / head('/x').length))
const SHORT_PATIENCE_MS = 20

/** Sends junk, reads the answers, and comes again as soon as its connection is closed. */
function junk(port: number, address: string): () => void {
  const use = (socket: Socket) => void socket.resume().write(JUNK)
  return keptOpen(port, address, use, SHORT_PATIENCE_MS)
}

/** They send 64 kB of requests at once, again and again. */
const junkOfOne = crowd('50 pipeline junk', 50, ({ port }) => {
  return () => junk(port, '127.0.1.4')
})

const junkOfMany = crowd('64 of 32 addresses pipeline junk', 64, ({ port }) => {
  return (index) => junk(port, `127.0.4.${1 + (index % 32)}`)
})

/** They send a body without an end, half of them in chunks of one byte. */
const endlessBodies = crowd('16 bodies never end', 16, ({ port }) => (index) => {
  const [field, piece] =
    index % 2 === 0
      ? ['Transfer-Encoding: chunked', '1\r\na\r\n'.repeat(10_000)]
      : ['Content-Length: 1000000000000000', 'a'.repeat(60_000)]
  const use = (socket: Socket) => {
    socket.resume().write(head('/x', field))
    flood(socket, piece)
  }
  return keptOpen(port, '127.0.1.5', use, SHORT_PATIENCE_MS)
})

/** On the admin port, 40 pipeline and never read, and 32 ask for metrics as fast as they are answered. */
const adminPort = crowd('72 at the admin port', 72, ({ adminPort }) => (index) => {
  const metrics = head('/metrics')
  if (index < 32) return asking(adminPort, '127.0.1.6', () => metrics)
  const use = (socket: Socket) => void socket.pause().write(metrics.repeat(1_500))
  return keptOpen(adminPort, '127.0.1.7', use, SHORT_PATIENCE_MS)
})

export const STRANGERS: readonly Crowd[] = [
  ...[pipeliners, costlyQueries, unknownSlugs, keyless, drippers, slowReaders],
  ...[junkOfOne, junkOfMany, endlessBodies, adminPort],
]
