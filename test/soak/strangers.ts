// Clients that mean no good. Each kind comes from an address of its own, as bounds count by address.

import { connect, type Socket } from 'node:net'
import { flood } from '../helpers/flood.ts'

export interface Crowd {
  name: string
  /** Lets them come; returns how to make them leave. */
  come(target: Target): () => void
}

interface Target {
  port: number
  /** Good keys: a key may download ten snapshots at a time. */
  keys: readonly string[]
}

/** A connection that is opened again when the gateway ends it, with a little patience in between. */
function keptOpen(port: number, localAddress: string, use: (socket: Socket) => void): () => void {
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
      again = setTimeout(open, 1_000)
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

/** They ask for lists of slugs that nobody has, each a new one and as long as may be. */
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

export const STRANGERS: readonly Crowd[] = [pipeliners, costlyQueries, unknownSlugs, drippers, slowReaders]
