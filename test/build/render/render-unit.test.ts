// Threads write the bodies that the contract defines.

import { join } from 'node:path'
import t from 'tap'
import { editionIn } from '../../../contract/api/edition.ts'
import { parseListQuery } from '../../../contract/api/list-query.ts'
import { splitTarget } from '../../../contract/api/request-target.ts'
import { listBody } from '../../../contract/api/responses.ts'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { CATALOGUE, records, writeSource } from '../support/source.ts'

t.setTimeout(MINUTE_MS)

t.test('every page is listBody of the offers that match, found by plain filtering', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source'), { offers: records(260) }), out, '--threads', '2')
  const { body, byTitle, targets } = await readPublished(out)
  const offers = [...(await byTitle()).values()]
  let pages = 0
  for (const target of targets) {
    const { path, search } = splitTarget(target)
    const parsed = parseListQuery(search)
    if (path !== '/beta/offers' || !('query' in parsed)) continue
    const { issuer, category, comuna, limit, offset } = parsed.query
    const matching = offers.filter(
      (offer) =>
        (!issuer || offer.issuer.slug === issuer) &&
        (!category || offer.category.slug === category) &&
        (!comuna || offer.comunas.some(({ slug }) => slug === comuna)),
    )
    const lines = matching.slice(offset, offset + limit).map((offer) => Buffer.from(jsonLine(offer)))
    const window = { count: lines.length, total: matching.length, limit, offset }
    if ((await body(target)) !== listBody(lines, editionIn(CURRENT_VERSION, CATALOGUE), window).toString())
      t.fail(target)
    pages += 1
  }
  t.ok(pages > 100)
})
