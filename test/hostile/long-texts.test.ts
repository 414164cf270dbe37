// Texts that are too long, or that show nothing, in every member: each is a fault of its record, and never holds up others.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { MAX_CHARACTERS, MAX_OFFER_BYTES } from '../../contract/offers/offer.ts'
import { mintOfferId } from '../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../contract/offers/source.ts'
import { MAX_BODY_BYTES } from '../../contract/release/layout.ts'
import { forgeRelease } from '../build/support/forge.ts'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { CATALOGUE, ONE_LIST, record, records, writeSource } from '../build/support/source.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const withSummary = (summary: string) => ({ benefit: { ...record().benefit, summary } })

const CHANGES: Readonly<Record<string, (text: string) => Partial<SourceOffer>>> = {
  title: (title) => ({ title }),
  merchant: (merchant) => ({ merchant }),
  summary: withSummary,
  url: (text) => ({ url: `https://a.example/${text}` }),
}

for (const [member, change] of Object.entries(CHANGES)) {
  t.test(`a long ${member} of 12 offers: known ones stay, others are published`, async (t) => {
    const root = t.testdir({})
    const [source, out] = [join(root, 'source'), join(root, 'out')]
    const norte = Array.from({ length: 12 }, (_, n) =>
      record({ ...ONE_LIST, ref: `n${n}`, title: `Norte ${n}` }),
    )
    const sur = (title: string) =>
      records(20, { ...ONE_LIST, issuer: 'banco-sur' }).map((each) => ({ ...each, title }))
    await runBuild(writeSource(source, { offers: [...norte, ...sur('Sur')] }), out)
    // The first is nearly as long as a line may be; the others are just too long.
    const long = norte.map((each, n) => ({ ...each, ...change('x'.repeat(n === 0 ? 900_000 : 5000)) }))
    const ended = await runBuild(
      writeSource(source, { offers: [...long, ...sur('Sur, new')] }),
      ...[out, '--as-of', '2026-03-02T10:00:00Z'],
    )
    t.equal(ended.code, 0, ended.stderr)
    const pointer = member === 'summary' ? 'benefit/summary' : member
    t.match(ended.stdout, `12 × banco-norte /${pointer}: not a text of at most`)
    const { manifest, byTitle } = await readPublished(out)
    t.match(manifest.broken_issuers, [{ issuer: 'banco-norte', rejected: 12, kept: 12 }])
    const titles = await byTitle()
    t.ok(titles.has('Sur, new'))
    t.ok(titles.has('Norte 11'))
  })
}

t.test('known offers that are over the bounds stand for the usual days, then only they go', async (t) => {
  const root = t.testdir({})
  const [source, built, out] = [join(root, 'source'), join(root, 'built'), join(root, 'out')]
  const offers = records(20, ONE_LIST)
  const day = (number: number) => ({ ...CATALOGUE, data_as_of: `2026-03-0${number}T10:00:00Z` })
  await runBuild(writeSource(source, { catalogue: day(1), offers }), built)
  // As a release of 0.3, which had no bounds.
  const long = 'x'.repeat(100_000)
  const title = offers[0]?.title ?? ''
  await forgeRelease(built, out, ({ state }) => {
    for (const [index, line] of state.entries())
      state[index] = line.replace(`"title":"${title}"`, `"title":"${long}"`)
  })
  const known = offers.map((each, index) => (index === 0 ? { ...each, title: long } : each))
  for (const number of [2, 8, 9]) {
    writeSource(source, { catalogue: day(number), offers: known })
    const ended = await runBuild(source, out)
    t.equal(ended.code, 0, ended.stderr)
    const { byTitle, manifest } = await readPublished(out)
    const isKept = number < 9
    t.equal((await byTitle()).has(long), isKept, `day ${number}`)
    t.match(manifest, { kept_offers: isKept ? 1 : 0, counts: { offers: { active: isKept ? 20 : 19 } } })
  }
})

t.test(
  'a row that is rejected for a long address keeps its known offer, also if its ref is long',
  async (t) => {
    const root = t.testdir({})
    const [source, out, table] = [join(root, 'source'), join(root, 'out'), join(root, 'ofertas.csv')]
    const title = 'Title E'.padEnd(450, 'e')
    const day = async (number: number, path: string) => {
      const rows = ['A', 'B', 'C', 'D'].map(
        (name) => `20%,Shop ${name},Title ${name},https://a.example/${name}`,
      )
      const lines = [
        'Beneficio,Comercio,Oferta,Enlace',
        ...rows,
        `30%,Shop E,${title},https://a.example/${path}`,
      ]
      writeFileSync(table, lines.map((line) => `${line}\n`).join(''))
      const options = ['--country', 'CL', '--issuer', 'Banco', '--ref', 'Oferta + Comercio']
      const imported = await offersBuild([
        'import',
        table,
        '--source',
        source,
        ...(number === 1 ? options : []),
      ])
      t.equal(imported.code, 0, imported.stderr)
      const ended = await runBuild(source, out, '--as-of', `2026-03-0${number}T10:00:00Z`)
      t.equal(ended.code, 0, ended.stderr)
      const { byTitle, manifest } = await readPublished(out)
      t.ok((await byTitle()).has(title))
      return { imported, manifest }
    }
    await day(1, 'E')
    const { imported, manifest } = await day(2, 'E'.repeat(3000))
    t.match(imported.stdout, 'expected a text of at most 2,048 characters')
    t.match(manifest, { kept_offers: 1, changes: { rejected: 1, withdrawn: 0, added: 0 } })
  },
)

t.test('the largest page that a source can make is far below what a gateway reads', async (t) => {
  const root = t.testdir({})
  const comunas = Array.from({ length: 600 }, (_, n) => ({
    slug: `comuna-${n}`,
    name: '\u{1f600}'.repeat(MAX_CHARACTERS.name),
  }))
  const named = (first: number, count: number) => comunas.slice(first, first + count).map(({ slug }) => slug)
  const texts = {
    title: '\u{1f600}'.repeat(MAX_CHARACTERS.title),
    merchant: '\u{1f600}'.repeat(MAX_CHARACTERS.merchant),
    url: 'https://a.example/'.padEnd(MAX_CHARACTERS.url, 'x'),
    ...withSummary('\u{1f600}'.repeat(MAX_CHARACTERS.summary)),
  }
  // Ten offers share their comunas, so that only lists without a comuna are that large, and these are all the same.
  const offers = records(100, { issuer: 'banco-norte', category: 'cines', ...texts }).map((each, n) => ({
    ...each,
    comunas: named(60 * Math.floor(n / 10), 60),
  }))
  const source = writeSource(join(root, 'source'), {
    comunas,
    offers: [
      ...offers,
      record({ ref: 'wide', comunas: named(0, 80) }),
      record({ ref: 'wider', comunas: named(0, 70), ...texts }),
    ],
  })
  const out = join(root, 'out')
  const ended = await runBuild(source, out)
  t.equal(ended.code, 0, ended.stderr)
  t.match(ended.stdout, '2 × banco-norte /comunas: not an offer of at most 65,536 bytes')
  const { body } = await readPublished(out)
  const page = Buffer.byteLength((await body('/beta/offers?limit=100&offset=0')) ?? '')
  const [offer] = offers
  const detail = Buffer.byteLength(
    (await body(`/beta/offers/${mintOfferId(offer?.issuer ?? '', offer?.ref ?? '')}`)) ?? '',
  )
  t.ok(detail > 0.95 * MAX_OFFER_BYTES, `an offer of ${detail} bytes`)
  t.ok(page > 95 * MAX_OFFER_BYTES && page < 7_000_000, `a page of ${page} bytes`)
  t.ok(page * 9 < MAX_BODY_BYTES)
})
