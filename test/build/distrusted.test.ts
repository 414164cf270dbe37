// Issuers whose data changed as a whole overnight: nothing wrong is published, no offer is lost, and the reason is named.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Offer } from '../../contract/offers/offer.ts'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { keptFolder } from '../helpers/kept-folder.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { record, writeSource } from './support/source.ts'

t.setTimeout(SLOW_MS)

const norte = Array.from({ length: 12 }, (_, n) =>
  record({ ref: `n${n}`, title: `Norte ${n}`, valid_from: '2026-01-02', valid_until: '2026-12-10' }),
)
const centro = Array.from({ length: 20 }, (_, n) =>
  record({ ref: `c${n}`, title: `Centro ${n}`, issuer: 'muni-centro' }),
)
const all = [...norte, ...centro]
const added = record({ ref: 'new', title: 'Norte, new' })

const changed = (offers: readonly SourceOffer[], changes: Partial<SourceOffer>) =>
  offers.map((each) => ({ ...each, ...changes }))
const withBenefit = (changes: Partial<SourceOffer['benefit']>) => ({
  benefit: { ...record().benefit, ...changes },
})

interface Breakage {
  name: string
  changes: Partial<SourceOffer>
  reason: { reason: string; member: string }
  said: string
  /** The texts of the page. */
  words: string
}

const SCALED = 'most amounts that changed are 10, 100 or 1,000 times higher or lower'

/** A fault of a converter in all offers, and the report of the build. */
const BREAKAGES: Breakage[] = [
  {
    name: 'ends are gone',
    changes: { valid_until: null },
    reason: { reason: 'lost', member: 'valid_until' },
    said: 'valid_until: 12 of 12 lost, e.g. n0: 2026-12-10 → null',
    words: 'most offers lost their <code>valid_until</code>',
  },
  {
    name: 'days are swapped',
    changes: { valid_from: '2026-02-01', valid_until: '2026-10-12' },
    reason: { reason: 'swapped_days', member: 'valid_from/valid_until' },
    said: 'valid_from/valid_until: 24 of 24 changes exchange day and month, e.g. n0: 2026-01-02 → 2026-02-01',
    words: 'day and month are swapped in most dates that changed',
  },
  {
    name: 'values are ten times theirs',
    changes: withBenefit({ kind: 'amount', value: 200, currency: 'CLP' }),
    reason: { reason: 'scaled', member: 'benefit.value/benefit.cap' },
    said: 'benefit.value/benefit.cap: 12 of 12 changes are by the same power of ten, e.g. n0: 20 → 200',
    words: SCALED,
  },
  {
    name: 'percentages are fractions',
    changes: withBenefit({ value: 0.2 }),
    reason: { reason: 'scaled', member: 'benefit.value/benefit.cap' },
    said: 'benefit.value/benefit.cap: 12 of 12 changes are by the same power of ten, e.g. n0: 20 → 0.2',
    words: SCALED,
  },
  {
    name: 'all benefits are other',
    changes: withBenefit({ kind: 'other', value: null }),
    reason: { reason: 'lost', member: 'benefit.value' },
    said: 'benefit.value: 12 of 12 lost, e.g. n0: 20 → null',
    words: 'most offers lost their <code>benefit.value</code>',
  },
  {
    name: 'links are gone',
    changes: { url: null },
    reason: { reason: 'lost', member: 'url' },
    said: 'url: 12 of 12 lost, e.g. n0: https://banco.example/1 → null',
    words: 'most offers lost their <code>url</code>',
  },
]

/** A folder in which days of March are built. */
function inFolder(root: string) {
  const out = join(root, 'out')
  const source = join(root, 'source')
  const build = async (day: number, offers: readonly unknown[], ...more: string[]) => {
    const moment = new Date(Date.UTC(2026, 2, day, 10)).toISOString()
    const ended = await runBuild(writeSource(source, { offers }), out, '--as-of', moment, ...more)
    const published = await readPublished(out)
    const norteOffers = () =>
      Promise.all(norte.map(({ issuer, ref }) => published.offerWith(mintOfferId(issuer, ref))))
    return { ...ended, ...published, norteOffers, moment }
  }
  return { build, out, source }
}

let known: (Offer | undefined)[]

const publishFirstDay = keptFolder(async (root) => {
  const first = await inFolder(root).build(1, all)
  t.equal(first.code, 0)
  known = await first.norteOffers()
})

/** A folder with the first of March, which has all offers. */
const fromFirstDay = async (t: Test) => inFolder(await publishFirstDay(t.testdir({})))

for (const { name, changes, reason, said, words } of BREAKAGES) {
  t.test(`${name}: known offers are kept, new ones wait, and other issuers are published`, async (t) => {
    const { build, out, source } = await fromFirstDay(t)
    const others = changed(centro.slice(0, 1), { title: 'Centro, new' })
    const spoiled = [...changed(norte, changes), added, ...others, ...centro.slice(1)]
    writeSource(source, { offers: spoiled })
    const check = await offersBuild(['check', '--source', source, '--previous', out, '--as-of', '2026-03-02'])
    const day = await build(2, spoiled)
    t.equal(day.code, 0)
    const line = `banco-norte is broken (day 1 of 7): ${said}; 12 offers are kept as last known, and new ones wait`
    t.equal(day.stderr, `offers-build: ${line}\n`)
    t.ok(day.stdout.includes(line))
    t.same(await day.norteOffers(), known)
    const titles = await day.byTitle()
    t.notOk(titles.has('Norte, new'))
    t.ok(titles.has('Centro, new'))
    t.ok(check.stdout.includes(said), 'check reports it before')
    t.match(day.manifest.broken_issuers, [{ issuer: 'banco-norte', kept: 12, reasons: [reason] }])
    const { stdout } = await offersBuild(['releases', '--out', out])
    t.match(stdout, /banco-norte$/m)
    const page = `since 2026-03-02: ${words}. 12 offers are shown as last known.`
    t.match(await day.body('/'), page)
    t.match(day.manifest, { kept_offers: 12, changes: { added: 0, changed: 1, withdrawn: 0 } })

    const mended = await build(3, [...norte, added, ...others, ...centro.slice(1)])
    t.same(mended.manifest.broken_issuers, [])
    t.match(mended.manifest, { kept_offers: 0, changes: { added: 1, changed: 0 } })
    t.same(await mended.norteOffers(), known, 'no trace is left')
  })
}

t.test('after the allowed days in a row the source is accepted, and the next day is complete', async (t) => {
  const { build } = await fromFirstDay(t)
  const spoiled = [...changed(norte, { valid_until: null }), added, ...centro]
  for (const day of [2, 3, 4]) {
    const { manifest, norteOffers } = await build(day, spoiled, '--keep-days', '3')
    t.match(manifest.broken_issuers, [{ days: day - 1, kept: 12, reasons: [{ reason: 'lost' }] }])
    t.same(await norteOffers(), known)
  }
  const believed = await build(5, spoiled, '--keep-days', '3')
  t.match(
    believed.stderr,
    '(day 4 of 3): valid_until: 12 of 12 lost, e.g. n0: 2026-12-10 → null; its records are published as they are: it has been broken for more than 3 days',
  )
  t.match(
    await believed.norteOffers(),
    norte.map(() => ({ valid_until: null, updated_at: believed.moment })),
  )
  t.ok((await believed.byTitle()).has('Norte, new'))
  t.same((await build(6, spoiled, '--keep-days', '3')).manifest.broken_issuers, [])
})

t.test('a kept offer ends on its own day, and the others are still kept', async (t) => {
  const { build } = await fromFirstDay(t)
  const ending = norte.map((each, n) => ({ ...each, valid_until: n < 6 ? '2026-03-03' : each.valid_until }))
  await build(2, [...ending, ...centro])
  const spoiled = [...changed(ending, { url: null }), ...centro]
  for (const number of [3, 4]) await build(number, spoiled)
  const day = await build(5, spoiled)
  t.match(day.manifest, { broken_issuers: [{ days: 3, reasons: [{ of: 6, changed: 6 }] }] })
  const offers = await day.norteOffers()
  t.same(
    offers.map((offer) => offer?.status),
    norte.map((_, n) => (n < 6 ? 'expired' : 'active')),
  )
  for (const offer of offers) t.equal(offer?.url, 'https://banco.example/1')
})

t.test('building the same source again does nothing', async (t) => {
  const { build } = await fromFirstDay(t)
  const spoiled = [...changed(norte, { url: null }), ...centro]
  const { manifest } = await build(2, spoiled)
  const again = await build(2, spoiled)
  t.match(again.stdout, 'Nothing to do')
  t.same(again.manifest, manifest)
})

t.test('accept publishes the new data of one issuer or of all; refuse publishes nothing', async (t) => {
  const { build } = await fromFirstDay(t)
  const spoiled = [...changed(norte, { url: null }), ...centro]
  const refused = await build(2, spoiled, '--on-broken', 'refuse:banco-norte')
  t.equal(refused.code, 1)
  t.match(refused.stderr, /banco-norte is broken \(day 1\): url: 12 of 12 lost, .*; refused by --on-broken/)
  t.same(await refused.norteOffers(), known)
  const accepted = await build(3, spoiled, '--on-broken', 'accept:banco-norte')
  t.match(accepted.manifest.broken_issuers, [{ decision: 'accept', kept: 0, withdrawn: 0 }])
  t.match(
    await accepted.norteOffers(),
    norte.map(() => ({ url: null })),
  )
  t.same((await build(4, spoiled)).manifest.broken_issuers, [])
})

t.test('a source that changed so as a whole is refused, unless that is accepted for all', async (t) => {
  const { build, out, source } = await fromFirstDay(t)
  const spoiled = changed(all, { url: null })
  const single = ['--on-broken', 'accept:banco-norte']
  for (const [words, counts] of [
    [[], '32 of 32'],
    [single, '20 of 20'],
  ] as const) {
    const refused = await build(2, spoiled, ...words)
    t.equal(refused.code, 1)
    t.match(refused.stderr, `the source is broken: url: ${counts} lost, e.g. `)
    t.match(refused.stdout, 'Refused (broken-source)')
    t.same(await refused.norteOffers(), known)
  }
  const check = await offersBuild(['check', '--source', source, '--previous', out, '--as-of', '2026-03-02'])
  t.match(check.stdout, 'banco-norte is broken (day 1 of 7): url: 12 of 12 lost')
  const accepted = await build(3, spoiled, '--on-broken', 'accept')
  t.match(
    await accepted.norteOffers(),
    norte.map(() => ({ url: null })),
  )
})
