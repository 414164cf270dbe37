// An answer that no gateway would read is an error that names what makes it long.

import t from 'tap'
import { buildTargetTable } from '../../../../build/steps/write/build-target-table.ts'
import { MAX_BODY_BYTES } from '../../../../contract/release/layout.ts'
import { valueAt } from '../../../../lib/lists.ts'
import { renderRelease } from '../../support/rendered.ts'
import { record } from '../../support/source.ts'

const titles = ['Short', 'The longest of them', 'Short']
const offers = titles.map((title, index) => record({ ref: `ref-${index}`, title }))
const { release } = await renderRelease(t.testdir({}), { offers })

/** The error if the first answer of this kind were too large. */
function errorFor(kind: 'page' | 'finished', change: Partial<typeof release> = {}): unknown {
  const answer = release.answers.find((each) => each.kind === kind)
  if (!answer) throw new Error(`no ${kind}`)
  const size = MAX_BODY_BYTES + 1
  const bodies = new Map(release.bodies).set(answer, { ...valueAt(release.bodies, answer), size })
  try {
    return buildTargetTable({ ...release, ...change, bodies })
  } catch (error) {
    return error
  }
}

t.test('of a page it names the longest offer, and its issuer', async (t) => {
  t.match(errorFor('page'), {
    code: 'bad-source',
    message:
      /^\/beta\/offers.*: its answer would have 67\.1 MB; .* Its longest offer is off_\w+ of banco-norte, "The longest of them", with \d+ bytes: shorten its texts$/,
  })
})

t.test('of a page with a kept offer it names the way to end it', async (t) => {
  const readable = release.readable.map((offer) => ({ ...offer, keptSince: '2026-02-01' }))
  t.match(errorFor('page', { readable }), {
    message: /shorten its texts, or let it end with --on-broken accept:banco-norte$/,
  })
})

t.test('of another answer it names the address', async (t) => {
  t.match(errorFor('finished'), { message: /^\/\S*: its answer would have 67\.1 MB; [^.]*67\.1 MB$/ })
})
