// Searches in a copy.

import t from 'tap'
import type { Offer } from '../../client/index.ts'
import { EQUAL_WORDS } from '../../client/mirror/equal-words.ts'
import * as find from '../../client/mirror/find.ts'
import type { CatalogueCopy, OfferFilter } from '../../client/mirror/index.ts'
import { filterSlugsOf } from '../../contract/api/filters.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'

const TODAY = '2026-09-01'
const search = (copy: CatalogueCopy, filter: OfferFilter) => find.findIn(copy, filter, TODAY)
const findIn = async (copy: CatalogueCopy, filter: OfferFilter) => (await search(copy, filter)).offers

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
    [{ text: 'sushi café' }, ['sushi']],
    [{ text: 'sushi entradas' }, ['sushi', 'cine']],
    [{ text: 'sushi entradas', match: 'all' }, []],
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
    const found = await findIn(COPY, filter)
    const names = Object.keys(OFFERS).filter((name) => found.some((each) => each === OFFERS[name]))
    t.strictSame(names, expected, JSON.stringify(filter))
  }
})

const titlesFor = async (copy: CatalogueCopy, filter: OfferFilter) =>
  (await findIn(copy, filter)).map(({ title }) => title)

t.test('more words and rarer ones come first, equal matches in the order of the copy', async (t) => {
  const titled = (title: string, merchant: string | null = null) => offer({ title, merchant })
  const copy = copyOf([
    titled('Salida en sushi'),
    titled('Salida en pizza', 'Pizzería Ñandú'),
    titled('Salida en cafés'),
    titled('Salida en pizzas y sushi'),
    ...Array.from({ length: 20 }, (_, index) => titled(`Salida en cosas ${index}`)),
  ])
  const first = async (filter: OfferFilter) => (await titlesFor(copy, filter)).slice(0, 3)
  const both = 'Salida en pizzas y sushi'
  t.same((await first({ text: 'sushi o pizza' }))[0], both)
  t.strictSame(await titlesFor(copy, { text: 'sushi pizza', match: 'all' }), [both])
  t.same(
    (await first({ text: 'una salida en café' }))[0],
    'Salida en cafés',
    'words of all offers weigh nothing',
  )
  t.strictSame(await first({ text: 'NANDU' }), ['Salida en pizza'])
  t.equal((await titlesFor(copy, { text: 'salida' })).length, 24)
  t.strictSame(
    await first({ text: 'salida cosas' }),
    [0, 1, 2].map((index) => `Salida en cosas ${index}`),
  )
  t.strictSame(await titlesFor(copy, { text: 'ramen' }), [])
  t.strictSame(await titlesFor(copy, { text: 'una salida en pizzas y sushi', match: 'all' }), [both])
  t.equal(
    (await titlesFor(copy, { text: 'una salida en sushi' })).length,
    2,
    'words of most offers find none',
  )
})

t.test('singular and plural, and both genders of an adjective, find the same offers', async (t) => {
  const titles = [
    'Cine Roxy',
    'Dos hoteles',
    'Pizzas',
    'Luces',
    'Lápiz',
    'Compra mínima',
    'Un dulce',
    'Class',
  ]
  const offers = titles.map((title) => offer({ title }))
  const cases: [text: string, titles: string[]][] = [
    ['cines', ['Cine Roxy']],
    ['cine', ['Cine Roxy']],
    ['hotel', ['Dos hoteles']],
    ['hoteles', ['Dos hoteles']],
    ['pizza', ['Pizzas']],
    ['luz', ['Luces']],
    ['lápices', ['Lápiz']],
    ['mínimo', ['Compra mínima']],
    ['mínimos', ['Compra mínima']],
    ['dulces', ['Un dulce']],
    ['classes', ['Class']],
  ]
  for (const [text, expected] of cases)
    t.strictSame(await titlesFor(copyOf(offers), { text }), expected, text)
})

t.test('no word finds another one that only begins or ends like it', async (t) => {
  const pairs = [
    ['restaurantes', 'Restaura tus archivos'],
    ['restaura', 'Restaurantes'],
    ['vino', 'Viña'],
    ['punto', 'Punta'],
    ['plato', 'Plata'],
    ['banco', 'Banca'],
    ['copas', 'Copacabana'],
    ['hostal', 'Hospital'],
    ['curso', 'Cursa'],
    ['lado', 'Lada'],
    ['mart', 'Martes'],
    ['glass', 'Glasgow'],
  ]
  for (const [text = '', title = ''] of pairs)
    t.strictSame(await findIn(copyOf([offer({ title })]), { text }), [], text)
})

t.test('no word is found by a shorter one that it begins with', async (t) => {
  const copy = copyOf(['Cinco copas', 'Hot sale'].map((title) => offer({ title })))
  for (const text of ['copacabana', 'hotel']) t.strictSame(await findIn(copy, { text }), [], text)
})

t.test('a long word that no offer has is taken for a misspelt one', async (t) => {
  const [coffee, coast] = [offer({ title: 'Starbucks' }), offer({ title: 'Costa' })]
  const copy = copyOf([coffee, coast])
  t.strictSame(await findIn(copy, { text: 'starbuks' }), [coffee])
  t.strictSame(await findIn(copy, { text: 'starbuks', match: 'all' }), [coffee])
  const star = offer({ title: 'Cine Star' })
  t.ok(
    (await findIn(copyOf([star, coast, coffee]), { text: 'starbuks' })).includes(coffee),
    'not only by chance',
  )
  t.strictSame(await findIn(copy, { text: 'starb' }), [], 'the beginning of another')
  t.strictSame(await findIn(copy, { text: 'cast' }), [], 'too short')
  t.strictSame(await findIn(copy, { text: 'x'.repeat(100_000) }), [], 'too long')
  t.strictSame(await findIn(copyOf([coast, offer({ title: 'Corta' })]), { text: 'costa' }), [coast], 'in use')
})

t.test('a misspelt word for a thing finds the other words for it', async (t) => {
  const [meal, dentist] = [offer({ title: 'Restaurante Uno' }), offer({ title: 'Clínica Dental' })]
  const cases: [text: string, found: Offer][] = [
    ['restorant', meal],
    ['dentsta', dentist],
    ['odontolojia', dentist],
  ]
  for (const [text, found] of cases)
    t.strictSame(await findIn(copyOf([meal, dentist, offer({ title: 'Otra' })]), { text }), [found], text)
  const { hints } = await search(copyOf([meal]), { text: 'restorant' })
  t.strictSame(hints, ['restorant: not found; searched restaurante.'])
  // Offers with a word alike don't hide those with another word for the same thing.
  const alike = offer({ title: 'Restorán Dos' })
  t.same((await findIn(copyOf([alike, meal]), { text: 'restorant' })).length, 2)
})

t.test('words that only join others find nothing, and none must be there', async (t) => {
  const [wordy, sushi] = [offer({ title: 'Ve por la otra' }), offer({ title: 'Sushi Don Rolo' })]
  const copy = copyOf([wordy, sushi])
  for (const match of ['any', 'all'] as const)
    t.strictSame(await findIn(copy, { text: 'el sushi por la', match }), [sushi])
  t.match(await search(copy, { text: 'por la' }), {
    total: 0,
    hints: ['The text has no word to search for.'],
  })
})

t.test('no word is found by the beginning of its stem alone', async (t) => {
  const cine = offer({ title: 'Un cine' })
  t.strictSame(await findIn(copyOf([offer({ title: 'Cinco copas' }), cine]), { text: 'cine' }), [cine])
})

const titled = (title: string, changes: Partial<Offer> = {}) => offer({ title, ...changes })

t.test('a word that is replaced, or left out, is named', async (t) => {
  const copy = copyOf([
    ...['Parkas Ventisca', 'Abuela Uberlinda', 'Clínica dental', 'Peluquería Rosa'].map((title) =>
      titled(title),
    ),
    ...Array.from({ length: 20 }, (_, index) => titled(`Oferta ${index}`)),
  ])
  const cases: [text: string, titles: string[], hints: string[]][] = [
    ['dentista', ['Clínica dental'], ['dentista: not found; searched dental.']],
    ['uber', [], ['uber: not found.', 'Words that only begin so are not searched: uberlinda.']],
    ['flores', [], ['flores: not found.']],
    ['peluquero', ['Peluquería Rosa'], ['peluquero: not found; searched peluqueria.']],
    [
      'ventizca helicóptero',
      ['Parkas Ventisca'],
      [
        'ventizca: not found; searched ventisca.',
        'helicoptero: not found.',
        '0 of 1 match both "ventizca" and "helicoptero".',
      ],
    ],
    ['oferta dental', ['Clínica dental'], []],
    ['dental', ['Clínica dental'], []],
  ]
  for (const [text, titles, hints] of cases) {
    const found = await search(copy, { text })
    t.strictSame(
      found.offers.map(({ title }) => title),
      titles,
      text,
    )
    t.strictSame(found.hints, hints, text)
  }
})

t.test('offers with a word come before those with an equal one', async (t) => {
  const titles = [
    'Hamburguesería Don Rolo',
    'Burger Don Rolo',
    'Hoy: hamburguesas con papas, bebida y postre',
  ]
  const found = await search(copyOf(titles.map((title) => titled(title))), { text: 'hamburguesa' })
  t.strictSame(
    found.offers.map(({ title }) => title),
    [titles[2], titles[0], titles[1]],
  )
  t.strictSame(found.hints, [])
})

t.test('each row of equal words finds its words by each other', async (t) => {
  const pairs = [
    ...['free/sin costo', 'bogo/2x1', 'interest free/sin interés', 'uncapped/sin tope'],
    ...[
      'no minimum purchase/sin compra mínima',
      'online/en línea',
      'food/comida',
      'glasses/anteojos',
      'car/auto',
    ],
    ...['fuel/bencina', 'refund/devolución', 'coffee/café', 'phone/celular', 'pizza/pizzería', 'movie/cine'],
    ...['course/clases', 'laptop/notebook', 'concert/recital', 'dentist/dental', 'delivery/despacho'],
    ...[
      'ticket/entradas',
      'pharmacy/farmacia',
      'florist/flores',
      'cat/gatos',
      'gym/gimnasio',
      'burger/hamburguesa',
    ],
    ...[
      'accommodation/hotel',
      'book/libros',
      'massage/masajes',
      'pet/mascotas',
      'furniture/muebles',
      'museum/museo',
    ],
    ...['kid/niños', 'haircut/peluquería', 'dog/perros', 'restaurant/restoranes', 'clothes/ropa'],
    ...['grocery/supermercado', 'theater/teatro', 'vet/veterinaria'],
  ].map((pair) => pair.split('/'))
  t.ok(EQUAL_WORDS.length <= 40)
  t.equal(pairs.length, EQUAL_WORDS.length)
  for (const [index, [english = '', spanish = '']] of pairs.entries()) {
    const listed = (EQUAL_WORDS[index]?.phrases ?? '').split(', ')
    t.ok(listed.includes(english), `${english} is in row ${index}`)
    const copy = copyOf(pairs.map(([, title = '']) => titled(title, { category: comuna('x', 'X') })))
    t.strictSame(await titlesFor(copy, { text: english, match: 'all' }), [spanish], english)
  }
})

t.test('words for free, and for two for one, find each other; an unlocked phone is no gift', async (t) => {
  const percentage = { ...offer({}).benefit, kind: 'percentage', value: 100, summary: 'Todo' }
  const free = [
    ...['Entrada gratis', 'Ingreso sin costo', 'Pase liberado', 'Free entry', 'Acceso gratuito'].map(
      (title) => titled(title),
    ),
    titled('Museo', { benefit: percentage }),
  ]
  const two = ['Pizza 2x1', 'Sushi 2 X 1', 'Dos por uno en cine', 'Two for one', 'Buy one, get one'].map(
    (title) => titled(title),
  )
  const others = [
    ...['Celulares liberados', 'Gluten free', 'Pack 3x2', 'Otra'].map((title) => titled(title)),
    titled('Galaxy liberado', { benefit: { ...percentage, value: 10, summary: 'Un equipo nuevo' } }),
  ]
  const copy = copyOf([...free, ...two, ...others])
  const titlesOf = (offers: readonly Offer[]) => offers.map(({ title }) => title).sort()
  for (const text of ['gratis', 'sin costo', 'LIBERADO', 'free', 'gratuitas'])
    t.strictSame(titlesOf(await findIn(copy, { text })), titlesOf(free), text)
  for (const text of ['2x1', '2 x 1', 'dos por uno', 'two for one', 'buy one get one'])
    t.strictSame(titlesOf(await findIn(copy, { text })), titlesOf(two), text)
  t.strictSame(await titlesFor(copy, { text: '3 x 2' }), ['Pack 3x2'])
  t.strictSame(titlesOf(await findIn(copy, { text: 'celular liberado', match: 'all' })), [
    'Celulares liberados',
  ])
})

t.test(
  'offers are found by the days on which they start and end, and what states none is counted',
  async (t) => {
    const copy = copyOf([
      titled('past', { valid_from: '2026-08-01', valid_until: '2026-08-31' }),
      titled('week', { valid_from: '2026-08-01', valid_until: '2026-09-06' }),
      titled('today', { valid_from: '2026-09-01', valid_until: '2026-09-01' }),
      titled('tomorrow', { valid_from: '2026-09-02', valid_until: '2026-12-31' }),
      titled('unknown'),
    ])
    const cases: [filter: OfferFilter, titles: string[], hint: string | undefined][] = [
      [
        { ends_from: 'today', ends_by: '2026-09-06', sort: 'ends' },
        ['today', 'week'],
        '1 more do not state their end: they are left out.',
      ],
      [
        { ends_by: 'today', ended: true },
        ['past', 'today'],
        '1 more do not state their end: they are left out.',
      ],
      [
        { starts_from: '2026-09-02', starts_by: '2026-09-02' },
        ['tomorrow'],
        '1 more do not state their start: they are left out.',
      ],
      [
        { sort: 'ends', ended: true },
        ['past', 'today', 'week', 'tomorrow', 'unknown'],
        '1 of 5 do not state their end: they come last.',
      ],
      [
        { sort: 'starts' },
        ['week', 'today', 'tomorrow', 'unknown'],
        '1 of 4 do not state their start: they come last.',
      ],
      [
        { day: 'today' },
        ['week', 'today', 'unknown'],
        '3 of 3 do not state their weekdays, start or end: they may not hold then, and come last.',
      ],
      [
        { day: 'today', strict: true },
        [],
        '3 more do not state their weekdays, start or end: they are left out.',
      ],
    ]
    for (const [filter, titles, hint] of cases) {
      const found = await search(copy, filter)
      t.strictSame(
        found.offers.map(({ title }) => title),
        titles,
        JSON.stringify(filter),
      )
      t.strictSame(found.hints, hint === undefined ? [] : [hint])
    }
  },
)

t.test('values are compared within one kind and one currency, the best first', async (t) => {
  const valued = (kind: string, value: number | null, currency: string | null = null) =>
    titled(`${kind} ${value} ${currency}`, { benefit: { ...offer({}).benefit, kind, value, currency } })
  const copy = copyOf([
    valued('percentage', 10),
    valued('amount', 5, 'USD'),
    valued('amount', 1000, 'CLP'),
    valued('percentage', 40),
    valued('amount', 2000, 'CLP'),
    valued('amount', null, 'CLP'),
    valued('fixed_price', 900, 'CLP'),
    valued('fixed_price', 100, 'CLP'),
  ])
  const sorted = async (kind: OfferFilter['kind']) => {
    const { offers, hints } = await search(copy, { kind, sort: 'value' })
    return { values: offers.map(({ benefit }) => benefit.value), hints }
  }
  t.strictSame(await sorted('percentage'), { values: [40, 10], hints: [] })
  t.strictSame(await sorted('fixed_price'), { values: [100, 900], hints: [] })
  t.strictSame(await sorted('amount'), {
    values: [2000, 1000, 5, null],
    hints: [
      'Values are compared within one currency: CLP, then USD.',
      '1 of 4 do not state their value: they come last.',
    ],
  })
})

t.test('an answer has a window, the total and the search for the next window', async (t) => {
  const copy = copyOf(['a', 'b', 'c', 'd', 'e'].map((title) => titled(title)))
  const titles: string[][] = []
  let next: OfferFilter | undefined = { limit: 2 }
  while (next) {
    const found = await search(copy, next)
    t.equal(found.total, 5)
    titles.push(found.offers.map(({ title }) => title))
    next = found.next
  }
  t.strictSame(titles, [['a', 'b'], ['c', 'd'], ['e']])
  t.match(await search(copy, { offset: 9 }), { total: 5, offers: { length: 0 }, next: undefined })
})

t.test('a search that finds nothing names filters to leave out', async (t) => {
  t.strictSame(await find.helpFor(COPY, { text: 'sushi', comuna: 'arica' }, TODAY), [
    '1 without text',
    '1 without comuna',
  ])
  const help = await find.helpFor(COPY, { kind: 'installments' }, TODAY)
  t.ok(
    help.includes('text instead of kind, since no offer that runs has the kind installments'),
    help.join('; '),
  )
})

t.test('a copy is filtered as the API filters', async (t) => {
  const comunas = [comuna('arica', 'Arica'), comuna('iquique', 'Iquique')]
  const published = { ...tinyOffer(0, '2026-09-01T10:00:00.000Z'), comunas }
  for (const [name, slugs] of Object.entries(filterSlugsOf(published))) {
    const copy = copyOf([published], {
      slugs: { [name]: ['without-offers', ...slugs] },
    })
    for (const slug of slugs)
      t.strictSame(await findIn(copy, { [name]: slug }), [published], `${name} ${slug}`)
    t.strictSame(await findIn(copy, { [name]: 'without-offers' }), [])
  }
})

t.test('an unknown filter or value is an error, which lists the expected ones', async (t) => {
  const cases: [filter: object, message: string][] = [
    [{ weekday: 'wensday' }, 'weekday: expected sunday, monday, .*, saturday; found wensday'],
    [{ weekday: 'Monday' }, 'weekday: .* found Monday'],
    [{ kind: 'percentige' }, 'kind: expected percentage, cashback, .*, other; found percentige'],
    [{ match: 'most' }, 'match: expected all, any; found most'],
    [{ wekday: 'monday' }, 'filter: expected text, .*, where; found wekday'],
    [{ limit: 0 }, 'limit: expected a whole number from 1; found 0'],
    [{ offset: 0.5 }, 'offset: expected a whole number from 0; found 0.5'],
    [{ sort: 'value' }, 'sort: value requires a kind, .*'],
    [{ sort: 'price' }, 'sort: expected relevance, ends, starts, updated, value; found price'],
    ...['2026-02-30', '2026-9-1', 'tomorrow', '', '2026-09-01T00:00:00Z'].map((day): [object, string] => [
      { day },
      `day: expected YYYY-MM-DD, today; found ${day}`,
    ]),
  ]
  for (const [filter, message] of cases)
    await t.rejects(findIn(COPY, filter), { name: 'TypeError', message: new RegExp(`^${message}$`) }, message)
  t.equal((await findIn(COPY, { weekday: undefined, text: undefined, region: undefined })).length, 3)
})

t.test('a name that is not in the copy is an error, which suggests similar names', async (t) => {
  const slugs = {
    issuer: ['banco-pellin', 'banco-x', 'metro'],
    category: ['restaurantes', 'cines'],
    comuna: ['nunoa', 'arica'],
  }
  const copy = copyOf(COPY.offers, { slugs })
  const cases: [filter: OfferFilter, message: string][] = [
    [{ issuer: 'banco-pelin' }, 'no issuer banco-pelin; did you mean banco-pellin?; known: '],
    [{ issuer: 'banco-y' }, 'issuer banco-y: several have this name; give one of banco-x, banco-pellin'],
    [{ issuer: 'banco-z' }, 'no issuer banco-z; known: '],
    [{ issuer: 'zzzzzzzz' }, 'no issuer zzzzzzzz; known: '],
    [{ issuer: '' }, 'no issuer ; known: '],
    [{ issuer: 'm'.repeat(5000) }, `no issuer ${'m'.repeat(5000)}; known: `],
    [{ category: 'restaurrante' }, 'no category restaurrante; did you mean restaurantes?; known: '],
    [{ region: 'valparaizo' }, 'no region valparaizo; did you mean Región de Valparaíso?; known: '],
  ]
  for (const [filter, message] of cases) {
    const error = await findIn(copy, filter).catch((error: unknown) => error)
    t.match(error, { name: 'OffersError', code: 'unknown_name' })
    t.ok(String(error).startsWith(`OffersError: ${message}`), String(error))
  }
  const names: OfferFilter[] = [
    { issuer: 'Banco X' },
    { category: 'CINES' },
    { comuna: 'Arica' },
    { region: 'arica-y parinacota' },
  ]
  for (const filter of names) t.strictSame(await findIn(copy, filter), [OFFERS.cine], JSON.stringify(filter))
  t.strictSame(await findIn(copy, { category: 'restaurantes' }), [], 'one without offers is known')
  await t.rejects(findIn(COPY, { category: 'restaurantes' }), { code: 'unknown_name' }, 'by the offers alone')
})

t.test('a region is found by its short names', async (t) => {
  const names = [
    'Metropolitana de Santiago',
    'Valparaíso',
    "Libertador General Bernardo O'Higgins",
    'Los Ríos',
    'Biobío',
  ]
  const regions = Object.fromEntries(names.map((name, index) => [`comuna-${index}`, name]))
  const copy = copyOf(
    names.map((name, index) => titled(name, { comunas: [comuna(`comuna-${index}`, 'x')] })),
    { regions },
  )
  for (const [region, name] of [
    ['RM', names[0]],
    ['Región Metropolitana', names[0]],
    ['metropolitana', names[0]],
    ['V Región', names[1]],
    ['v', names[1]],
    ['Región de Valparaíso', names[1]],
    ["O'Higgins", names[2]],
    ['OHiggins', names[2]],
    ['XIV', names[3]],
    ['Bío Bío', names[4]],
    ['Región del Biobío', names[4]],
  ] as const)
    t.strictSame(
      (await findIn(copy, { region })).map(({ title }) => title),
      [name],
      region,
    )
  for (const region of ['Región', 'constructor', 'XVII'])
    await t.rejects(findIn(copy, { region }), { code: 'unknown_name' }, region)
})
