// Rows that a converter could not turn into records: they count as rejects, and withdraw no offer.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { record, writeSource } from './support/source.ts'

t.setTimeout(SLOW_MS)

const norte = Array.from({ length: 12 }, (_, n) => record({ ref: `n${n}` }))
const centro = Array.from({ length: 30 }, (_, n) => record({ ref: `c${n}`, issuer: 'muni-centro' }))
const shared = ['banco-norte', 'muni-centro'].map((issuer) => record({ ref: 'shared', issuer }))
const all = [...norte, ...centro, ...shared]

const row = (ref: string | null, issuer: string | null = null) => ({
  ...{ issuer, ref, at: 'ofertas.csv:12' },
  errors: [{ field: 'Hasta', found: 'pronto', expected: 'a day' }],
})

/** The second day, on which some records are rows that were rejected. */
async function secondDay(t: Test, refs: readonly string[], rows: readonly unknown[]) {
  const root = t.testdir({})
  const [out, source] = [join(root, 'out'), join(root, 'source')]
  const build = (day: string) => runBuild(source, out, '--as-of', day)
  writeSource(source, { offers: all })
  t.equal((await build('2026-03-01')).code, 0)
  writeSource(source, { offers: all.filter(({ ref }) => !refs.includes(ref)) })
  writeFileSync(join(source, 'rejected.ndjson'), rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const check = await offersBuild(['check', '--source', source, '--previous', out, '--as-of', '2026-03-02'])
  const ended = await build('2026-03-02')
  const { manifest, offerWith } = await readPublished(out)
  const statusOf = async (issuer: string, ref: string) => (await offerWith(mintOfferId(issuer, ref)))?.status
  return { ...ended, check, manifest, statusOf }
}

t.test('an offer whose row was rejected is kept as last known, with its issuer named or not', async (t) => {
  const { stdout, check, manifest, statusOf } = await secondDay(
    t,
    ['n0', 'c0', 'c1'],
    [row('c0', 'muni-centro'), row('n0')],
  )
  t.equal(await statusOf('banco-norte', 'n0'), 'active')
  t.equal(await statusOf('muni-centro', 'c0'), 'active')
  t.equal(await statusOf('muni-centro', 'c1'), 'withdrawn', 'an offer without a row is withdrawn')
  t.match(manifest, { source: { records: 43, rejected: 2 }, kept_offers: 2 })
  t.same(manifest.broken_issuers, [])
  for (const text of [stdout, check.stdout]) {
    t.match(text, '1 × banco-norte Hasta: not a day, e.g. pronto (line 12)')
  }
})

t.test('a row that may belong to two offers, or to none, counts for the source alone', async (t) => {
  const rows = [row('shared'), row(null), row('never')]
  const { manifest, statusOf } = await secondDay(t, ['shared'], rows)
  t.equal(await statusOf('banco-norte', 'shared'), 'withdrawn')
  t.match(manifest, { source: { rejected: 3 }, kept_offers: 0 })
  t.same(manifest.broken_issuers, [])
})

t.test('many rows of an issuer break it, and more than half of all break the source', async (t) => {
  const refs = norte.map(({ ref }) => ref)
  const { manifest } = await secondDay(
    t,
    refs,
    refs.map((ref) => row(ref, 'banco-norte')),
  )
  t.match(manifest.broken_issuers, [{ issuer: 'banco-norte', records: 13, rejected: 12, kept: 12 }])
  const { code, stderr } = await secondDay(t, [], Array(45).fill(row(null)))
  t.equal(code, 1)
  t.match(stderr, 'the source is broken: 45 of 89 records are rejected')
})
