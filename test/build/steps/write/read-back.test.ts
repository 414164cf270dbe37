// Answers that are read back are compared with the offers, so a mistake in the list of answers publishes nothing.

import t from 'tap'
import { type Checkable, checkAnswers } from '../../../../build/steps/write/read-back.ts'
import {
  encodeTargetTable,
  type NamedTargetEntry,
  TargetTable,
} from '../../../../contract/release/target-table.ts'
import { valueAt } from '../../../../lib/lists.ts'
import { SHORT_MS } from '../../../helpers/slow-suite.ts'
import { renderRelease } from '../../support/rendered.ts'
import { records } from '../../support/source.ts'

t.setTimeout(SHORT_MS)

const { output, release, table } = await renderRelease(t.testdir({}), {
  offers: [...records(130), ...records(2, { valid_until: '2026-02-01' }, 130)],
})
const entries: readonly NamedTargetEntry[] = [...new TargetTable(table.bytes)]

const check = (changed: readonly NamedTargetEntry[], of: Partial<Checkable> = {}) =>
  checkAnswers(new TargetTable(encodeTargetTable(changed)), output.reader, { ...release, ...of })

/** The targets that begin so, in their order. The first of each route is always read. */
const targetsOf = (start: string) =>
  entries.map(({ target }) => target).filter((each) => each.startsWith(start))

const byTarget = new Map(entries.map((entry) => [entry.target, entry]))
const entryOf = (target = '') => valueAt(byTarget, target)

/** The entries with the answers of two targets exchanged. */
function exchanged(one = '', other = ''): NamedTargetEntry[] {
  const swap = new Map([
    [one, other],
    [other, one],
  ])
  return entries.map((entry) => ({
    ...entryOf(swap.get(entry.target) ?? entry.target),
    target: entry.target,
  }))
}

t.test('the answers of a release are right', async (t) => {
  await t.resolves(check(entries))
})

const [page, nextPage] = targetsOf('/beta/offers?category=')
const [detail, nextDetail] = targetsOf('/beta/offers/')
const [changes, nextChanges] = targetsOf('/beta/changes?')
const [home, otherHome] = ['/', '/reference']

for (const [one, other] of [
  [page, nextPage],
  [detail, nextDetail],
  [changes, nextChanges],
  [home, otherHome],
  ['/beta/issuers', '/beta/categories'],
  ['/beta/comunas', '/beta/categories'],
  ['/beta/openapi.json', '/beta/issuers'],
  ['/beta/snapshot?kind=demo', '/beta/snapshot?kind=named'],
]) {
  t.test(`${one} and ${other} may not be exchanged`, async (t) => {
    await t.rejects(check(exchanged(one, other)), {
      code: 'not-verified',
      message: ': not the answer to this',
    })
  })
}

const faults: [name: string, changed: NamedTargetEntry[], message: string][] = [
  [
    'a wrong total',
    entries.map((entry) => (entry.target === page ? { ...entry, total: 7 } : entry)),
    `${page}: not the answer to this`,
  ],
  ['a missing page', entries.filter(({ target }) => target !== nextPage), 'offers: expected '],
  [
    'a missing offer',
    entries.filter(({ target }) => target !== nextDetail),
    'offer: expected 132 answers, found 131',
  ],
  [
    'a missing page of changes',
    entries.filter(({ target }) => target !== nextChanges),
    'changes: expected 8 answers, found 7',
  ],
  [
    'no list of issuers',
    entries.filter(({ target }) => target !== '/beta/issuers'),
    'issuers: expected 1 answers, found 0',
  ],
  [
    'an answer too many',
    [...entries, { ...entryOf(detail), target: '/beta/offers/off_bbbbbbbbbbbbbbbb' }],
    'offer: expected 132 answers, found 133',
  ],
  [
    'a target without a route',
    [...entries, { ...entryOf(detail), target: '/v9/offers' }],
    '/v9/offers: has no route',
  ],
]

for (const [name, changed, message] of faults) {
  t.test(`${name} is a fault`, async (t) => {
    await t.rejects(check(changed), { code: 'not-verified', message })
  })
}

t.test('a page of another day is a fault', async (t) => {
  const date = { ...release.date, data_as_of: '2026-03-02T10:00:00.000Z' }
  await t.rejects(check(entries, { date }), { code: 'not-verified' })
})
