import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { KEY_KINDS, KEY_LIMITS, WIDEST_KIND } from '../../contract/keys/kinds.ts'
import type { SlugAndName } from '../../contract/offers/offer.ts'
import { recordOf } from '../../lib/record-of.ts'
import { writeSource } from '../build/support/source.ts'
import { buildRelease } from '../helpers/build.ts'
import { startGateway, unlimited } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { inFull, inFullOnCI, SLOW_MS } from '../helpers/slow-suite.ts'
import { arbitraryCatalogue, arbitraryQuery } from './arbitrary-catalogue.ts'
import {
  type NaiveCatalogue,
  type NaiveOffer,
  type NaiveQuery,
  naiveList,
  naiveOffers,
} from './naive-model.ts'

t.setTimeout(SLOW_MS)

type Tap = Parameters<typeof startGateway>[0]

let built = 0

/** Builds a catalogue into a new folder and serves it. */
async function serve(t: Tap, root: string, catalogue: NaiveCatalogue) {
  built += 1
  const source = join(root, `source-${built}`)
  const out = join(root, `out-${built}`)
  const { attribution, data_as_of, ...lists } = catalogue
  writeSource(source, {
    catalogue: { attribution, country: 'CL', time_zone: 'UTC', data_as_of },
    ...lists,
  })
  await buildRelease({ source, out })
  const running = await startGateway(t, out, { limiter: unlimited })
  const keys = recordOf(KEY_KINDS, (kind) => running.keys.issue(kind))
  const stop = async () => {
    await rm(source, { recursive: true })
    await rm(out, { recursive: true })
  }
  return { base: running.base, keys, stop }
}

type Served = Pick<Awaited<ReturnType<typeof serve>>, 'base' | 'keys'>

function targetOf(query: NaiveQuery): string {
  const given = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return `/beta/offers?${given.join('&')}`
}

const dataOf = ({ json }: { json: unknown }) => (json as { data: unknown }).data

/** The first difference of two bodies, in a line for people. */
function difference(body: string, expected: string): string {
  let start = 0
  while (start < body.length && body[start] === expected[start]) start += 1
  const excerpt = (text: string) => JSON.stringify(text.slice(Math.max(0, start - 40), start + 80))
  return `at character ${start}: ${excerpt(body)} instead of ${excerpt(expected)}`
}

/** Like `fc.assert`, whose message begins with a whole catalogue: fails with the error of the counterexample. */
async function assertHolds<T>(t: Tap, property: fc.IAsyncProperty<T>, numRuns: number): Promise<void> {
  const { failed, seed, errorInstance } = await fc.check(property, { numRuns })
  if (!failed) return
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  t.fail(message.slice(0, MAX_MESSAGE_CHARACTERS), { seed })
}

const MAX_MESSAGE_CHARACTERS = 2000
const RUNS = inFull ? 60 : inFullOnCI ? 6 : 4

// One test for both, because building a catalogue takes longer than asking for it.
t.test('for any catalogue, any list equals that of a naive model, and the other answers agree', async (t) => {
  const root = t.testdir()
  const queries = fc.record(
    recordOf(KEY_KINDS, (kind) => {
      const { maxLimit, maxOffset } = KEY_LIMITS[kind]
      const length = kind === WIDEST_KIND ? 25 : 10
      return fc.array(arbitraryQuery(maxLimit, maxOffset), { minLength: length, maxLength: length })
    }),
  )
  await assertHolds(
    t,
    fc.asyncProperty(arbitraryCatalogue, queries, async (catalogue, asked) => {
      const { base, keys, stop } = await serve(t, root, catalogue)
      for (const kind of KEY_KINDS) {
        for (const queryOf of asked[kind]) {
          const query = queryOf(catalogue)
          const headers: Record<string, string> = query.offset % 2 === 0 ? { 'accept-encoding': 'gzip' } : {}
          const answer = await call(base, targetOf(query), { key: keys[kind], headers })
          const zipped = answer.headers['content-encoding'] === 'gzip'
          const body = zipped ? gunzipSync(answer.body).toString() : answer.text
          const expected = naiveList(catalogue, query)
          if (answer.status !== 200 || body !== expected) {
            throw new Error(`${kind} ${targetOf(query)}: ${answer.status}, ${difference(body, expected)}`)
          }
        }
      }
      await othersAgree(t, catalogue, { base, keys })
      await stop()
    }),
    RUNS,
  )
  t.ok(built >= RUNS)
})

t.test('any limit and every kind of offset gives the lists of the model for 230 offers', async (t) => {
  const root = t.testdir()
  const [sampled] = fc.sample(arbitraryCatalogue, { numRuns: 1, seed: 42 })
  const first = sampled?.offers[0]
  if (!sampled || !first) throw new Error('no sample')
  const offers = Array.from({ length: 230 }, (_, i) => ({ ...first, ref: `ref ${i}` }))
  const catalogue = { ...sampled, offers }
  const { base, keys } = await serve(t, root, catalogue)
  for (let limit = 1; limit <= 100; limit += inFullOnCI ? 1 : 3) {
    for (const offset of [0, 1, 25, 99, 100, 130, 199, 229, 230, 231, 10_000]) {
      const query = { limit, offset }
      const answer = await call(base, targetOf(query), { key: keys.named })
      if (answer.text !== naiveList(catalogue, query)) t.fail(targetOf(query))
    }
  }
  t.equal(naiveOffers(catalogue).length, 230)
})

/** Asserts that the other answers agree with the model. */
async function othersAgree(t: Tap, catalogue: NaiveCatalogue, { base, keys }: Served): Promise<void> {
  const offers = naiveOffers(catalogue)
  const snapshot = await call(base, '/beta/snapshot', { key: keys.named })
  const lines = gunzipSync(snapshot.body).toString().trimEnd().split('\n')
  const meta = { data_as_of: catalogue.data_as_of, attribution: catalogue.attribution }
  t.same(
    lines.map((line) => JSON.parse(line)),
    offers.map((offer) => ({ ...offer, meta })),
  )
  for (const offer of offers.slice(0, 5)) {
    const detail = await call(base, `/beta/offers/${offer.id}`, { key: keys.demo })
    t.match(detail.json, { data: offer })
  }
  const issuers = await call(base, '/beta/issuers', { key: keys.demo })
  const counted = catalogue.issuers.map(
    ({ slug }) => offers.filter(({ issuer }) => issuer.slug === slug).length,
  )
  t.match(issuers.json, { data: counted.map((offers_count) => ({ offers_count })) })
  const count = (list: readonly SlugAndName[], slugsOf: (offer: NaiveOffer) => string[], more: object) =>
    list.map(({ slug, name }) => {
      const offers_count = offers.filter((offer) => slugsOf(offer).includes(slug)).length
      return { slug, name, ...more, offers_count }
    })
  const categories = count(catalogue.categories, ({ category }) => [category.slug], {})
  t.same(dataOf(await call(base, '/beta/categories', { key: keys.demo })), categories)
  const slugsOf = ({ comunas }: NaiveOffer) => comunas.map(({ slug }) => slug)
  const comunas = count(catalogue.comunas, slugsOf, { code: null, region: null })
  t.same(dataOf(await call(base, '/beta/comunas', { key: keys.named })), comunas)
}
