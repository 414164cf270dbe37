// Load at a steady rate, whether or not the server keeps up: a request's time counts from when it was due, not
// from when it could be sent, so a server that stalls is not let off (coordinated omission).
//
// A program of its own. Speaks just the HTTP that is needed, on raw sockets, to leave time to measure well.

import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { quantile } from '../support/statistics.ts'

export interface OpenLoopReport {
  requests: number
  /** Answers but 200 and 304, broken connections, and requests that were never answered. */
  failed: number
  /** Requests that found no free connection before the end: more was asked for than can be done. */
  unsent: number
  /** Milliseconds from when requests were due to when their answers were complete. */
  median: number
  p99: number
  longest: number
}

const CONNECTIONS = 64
const PATIENCE_MS = 5_000

const [port = '', path = '', rate = '', seconds = ''] = process.argv.slice(2)
const requests = readFileSync(path, 'latin1')
  .split('\u0001')
  .filter((text) => text !== '')
  .map((text) => Buffer.from(text, 'latin1'))

const total = Math.round(Number(rate) * Number(seconds))
const apart = 1_000 / Number(rate)
const times: number[] = []
const idle: Connection[] = []
let sent = 0
let failed = 0
const startsAt = performance.now() + 100

class Connection {
  readonly #socket: Socket = connect(Number(port), '127.0.0.1')
  #due = 0
  #awaiting = false
  /** Bytes of the answer still to come; undefined before its head is complete. */
  #missing: number | undefined
  #head: Buffer = Buffer.alloc(0)

  constructor() {
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (bytes) => this.#read(bytes))
    this.#socket.on('connect', () => idle.push(this))
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#lost())
  }

  send(request: Buffer, due: number): void {
    this.#due = due
    this.#awaiting = true
    this.#socket.write(request)
  }

  get awaiting(): boolean {
    return this.#awaiting
  }

  end(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  #read(bytes: Buffer): void {
    if (this.#missing === undefined) {
      this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.#missing = this.#begin(this.#head.toString('latin1', 0, end)) - (this.#head.length - end - 4)
    } else {
      this.#missing -= bytes.length
    }
    if (this.#missing <= 0) this.#complete()
  }

  /** The length of the body that follows a head. */
  #begin(head: string): number {
    const status = head.slice(9, 12)
    if (status !== '200' && status !== '304') failed += 1
    return status === '304' ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }

  #complete(): void {
    times.push(performance.now() - this.#due)
    this.#awaiting = false
    this.#missing = undefined
    this.#head = Buffer.alloc(0)
    idle.push(this)
  }

  #lost(): void {
    if (this.#awaiting) failed += 1
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
    connections.delete(this)
    connections.add(new Connection())
  }
}

const connections = new Set(Array.from({ length: CONNECTIONS }, () => new Connection()))

// Without a timer, which would round to milliseconds: this program has a core of its own.
function tick(): void {
  const now = performance.now()
  while (sent < total && startsAt + sent * apart <= now) {
    const connection = idle.pop()
    if (!connection) break
    const due = startsAt + sent * apart
    connection.send(requests[sent % requests.length] ?? Buffer.alloc(0), due)
    sent += 1
  }
  const answered = sent === total && idle.length === connections.size
  const over = now > startsAt + total * apart + PATIENCE_MS
  if (answered || over) report()
  else setImmediate(tick)
}

function report(): void {
  const waiting = [...connections].filter(({ awaiting }) => awaiting).length
  for (const connection of connections) connection.end()
  const sorted = Float64Array.from(times).sort()
  const found: OpenLoopReport = {
    requests: times.length,
    failed: failed + waiting,
    unsent: total - sent,
    median: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    longest: quantile(sorted, 1),
  }
  process.stdout.write(`${JSON.stringify(found)}\n`)
}

tick()
