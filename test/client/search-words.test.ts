// What a search says of the words of its text: which are filters, which offers have, and which no offer says.

import t from 'tap'
import type { Offer } from '../../client/index.ts'
import { type Found, findIn } from '../../client/mirror/find.ts'
import type { CatalogueCopy, OfferFilter } from '../../client/mirror/index.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'

const TODAY = '2026-09-01'

const offer = (title: string, changes: Partial<Offer> = {}): Offer => ({
  ...tinyOffer(0, '2026-09-01T10:00:00.000Z'),
  title,
  ...changes,
})
const named = (slug: string, name: string) => ({ slug, name })
const issuedBy = (slug: string, name: string, country = 'CL') => ({
  issuer: { ...offer('').issuer, slug, name, country },
})
const saying = (summary: string) => ({ benefit: { ...offer('').benefit, summary } })

const copyOf = (offers: readonly Offer[], more: Partial<CatalogueCopy> = {}): CatalogueCopy => ({
  dataAsOf: '2026-09-01T10:00:00.000Z',
  attribution: 'x',
  etag: undefined,
  regions: { arica: 'Arica y Parinacota', iquique: 'Tarapacá' },
  offers: offers.map((each, index) => ({ ...each, id: `off_${index}` })),
  ...more,
})
const search = (offers: readonly Offer[], filter: OfferFilter, more?: Partial<CatalogueCopy>) =>
  findIn(copyOf(offers, more), filter, TODAY)
/** Others, so that no word of a test is one that most offers have. */
const OTHERS = Array.from({ length: 10 }, (_, index) => offer(`Otra ${index}`, { weekdays: [] }))
const titlesOf = ({ offers }: Found) => offers.map(({ title }) => title)

t.test('the answer says how many offers have all words, and what no shown offer has', async (t) => {
  const offers = [offer('Cine Roxy'), offer('2x1 en sushi'), offer('2x1 en pizza'), offer('Pizza y sushi')]
  const cases: [filter: OfferFilter, total: number, hints: string[]][] = [
    [{ text: '2x1 cine' }, 3, ['0 of 3 match both "2x1" and "cine".']],
    [{ text: '2x1 sushi' }, 3, ['1 of 3 have all words.']],
    [{ text: '2x1 sushi', match: 'all' }, 1, ['1 of 1 have all words.']],
    [{ text: 'roxy' }, 1, []],
    [{ text: 'roxy sushi pizza' }, 4, ['0 of 4 match all of "roxy", "sushi" and "pizza".']],
    [{ text: '2x1 roxy', limit: 1 }, 3, ['0 of 3 match both "2x1" and "roxy".', 'No shown offer has 2x1.']],
    [{ text: 'roxy golf' }, 1, ['golf: not found.', '0 of 1 match both "roxy" and "golf".']],
    [{ text: 'roxy golf', match: 'all' }, 0, ['golf: not found.']],
  ]
  for (const [filter, total, hints] of cases) {
    const found = await search(offers, filter)
    t.equal(found.total, total, JSON.stringify(filter))
    t.strictSame(found.hints, hints, JSON.stringify(filter))
  }
})

t.test('offers that pass the filters alone are counted', async (t) => {
  const offers = [
    offer('2x1 en cine', { valid_until: '2026-08-01' }),
    offer('2x1 en sushi'),
    offer('Cine Roxy'),
  ]
  t.strictSame((await search(offers, { text: '2x1 cine' })).hints, ['0 of 2 match both "2x1" and "cine".'])
  t.strictSame((await search(offers, { text: '2x1 cine', ended: true })).hints, ['1 of 3 have all words.'])
})

t.test('a denial finds offers that say it so, and no others', async (t) => {
  const minimum = offer('Cabaña', saying('Mínimo dos noches. Compra mínima de $10.000.'))
  const cases: [text: string, other: Offer | undefined, hints: string[]][] = [
    ['sin compra mínima', undefined, ['No offer says "sin compra minima", and no search excludes anything.']],
    ['sin mínimo', undefined, ['No offer says "sin minimo", and no search excludes anything.']],
    [
      'no minimum purchase',
      undefined,
      ['No offer says "no minimum purchase", and no search excludes anything.'],
    ],
    ['sin noches', undefined, ['No offer says "sin noches", and no search excludes anything.']],
    ['sin mínimo', offer('Uno', saying('20% sin mínimo de compra.')), []],
    ['without minimum purchase', offer('Uno', saying('20% sin compra mínima')), ['SEARCHED']],
    ['sin letra', offer('Sin letra chica'), []],
    ['sin la letra', offer('Sin letra chica'), []],
    ['sin chica', offer('Sin letra chica'), []],
    ['no acumulable', offer('Uno', saying('No es acumulable')), []],
  ]
  for (const [text, other, hints] of cases)
    for (const match of ['any', 'all'] as const) {
      const found = await search(other ? [minimum, other] : [minimum], { text, match })
      t.strictSame(titlesOf(found), other ? [other.title] : [], `${text} ${match}`)
      if (hints[0] !== 'SEARCHED') t.strictSame(found.hints, hints, text)
    }
  const found = await search([minimum, offer('Cine Roxy')], { text: 'cine sin mínimo' })
  t.strictSame(titlesOf(found), ['Cine Roxy'])
  t.strictSame(found.hints, [
    'No offer says "sin minimo", and no search excludes anything.',
    '0 of 1 match both "cine" and "sin minimo".',
  ])
})

t.test('a word for a weekday is that filter, in English and in the language of the country', async (t) => {
  const offers = [
    offer('Cine Roxy', { weekdays: ['tuesday'] }),
    offer('Cine Gran', { weekdays: ['friday'] }),
    offer('Cine Rex', { weekdays: null }),
    offer('Pilas', { weekdays: ['tuesday'] }),
  ].map((each) => ({ ...each, ...issuedBy('banco-x', 'Banco X') }))
  for (const text of ['cine martes', 'CINE LOS MARTES', 'cine on Tuesdays', 'tuesday cine']) {
    const found = await search(offers, { text })
    t.strictSame(titlesOf(found), ['Cine Roxy', 'Cine Rex'], text)
    t.match(found.hints[0], /is read as weekday tuesday\.$/)
  }
  t.strictSame(titlesOf(await search(offers, { text: 'cine martes', strict: true })), ['Cine Roxy'])
  t.strictSame(titlesOf(await search(offers, { text: 'los martes' })), ['Cine Roxy', 'Pilas', 'Cine Rex'])
  const two = await search(offers, { text: 'cine martes o viernes' })
  t.strictSame(titlesOf(two), ['Cine Roxy', 'Cine Gran', 'Cine Rex'])
  t.match(two.hints[0], '"martes, viernes" is read as weekday tuesday or friday.')
  const french = offers.map((each) => ({ ...each, ...issuedBy('banque', 'Banque', 'FR') }))
  t.strictSame(titlesOf(await search(french, { text: 'cine mardi' })), ['Cine Roxy', 'Cine Rex'])
  const unknown = [offer('Cine', { ...issuedBy('x', 'X', '??'), weekdays: ['monday'] })]
  t.equal((await search(unknown, { text: 'monday' })).total, 1, 'a country that none knows')
})

t.test('a filter that is given wins over a word, which then counts as text', async (t) => {
  const offers = [
    offer('Yoga Loto', { weekdays: ['saturday'] }),
    offer('Yoga martes', { weekdays: ['saturday'] }),
    offer('Yoga Sol', { weekdays: ['tuesday'], comunas: [named('iquique', 'Iquique')] }),
    ...OTHERS,
  ].map((each) => ({ ...each, ...issuedBy('banco-x', 'Banco X') }))
  for (const given of [{ weekday: 'saturday' }, { day: '2026-09-05' }] satisfies OfferFilter[]) {
    const found = await search(offers, { text: 'yoga martes', ...given })
    t.strictSame(titlesOf(found), ['Yoga martes', 'Yoga Loto'])
    t.strictSame(found.hints.slice(0, 2), ['"martes" is text: saturday is given.', '1 of 2 have all words.'])
  }
  const same = await search(offers, { text: 'yoga martes', weekday: 'tuesday' })
  t.strictSame(titlesOf(same), ['Yoga Sol'], 'a word that the filter says has no rank')
  t.strictSame(same.hints, [])
  const place = await search(
    offers,
    { text: 'yoga iquique', comuna: 'arica' },
    { slugs: { comuna: ['arica'] } },
  )
  t.match(place.hints[0], '"iquique" is text, not comuna iquique: comuna arica is given.')
  t.equal(place.total, 0)
  const region = await search(offers, { text: 'yoga iquique', region: 'Arica y Parinacota' })
  t.match(region.hints[0], 'is text, not comuna iquique: region Arica y Parinacota is given.')
  const within = await search(offers, { text: 'yoga tarapacá', comuna: 'iquique' })
  t.strictSame([titlesOf(within), within.hints], [['Yoga Sol'], []])
})

t.test(
  'the whole name of a place, issuer or category is a filter, unless a title or merchant has it',
  async (t) => {
    const offers = [
      offer('Helados', { ...issuedBy('banco-de-lago', 'Banco de Lago'), comunas: [named('arica', 'Arica')] }),
      offer('Helados', { ...issuedBy('banco-x', 'Banco X'), category: named('salud', 'Salud') }),
      offer('La Fabrica Talca', { comunas: [named('iquique', 'Iquique')] }),
      offer('Otro', {
        merchant: 'Café Rancagua',
        comunas: [named('talca', 'Talca'), named('rancagua', 'Rancagua')],
      }),
      ...OTHERS,
    ]
    const cases: [text: string, total: number, hint: string][] = [
      ['helados Banco de Lago', 1, '"banco de lago" is read as issuer banco-de-lago.'],
      ['helados ARICA', 1, '"arica" is read as comuna arica.'],
      ['helados salud', 1, '"salud" is read as category salud.'],
      ['helados en Arica y Parinacota', 1, '"arica y parinacota" is read as region Arica y Parinacota.'],
      ['talca', 2, '"talca" is text, not comuna talca: in title or merchant of 1.'],
      ['rancagua', 1, '"rancagua" is text, not comuna rancagua: in title or merchant of 1.'],
      ['helados arica iquique', 3, '"arica" is text, not comuna arica: the text names several.'],
    ]
    for (const [text, total, hint] of cases) {
      const found = await search(offers, { text })
      t.equal(found.total, total, text)
      t.equal(found.hints[0], hint, text)
    }
    t.equal((await search(offers, { text: 'helados banco' })).total, 2, 'a part of a name is a word')
    const both = await search(
      [offer('X', { comunas: [named('maule', 'Maule')] })],
      { text: 'maule' },
      {
        regions: { maule: 'Maule' },
      },
    )
    t.match(both.hints[0], '"maule" is text, not comuna maule or region Maule: it may be each of them.')
  },
)

t.test('a name or weekday that is denied is ignored, since no search excludes', async (t) => {
  const offers = [
    offer('Helados', { comunas: [named('arica', 'Arica')], ...issuedBy('banco-uno', 'Banco Uno') }),
    offer('Helados Uno', issuedBy('banco-dos', 'Banco Dos')),
    offer('Pan', { merchant: 'Cruz Roja' }),
    ...OTHERS,
  ]
  const cases: [text: string, ignored: string, of: string][] = [
    ['helados sin Arica', 'sin arica', 'comuna arica'],
    ['helados no de Banco Uno', 'no de banco uno', 'issuer banco-uno'],
    ['helados, but not from Banco Uno', 'not from banco uno', 'issuer banco-uno'],
    ['helados excepto en Arica', 'excepto en arica', 'comuna arica'],
    ['helados salvo los martes', 'salvo los martes', 'weekday tuesday'],
    ['helados que no sea de Banco Uno', 'no sea de banco uno', 'issuer banco-uno'],
    ['helados menos Banco Uno', 'menos banco uno', 'issuer banco-uno'],
    ['helados -Arica', 'no arica', 'comuna arica'],
    ['helados excluding Banco Uno', 'excluding banco uno', 'issuer banco-uno'],
    ['helados other than Arica', 'than arica', 'comuna arica'],
    ['helados distintos de Banco Uno', 'distintos de banco uno', 'issuer banco-uno'],
    ['helados fuera de Arica', 'fuera de arica', 'comuna arica'],
    ['helados sin Arica o Banco Uno', 'o banco uno', 'issuer banco-uno'],
    ['helados from any bank but Banco Uno', 'but banco uno', 'issuer banco-uno'],
    ['helados, no tengo Banco Uno', 'no tengo banco uno', 'issuer banco-uno'],
    ["helados, I don't have Banco Uno", 'dont have banco uno', 'issuer banco-uno'],
    ['helados en vez de Arica', 'vez de arica', 'comuna arica'],
    ['helados, nada de Banco Uno', 'nada de banco uno', 'issuer banco-uno'],
    ['helados Banco Uno no', 'banco uno no', 'issuer banco-uno'],
    ['helados sin Cruz Roja', 'sin cruz roja', 'merchant cruz roja'],
  ]
  for (const [text, ignored, of] of cases) {
    const found = await search(offers, { text })
    t.strictSame(titlesOf(found).slice(0, 2), ['Helados', 'Helados Uno'], text)
    const hint = `No search excludes anything: "${ignored}" is ignored, and offers of ${of} may be among these.`
    t.ok(found.hints.includes(hint), `${text}: ${found.hints.join(' ')}`)
  }
  const saying = await search([...offers, offer('Feria', { merchant: 'Sin Arica' })], { text: 'sin arica' })
  t.strictSame(titlesOf(saying), ['Feria'], 'an offer says it so')
})

t.test('a name is found, whether it is written as one word or as two', async (t) => {
  const offers = [
    offer('MC Parking'),
    offer("McDonald's"),
    offer('Burger King'),
    offer('Do Sushi'),
    offer('Cineplanet'),
    ...OTHERS,
  ]
  const cases: [text: string, first: string | undefined, hints: string[]][] = [
    ['Mc Donalds', "McDonald's", ['mc donalds: not found; searched mcdonalds.']],
    ['BurgerKing', 'Burger King', ['burgerking: not found; searched burger king.', '1 of 1 have all words.']],
    ['mc parking', 'MC Parking', ['1 of 1 have all words.']],
    ['kingburger', undefined, ['kingburger: not found.']],
    ['cine planet', 'Cineplanet', ['cine planet: not found; searched cineplanet.']],
    ['dosushi', 'Do Sushi', ['dosushi: not found; searched do sushi.', '1 of 1 have all words.']],
  ]
  for (const [text, first, hints] of cases) {
    const found = await search(offers, { text })
    t.strictSame([titlesOf(found)[0], found.hints], [first, hints], text)
  }
  const apart = await search([offer('Burger'), offer('King'), ...OTHERS], { text: 'burgerking' })
  t.strictSame(apart.hints, ['burgerking: not found.'], 'no name has both')
})

t.test('what a text excludes and is no name is not sought', async (t) => {
  const offers = [offer('Rent a car Roma'), offer('Rent a car Avis'), ...OTHERS]
  for (const text of [
    'rent a car que no sea avis',
    'rent a car other than avis',
    'rent a car excluyendo avis',
  ]) {
    const { hints } = await search(offers, { text })
    t.ok(
      hints.some((hint) => /^No offer says ".*avis", and no search excludes anything\.$/.test(hint)),
      text,
    )
  }
})

t.test('a name that is joined to another word is text, and so are places without offers', async (t) => {
  const offers = [
    offer('Sushi', issuedBy('banco-uno', 'Banco Uno')),
    offer('Sushi', issuedBy('banco-dos', 'Banco Dos')),
    offer('Pan'),
    ...OTHERS,
  ]
  const joined = await search(offers, { text: 'sushi Banco Uno o Dos' })
  t.equal(joined.hints[0], '"banco uno" is text, not issuer banco-uno: another word is joined to it.')
  t.equal(joined.total, 2)
  const place = await search(offers, { text: 'sushi navidad' }, { slugs: { comuna: ['navidad'] } })
  t.strictSame([place.total, place.hints[0]], [2, 'navidad: not found.'])
})

t.test('a merchant with the name of a weekday alone does not take the day away', async (t) => {
  const offers = [
    offer('Café', { merchant: 'Miércoles' }),
    offer('Sushi', { weekdays: ['wednesday'] }),
    offer('Sushi de los martes', { weekdays: ['tuesday'] }),
    ...OTHERS,
  ]
  const found = await search(offers, { text: 'sushi los miércoles' })
  t.strictSame([found.total, found.hints[0]], [1, '"miercoles" is read as weekday wednesday.'])
})

t.test('a text that compares values is told what finds the largest', async (t) => {
  const offers = [offer('40% en pan'), offer('50% en pan'), offer('Metro Nos'), ...OTHERS]
  for (const [text, phrase] of [
    ['más de 40%', 'mas de 40'],
    ['40% o más en pan', '40 o mas'],
    ['at least 40% off', 'least 40'],
    ['menos de 40% pan', 'menos de 40'],
  ] as const) {
    const { hints } = await search(offers, { text })
    t.ok(hints[0]?.startsWith(`No filter compares values: "${phrase}" finds 40 alone.`), hints.join(' '))
    t.notOk(
      hints.some((hint) => hint.includes('not found')),
      hints.join(' '),
    )
  }
  t.strictSame((await search(offers, { text: 'menos' })).hints, ['menos: not found.'])
})

t.test('a name of which a title has another form is a filter', async (t) => {
  const offers = [
    offer('Cabaña del Lago'),
    offer('Hotel', { comunas: [named('los-lagos', 'Los Lagos')] }),
    ...OTHERS,
  ]
  const found = await search(offers, { text: 'hotel Los Lagos' }, { regions: { 'los-lagos': 'X' } })
  t.strictSame([titlesOf(found), found.hints[0]], [['Hotel'], '"los lagos" is read as comuna los-lagos.'])
})

t.test('today and tomorrow are days', async (t) => {
  const offers = [
    offer('Sushi', { weekdays: ['tuesday'] }),
    offer('Sushi B', { weekdays: ['wednesday'] }),
    ...OTHERS,
  ]
  // A Tuesday.
  const cases: [text: string, title: string, hint: string][] = [
    ['sushi hoy', 'Sushi', '"hoy" is read as day 2026-09-01.'],
    ['sushi mañana', 'Sushi B', '"manana" is read as day 2026-09-02.'],
  ]
  for (const [text, title, hint] of cases) {
    const found = await search(offers, { text })
    t.strictSame([titlesOf(found), found.hints[0]], [[title], hint], text)
  }
  t.equal((await search(offers, { text: 'sushi por la mañana' })).total, 2)
})

t.test('days from one to another, and weekends, are all their days', async (t) => {
  const on = (...weekdays: Offer['weekdays'] & {}) => offer(`Sushi ${weekdays.join(' ')}`, { weekdays })
  const [tuesday, wednesday, friday, saturday] = [
    on('tuesday'),
    on('wednesday'),
    on('friday'),
    on('saturday'),
  ]
  const offers = [tuesday, wednesday, friday, saturday]
  const cases: [text: string, found: Offer[], hint: string][] = [
    [
      'sushi de martes a jueves',
      [tuesday, wednesday],
      '"martes a jueves" is read as weekday tuesday or wednesday or thursday.',
    ],
    [
      'sushi friday to sunday',
      [friday, saturday],
      '"friday to sunday" is read as weekday friday or saturday or sunday.',
    ],
    ['sushi fin de semana', [saturday], '"fin de semana" is read as weekday saturday or sunday.'],
    ['sushi todos los días', offers, '"todos los dias" is ignored: no filter asks for offers of every day.'],
  ]
  for (const [text, expected, hint] of cases) {
    const found = await search([...offers, ...OTHERS], { text })
    t.strictSame(
      titlesOf(found),
      expected.map(({ title }) => title),
      text,
    )
    t.ok(found.hints.includes(hint), found.hints.join(' '))
  }
})

t.test('words that every offer means find nothing, and hide nothing', async (t) => {
  const offers = [offer('Sushi'), offer('Descuento en pan'), ...OTHERS]
  for (const text of ['descuentos en sushi', 'ofertas de sushi', 'sushi deals'])
    t.strictSame(titlesOf(await search(offers, { text, match: 'all' })), ['Sushi'], text)
  t.equal((await search(offers, { text: 'ofertas' })).total, offers.length)
})

t.test('what has all words comes before what has a rarer one', async (t) => {
  const both = offer('Cena', { category: named('restaurantes', 'Restaurantes'), ...saying('En la viña') })
  const restaurants = Array.from({ length: 8 }, () =>
    offer('Cena', { category: named('restaurantes', 'Restaurantes') }),
  )
  const found = await search([offer('Viña'), ...restaurants, both, ...OTHERS], { text: 'cena viña' })
  t.equal(found.offers[0]?.benefit.summary, 'En la viña')
})

t.test('longer words that begin like one are named, and not searched', async (t) => {
  const offers = [offer('Cine'), offer('Cineplanet'), offer('Cinemark'), offer('Cines'), ...OTHERS]
  const found = await search(offers, { text: 'cine' })
  t.strictSame(titlesOf(found), ['Cine', 'Cines'])
  t.strictSame(found.hints, ['Words that only begin so are not searched: cinemark, cineplanet.'])
})

t.test('a search for what is new says so if all of the copy is', async (t) => {
  const found = await search([offer('Pan')], { updated_from: '2026-08-01' })
  t.strictSame(found.hints, ['All 1 offers of the copy were added or changed since 2026-08-01.'])
})

t.test('a short word and the same with an e are two words', async (t) => {
  const titles = [
    'Rent a car',
    'Skin care',
    'Sal gruesa',
    'Sale de invierno',
    'Bares',
    'Cines',
    'Flores',
    'Voces',
  ]
  const offers = [...titles.map((title) => offer(title)), ...OTHERS]
  const cases: [text: string, titles: string[]][] = [
    ['car', ['Rent a car']],
    ['cars', ['Rent a car']],
    ['care', ['Skin care']],
    ['sal', ['Sal gruesa']],
    ['sale', ['Sale de invierno']],
    ['bar', ['Bares']],
    ['cine', ['Cines']],
    ['flor', ['Flores']],
    ['voz', ['Voces']],
  ]
  for (const [text, found] of cases) t.strictSame(titlesOf(await search(offers, { text })), found, text)
})

t.test('a search for ended offers says so if the copy has none', async (t) => {
  const [runs, over] = [offer('Pan'), offer('Pan', { valid_until: '2026-08-30' })]
  const none = 'The copy has no offer that ended: it has those that ran or were to start on 2026-09-01.'
  t.strictSame((await search([runs], { ended: true })).hints, [none])
  t.strictSame((await search([runs, over], { ended: true })).hints, [])
  t.strictSame((await search([runs], {})).hints, [])
})

t.test('a weekday in the name of a merchant or of a place is no weekday', async (t) => {
  const offers = [
    offer('Pizza', { merchant: "Domingo's", weekdays: ['thursday'] }),
    offer('Pizza', {
      merchant: 'Roma',
      weekdays: ['sunday'],
      comunas: [named('santo-domingo', 'Santo Domingo')],
    }),
  ].map((each) => ({ ...each, ...issuedBy('banco-x', 'Banco X') }))
  const merchant = await search(offers, { text: "Domingo's" })
  t.equal(merchant.offers[0]?.merchant, "Domingo's")
  t.match(merchant.hints[0], '"domingos" is text, not sunday: a merchant has this name.')
  const among = await search(offers, { text: "pizza de Domingo's" })
  t.match(among.hints[0], '"domingos" is text, not sunday: a merchant has this name.')
  const day = await search(offers, { text: 'pizza los domingos' })
  t.match(day.hints[0], '"domingos" is read as weekday sunday.')
  const place = await search(offers, { text: 'pizza Santo Domingo' })
  t.strictSame(place.hints, ['"santo domingo" is read as comuna santo-domingo.'])
})

t.test('what an offer does not state never comes before a better match', async (t) => {
  const offers = [
    offer('Pilas', { ...saying('También cine'), weekdays: ['tuesday'] }),
    offer('Cine Rex', { weekdays: null }),
    offer('Cine Roxy', { weekdays: ['tuesday'] }),
  ]
  const found = await search(offers, { text: 'cine', weekday: 'tuesday' })
  t.strictSame(titlesOf(found), ['Cine Roxy', 'Cine Rex', 'Pilas'])
  t.strictSame(found.hints, ['1 of 3 do not state their weekdays: they may not hold then, and rank lower.'])
})

t.test('twenty subjects on three weekdays begin with an offer about the subject', async (t) => {
  const subjects = (
    'cine sushi pizza farmacia yoga teatro libros helados zapatos museo gimnasio hotel flores vino hamburguesa sushi masajes ' +
    'mascotas muebles café'
  ).split(' ')
  t.equal(subjects.length, 20)
  const noise = Array.from({ length: 30 }, (_, index) =>
    offer(`Pilas ${index}`, {
      ...saying('Todos los martes, jueves y sábados'),
      weekdays: ['tuesday', 'thursday', 'saturday'],
    }),
  )
  const about = subjects.map((subject, index) =>
    offer(`Descuento en ${subject}`, {
      weekdays: index % 2 === 0 ? null : ['tuesday', 'thursday', 'saturday'],
    }),
  )
  const offers = [...noise, ...about].map((each) => ({ ...each, ...issuedBy('banco-x', 'Banco X') }))
  const copy = copyOf(offers)
  for (const subject of subjects)
    for (const day of ['martes', 'jueves', 'sábados']) {
      const [first] = (await findIn(copy, { text: `${subject} los ${day}` }, TODAY)).offers
      t.equal(first?.title, `Descuento en ${subject}`, `${subject} los ${day}`)
    }
})

t.test('a name that only one value has is understood, and several candidates are all named', async (t) => {
  const slugs = {
    issuer: [
      'banco-pellin',
      'banco-ola',
      'banco-cruz-del-faro',
      'banco-cruz-verde',
      'banco-sur',
      'billetera-pirca',
    ],
  }
  const copy = copyOf([offer('X', issuedBy('banco-pellin', 'Banco Pellín'))], { slugs })
  for (const issuer of ['Pellin', 'PELLÍN', 'el Pellín', 'Pellín Banco'])
    t.match(await findIn(copy, { issuer }, TODAY), {
      total: 1,
      hints: [`issuer "${issuer}" is read as banco-pellin.`],
    })
  const messageOf = (issuer: string) =>
    findIn(copy, { issuer }, TODAY).then(
      () => '',
      (error: unknown) => String(error),
    )
  t.match(
    await messageOf('Cruz'),
    'several have this name; give one of banco-cruz-del-faro, banco-cruz-verde',
  )
  t.match(await messageOf('Banco Pelin'), /no issuer Banco Pelin; did you mean banco-pellin\?/)
  t.match(
    await messageOf('Banco de Chile'),
    /no issuer Banco de Chile; known: /,
    'a common word is no proposal',
  )
})

t.test('filters that cannot hold together are refused', async (t) => {
  const cases: [filter: OfferFilter, message: RegExp][] = [
    [
      { day: '2026-11-29', weekday: 'monday' },
      /^day 2026-11-29, a sunday, and weekday monday cannot hold together/,
    ],
    [
      { ends_from: '2026-09-05', ends_by: '2026-09-04' },
      /^ends_from 2026-09-05 and ends_by 2026-09-04 cannot/,
    ],
    [
      { starts_from: '2026-09-05', starts_by: 'today' },
      /^starts_from 2026-09-05 and starts_by 2026-09-01 cannot/,
    ],
    [{ starts_from: '2026-09-05', ends_by: '2026-09-04' }, /^starts_from .* and ends_by .* cannot/],
    [{ starts_from: '2026-09-05', day: 'today' }, /^starts_from .* and day .* cannot/],
    [{ day: '2026-09-05', ends_by: '2026-09-04' }, /^day .* and ends_by .* cannot/],
    [
      { comuna: 'arica', region: 'Tarapacá' },
      /^comuna arica, which is in Arica y Parinacota, and region Tarapacá cannot/,
    ],
  ]
  const offers = [offer('Uno', { comunas: [named('arica', 'Arica')] })]
  for (const [filter, message] of cases)
    await t.rejects(search(offers, filter), { name: 'TypeError', message }, JSON.stringify(filter))
  const held: OfferFilter[] = [
    { day: '2026-11-29', weekday: 'sunday' },
    { ends_from: '2026-09-04', ends_by: '2026-09-04' },
    { comuna: 'arica', region: 'Arica y Parinacota' },
  ]
  for (const filter of held) await t.resolves(search(offers, filter), JSON.stringify(filter))
})
