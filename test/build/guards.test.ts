// What the build refuses to publish, and what it says about it.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { ISSUERS, record, writeSource } from './support/source.ts'

t.setTimeout(SLOW_MS)

const norte = Array.from({ length: 12 }, (_, n) =>
  record({ ref: `n${n}`, title: `Norte ${n}`, valid_until: n === 0 ? '2026-03-01' : null }),
)
const sur = Array.from({ length: 9 }, (_, n) =>
  record({ ref: `s${n}`, title: `Sur ${n}`, issuer: 'banco-sur' }),
)
const centro = Array.from({ length: 20 }, (_, n) =>
  record({ ref: `c${n}`, title: `Centro ${n}`, issuer: 'muni-centro' }),
)
const all = [...norte, ...sur, ...centro]

async function secondDay(t: Test, offers: readonly unknown[], ...more: string[]) {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source'), { offers: all }), out)
  const source = writeSource(join(root, 'source'), { offers })
  const ended = await runBuild(source, out, '--as-of', '2026-03-02T10:00:00Z', ...more)
  return { ...ended, root, out, ...(await readPublished(out)) }
}

const withoutNorte = [...sur, ...centro]

t.test('an issuer that loses more than half of its offers is refused, by name and number', async (t) => {
  const { code, stderr, stdout, manifest } = await secondDay(t, withoutNorte)
  t.equal(code, 1)
  t.match(
    stderr,
    'offers-build: banco-norte lost 11 of its 12 offers since the last release (1 more ended on their day)',
  )
  t.match(stdout, 'Refused (shrunk)')
  t.equal(manifest.data_as_of, '2026-03-01T10:00:00.000Z', 'the last release stands')
})

t.test('keep carries over all that the issuer had, in the state of today', async (t) => {
  const { code, stdout, manifest, offerWith } = await secondDay(t, withoutNorte, '--on-shrink', 'keep')
  t.equal(code, 0)
  t.match(stdout, '12 kept as last known')
  t.same(manifest.guards.shrink, [
    { issuer: 'banco-norte', before: 12, lost: 11, ended: 1, decision: 'keep', kept: 12 },
  ])
  t.match(manifest.changes, { withdrawn: 0, expired: 1 })
  t.match(await offerWith(mintOfferId('banco-norte', 'n1')), {
    status: 'active',
    updated_at: '2026-03-01T10:00:00.000Z',
  })
  t.match(await offerWith(mintOfferId('banco-norte', 'n0')), { status: 'expired' })
})

t.test('keep outlives the issuer in issuers.json', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  await runBuild(writeSource(join(root, 'source'), { offers: all }), out)
  const issuers = ISSUERS.filter(({ slug }) => slug !== 'banco-norte')
  const source = writeSource(join(root, 'source'), { offers: withoutNorte, issuers })
  await runBuild(source, out, '--as-of', '2026-03-02T10:00:00Z', '--on-shrink', 'keep')
  const { body } = await readPublished(out)
  const { data } = JSON.parse((await body('/beta/issuers')) ?? '')
  t.match(data, [{ slug: 'banco-norte', offers_count: 11 }, { slug: 'banco-sur' }, { slug: 'muni-centro' }])
})

t.test('accept withdraws them', async (t) => {
  const { code, manifest, offerWith } = await secondDay(t, withoutNorte, '--on-shrink', 'accept')
  t.equal(code, 0)
  t.match(manifest.guards.shrink, [{ issuer: 'banco-norte', decision: 'accept', kept: 0 }])
  t.equal(manifest.changes.withdrawn, 12)
  t.match(await offerWith(mintOfferId('banco-norte', 'n1')), { status: 'withdrawn' })
})

t.test('a decision for one issuer is for that one', async (t) => {
  const both = await secondDay(t, sur, '--on-shrink', 'keep:banco-norte')
  t.equal(both.code, 1)
  t.match(both.stderr, 'muni-centro lost 20 of its 20')
  t.notMatch(both.stderr, 'banco-norte lost')
  const decided = await secondDay(
    t,
    sur,
    '--on-shrink',
    'keep:banco-norte',
    '--on-shrink',
    'accept:muni-centro',
  )
  t.equal(decided.code, 0)
  t.match(decided.manifest.guards.shrink, [{ decision: 'keep' }, { decision: 'accept' }])
})

t.test('half is not more than half, and a handful may go', async (t) => {
  t.equal((await secondDay(t, [...norte, ...sur, ...centro.slice(10)])).code, 0)
  t.equal((await secondDay(t, [...norte, ...sur, ...centro.slice(11)])).code, 1)
  t.equal((await secondDay(t, [...norte, ...centro])).code, 0)
})

t.test('offers that end on the day that was known are no loss', async (t) => {
  const root = t.testdir({})
  const out = join(root, 'out')
  const ending = norte.map((each) => ({ ...each, valid_until: '2026-03-01' }))
  await runBuild(writeSource(join(root, 'source'), { offers: [...ending, ...sur] }), out)
  const source = writeSource(join(root, 'source'), { offers: sur })
  t.equal((await runBuild(source, out, '--as-of', '2026-03-02T10:00:00Z')).code, 0)
})

t.test('offers that are there, but suddenly over, are lost', async (t) => {
  const over = centro.map((each) => ({ ...each, valid_until: '2026-02-01' }))
  t.match((await secondDay(t, [...norte, ...sur, ...over])).stderr, 'muni-centro lost 20 of its 20')
  const kept = await secondDay(t, [...norte, ...sur, ...over], '--on-shrink', 'keep')
  t.match(await kept.offerWith(mintOfferId('muni-centro', 'c1')), {
    status: 'active',
    valid_until: '2026-12-31',
  })
})

t.test('offers whose records are rejected are lost', async (t) => {
  const bad = centro.map((each) => ({ ...each, title: '' }))
  const { stderr } = await secondDay(t, [...norte, ...sur, ...bad], '--max-rejected', '100%')
  t.match(stderr, 'muni-centro lost 20 of its 20')
})

t.test('a source without offers never empties the catalogue, unless that is accepted', async (t) => {
  t.equal((await secondDay(t, [])).code, 1)
  const { code, list, manifest } = await secondDay(t, [], '--on-shrink', 'accept')
  t.equal(code, 0)
  t.match(await list({ limit: 25, offset: 0 }), { data: [], meta: { count: 0, total: 0 } })
  t.match(manifest.counts.offers, { active: 0, withdrawn: 41 })
})

t.test('records may be rejected up to a number or a share', async (t) => {
  const bad = [...all, { ref: 'bad' }, 'bad']
  for (const [allowed, code] of [
    ['2', 0],
    ['1', 1],
    ['0', 1],
    ['5%', 0],
    ['4.6%', 1],
    ['0%', 1],
    ['100%', 0],
  ] as const) {
    const ended = await secondDay(t, bad, '--max-rejected', allowed)
    t.equal(ended.code, code, allowed)
    if (code === 0) t.match(ended.manifest.guards.rejects, { records: 43, rejected: 2, decision: 'passed' })
    else t.match(ended.stderr, `2 of 43 records are rejected, more than the ${allowed} allowed`)
  }
})

t.test('exactly the share is allowed', async (t) => {
  const offers = [...all.slice(0, 38), {}, {}]
  t.equal((await secondDay(t, offers, '--max-rejected', '5%')).code, 0)
})
