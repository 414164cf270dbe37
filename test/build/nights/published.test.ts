// Nights as an operator sees them: what is published, and what the programs say about it.

import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { offersBuild, runBuild } from '../support/program.ts'
import { readPublished } from '../support/published.ts'
import { shopName } from '../support/shop-names.ts'
import { ISSUERS, record, type SourceFiles, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

const shop = (ref: string, number: number, issuer = 'banco-norte') =>
  record({
    ref,
    issuer,
    title: `20% en ${shopName(number)}`,
    merchant: shopName(number),
    url: null,
    valid_until: null,
  })
const shops = (count: number, from = 0, issuer?: string) =>
  Array.from({ length: count }, (_, index) => shop(`${from + index}`, from + index, issuer))
const others = shops(40, 100, 'banco-sur')

function world(t: Test) {
  const root = t.testdir({})
  const [source, out] = [join(root, 'source'), join(root, 'out')]
  const moment = (day: number) => new Date(Date.UTC(2026, 2, day, 10)).toISOString()
  return {
    out,
    source,
    async night(
      day: number,
      offers: readonly SourceOffer[] | string,
      files: SourceFiles = {},
      ...more: string[]
    ) {
      const ended = await runBuild(
        writeSource(source, { ...files, offers }),
        out,
        '--as-of',
        moment(day),
        ...more,
      )
      return { ...ended, ...(await readPublished(out)) }
    },
    program: (...words: string[]) => offersBuild(words, Date.parse(moment(31))),
  }
}

t.test('offers that leave are kept for seven nights, also if as many new ones come', async (t) => {
  const { night } = world(t)
  await night(1, [...shops(20), ...others])
  const moved = [...shops(20).map((each) => ({ ...each, ref: `https ${each.ref}` })), ...others]
  for (const day of [2, 5, 8]) {
    const { stderr, manifest } = await night(day, moved)
    t.match(
      stderr,
      `banco-norte is broken (day ${day - 1} of 7): 20 of its 20 listed offers are gone; 20 offers are kept`,
    )
    t.match(manifest.counts.offers, { active: 80, withdrawn: 0 })
  }
  t.match((await night(9, moved)).stderr, '20 offers are withdrawn today')
  const later = await night(10, moved)
  t.same([later.stderr, later.manifest.counts.offers.withdrawn], ['', 20])
})

t.test('a file that ends within a record is refused, whatever is accepted', async (t) => {
  const { night } = world(t)
  const mixed = shops(30).flatMap((each, index) => [each, others[index] ?? each])
  const all = mixed.map((each) => `${JSON.stringify(each)}\n`).join('')
  await night(1, all)
  for (const [share, words] of [
    [0.55, []],
    [0.9, ['--on-broken', 'accept']],
    [0.9, ['--on-broken', 'accept:banco-sur']],
  ] as const) {
    const cut = all.slice(0, Math.floor(all.length * share)).replace(/.{9}\n?$/, '')
    const { code, stderr } = await night(2, cut, {}, ...words)
    t.equal(code, 1)
    t.match(
      stderr,
      /the source is cut off: offers\.ndjson:\d+ is no JSON, and has no line end\n.*write the file again/,
    )
  }
  t.equal((await night(2, all.slice(0, -1))).code, 0, 'a last record without a line end is whole')
})

t.test('one issuer with most offers does not hold up the others once it is decided about', async (t) => {
  const { night } = world(t)
  const big = shops(60)
  await night(1, [...big, ...others])
  const refused = await night(2, [...big.slice(0, 5), ...others])
  t.equal(refused.code, 1)
  t.match(refused.stderr, '  as last known, for --keep-days: --on-broken keep:banco-norte\n')
  for (const [word, active] of [
    ['keep', 100],
    ['accept', 45],
  ] as const) {
    const decided = await night(2, [...big.slice(0, 5), ...others], {}, '--on-broken', `${word}:banco-norte`)
    t.same([decided.code, decided.manifest.counts.offers.active], [0, active])
  }
})

t.test('refs that are used again: the summary, check, diff and history name what they were', async (t) => {
  const { night, program, out, source } = world(t)
  const rows = shops(12)
  await night(1, [...rows, ...others])
  const used = [shop('0', 50), ...rows.slice(1), ...others]
  writeSource(source, { offers: used })
  const line = `1 ref names another offer than yesterday: 1 new\n  banco-norte 0: "20% en ${shopName(0)}" → "20% en ${shopName(50)}" (new: off_`
  t.match(
    (await program('check', '--source', source, '--previous', out, '--as-of', '2026-03-02T10:00:00Z')).stdout,
    line,
  )
  const { stdout, byTitle } = await night(2, used)
  t.match(stdout, line)
  const [old, now] = [
    mintOfferId('banco-norte', '0'),
    (await byTitle()).get(`20% en ${shopName(50)}`)?.id ?? '',
  ]
  t.not(now, old)
  const { stdout: json } = await program('diff', '--out', out, '--json')
  t.match(JSON.parse(json).refs, [{ issuer: 'banco-norte', ref: '0', last: old, id: now }])
  t.match((await program('diff', '--out', out)).stdout, `banco-norte "0": ${old} → ${now}\n`)
  await night(3, [...rows, ...others])
  t.match((await program('diff', '--out', out)).stdout, `banco-norte "0": ${now} → ${old}\n`)
  const { history } = JSON.parse((await program('history', '--out', out, old, '--json')).stdout)
  t.match(history, [
    { status: 'active', ref: null },
    { status: 'withdrawn', ref: null, former_refs: ['0'] },
    { status: 'active', ref: '0' },
  ])
  t.same([history[0].former_refs.length, history[2].former_refs.length], [0, 0])
  t.match((await program('history', '--out', out, now)).stdout, /withdrawn +banco-norte/)
  t.match(await program('history', '--out', out, 'off_none'), {
    code: 1,
    stderr: /no release there knows off_none/,
  })
})

t.test('a rollback and the same night again give the same ids', async (t) => {
  const { night, program, out } = world(t)
  await night(1, [...shops(12), ...others])
  const scrambled = shops(12).map((each, index) => ({ ...shop(each.ref, index % 3 ? 50 + index : index) }))
  const ids = async (published: Awaited<ReturnType<typeof night>>) =>
    [...(await published.byTitle()).values()].map(({ id, title }) => `${id} ${title}`).sort()
  const accept = ['--on-broken', 'accept:banco-norte']
  const first = await ids(await night(2, [...scrambled, ...others], {}, ...accept))
  t.equal((await program('rollback', '--out', out)).code, 0)
  t.same(await ids(await night(3, [...scrambled, ...others], {}, ...accept)), first)
})

t.test('a new slug of an issuer is asked about', async (t) => {
  const { night } = world(t)
  await night(1, [...shops(9, 0, 'muni-centro'), ...others])
  const issuers = [...ISSUERS, { ...ISSUERS[2], slug: 'muni-nueva' }]
  const { stdout, stderr } = await night(2, [...shops(9, 0, 'muni-nueva'), ...others], { issuers })
  const asked =
    'muni-centro is missing, and all of its 9 offers are in the new issuer muni-nueva: was it renamed?'
  t.match(stdout, asked)
  t.match(stderr, asked)
})
