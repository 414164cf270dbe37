// Every answer of a release of 10,000 offers, compared with a naive model. It is the second release of its folder, so that
// its offers changed at two moments, and some left the source.

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { verifyRelease } from '../../build/verify/verify-release.ts'
import { OFFER_STATUSES } from '../../contract/offers/offer.ts'
import { folderReader } from '../../contract/release/folder-reader.ts'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import { recordOf } from '../../lib/record-of.ts'
import { offersBuild } from '../build/support/program.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { type NaiveCatalogue, naiveReadable, naiveSnapshot } from './naive-model.ts'
import { expectSameAnswers } from './same-as-model.ts'

t.setTimeout(LONG_MS)

const root = t.testdir({})
const out = join(root, 'out')

/** Builds the release of a day of a generated catalogue, and returns its model. */
async function buildDay(day: number, before?: NaiveCatalogue): Promise<NaiveCatalogue> {
  const source = join(root, `source-${day}`)
  const catalogue = generateCatalogue({ offers: 10_000, seed: 1, day })
  await writeCatalogue(source, catalogue)
  const { code, stderr } = await offersBuild(['run', '--source', source, '--out', out])
  if (code !== 0) throw new Error(stderr)
  const { header, issuers, categories, comunas } = catalogue
  const { attribution, data_as_of = '' } = header
  const offers = [...catalogue.records()]
  return { attribution, data_as_of, issuers, categories, comunas, offers, ...(before && { before }) }
}

const first = await buildDay(0)
const model = await buildDay(1, first)
const reader = folderReader(out)
const pointer = await reader.pointer()
if (!pointer) throw new Error('nothing was published')
const { manifest, table } = await reader.load(pointer)
const readable = naiveReadable(model)
const changed = readable.filter(({ updated_at }) => updated_at === model.data_as_of)

t.test('the release has offers of both moments and of every status, and counts them', async (t) => {
  t.ok(changed.length > 0 && changed.length < readable.length)
  t.same(manifest.history, { [model.data_as_of]: 0, [first.data_as_of]: changed.length })
  const ofStatus = recordOf(OFFER_STATUSES, (each) => readable.filter(({ status }) => status === each).length)
  t.notOk(Object.values(ofStatus).includes(0))
  t.match(manifest.counts, { offers: ofStatus, issuers: model.issuers.length })
})

t.test('its answers are those of the model, to the byte, and there are no others', async (t) => {
  expectSameAnswers(t, table, model)
})

t.test('its objects are those that its answers name', async () => {
  await verifyRelease(out, manifest)
})

t.test('the full snapshot has the listed offers in order, and the sample a hundred of them', async (t) => {
  const linesFor = async (kind: string) => {
    const entry = table.find(`/beta/snapshot?kind=${kind}`)
    if (!entry) throw new Error(`no snapshot for ${kind}`)
    return gunzipSync((await reader.object(entry)).body)
      .toString()
      .split(/(?<=\n)/)
  }
  const [full, sample] = [await linesFor('named'), await linesFor('demo')]
  t.ok(isDeepStrictEqual(full, naiveSnapshot(model)))
  const sampled = new Set(sample)
  t.equal(sampled.size, 100)
  t.same(
    sample,
    full.filter((line) => sampled.has(line)),
  )
})
