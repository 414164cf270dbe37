// Answers made from a seed, most of which no gateway would give: for any of them, a call of the client gives a usable
// result, or an error of the client. `make fuzz MINUTES=n` continues with new seeds, and a failure names its seed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { tableOf } from '../../client/cli/table.ts'
import { OffersError } from '../../client/index.ts'
import { printable } from '../../client/lib/shown-texts.ts'
import { createMirror } from '../../client/mirror/index.ts'
import { downloadSnapshot } from '../../client/node/index.ts'
import { DAY, offerOf, type Script, scriptedClient } from '../client/support/scripted-fetch.ts'
import { stillClock } from '../client/support/still-clock.ts'
import { reprDigestOf } from '../helpers/repr-digest.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { FIRST_SEED, FUZZ_MINUTES, seeds } from './support/fuzz.ts'
import { OddInputs } from './support/odd-inputs.ts'

t.setTimeout(SLOW_MS + FUZZ_MINUTES * 60_000)

const SERVERS = inFull ? 5000 : 400

const META = { data_as_of: DAY, attribution: 'x', schema_version: 'beta.1' }
const PROBLEM = {
  type: '../#x',
  title: 'A title',
  status: 400,
  detail: 'A detail.',
  code: 'invalid_parameter',
  errors: [{ param: 'limit', given: 'x', allowed: 'a number' }],
  meta: META,
}
const PROBLEM_CODES = [
  'history_gone',
  'not_found',
  'rate_limited',
  'scope_exceeded',
  'network',
  'catalogue_changing',
]

/** An offer, sometimes with a fault in it. */
function oddOffer(odd: OddInputs): unknown {
  const offer = { ...offerOf(odd.number(0, 50)), region: null, offers_count: 1, slug: 'a', name: 'A' }
  return odd.happens(0.05) ? odd.bentValue(offer) : offer
}

/** The body for a path, good or damaged. */
function oddBody(odd: OddInputs, path: string): Uint8Array<ArrayBuffer> {
  const list = Array.from({ length: odd.number(0, 6) }, () => oddOffer(odd))
  if (path.endsWith('/snapshot')) {
    const line = (offer: unknown) =>
      JSON.stringify({ ...(offer as object), meta: odd.happens(0.05) ? odd.bentValue(META) : META })
    const text = list.map((offer) => `${odd.happens(0.03) ? odd.bent(line(offer)) : line(offer)}\n`).join('')
    const file = gzipSync(text)
    return new Uint8Array(odd.happens(0.1) ? odd.bentBytes(file) : file)
  }
  const data = /\/offers\/./.test(path) ? oddOffer(odd) : list
  const good = { data, meta: { ...META, count: list.length, total: list.length, limit: 25, offset: 0 } }
  return new Uint8Array(odd.happens(0.3) ? odd.file(good) : Buffer.from(JSON.stringify(good)))
}

/** The body of an error: one of the API, good or damaged, or anything else. */
function oddProblem(odd: OddInputs): Uint8Array<ArrayBuffer> {
  const problem = odd.happens(0.5) ? { ...PROBLEM, code: odd.pick(PROBLEM_CODES) } : PROBLEM
  return new Uint8Array(odd.happens(0.5) ? odd.file(problem) : Buffer.from(JSON.stringify(problem)))
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  etag: ['"b"', 'W/"a"', 'x', '', `"${'e'.repeat(3000)}"`],
  'cache-control': ['max-age=3600', 'no-store', 'no-cache', 'max-age=-1', 'max-age=99999999999', ','],
  age: ['5', 'x', '99999999999999999999'],
  link: [
    '<?limit=25&offset=25>; rel="next"',
    '<?limit=25&offset=0>; rel="next"',
    '<https://evil.example/>; rel="next"',
    '<'.repeat(2000),
    '<>; rel="next"',
  ],
  'content-range': ['bytes 0-1/2', 'bytes 5-4/3', 'bytes */5', 'x'],
  'retry-after': ['0', '1', '999999999999', 'x', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ratelimit: ['"named";r=1;t=1', '"demo";r=0;t=0', 'x', '"";r=;t='],
  'ratelimit-policy': ['"named";q=300;w=60', 'x'],
  'repr-digest': ['sha-256=:x:', 'md5=:AAAA:', `sha-256=:${'A'.repeat(43)}=:`],
  'content-length': ['0', '5', '99999999999', 'x'],
  location: ['https://evil.example/', '/beta/offers'],
  'x-request-id': ['r-1', 'é'],
}

function oddHeaders(odd: OddInputs, body: Uint8Array): Headers {
  const headers = new Headers({ etag: '"a"', 'repr-digest': reprDigestOf(Buffer.from(body)) })
  for (const [name, values] of Object.entries(FIELDS)) {
    if (odd.happens(0.06)) headers.set(name, odd.pick(values))
    if (odd.happens(0.01)) headers.delete(name)
  }
  return headers
}

/** A body in pieces, which sometimes breaks off. */
function inPieces(odd: OddInputs, body: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const breaksAt = odd.happens(0.1) ? odd.number(0, body.length) : Number.POSITIVE_INFINITY
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= breaksAt) return controller.error(new TypeError('terminated'))
      if (at >= body.length) return controller.close()
      const end = Math.min(body.length, at + odd.number(1, 2000))
      controller.enqueue(body.slice(at, end))
      at = end
    },
  })
}

const STATUSES = [
  ...Array.from({ length: 20 }, () => 200),
  206,
  204,
  304,
  302,
  400,
  403,
  404,
  410,
  416,
  429,
  500,
  503,
]

const oddServer =
  (odd: OddInputs): Script =>
  ({ url }) => {
    if (odd.happens(0.03)) throw new TypeError('fetch failed')
    const status = odd.pick(STATUSES)
    const body = status < 400 ? oddBody(odd, url.pathname) : oddProblem(odd)
    const hasNone = status === 204 || status === 304
    return new Response(hasNone ? null : inPieces(odd, body), { status, headers: oddHeaders(odd, body) })
  }

type Client = ReturnType<typeof scriptedClient>['client']

/** All calls, each of which reads its whole result, as programs do. */
const CALLS: Readonly<Record<string, (client: Client, odd: OddInputs, folder: string) => Promise<unknown>>> =
  {
    list: async (client, odd) => tableOf((await client.list({ limit: odd.number(1, 30) })).data),
    all: async (client) => tableOf((await client.all()).data),
    each: async (client) => {
      for await (const { benefit, comunas } of client.each())
        printable(benefit.summary + comunas.map(({ slug }) => slug))
    },
    get: async (client) => {
      const found = await client.get('off_x')
      return found && tableOf([found.data])
    },
    issuers: async (client) => (await client.issuers()).data.map(({ name }) => name.trim()).join('\n'),
    download: async (client, _odd, folder) => {
      const path = join(folder, 'snapshot.gz')
      const done = await downloadSnapshot(client, path)
      const { length } = readFileSync(path)
      if (length !== done?.size) throw new Error(`${length} bytes, expected ${done?.size}`)
    },
    sync: async (client) => {
      const mirror = createMirror(client)
      const { added } = await mirror.sync()
      await mirror.find({ text: 'a b', match: 'any', day: '2026-09-01' })
      await mirror.find({ issuer: 'b', comuna: 'c', region: 'x' }).catch((error: unknown) => {
        if (!(error instanceof OffersError && error.code === 'unknown_name')) throw error
      })
      await mirror.sync()
      return tableOf(added)
    },
  }

/** The end of a call: `good`, an `error` of the client, or a description of a bug. */
async function endOf(seed: number, what: string, folder: string): Promise<string> {
  const odd = new OddInputs('answers', seed, what)
  const clock = stillClock({ mayPass: 29_999 })
  const { client } = scriptedClient(oddServer(odd), { clock, hooks: { onTruncated: () => {} } })
  try {
    await CALLS[what]?.(client, odd, folder)
    return 'good'
  } catch (error) {
    if (error instanceof OffersError && error.message !== '') return 'error'
    return `FUZZ_SEED=${seed}, ${what}:\n${error instanceof Error ? error.stack : error}`.slice(0, 1000)
  }
}

t.test(
  'for any answer of a server, a call ends with a usable result or an error of the client',
  async (t) => {
    const folder = t.testdir()
    const ends = { good: new Set<string>(), error: new Set<string>() }
    let servers = 0
    for (const seed of seeds(SERVERS)) {
      servers += 1
      for (const what of Object.keys(CALLS)) {
        const end = await endOf(seed, what, folder)
        if (end === 'good' || end === 'error') {
          ends[end].add(what)
          continue
        }
        t.fail(end)
        return
      }
    }
    const all = new Set(Object.keys(CALLS))
    t.strictSame(
      ends,
      { good: all, error: all },
      `${servers} servers from seed ${FIRST_SEED}: each call ends in both ways`,
    )
  },
)
