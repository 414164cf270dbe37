// Broken issuers, and sources that are broken as a whole: the treatment of their offers, and the messages.

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { keptFolder } from '../helpers/kept-folder.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { ISSUERS, record, type SourceFiles, writeSource } from './support/source.ts'

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
const withoutNorte = [...sur, ...centro]

/** As scrapers spoil them: the end of the offer is a sentence. */
const spoiled = (offers: readonly SourceOffer[]) =>
  offers.map((each) => ({ ...each, valid_until: 'Todos los martes' }))

const id = (offer: SourceOffer) => mintOfferId(offer.issuer, offer.ref)

/** A folder in which days of March are built. */
function inFolder(root: string) {
  const out = join(root, 'out')
  const source = join(root, 'source')
  const build = async (day: number, files: SourceFiles, ...more: string[]) => {
    const moment = new Date(Date.UTC(2026, 2, day, 10)).toISOString()
    const ended = await runBuild(writeSource(source, files), out, '--as-of', moment, ...more)
    const published = await readPublished(out)
    const statusOf = async (offer: SourceOffer) => (await published.offerWith(id(offer)))?.status
    return { ...ended, ...published, statusOf, moment }
  }
  return { source, build }
}

const publishFirstDay = keptFolder(async (root) => {
  t.equal((await inFolder(root).build(1, { offers: all })).code, 0)
})

/** A folder with the first of March, which has all offers. */
const fromFirstDay = async (t: Test) => inFolder(await publishFirstDay(t.testdir({})))

async function secondDay(t: Test, offers: readonly unknown[], ...more: string[]) {
  return (await fromFirstDay(t)).build(2, { offers }, ...more)
}

t.test('an issuer that lost its offers is kept as last known, and all others are published', async (t) => {
  const changed = withoutNorte.map((each, n) => (n === 0 ? { ...each, title: 'New' } : each))
  const { code, stdout, stderr, manifest, offerWith, statusOf } = await secondDay(t, changed)
  t.equal(code, 0)
  const said =
    'banco-norte is broken (day 1 of 7): 11 of its 12 listed offers are gone; 12 offers are kept as last known'
  t.equal(stderr, `offers-build: ${said}\n`)
  t.match(
    stdout,
    new RegExp(`${said.replace(/[()]/g, '.')}\nPublished \\S+, data of 2026-03-02T10:00:00.000Z\n$`),
  )
  t.match(manifest, {
    kept_offers: 12,
    broken_issuers: [
      {
        issuer: 'banco-norte',
        since: '2026-03-02',
        days: 1,
        keep_days: 7,
        decision: 'keep',
        gone: 11,
        kept: 12,
      },
    ],
    changes: { withdrawn: 0, expired: 1, changed: 1 },
  })
  t.match(await offerWith(mintOfferId('banco-norte', 'n1')), {
    status: 'active',
    updated_at: '2026-03-01T10:00:00.000Z',
  })
  t.equal(await statusOf(norte[0] ?? record()), 'expired', 'an offer past its last day is expired')
})

t.test(
  'an issuer whose records are rejected is broken, too, and its good records are published',
  async (t) => {
    const mixed = [...spoiled(norte.slice(0, 11)), { ...norte[11], title: 'Norte, new' }]
    const { code, stdout, manifest, byTitle } = await secondDay(t, [...mixed, ...withoutNorte])
    t.equal(code, 0)
    t.match(stdout, 'banco-norte is broken (day 1 of 7): 11 of its 12 records are rejected')
    t.match(manifest, { source: { records: 41, rejected: 11 }, broken_issuers: [{ rejected: 11, kept: 11 }] })
    t.match(manifest.changes.by_issuer, { 'banco-norte': { rejected: 11 } })
    const titles = await byTitle()
    t.ok(titles.has('Norte, new'))
    t.ok(titles.has('Norte 5'), 'as last known')
  },
)

t.test(
  'kept offers are withdrawn after the allowed days in a row, and the issuer is named that day for the last time',
  async (t) => {
    const { build } = await fromFirstDay(t)
    const five = norte[5] ?? record()
    for (const day of [2, 3, 4]) {
      const { statusOf, stdout } = await build(day, { offers: withoutNorte }, '--keep-days', '3')
      t.equal(await statusOf(five), 'active')
      t.match(stdout, `banco-norte is broken (day ${day - 1} of 3)`)
    }
    const over = await build(5, { offers: withoutNorte }, '--keep-days', '3')
    t.equal(await over.statusOf(five), 'withdrawn')
    t.match(over.stderr, '(day 4 of 3): 11 of its 11 listed offers are gone; 12 offers are withdrawn today')
    const later = await build(6, { offers: withoutNorte }, '--keep-days', '3')
    t.same([later.manifest.broken_issuers, later.stderr], [[], ''])
    const back = await build(7, { offers: all }, '--keep-days', '3')
    t.same(back.manifest.broken_issuers, [])
    t.match(await back.offerWith(id(five)), { status: 'active', updated_at: back.moment })
    t.same(
      (await build(8, { offers: withoutNorte })).manifest.broken_issuers[0]?.days,
      1,
      'days count from 1 again',
    )
  },
)

t.test('an issuer that is repaired in time leaves no trace', async (t) => {
  const { build } = await fromFirstDay(t)
  const broken: unknown[][] = [withoutNorte, [...spoiled(norte), ...withoutNorte], withoutNorte]
  for (const [index, offers] of broken.entries()) await build(2 + index, { offers })
  const { manifest, offerWith } = await build(5, { offers: all })
  t.same(manifest.broken_issuers, [])
  t.match(manifest, {
    kept_offers: 0,
    changes: { changed: 0, returned: 0, withdrawn: 0 },
  })
  for (const offer of norte.slice(1)) {
    t.match(await offerWith(id(offer)), { updated_at: '2026-03-01T10:00:00.000Z' })
  }
})

t.test(
  'a rejected record withdraws nothing for the same number of days, and alone breaks no issuer',
  async (t) => {
    const { build, source } = await fromFirstDay(t)
    const [one = record(), ...others] = centro
    const day = async (number: number) => {
      const built = await build(
        number,
        { offers: [...norte, ...sur, ...others, ...spoiled([one])] },
        '--keep-days',
        '2',
      )
      t.same(built.manifest.broken_issuers, [])
      return built
    }
    t.equal(await (await day(2)).statusOf(one), 'active')
    const third = await day(3)
    t.equal(await third.statusOf(one), 'active')
    t.equal(third.manifest.kept_offers, 1)
    t.equal(await (await day(4)).statusOf(one), 'withdrawn')
    t.equal(await (await build(5, { offers: all })).statusOf(one), 'active')

    writeSource(source, { offers: [...norte, ...sur, ...others] })
    appendFileSync(join(source, 'offers.ndjson'), JSON.stringify(one).slice(0, 80))
    const { statusOf } = await build(6, { offers: null })
    t.equal(await statusOf(one), 'active', 'also if the line is cut off')
  },
)

t.test('keep also holds for an issuer that left issuers.json', async (t) => {
  const { build } = await fromFirstDay(t)
  const issuers = ISSUERS.filter(({ slug }) => slug !== 'banco-norte')
  const { body } = await build(2, { offers: withoutNorte, issuers })
  const { data } = JSON.parse((await body('/beta/issuers')) ?? '')
  t.match(data, [{ slug: 'banco-norte', offers_count: 11 }, { slug: 'banco-sur' }, { slug: 'muni-centro' }])
})

t.test('a source without offers never empties the catalogue, unless that is accepted', async (t) => {
  t.match(await secondDay(t, []), {
    code: 1,
    stderr: /the source is broken: 40 of 41 listed offers are gone/,
  })
  const { code, list, manifest } = await secondDay(t, [], '--on-broken', 'accept')
  t.equal(code, 0)
  const { data, meta } = await list({ limit: 25, offset: 0 })
  t.same(data, [])
  t.match(meta, { count: 0, total: 0 })
  t.match(manifest.counts.offers, { active: 0, withdrawn: 41 })
})
