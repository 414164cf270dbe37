// Mornings of a changing catalogue, a hundred and twenty in full: no issuer is broken, nothing is kept as last
// known, no line warns of anything, and the lists hold the offers of the source.

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { writeSource } from '../build/support/source.ts'
import { inFull, SLOW_MS } from '../helpers/slow-suite.ts'
import { dayAfter, EVENTS, QuietCatalogue } from './quiet-mornings.ts'

t.setTimeout(SLOW_MS)

const MORNINGS = inFull ? 120 : 20
const random = () => String(randomInt(2 ** 31))
const SEEDS = process.env.SEED ? [process.env.SEED] : ['1', ...(inFull ? [random(), random()] : [])]
/** Late in a month, so that its end is among the mornings of a short run. */
const FIRST_DAY = '2026-01-20'

for (const seed of SEEDS) {
  t.test(`${MORNINGS} mornings of a changing catalogue raise no alarm (SEED=${seed})`, async (t) => {
    const root = t.testdir({})
    const [source, out] = [join(root, 'source'), join(root, 'out')]
    const catalogue = new QuietCatalogue(seed, FIRST_DAY)
    for (let number = 0; number < MORNINGS; number++) {
      const day = dayAfter(FIRST_DAY, number)
      if (number > 0) catalogue.wake(day)
      // Now and then the daily job does not run.
      if (number % 17 === 13) continue
      const { files } = catalogue
      const ended = await runBuild(writeSource(source, files), out, '--as-of', `${day}T15:00:00Z`, '--json')
      t.same({ code: ended.code, stderr: ended.stderr }, { code: 0, stderr: '' }, day)
      const { hints } = JSON.parse(ended.stdout)
      t.same(hints, [], day)
      const { manifest } = await readPublished(out)
      const { broken_issuers, kept_offers } = manifest
      t.same({ broken_issuers, kept_offers }, { broken_issuers: [], kept_offers: 0 }, day)
      const { active = 0, scheduled = 0 } = manifest.counts.offers
      const listed = files.offers.filter(({ valid_until }) => valid_until === null || valid_until >= day)
      t.equal(active + scheduled, listed.length, `${day}: the lists hold the offers of the source`)
    }
    t.comment(JSON.stringify(catalogue.seen))
    for (const event of EVENTS) {
      // It takes weeks until the last offer of an issuer has ended.
      if (event !== 'went' || inFull) t.ok((catalogue.seen[event] ?? 0) > 0, `an offer or issuer ${event}`)
    }
  })
}
