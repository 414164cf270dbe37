// Mornings of an ageing catalogue, a hundred and twenty in full: no issuer is broken, nothing is kept as last known, no
// line warns of anything, and the lists hold the offers of the source.

import { join } from 'node:path'
import t from 'tap'
import { dateOf, generateCatalogue } from '../../fixtures/generate.ts'
import { runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { writeSource } from '../build/support/source.ts'
import { inFull, LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const MORNINGS = inFull ? 120 : 15

t.test(`${MORNINGS} mornings of an ageing catalogue raise no alarm`, async (t) => {
  const root = t.testdir({})
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  for (let day = 0; day < MORNINGS; day++) {
    // Now and then the daily job does not run.
    if (day % 17 === 13) continue
    const { header, issuers, categories, records } = generateCatalogue({ offers: 150, seed: 11, day })
    // Without comunas: each would add as many lists again.
    const offers = Array.from(records(), (record) => ({ ...record, comunas: [] }))
    writeSource(source, { catalogue: header, issuers, categories, offers })
    t.match(await runBuild(source, out), { code: 0, stderr: /^$/ }, `day ${day}`)
    const { broken_issuers, kept_offers, counts } = (await readPublished(out)).manifest
    t.same({ broken_issuers, kept_offers }, { broken_issuers: [], kept_offers: 0 }, `day ${day}`)
    const { active = 0, scheduled = 0 } = counts.offers
    const listed = offers.filter(({ valid_until }) => valid_until === null || valid_until >= dateOf(day))
    t.equal(active + scheduled, listed.length, `day ${day}: the lists hold the offers of the source`)
  }
})
