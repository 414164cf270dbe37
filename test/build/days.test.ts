// What one release remembers of the one before, morning after morning.

import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { memoryPath } from '../../contract/release/layout.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { offersBuild, runBuild } from './support/program.ts'
import { readPublished } from './support/published.ts'
import { CATEGORIES, ISSUERS, record, type SourceFiles, writeSource } from './support/source.ts'

t.setTimeout(SLOW_MS)

// Enough others for the days on which the one that is looked at is away.
const others = Array.from({ length: 5 }, (_, n) => record({ ref: `other-${n}`, title: `Other ${n}` }))
const one = record({ ref: 'one', title: 'One' })
const ID = mintOfferId('banco-norte', 'one')

const moment = (day: string) => `${day}T10:00:00.000Z`

function mornings(t: Test) {
  const root = t.testdir({})
  const out = join(root, 'out')
  return {
    root,
    out,
    /** Builds the release of a day, and reads the offer that is looked at. */
    async morning(day: string, offers: readonly SourceOffer[], files: SourceFiles = {}, ...more: string[]) {
      const source = writeSource(join(root, 'source'), { ...files, offers: [...others, ...offers] })
      const ended = await runBuild(source, out, '--as-of', moment(day), ...more)
      t.equal(ended.code, 0, ended.stderr)
      const published = await readPublished(out)
      return { offer: await published.offerWith(ID), ...published }
    },
  }
}

t.test('updated_at stays while an offer reads the same, and moves when it does not', async (t) => {
  const { morning } = mornings(t)
  t.match((await morning('2026-03-01', [one])).offer, { status: 'active', updated_at: moment('2026-03-01') })
  t.match((await morning('2026-03-02', [one])).offer, { updated_at: moment('2026-03-01') })
  const changed = await morning('2026-03-03', [{ ...one, title: 'One more' }])
  t.match(changed.offer, { title: 'One more', updated_at: moment('2026-03-03') })
  t.match(changed.manifest.changes, { changed: 1, by_issuer: { 'banco-norte': { changed: 1 } } })
  t.match((await morning('2026-03-04', [{ ...one, title: 'One more' }])).offer, {
    updated_at: moment('2026-03-03'),
  })
})

t.test('a name in a reference file is a part of every offer that shows it', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  const categories = CATEGORIES.map((each) => ({ ...each, name: `New ${each.slug}` }))
  const { offer, manifest } = await morning('2026-03-02', [one], { categories })
  t.match(offer, { category: { name: 'New restaurantes' }, updated_at: moment('2026-03-02') })
  t.equal(manifest.changes.changed, 6)
})

t.test('an id of its own wins over the minted one', async (t) => {
  const { morning } = mornings(t)
  const { offer } = await morning('2026-03-01', [{ ...one, ref: 'renamed', id: ID }])
  t.match(offer, { id: ID, title: 'One' })
})

t.test('status follows the calendar of the catalogue, both ends included', async (t) => {
  const { morning } = mornings(t)
  const short = { ...one, valid_from: '2026-03-02', valid_until: '2026-03-03' }
  t.match((await morning('2026-03-01', [short])).offer, { status: 'scheduled' })
  t.match((await morning('2026-03-02', [short])).offer, {
    status: 'active',
    updated_at: moment('2026-03-02'),
  })
  t.match((await morning('2026-03-03', [short])).offer, {
    status: 'active',
    updated_at: moment('2026-03-02'),
  })
  const { offer, manifest, byTitle } = await morning('2026-03-04', [short])
  t.match(offer, { status: 'expired', updated_at: moment('2026-03-04') })
  t.notOk((await byTitle()).has('One'), 'no list holds it')
  t.equal(manifest.changes.expired, 1)
  t.match((await morning('2026-03-05', [short])).offer, {
    status: 'expired',
    updated_at: moment('2026-03-04'),
  })
})

t.test('an offer that leaves can be read as withdrawn for 90 days, then is forgotten', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  const gone = await morning('2026-03-02', [])
  t.match(gone.offer, { status: 'withdrawn', updated_at: moment('2026-03-02') })
  t.equal(gone.manifest.changes.withdrawn, 1)
  t.notOk((await gone.byTitle()).has('One'))
  const later = await morning('2026-05-31', [])
  t.match(later.offer, { status: 'withdrawn', updated_at: moment('2026-03-02') }, '90 days after')
  t.equal(later.manifest.changes.withdrawn, 0)
  t.equal((await morning('2026-06-01', [])).offer, undefined)
})

t.test('an offer that had ended and then leaves is withdrawn as well', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [{ ...one, valid_until: '2026-02-01' }])
  t.match((await morning('2026-03-02', [])).offer, { status: 'withdrawn' })
})

t.test('an offer that returns has its old id, and has changed', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  await morning('2026-03-02', [])
  const { offer, manifest } = await morning('2026-03-03', [one])
  t.match(offer, { id: ID, status: 'active', updated_at: moment('2026-03-03') })
  t.match(manifest.changes, { returned: 1, added: 0 })
  await morning('2026-03-04', [])
  t.match((await morning('2026-09-04', [one])).offer, { id: ID }, 'also when it was forgotten')
})

t.test('lists are in the order of updated_at, newest first, then of id', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [])
  const { list } = await morning('2026-03-02', [one])
  const { data } = await list({ limit: 25, offset: 0 })
  t.equal(data[0]?.id, ID)
  const rest = data.slice(1).map(({ id }) => id)
  t.same(rest, rest.toSorted())
})

t.test('memory can come from another folder, or as a file alone', async (t) => {
  const { root, out, morning } = mornings(t)
  const first = await morning('2026-03-01', [one])
  cpSync(out, join(root, 'clean-machine'), { recursive: true })
  const { manifest } = await morning('2026-03-02', [])
  const source = join(root, 'source')
  const before = join(root, 'clean-machine')
  for (const previous of [before, join(before, memoryPath(first.manifest.id))]) {
    const fresh = join(root, `fresh-${previous === before}`)
    const { code } = await runBuild(source, fresh, '--as-of', moment('2026-03-02'), '--previous', previous)
    t.equal(code, 0)
    const published = await readPublished(fresh)
    t.same(published.manifest, manifest, 'the release is the one that the first machine made')
    t.match(await published.offerWith(ID), { status: 'withdrawn' })
  }
})

t.test('a release that is built again from its own memory is the same one', async (t) => {
  const { root, out, morning } = mornings(t)
  await morning('2026-03-01', [])
  const { manifest } = await morning('2026-03-02', [one])
  const fresh = join(root, 'fresh')
  await runBuild(join(root, 'source'), fresh, '--as-of', moment('2026-03-02'), '--previous', out)
  const again = await readPublished(fresh)
  t.equal(again.manifest.id, manifest.id)
  t.equal(again.manifest.previous, manifest.previous)
})

t.test('data older than the current release is refused', async (t) => {
  const { root, out, morning } = mornings(t)
  await morning('2026-03-02', [one])
  const { code, stderr } = await runBuild(join(root, 'source'), out, '--as-of', moment('2026-03-01'))
  t.equal(code, 1)
  t.match(stderr, 'the source is of 2026-03-01T10:00:00.000Z, the last release of 2026-03-02T10:00:00.000Z')
  t.equal((await readPublished(out)).manifest.data_as_of, moment('2026-03-02'))
})

t.test('the same moment with other content is another release', async (t) => {
  const { out, morning } = mornings(t)
  const first = await morning('2026-03-01', [one])
  const second = await morning('2026-03-01', [{ ...one, title: 'Mended' }])
  t.not(second.manifest.id, first.manifest.id)
  t.equal(first.manifest.data_as_of, moment('2026-03-01'))
  t.equal(second.manifest.data_as_of, '2026-03-01T10:00:00.001Z', 'clients must tell them apart')
  t.match(second.offer, { title: 'Mended', updated_at: second.manifest.data_as_of })
  t.same(second.manifest.history, { '2026-03-01T10:00:00.001Z': 0, '2026-03-01T10:00:00.000Z': 1 })
  t.equal(second.manifest.previous, first.manifest.id)
  t.equal(readdirSync(join(out, 'releases')).length, 2)
  const again = await morning('2026-03-01', [{ ...one, title: 'Mended' }])
  t.equal(again.manifest.id, second.manifest.id, 'the same source once more changes nothing')
  t.equal((await morning('2026-03-01', [one])).manifest.data_as_of, '2026-03-01T10:00:00.002Z')
})

t.test('a moment that was rolled back is not used again for something else', async (t) => {
  const { out, morning } = mornings(t)
  await morning('2026-03-01', [one])
  const dropped = await morning('2026-03-02', [{ ...one, title: 'Wrong' }])
  t.equal((await offersBuild(['rollback', '--out', out])).code, 0)
  const mended = await morning('2026-03-02', [{ ...one, title: 'Mended' }])
  t.equal(mended.manifest.data_as_of, '2026-03-02T10:00:00.001Z')
  t.same(Object.keys(mended.manifest.history), [mended.manifest.data_as_of, moment('2026-03-01')])
  t.equal((await offersBuild(['rollback', '--out', out])).code, 0)
  const back = await morning('2026-03-02', [{ ...one, title: 'Wrong' }])
  t.equal(back.manifest.id, dropped.manifest.id, 'but for the very same release')
})

t.test('the history tells as many days as withdrawn offers are remembered', async (t) => {
  const { morning } = mornings(t)
  await morning('2026-03-01', [one])
  await morning('2026-03-02', [])
  t.same((await morning('2026-05-30', [])).manifest.history, {
    [moment('2026-05-30')]: 0,
    [moment('2026-03-02')]: 0,
    [moment('2026-03-01')]: 1,
  })
  t.same(Object.keys((await morning('2026-05-31', [])).manifest.history), [
    moment('2026-05-31'),
    moment('2026-05-30'),
    moment('2026-03-02'),
  ])
  t.same(Object.keys((await morning('2026-06-01', [])).manifest.history), [
    moment('2026-06-01'),
    moment('2026-05-31'),
    moment('2026-05-30'),
  ])
})

t.test('memory that is missing or damaged is told by its path', async (t) => {
  const { root, out, morning } = mornings(t)
  await morning('2026-03-01', [one])
  const source = join(root, 'source')
  const tryPrevious = async (previous: string) => {
    const { code, stderr } = await runBuild(source, join(root, 'fresh'), '--previous', previous)
    t.equal(code, 1)
    return stderr
  }
  t.match(await tryPrevious(join(root, 'nowhere')), /nowhere: there is no such folder or file/)
  t.match(await tryPrevious(source), /source: no release was ever published there/)
  t.match(await tryPrevious(join(source, 'issuers.json')), /issuers\.json: damaged/)
  t.match(await tryPrevious(join(out, 'latest.json')), /latest\.json: damaged/)
})

t.test('an issuer that the source no longer knows stays with its withdrawn offers', async (t) => {
  const { morning } = mornings(t)
  const away = { ...one, issuer: 'banco-sur' }
  const id = mintOfferId('banco-sur', 'one')
  await morning('2026-03-01', [away])
  const issuers = ISSUERS.filter(({ slug }) => slug !== 'banco-sur')
  const { body, list, ...published } = await morning('2026-03-02', [], { issuers })
  t.match(await published.manifest.counts, { issuers: 2 })
  t.match(JSON.parse((await body(`/beta/offers/${id}`)) ?? ''), {
    data: { status: 'withdrawn', issuer: { slug: 'banco-sur', name: 'Name of banco-sur' } },
  })
})

t.test(
  'the lists of categories and comunas hold what the source holds, with its offers counted',
  async (t) => {
    const { morning } = mornings(t)
    const comunas = [
      { slug: 'maipu', name: 'Maipú', code: '13119', region: 'Metropolitana' },
      { slug: 'arica', name: 'Arica' },
    ]
    const { body } = await morning('2026-03-01', [one], { comunas })
    const dataOf = async (path: string) => JSON.parse((await body(path)) ?? '')
    t.match(await dataOf('/beta/comunas'), {
      data: [
        { slug: 'arica', name: 'Arica', code: null, region: null, offers_count: 0 },
        { slug: 'maipu', name: 'Maipú', code: '13119', region: 'Metropolitana', offers_count: 6 },
      ],
      meta: {
        count: 2,
        total: 2,
        data_as_of: moment('2026-03-01'),
        attribution: 'Test offers · tests.example',
      },
    })
    t.match(await dataOf('/beta/categories'), {
      data: [
        { slug: 'cines', offers_count: 0 },
        { slug: 'restaurantes', name: 'The restaurantes', offers_count: 6 },
        { slug: 'viajes', offers_count: 0 },
      ],
    })
    t.same((await morning('2026-03-02', [one], { comunas })).offer?.comunas, [
      { slug: 'maipu', name: 'Maipú' },
    ])
  },
)

t.test('a comuna that only kept offers still name stays in the list, by slug and name', async (t) => {
  const { morning } = mornings(t)
  const away = Array.from({ length: 12 }, (_, n) =>
    record({ ref: `away-${n}`, issuer: 'banco-sur', comunas: ['arica'], title: `Away ${n}` }),
  )
  const comunas = [
    { slug: 'maipu', name: 'Maipú', code: '13119' },
    { slug: 'arica', name: 'Arica', code: '15101' },
  ]
  const stay = Array.from({ length: 8 }, (_, n) => record({ ref: `stay-${n}`, title: `Stay ${n}` }))
  await morning('2026-03-01', [...stay, ...away], { comunas })
  const { body } = await morning('2026-03-02', stay, { comunas: comunas.slice(0, 1) })
  t.match(JSON.parse((await body('/beta/comunas')) ?? ''), {
    data: [
      { slug: 'arica', name: 'Arica', code: null, region: null, offers_count: 12 },
      { slug: 'maipu', code: '13119', offers_count: 13 },
    ],
  })
})
