// Many mornings, a hundred and twenty in full: each build knows only the one before, the model knows all of them.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { OFFERS_BUILD } from '../../build/cli/program.ts'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import { runProgram } from '../../lib/command-line/program.ts'
import { buildRelease } from '../helpers/build.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { inFull, LONG_MS } from '../helpers/slow-suite.ts'
import { type NaiveOffer, publishAll } from './naive-model.ts'

t.setTimeout(LONG_MS)

const DAYS = inFull ? 120 : 20
const OFFERS = inFull ? 200 : 100

/** Offers by id, with the day of the last change of each. */
class Model {
  readonly known = new Map<string, { reads: string; updated_at: string }>()
  listed: [id: string, updated_at: string][] = []

  see(offers: readonly NaiveOffer[], data_as_of: string): void {
    const present = new Map(offers.map((offer) => [offer.id, offer]))
    for (const id of this.known.keys()) {
      if (!present.has(id)) this.known.set(id, { reads: 'withdrawn', updated_at: data_as_of })
    }
    for (const [id, offer] of present) {
      const reads = JSON.stringify({ ...offer, updated_at: null })
      if (this.known.get(id)?.reads !== reads) this.known.set(id, { reads, updated_at: data_as_of })
    }
    this.listed = [...present.values()]
      .filter(({ status }) => status === 'active' || status === 'scheduled')
      .map(({ id }) => [id, this.known.get(id)?.updated_at ?? ''])
  }
}

async function prune(out: string): Promise<number> {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  return runProgram(OFFERS_BUILD, ['prune', '--out', out, '--keep', '3', '--grace', '0'], {
    ...streams,
    env: {},
    // Later than all mornings: no release is kept because it was current a moment ago.
    clock: () => Date.parse('2100-01-01'),
  })
}

t.test(`after ${DAYS} mornings ids and updated_at equal those of a model that knows all days`, async (t) => {
  const root = t.testdir()
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  const model = new Model()
  const files: number[] = []
  for (let day = 0; day < DAYS; day++) {
    const catalogue = generateCatalogue({ offers: OFFERS, seed: 7, day })
    await writeCatalogue(source, catalogue)
    const { outcome, data_as_of } = await buildRelease({ source, out, onBroken: ['accept'] })
    t.equal(outcome, 'published', `day ${day}`)
    const { issuers, categories, comunas } = catalogue
    const offers = [...catalogue.records()]
    const naive = { attribution: '', data_as_of: data_as_of ?? '', issuers, categories, comunas, offers }
    model.see(publishAll(naive), naive.data_as_of)
    if (day % 10 === 9) {
      t.equal(await prune(out), 0)
      files.push((await readdir(join(out, 'objects'), { recursive: true })).length)
    }
  }

  const { base, keys } = await startGateway(t, out)
  const key = keys.issue('named')
  const snapshot = await call(base, '/beta/snapshot', { key })
  const published = gunzipSync(snapshot.body)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; updated_at: string })
  const byId = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)
  t.same(
    published.map(({ id, updated_at }): [string, string] => [id, updated_at]).sort(byId),
    model.listed.sort(byId),
  )
  t.ok(new Set(published.map(({ updated_at }) => updated_at)).size > DAYS / 6, 'of many different days')

  // Pruned every ten days, the folder holds 3 releases; the number of offers varies a little.
  const [first = 0] = files
  for (const [index, count] of files.entries()) {
    t.ok(count < first * 1.5, `prune ${index}: ${count} files, ${first} at first`)
  }
  t.equal((await readdir(join(out, 'releases'))).length, 3)
})
