// Refs that would give the ids of an issuer to other offers: what is known is kept, however long that lasts, until the refs
// are as before or the operator accepts. The others are published.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceIssuer, SourceOffer } from '../../contract/offers/source.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { shopName } from './support/shop-names.ts'
import { ISSUERS, ONE_LIST, record, records, type SourceFiles, writeSource } from './support/source.ts'

t.setTimeout(SLOW_MS)

type Named = Pick<SourceOffer, 'title' | 'merchant' | 'url'> & Partial<SourceOffer>

const shops = (first: number, count: number): Named[] =>
  Array.from({ length: count }, (_, index) => {
    const number = first + index
    return { title: `${number}% off`, merchant: shopName(number), url: `https://a.example/${number}` }
  })

/** Records whose refs count the rows. */
const numbered = (rows: readonly Named[]) =>
  rows.map((each, index) => record({ ...ONE_LIST, ref: `${index + 1}`, ...each }))
const others = records(12, { ...ONE_LIST, issuer: 'banco-sur' })

/** @param files of each day, next to its offers */
function days(t: Test, files: SourceFiles = {}) {
  const root = t.testdir({})
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  const moment = (day: number) => new Date(Date.UTC(2026, 2, day, 10)).toISOString()
  return {
    out,
    source,
    async build(day: number, offers: readonly SourceOffer[], ...more: string[]) {
      writeSource(source, { ...files, offers })
      const ended = await runBuild(source, out, '--as-of', moment(day), ...more)
      const published = await readPublished(out)
      /** What the ids of an issuer name, by their number. */
      const names = async (count: number, issuer = 'banco-norte') => {
        const ids = Array.from({ length: count }, (_, index) => mintOfferId(issuer, `${index + 1}`))
        return Promise.all(ids.map(async (id) => (await published.offerWith(id))?.merchant))
      }
      return { ...ended, ...published, names }
    },
    check: (day: number) =>
      offersBuild(
        ['check', '--source', source, '--previous', out, '--as-of', moment(day)],
        Date.parse(moment(day)),
      ),
  }
}

const merchants = (rows: readonly Named[]) => rows.map(({ merchant }) => merchant)

for (const [name, rest] of [
  ['with other issuers', others],
  ['as the only issuer', []],
] as const) {
  t.test(`a row on top, ${name}: known offers are kept on day 2, 9 and 30`, async (t) => {
    const { build, check } = days(t)
    const rows = shops(1, 12)
    t.equal((await build(1, [...numbered(rows), ...rest])).code, 0)
    const shifted = [...numbered([...shops(99, 1), ...rows]), ...rest]
    for (const day of [2, 9, 30]) {
      const { code, stderr, names, manifest, byTitle } = await build(day, shifted)
      t.equal(code, 0, stderr)
      t.equal(
        stderr,
        `offers-build: banco-norte is broken (day ${day - 1}): ref: 11 of 12 records are offers that another ref named before, e.g. 2: "2% off, ${shopName(2)}" → "1% off, ${shopName(1)}"; 3: "3% off, ${shopName(3)}" → "2% off, ${shopName(2)}" (the refs seem to number the rows: identify offers by something that stays); 12 offers are kept as last known until they end, and new ones wait until the refs are as before; --on-broken accept:banco-norte publishes what came\n`,
      )
      t.same(await names(12), merchants(rows))
      t.notOk((await byTitle()).has('99% off'))
      t.match(manifest.broken_issuers, [
        {
          issuer: 'banco-norte',
          days: day - 1,
          kept: 12,
          reasons: [{ reason: 'moved_refs', member: 'ref' }],
        },
      ])
    }
    t.match((await check(31)).stdout, 'banco-norte is broken (day 30): ref: 11 of 12')

    const accepted = await build(32, shifted, '--on-broken', 'accept:banco-norte')
    t.equal(accepted.code, 0, accepted.stderr)
    t.same(await accepted.names(12), merchants(rows), 'each id names the offer that it named')
    t.match(accepted.stdout, '13 refs name another offer than yesterday: 12 moved, 1 new')
    t.ok((await accepted.byTitle()).has('99% off'))
    const quiet = await build(33, shifted)
    t.same([quiet.code, quiet.stderr], [0, ''])
  })
}

t.test('what is noticed: rows on top, further down, removed, refs replaced by positions', async (t) => {
  const [four, eight] = [shops(1, 4), shops(11, 8)]
  const [rows, more, most] = [shops(21, 12), shops(41, 12), shops(61, 12)]
  /** Each of an issuer. */
  const table: [name: string, before: Named[], now: Named[]][] = [
    ['on top of four', four, [...shops(99, 1), ...four]],
    ['near the top of eight', eight, [...eight.slice(0, 2), ...shops(98, 1), ...eight.slice(2)]],
    ['the first removed', rows, rows.slice(1)],
    ['the first half removed', more, more.slice(6)],
    ['in another order', most, most.toReversed()],
  ]
  const issuers = table.map((_, index) => ({ ...(ISSUERS[0] as SourceIssuer), slug: `banco-${index}` }))
  const offersOf = (all: readonly Named[][]) =>
    all.flatMap((named, index) => numbered(named).map((each) => ({ ...each, issuer: `banco-${index}` })))
  const { build } = days(t, { issuers: [...ISSUERS, ...issuers] })
  await build(1, [...offersOf(table.map(([, before]) => before)), ...others])
  const { code, stderr, names } = await build(2, [...offersOf(table.map(([, , now]) => now)), ...others])
  t.equal(code, 0, stderr)
  for (const [index, [name, before]] of table.entries()) {
    const noticed = 'is broken \\(day 1\\): .*ref: \\d+ of \\d+ records are offers that another ref'
    t.match(stderr, new RegExp(`banco-${index} ${noticed}`), name)
    t.same(await names(before.length, `banco-${index}`), merchants(before), name)
  }
})

t.test(
  'an issuer is held as long as most of its refs have moved, and its ids are right afterwards',
  async (t) => {
    const { build } = days(t)
    const rows = shops(1, 4)
    await build(1, [...numbered(rows), ...others])
    await build(2, [...numbered([...shops(90, 1), ...rows]), ...others])
    const stillHeld = await build(30, [...numbered([...shops(91, 1), ...rows]), ...others])
    t.match(stillHeld.stderr, 'banco-norte is broken (day 29): ref: 3 of 4')
    t.same(await stillHeld.names(4), merchants(rows))
    // Two rows more on top: two of four records are the offers of other refs.
    const { stdout, names, byTitle } = await build(31, [...numbered([...shops(90, 2), ...rows]), ...others])
    t.match(stdout, '6 refs name another offer than yesterday: 4 moved, 2 new')
    t.same(await names(4), merchants(rows))
    t.ok((await byTitle()).has('91% off'))
  },
)

t.test('refs as before heal by themselves, and no trace is left', async (t) => {
  const { build } = days(t)
  const rows = shops(1, 12)
  const { manifest } = await build(1, [...numbered(rows), ...others])
  for (const day of [2, 20]) await build(day, [...numbered([...shops(99, 1), ...rows]), ...others])
  const healed = await build(21, [...numbered([...rows, ...shops(99, 1)]), ...others])
  t.same([healed.code, healed.stderr], [0, ''])
  t.same(await healed.names(13), merchants([...rows, ...shops(99, 1)]))
  t.match(healed.manifest, { kept_offers: 0, changes: { added: 1, changed: 0, withdrawn: 0 } })
  t.not(healed.manifest.id, manifest.id)
})

t.test(
  'ends still end offers, and a rejected record is kept for its days after the refs are as before',
  async (t) => {
    const { build } = days(t)
    const rows = shops(1, 12).map((each, index) => ({
      ...each,
      valid_until: index < 6 ? '2026-03-10' : null,
    }))
    await build(1, [...numbered(rows), ...others])
    const shifted = [...numbered([...shops(99, 1), ...rows]), ...others]
    await build(2, shifted)
    const later = await build(12, shifted, '--keep-days', '1')
    t.equal(later.code, 0)
    t.match(later.manifest.counts.offers, { active: 18, expired: 6, withdrawn: 0 })
    const [, ...good] = numbered(rows.toReversed())
    t.equal(good.length, 11)
    const bad = { ...record({ ...ONE_LIST, ref: '12', ...rows[11] }), valid_from: 'pronto' }
    const healed = await build(13, [...numbered(rows).slice(0, 11), bad as SourceOffer, ...others])
    t.equal(healed.stderr, '')
    t.match(healed.manifest, { kept_offers: 1, changes: { withdrawn: 0, rejected: 1 } })
  },
)

t.test(
  'a list of a month under the refs of the last one is noticed on the first and two days later',
  async (t) => {
    for (const day of [32, 34]) {
      await t.test(`on day ${day}`, async (t) => {
        const { build } = days(t)
        const march = shops(1, 12).map((each) => ({ ...each, valid_until: '2026-03-31' }))
        await build(1, [...numbered(march), ...others])
        if (day > 32) await build(33, others.concat(numbered(march)))
        const april = shops(101, 12).map((each) => ({ ...each, valid_until: '2026-04-30' }))
        const { code, stderr, names } = await build(day, [...numbered(april), ...others])
        t.equal(code, 0)
        t.match(
          stderr,
          /ref: 12 of 12 records are other offers than their refs named before, e\.g\. 1: "1% off, /,
        )
        t.same(await names(12), merchants(march))
      })
    }
  },
)

t.test('if all that is known has ended, nothing can be listed: the refusal says what waits', async (t) => {
  const { build } = days(t)
  const march = shops(1, 12).map((each) => ({ ...each, valid_until: '2026-03-31' }))
  await build(1, numbered(march))
  const refused = await build(32, numbered(shops(101, 12)))
  t.equal(refused.code, 1)
  t.match(refused.stderr, 'the source has no offer to list on 2026-04-01')
  t.match(refused.stderr, 'banco-norte is broken (day 1 of 7): ref: 12 of 12')
  t.match(refused.stderr, 'publish the new offers with --on-broken accept:ISSUER')
  const accepted = await build(32, numbered(shops(101, 12)), '--on-broken', 'accept:banco-norte')
  t.equal(accepted.code, 0, accepted.stderr)
})

t.test('of two issuers only the one whose refs moved is held', async (t) => {
  const { build } = days(t)
  const rows = shops(1, 12)
  const sur = (all: readonly Named[]) => numbered(all).map((each) => ({ ...each, issuer: 'banco-sur' }))
  await build(1, [...numbered(rows), ...sur(shops(201, 4))])
  const renamed = shops(201, 4).map((each, index) =>
    index === 0 ? { ...shops(300, 1)[0], ...each, title: 'New' } : each,
  )
  const { manifest, byTitle } = await build(2, [...numbered([...shops(99, 1), ...rows]), ...sur(renamed)])
  t.match(manifest.broken_issuers, [{ issuer: 'banco-norte' }])
  t.equal(manifest.broken_issuers.length, 1)
  t.ok((await byTitle()).has('New'))
})

t.test(
  'the way out of refs that number the rows: one import and one run, as docs/failures.md has them',
  async (t) => {
    const root = t.testdir({})
    const [source, out, table] = [join(root, 'source'), join(root, 'out'), join(root, 'ofertas.csv')]
    const write = (numbers: readonly number[]) => {
      const rows = numbers.map((number, index) => `${index + 1},20%,Shop ${number},Offer ${number}\n`)
      writeFileSync(table, `Id,Beneficio,Comercio,Oferta\n${rows.join('')}`)
    }
    const run = (day: number, ...more: string[]) =>
      runBuild(source, out, '--as-of', `2026-03-0${day}T10:00:00Z`, ...more)
    const twelve = Array.from({ length: 12 }, (_, index) => index + 1)
    write(twelve)
    const first = ['import', table, '--source', source, '--country', 'CL', '--issuer', 'Banco', '--ref', 'Id']
    t.equal((await offersBuild(first)).code, 0)
    await run(1)
    write([99, ...twelve])
    await offersBuild(['import', table, '--source', source])
    t.match((await run(2)).stderr, 'banco is broken (day 1): ref: 11 of 12')

    const page = readFileSync(new URL('../../docs/failures.md', import.meta.url), 'utf8')
    const [, commands = ''] = /### Refs that number the rows[\s\S]*?```\n([\s\S]*?)```/.exec(page) ?? []
    const [importing = '', running = ''] = commands.trim().split('\n')
    const words = (line: string) =>
      [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain).slice(2)
    const here = (word: string) => ({ 'ofertas.csv': table, source, 'public-out': out })[word] ?? word
    const imported = await offersBuild(words(importing).map(here))
    t.equal(imported.code, 0, imported.stderr)
    const now = ['--as-of', '2026-03-02T11:00:00Z', '--threads', '0']
    const accepted = await offersBuild([...words(running).map(here), ...now])
    t.equal(accepted.code, 0, accepted.stderr)
    write([98, 99, ...twelve])
    await offersBuild(['import', table, '--source', source])
    const quiet = await run(3)
    t.same([quiet.code, quiet.stderr], [0, ''])
    const { manifest } = await readPublished(out)
    t.match(manifest, { changes: { added: 1, changed: 0, withdrawn: 0 } })
  },
)
