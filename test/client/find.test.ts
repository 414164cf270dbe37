// Searches in a copy.

import t from 'tap'
import type { CatalogueCopy, Offer, OfferFilter } from '../../client/index.ts'
import { findIn } from '../../client/mirror/find.ts'
import { filterSlugsOf } from '../../contract/api/filters.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'

const offer = (changes: Partial<Offer>): Offer => ({
  ...tinyOffer(0, '2026-09-01T10:00:00.000Z'),
  ...changes,
})
const comuna = (slug: string, name: string) => ({ slug, name })

const OFFERS: Readonly<Record<string, Offer>> = {
  sushi: offer({
    title: '2x1 en Sushi',
    merchant: 'Ñandú Café',
    comunas: [comuna('valparaiso', 'Valparaíso')],
    weekdays: ['tuesday', 'friday'],
    valid_from: '2026-09-01',
    valid_until: '2026-09-30',
  }),
  cine: offer({
    title: 'Entradas de cine',
    category: comuna('cines', 'Cines'),
    issuer: { ...offer({}).issuer, slug: 'banco-x', name: 'Banco X' },
    benefit: { ...offer({}).benefit, kind: 'multibuy', value: 2 },
    comunas: [comuna('arica', 'Arica')],
    valid_from: '2026-09-11',
  }),
  future: offer({ title: 'Otra', benefit: { ...offer({}).benefit, kind: 'lottery' } }),
}

const REGIONS = { valparaiso: 'Región de Valparaíso', arica: 'Arica y Parinacota' }

const copyOf = (offers: readonly Offer[], more: Partial<CatalogueCopy> = {}): CatalogueCopy => ({
  dataAsOf: '2026-09-01T10:00:00.000Z',
  attribution: 'x',
  etag: undefined,
  regions: REGIONS,
  offers,
  ...more,
})
const COPY = copyOf(Object.values(OFFERS))

t.test('an offer is found if it meets every condition', async (t) => {
  const cases: [filter: OfferFilter, expected: string[]][] = [
    [{}, ['sushi', 'cine', 'future']],
    [{ text: 'SUSHI' }, ['sushi']],
    [{ text: 'nandu  cafe' }, ['sushi']],
    [{ text: 'café valparaiso' }, ['sushi']],
    [{ text: 'sushi arica' }, []],
    [{ text: ' ' }, ['sushi', 'cine', 'future']],
    [{ text: 'banco' }, ['cine']],
    [{ issuer: 'banco-x' }, ['cine']],
    [{ category: 'cines' }, ['cine']],
    [{ comuna: 'valparaiso' }, ['sushi']],
    [{ region: 'region de valparaiso' }, ['sushi']],
    [{ kind: 'multibuy' }, ['cine']],
    [{ kind: 'other' }, ['future']],
    [{ weekday: 'friday' }, ['sushi', 'cine', 'future']],
    [{ weekday: 'monday' }, ['cine', 'future']],
    [{ weekday: 'friday', strict: true }, ['sushi']],
    // A Friday, and the day before.
    [{ day: '2026-09-11' }, ['sushi', 'cine', 'future']],
    [{ day: '2026-09-10' }, ['future']],
    [{ day: '2026-10-02' }, ['cine', 'future']],
    [{ day: '2026-09-11', strict: true }, ['sushi']],
    [{ day: '2026-09-11', text: 'cine' }, ['cine']],
    [{ where: ({ merchant }) => merchant !== null }, ['sushi']],
  ]
  for (const [filter, expected] of cases) {
    const found = findIn(COPY, filter)
    const names = Object.keys(OFFERS).filter((name) => found.some((each) => each === OFFERS[name]))
    t.strictSame(names, expected, JSON.stringify(filter))
  }
})

t.test('the best matches of a text come first, equal ones in the order of the copy', async (t) => {
  const titled = (title: string, merchant: string | null = null) => offer({ title, merchant })
  const offers = [
    titled('Un barco', 'El Bar'),
    titled('Embarcaciones'),
    titled('Nada', 'Barbería'),
    titled('Un (bar) barato'),
    titled('Café y té', 'Bar Ñandú'),
    titled('Café en el bar'),
    titled('Otro café', 'Bar'),
  ]
  const copy = copyOf(offers)
  const found = (filter: OfferFilter) => findIn(copy, filter).map((each) => offers.indexOf(each))
  t.strictSame(found({ text: 'bar' }), [3, 5, 0, 1, 4, 6, 2], 'whole words of the title, parts of it, others')
  t.strictSame(found({ text: 'BÁR cafe' }), [5, 4, 6], 'all words, in any order')
  t.strictSame(found({ text: 'BÁR cafe', match: 'any' }), [5, 4, 6, 3, 0, 1, 2], 'the most words first')
  t.strictSame(found({ text: 'bar bar', match: 'any' }), found({ text: 'bar' }), 'a word counts once')
  t.strictSame(found({ text: 'sushi', match: 'any' }), [])
  t.strictSame(found({ text: '(bar)' }), [3], 'punctuation is searched as it is')
  t.strictSame(found({ text: 'bar', where: ({ merchant }) => merchant !== null }), [0, 4, 6, 2])
  t.strictSame(found({ text: '  ' }), [0, 1, 2, 3, 4, 5, 6], 'without a word the order stays')
})

t.test('a search finds the same offers as a scan of every text', async (t) => {
  const offers = Array.from({ length: 200 }, (_, index) =>
    offer({
      title: `Título ${index * 7919}`,
      merchant: `Mercado ${index % 13}`,
      comunas: [comuna('x', 'Ñuñoa')],
    }),
  )
  const copy = copyOf(offers)
  for (const text of ['7', '79 mercado', 'titulo 1', 'nunoa 12 3', 'mercado 5 zzz']) {
    const words = text.split(' ')
    const texts = offers.map((each) =>
      `${each.title}\n${each.merchant}\n${each.benefit.summary}\n${each.issuer.name}\n${each.category.name}\nnunoa`
        .toLowerCase()
        .replaceAll('í', 'i'),
    )
    const counts = texts.map((each) => words.filter((word) => each.includes(word)).length)
    const numbers = (match: 'all' | 'any') =>
      findIn(copy, { text, match })
        .map((each) => offers.indexOf(each))
        .toSorted((a, b) => a - b)
    t.strictSame(
      numbers('all'),
      [...counts.keys()].filter((number) => counts[number] === words.length),
      text,
    )
    t.strictSame(
      numbers('any'),
      [...counts.keys()].filter((number) => counts[number] !== 0),
      text,
    )
  }
})

t.test('a copy is filtered as the API filters', async (t) => {
  const comunas = [comuna('arica', 'Arica'), comuna('iquique', 'Iquique')]
  const published = { ...tinyOffer(0, '2026-09-01T10:00:00.000Z'), comunas }
  for (const [name, slugs] of Object.entries(filterSlugsOf(published))) {
    const copy = copyOf([published], {
      slugs: { issuer: [], category: [], comuna: [], [name]: ['without-offers', ...slugs] },
    })
    for (const slug of slugs) t.strictSame(findIn(copy, { [name]: slug }), [published], `${name} ${slug}`)
    t.strictSame(findIn(copy, { [name]: 'without-offers' }), [])
  }
})

t.test('an unknown filter or value is an error, which lists the expected ones', async (t) => {
  const cases: [filter: object, message: string][] = [
    [{ weekday: 'wensday' }, 'weekday: expected sunday, monday, .*, saturday; found wensday'],
    [{ weekday: 'Monday' }, 'weekday: .* found Monday'],
    [{ kind: 'percentige' }, 'kind: expected percentage, cashback, .*, other; found percentige'],
    [{ match: 'most' }, 'match: expected all, any; found most'],
    [{ wekday: 'monday' }, 'filter: expected issuer, .*, where; found wekday'],
    ...['2026-02-30', '2026-9-1', 'today', '', '2026-09-01T00:00:00Z'].map((day): [object, string] => [
      { day },
      `day: expected YYYY-MM-DD; found ${day}`,
    ]),
  ]
  for (const [filter, message] of cases)
    t.throws(() => findIn(COPY, filter), { name: 'TypeError', message: new RegExp(`^${message}$`) }, message)
  t.strictSame(findIn(COPY, { weekday: undefined, text: undefined, region: undefined }).length, 3)
})

t.test('a name that is not in the copy is an error, which suggests similar names', async (t) => {
  const slugs = {
    issuer: ['banco-pellin', 'banco-x', 'metro'],
    category: ['restaurantes', 'cines'],
    comuna: ['nunoa', 'arica'],
  }
  const copy = copyOf(COPY.offers, { slugs })
  const cases: [filter: OfferFilter, message: string][] = [
    [{ issuer: 'banco-pelin' }, 'no issuer banco-pelin; did you mean banco-pellin?'],
    [{ issuer: 'Banco Pellín' }, 'no issuer Banco Pellín; did you mean banco-pellin?'],
    [{ issuer: 'banco-y' }, 'no issuer banco-y; did you mean banco-x?'],
    [{ issuer: 'zzzzzzzz' }, 'no issuer zzzzzzzz'],
    [{ issuer: '' }, 'no issuer '],
    [{ issuer: 'm'.repeat(5000) }, `no issuer ${'m'.repeat(5000)}`],
    [{ category: 'restaurants' }, 'no category restaurants; did you mean restaurantes?'],
    [{ category: 'restaurant' }, 'no category restaurant; did you mean restaurantes?'],
    [{ comuna: 'Ñuñoa' }, 'no comuna Ñuñoa; did you mean nunoa?'],
    [{ region: 'valparaiso' }, 'no region valparaiso; did you mean Región de Valparaíso?'],
    [{ region: 'Arica y Parinaccota' }, 'no region Arica y Parinaccota; did you mean Arica y Parinacota?'],
  ]
  for (const [filter, message] of cases)
    t.throws(() => findIn(copy, filter), { name: 'OffersError', code: 'unknown_name', message })
  t.strictSame(findIn(copy, { category: 'restaurantes' }), [], 'one without offers is known')
  t.throws(() => findIn(COPY, { category: 'restaurantes' }), { code: 'unknown_name' }, 'by the offers alone')
})
