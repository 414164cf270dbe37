// The promises of the client with a live API, as functions that run on any platform: each acts on a stage, and
// returns its outcome.

import { type Offer, OffersError } from '../../../client/index.ts'
import { createMirror } from '../../../client/mirror/index.ts'
import { RemoteStage } from './remote-stage.ts'

export interface LivePromise {
  title: string
  play(stage: RemoteStage): Promise<unknown>
  /** The result of `play`. */
  expected: unknown
}

/** A `fetch` that does some work before the n-th of the requests that match. */
function fetchDoing(work: () => Promise<unknown>, isMeant: (headers: Headers) => boolean, n: number) {
  let count = 0
  const fetchIt: typeof fetch = async (input, init) => {
    if (isMeant(new Headers(init?.headers)) && ++count === n) await work()
    return await fetch(input, init)
  }
  return fetchIt
}

const anyRequest = () => true
const forTheRest = (headers: Headers) => headers.has('range')
const sorted = (offers: readonly Offer[]) => JSON.stringify(offers.toSorted((a, b) => (a.id < b.id ? -1 : 1)))

async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof OffersError)) return `no OffersError: ${error}`
  const { code, status = null, requestId, retryAfterSeconds = null } = error
  return { code, status, retryAfterSeconds, hasRequestId: typeof requestId === 'string' }
}

export const LIVE_PROMISES: readonly LivePromise[] = [
  {
    title: 'lists, offers and reference lists are read, and revalidated by their tags',
    async play(stage) {
      const { client } = await stage.client('named')
      const all = await stage.offers()
      const page = await client.list({ limit: 7 })
      const again = await client.list({ limit: 7 }, { revalidate: true })
      const [first] = page.data
      const detail = await client.get(first?.id ?? '')
      const issuers = await client.issuers()
      let inSnapshot = 0
      for await (const { id } of (await client.snapshot()).offers())
        if (id === all[inSnapshot]?.id) inSnapshot += 1
      const demo = await stage.client('demo')
      const counted = issuers.data.reduce((sum, { offers_count }) => sum + offers_count, 0)
      return {
        page: JSON.stringify(page.data) === JSON.stringify(all.slice(0, 7)),
        again: [again.answer.status, JSON.stringify(again.data) === JSON.stringify(page.data)],
        detail: JSON.stringify(detail?.data) === JSON.stringify(first),
        unknown: (await client.get('off_0000000000000000')) === undefined,
        counted: [inSnapshot === all.length, counted === all.length],
        withDemoKey: JSON.stringify((await demo.client.all()).data) === JSON.stringify(all),
        lists: (await client.categories()).data.length > 1 && (await client.comunas()).data.length > 1,
        error: await failureOf(client.list({ limit: 101 })),
      }
    },
    expected: {
      page: true,
      again: [304, true],
      detail: true,
      unknown: true,
      counted: [true, true],
      withDemoKey: true,
      lists: true,
      error: { code: 'scope_exceeded', status: 403, retryAfterSeconds: null, hasRequestId: true },
    },
  },
  {
    title: 'if a new day is published while a list is read, it is read again from its start',
    async play(stage) {
      const before = await stage.offers()
      const publish = () => stage.do('publish')
      const whole = await stage.client('named', { fetch: fetchDoing(publish, anyRequest, 3) })
      const all = await whole.client.all({ limit: 10 })
      const after = await stage.offers()

      const one = await stage.client('named', { fetch: fetchDoing(publish, anyRequest, 3) })
      const given = new Map<string, string>()
      let twice = 0
      for await (const offer of one.client.each({ limit: 10 })) {
        const text = JSON.stringify(offer)
        if (given.get(offer.id) === text) twice += 1
        given.set(offer.id, text)
      }
      const last = await stage.offers()
      return {
        differs: [sorted(before) !== sorted(after), sorted(after) !== sorted(last)],
        all: JSON.stringify(all.data) === JSON.stringify(after),
        total: all.meta.total === after.length,
        each: last.every((offer) => given.get(offer.id) === JSON.stringify(offer)),
        twice,
      }
    },
    expected: { differs: [true, true], all: true, total: true, each: true, twice: 0 },
  },
  {
    title: 'over the limit the client waits as long as the gateway says, or fails if that is too long',
    async play(stage) {
      await stage.do('pass', { milliseconds: 60_000 })
      const { client, waits } = await stage.client('demo')
      const all = await stage.offers()
      await stage.do('pass', { milliseconds: 60_000 })
      // With them, reading the list takes more requests than a minute has.
      const others = 15
      for (let n = 0; n < others; n++) await client.list({}, { revalidate: true })
      let read = 0
      for await (const _ of client.each({ limit: 1 })) read += 1
      const impatient = await stage.client('demo', { retry: { maxWaitMs: 1000 } })
      // Demo keys of one address share 30 requests a minute: these are left in the second minute.
      const left = 30 - (others + all.length - 30)
      for (let n = 0; n < left; n++) await impatient.client.list({}, { revalidate: true })
      return {
        read: read === all.length,
        waits,
        failure: await failureOf(impatient.client.list({}, { revalidate: true })),
        waited: impatient.waits,
      }
    },
    expected: {
      read: true,
      waits: [60_000],
      failure: { code: 'rate_limited', status: 429, retryAfterSeconds: 60, hasRequestId: true },
      waited: [],
    },
  },
  {
    title: 'a key that is revoked while a list is read ends the list with an error, after one request',
    async play(stage) {
      let requests = 0
      const count: typeof fetch = (input, init) => {
        requests += 1
        return fetch(input, init)
      }
      const { client, key, waits } = await stage.client('named', { fetch: count })
      let read = 0
      const reading = async () => {
        for await (const _ of client.each({ limit: 10 })) {
          if (++read === 15) await stage.do('revoke', { key, after: 61_000 })
        }
      }
      const inTheMiddle = await failureOf(reading())
      const asked = requests
      const other = await stage.client('named')
      await other.client.list()
      await stage.do('revoke', { key: other.key, after: 0 })
      return { read, asked, inTheMiddle, snapshotAtOnce: await failureOf(other.client.snapshot()), waits }
    },
    expected: {
      // The two pages that came before.
      read: 20,
      asked: 3,
      inTheMiddle: { code: 'unauthorized', status: 401, retryAfterSeconds: null, hasRequestId: true },
      snapshotAtOnce: { code: 'unauthorized', status: 401, retryAfterSeconds: null, hasRequestId: true },
      waits: [],
    },
  },
  {
    title: 'a snapshot whose connection breaks off is resumed, and is whole',
    async play(stage) {
      const conditions: (string | null)[] = []
      const note: typeof fetch = (input, init) => {
        conditions.push(new Headers(init?.headers).get('if-range'))
        return fetch(input, init)
      }
      const { client } = await stage.client('named', { fetch: note })
      await stage.do('tear', { after: '2000 1500' })
      const snapshot = await client.snapshot()
      const lines: string[] = []
      for await (const offer of snapshot.offers()) lines.push(`${JSON.stringify(offer)}\n`)
      return {
        conditions: conditions.map((tag) => tag === snapshot.etag || tag),
        same: lines.join('') === (await stage.do('snapshot')),
        stillStands: (await client.snapshot({ ifNoneMatch: snapshot.etag })) === undefined,
      }
    },
    expected: { conditions: [null, true, true], same: true, stillStands: true },
  },
  {
    title: 'a snapshot whose day changes between its parts is an error, and a copy begins again by itself',
    async play(stage) {
      const publish = () => stage.do('publish')
      const { client } = await stage.client('named', { fetch: fetchDoing(publish, forTheRest, 1) })
      // A new day: of one that it has seen, a browser may have kept the beginning, and would complete it by itself.
      await publish()
      await stage.do('tear', { after: 2000 })
      const alone = await failureOf(client.snapshot().then(({ bytes }) => bytes()))

      const other = await stage.client('named', { fetch: fetchDoing(publish, forTheRest, 1) })
      const mirror = createMirror(other.client)
      const before = await stage.offers()
      await stage.do('tear', { after: 2000 })
      const { from } = await mirror.sync()
      const after = await stage.offers()
      return {
        alone,
        from,
        differs: sorted(before) !== sorted(after),
        same: JSON.stringify(await mirror.find({ ended: true })) === JSON.stringify(after),
      }
    },
    expected: {
      alone: { code: 'catalogue_changing', status: 200, retryAfterSeconds: null, hasRequestId: true },
      from: 'snapshot',
      differs: true,
      same: true,
    },
  },
]

/** Plays them one after the other; returns the outcome of each, or its error, by title. */
export async function playAll(base: string, promises = LIVE_PROMISES): Promise<Record<string, unknown>> {
  const stage = new RemoteStage(base)
  const results: Record<string, unknown> = {}
  for (const { title, play } of promises) {
    results[title] = await play(stage).catch((error: unknown) =>
      error instanceof Error ? `${error.stack ?? error}` : String(error),
    )
  }
  return results
}

/** The first of them alone: shows whether the client works at all. */
export const playFirst = (base: string) => playAll(base, LIVE_PROMISES.slice(0, 1))
