// Clients that behave. They report how long they waited, and unexpected failures.

import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { elementAt } from '../../lib/lists.ts'

export interface Watch {
  requests: number
  /** Failures, with their counts. */
  failures: Map<string, number>
  /** How long clients waited since the last `take`. */
  take(): Waited
  stop(): void
}

/** In milliseconds, one number for each answer. A snapshot shares the machine with all other downloads. */
export interface Waited {
  pages: number[]
  snapshots: number[]
}

interface Options {
  port: number
  keys: readonly string[]
  /** Statuses that are right at this moment, in addition to 200 and 304: an origin may be down. */
  excused: () => readonly number[]
}

const TARGETS = [
  '/beta/offers',
  '/beta/offers?limit=100',
  '/beta/offers?limit=50&offset=50',
  '/beta/offers?limit=7&offset=3',
  '/beta/issuers',
  '/beta/categories',
  '/beta/openapi.json',
]

const SNAPSHOT = '/beta/snapshot'
const SNAPSHOT_EVERY = 40
const PATIENCE_MS = 30_000

/** Each key makes a request, waits for its answer, and then for a moment; below its limit. */
export function goodClients({ port, keys, excused }: Options): Watch {
  const agent = new Agent({ keepAlive: true })
  const failures = new Map<string, number>()
  let waited: Waited = { pages: [], snapshots: [] }
  let stopped = false
  const watch: Watch = {
    requests: 0,
    failures,
    take: () => {
      const taken = waited
      waited = { pages: [], snapshots: [] }
      return taken
    },
    stop: () => {
      stopped = true
      agent.destroy()
    },
  }
  const fail = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1)
  keys.forEach((key, index) => {
    let step = index
    const etags = new Map<string, string>()
    const next = async () => {
      if (stopped) return
      step += 1
      const target = step % SNAPSHOT_EVERY === 0 ? SNAPSHOT : elementAt(TARGETS, step % TARGETS.length)
      const etag = step % 3 === 0 ? etags.get(target) : undefined
      const startedAt = performance.now()
      try {
        const { status, tag, days } = await askAgain(agent, port, target, key, etag)
        waited[target === SNAPSHOT ? 'snapshots' : 'pages'].push(performance.now() - startedAt)
        if (tag) etags.set(target, tag)
        if (![200, 304, ...excused()].includes(status)) fail(`${status} for ${target}`)
        if (days.size > 1) fail(`an answer of two days: ${target}`)
      } catch (error) {
        if (!stopped && excused().length === 0) fail(`${target}: ${error}`)
      }
      watch.requests += 1
      setTimeout(next, 250)
    }
    setTimeout(next, index * 7)
  })
  return watch
}

/** A kept connection may be closed just as a request goes out on it: that one is sent again, as all clients do. */
function askAgain(...asked: Parameters<typeof ask>): ReturnType<typeof ask> {
  return ask(...asked).catch((error) => {
    if (!error.wasKept) throw error
    return ask(...asked)
  })
}

async function ask(agent: Agent, port: number, target: string, key: string, etag: string | undefined) {
  const headers = { authorization: `Bearer ${key}`, ...(etag ? { 'if-none-match': etag } : {}) }
  const sent = request({ port, host: '127.0.0.1', path: target, agent, headers, timeout: PATIENCE_MS })
  sent.once('timeout', () => sent.destroy(new Error(`no answer for ${PATIENCE_MS} ms`)))
  return new Promise<{ status: number; tag: string | undefined; days: Set<string> }>((resolve, reject) => {
    sent.once('error', (error: NodeJS.ErrnoException) => {
      const wasKept = sent.reusedSocket && error.code === 'ECONNRESET'
      reject(Object.assign(error, { wasKept }))
    })
    sent.once('response', (answer) => {
      answer.setEncoding('latin1')
      text(answer).then((body) => {
        const days = new Set(body.match(/"data_as_of":"[^"]+"/g))
        resolve({ status: answer.statusCode ?? 0, tag: answer.headers.etag, days })
      }, reject)
    })
    sent.end()
  })
}
