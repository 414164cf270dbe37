// Texts that people type, and their values. Rows with `undefined` are as important as the others: a text with two
// meanings must not be read as one of them.

import t from 'tap'
import type { BenefitKind } from '../../contract/offers/offer.ts'
import { readWorth } from '../../import/conversions/benefit/read-benefit.ts'
import { readAddress } from '../../import/conversions/read-address.ts'
import { type DayPattern, readDay } from '../../import/conversions/read-day.ts'
import { parseNumber, readMoney, readPercentage } from '../../import/conversions/read-number.ts'
import { readPeriod } from '../../import/conversions/read-period.ts'
import { readWeekdays } from '../../import/conversions/read-weekdays.ts'
import { slugOf } from '../../import/conversions/slug-of.ts'
import { splitList } from '../../import/conversions/split-list.ts'
import { saysNothing } from '../../import/conversions/words.ts'
import type { Cell } from '../../import/tables/cell.ts'

const days = (...patterns: DayPattern[]) => ({ patterns, timeZone: 'America/Santiago' })

t.test('numbers: an ambiguous mark is read only if the mapping defines it', async (t) => {
  const cases: [string, ',' | '.' | null, number | undefined][] = [
    ['12', null, 12],
    ['9,9', null, 9.9],
    ['2.80', null, 2.8],
    ['1.234,56', null, 1234.56],
    ['1,234.56', null, 1234.56],
    ['50.000.000', null, 50_000_000],
    ["1'250", null, 1250],
    ['1.234', null, undefined],
    ['1.234', ',', 1234],
    ['1,234', '.', 1234],
    ['1.234', '.', undefined],
    ['0.125', null, 0.125],
    ['1.23.4', null, undefined],
    ['12a', null, undefined],
  ]
  for (const [text, decimal, expected] of cases) t.equal(parseNumber(text, decimal), expected, text)
  t.equal(parseNumber('10.000', null, true), 10_000, 'pesos have no decimals')
})

t.test('money: a sign of several currencies means the currency of the mapping', async (t) => {
  const pesos = { decimal: ',', currency: 'CLP' } as const
  const unknown = { decimal: null, currency: null }
  const cases: [Cell, { decimal: ',' | '.' | null; currency: string | null }, unknown][] = [
    ['$ 10.000', pesos, { value: 10_000, currency: 'CLP' }],
    ['CLP 10.000', unknown, { value: 10_000, currency: 'CLP' }],
    ['10.000', pesos, { value: 10_000, currency: 'CLP' }],
    ['US$ 12.50', pesos, { value: 12.5, currency: 'USD' }],
    ['€ 9,90', unknown, { value: 9.9, currency: 'EUR' }],
    ['Gs. 50.000.000', unknown, { value: 50_000_000, currency: 'PYG' }],
    ['-$10.00', { decimal: '.', currency: 'USD' }, { value: 10, currency: 'USD' }],
    ['($49.00)', { decimal: '.', currency: 'USD' }, { value: 49, currency: 'USD' }],
    [10_000, pesos, { value: 10_000, currency: 'CLP' }],
    [{ number: 5, unit: '€' }, pesos, { value: 5, currency: 'EUR' }],
    ['$ 10', unknown, undefined],
    ['Rs. 500', pesos, undefined],
    ['$ 0', pesos, undefined],
    ['hasta $ 10.000', pesos, undefined],
    ['Gs. 500.000; Gs. 1.000.000', unknown, undefined],
    [{ number: 20, unit: '%' }, pesos, undefined],
  ]
  for (const [cell, style, expected] of cases) {
    const read = readMoney(cell, style, true)
    t.strictSame('value' in read ? read.value : undefined, expected, JSON.stringify(cell))
  }
})

t.test('percentages: 0,2 may be a fifth, and is not read', async (t) => {
  const style = { decimal: null, currency: null }
  const cases: [Cell, 'percent' | undefined, number | undefined][] = [
    ['20%', undefined, 20],
    ['12,5 %', undefined, 12.5],
    ['20', undefined, 20],
    [0.2, undefined, undefined],
    ['0,2', undefined, undefined],
    ['0,2%', undefined, 0.2],
    [0.2, 'percent', 0.2],
    [1, undefined, undefined],
    ['1', undefined, undefined],
    ['1%', undefined, 1],
    [{ number: 1, unit: '%' }, undefined, 1],
    ['0%', undefined, undefined],
    ['120%', undefined, undefined],
    ['hasta 20%', undefined, undefined],
  ]
  for (const [cell, unit, expected] of cases) {
    const read = readPercentage(cell, style, unit)
    t.equal('value' in read ? read.value : undefined, expected, JSON.stringify(cell))
  }
})

t.test('days: only the patterns of the mapping are read', async (t) => {
  const cases: [Cell, DayPattern[], string | undefined][] = [
    ['31/12/2026', ['DD/MM/YYYY'], '2026-12-31'],
    ['1-2-26', ['DD/MM/YYYY'], '2026-02-01'],
    ['1/2/2026', ['MM/DD/YYYY'], '2026-01-02'],
    ['1/2/2026', [], undefined],
    ['1/2/2026', ['DD/MM/YYYY', 'MM/DD/YYYY'], undefined],
    ['31/02/2026', ['DD/MM/YYYY'], undefined],
    ['2026-12-31', ['YYYY-MM-DD'], '2026-12-31'],
    ['20261231', ['YYYYMMDD'], '2026-12-31'],
    ['31 de diciembre de 2026', [], '2026-12-31'],
    ['Dec 31, 2026', [], '2026-12-31'],
    ['1º de março de 2026', [], '2026-03-01'],
    [46387, ['DD/MM/YYYY'], undefined],
    [20261231, ['YYYYMMDD'], '2026-12-31'],
    [true, ['DD/MM/YYYY'], undefined],
    [null, ['DD/MM/YYYY'], undefined],
    [['31/12/2026'], ['DD/MM/YYYY'], undefined],
    [{ number: 20261231, unit: '$' }, ['YYYYMMDD'], undefined],
    ['2026-12-31 23:59:59', ['YYYY-MM-DD'], '2026-12-31'],
    ['2026-12-31T02:00:00Z', ['instant'], '2026-12-30'],
    ['2026-12-31T00:00:00.000Z', ['instant-as-day'], '2026-12-31'],
    ['2026-12-31T02:00:00Z', ['YYYY-MM-DD'], undefined],
    ['31 de brumario de 2026', ['DD/MM/YYYY'], undefined],
    ['', ['DD/MM/YYYY'], undefined],
  ]
  for (const [cell, patterns, expected] of cases)
    t.equal(readDay(cell, days(...patterns)), expected, String(cell))
})

t.test('periods: read only if every word of the cell is understood', async (t) => {
  const cases: [string, unknown][] = [
    ['01/09/2026 al 30/09/2026', { from: '2026-09-01', until: '2026-09-30' }],
    ['Hasta el 31-12-2026', { from: null, until: '2026-12-31' }],
    ['desde 15/08/26', { from: '2026-08-15', until: null }],
    ['Permanente', { from: null, until: null }],
    ['ongoing', { from: null, until: null }],
    ['1 sept. – 15 oct. 2026', { from: '2026-09-01', until: '2026-10-15' }],
    ['1 de noviembre al 28 de febrero de 2027', { from: '2026-11-01', until: '2027-02-28' }],
    ['Del 01 al 31 de agosto de 2026', { from: '2026-08-01', until: '2026-08-31' }],
    ['02/2028', { from: '2028-02-01', until: '2028-02-29' }],
    ['1 de agosto al 31 de agosto de 2026', { from: '2026-08-01', until: '2026-08-31' }],
    ['15 dic. al 15 ene. 2027', { from: '2026-12-15', until: '2027-01-15' }],
    ['Agosto 2026', { from: '2026-08-01', until: '2026-08-31' }],
    ['2026-09-14/2026-09-20', { from: '2026-09-14', until: '2026-09-20' }],
    ['31/12/2026', undefined],
    ['Todos los sábados de agosto', undefined],
    ['Hasta el 31/12/2026 o hasta agotar stock', undefined],
    ['30/09/2026 al 01/09/2026', undefined],
    ['del 5 al 3 de agosto de 2026', undefined],
    ['13/2026', undefined],
    ['00/2026', undefined],
    ['Agosto', undefined],
  ]
  for (const [text, expected] of cases)
    t.strictSame(readPeriod(text, days('DD/MM/YYYY', 'YYYY-MM-DD')), expected, text)
})

t.test(
  'weekdays: in three languages, across the end of the week, with nothing else in the cell',
  async (t) => {
    const all = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const workdays = all.slice(0, 5)
    const cases: [string, readonly string[] | undefined][] = [
      ['Lunes y martes', ['monday', 'tuesday']],
      ['Lunes a viernes', workdays],
      ['L-M-W-J-V', undefined],
      ['Mon–Fri', workdays],
      ['Sun–Thu', ['monday', 'tuesday', 'wednesday', 'thursday', 'sunday']],
      ['Sat & Sun', ['saturday', 'sunday']],
      ['segunda a sexta-feira', workdays],
      ['Todos los días', all],
      ['Daily', all],
      ['Fin de semana', ['saturday', 'sunday']],
      ['lunes; martes; domingo', ['monday', 'tuesday', 'sunday']],
      ['Último jueves del mes', undefined],
      ['Horario de oficina', undefined],
      ['', undefined],
    ]
    for (const [text, expected] of cases) t.strictSame(readWeekdays(text), expected, text)
    t.equal(readWeekdays('constructor'), undefined, 'a property of every object is no weekday')
  },
)

t.test('benefits: a value if a sentence has exactly one', async (t) => {
  const style = { decimal: ',', currency: 'CLP', kind: null } as const
  const cases: [string, unknown][] = [
    ['20% dcto. en carta', ['percentage', 20, null]],
    ['12,5 %', ['percentage', 12.5, null]],
    ['Half off cocktails', ['percentage', 50, null]],
    ['20% de reintegro', ['cashback', 20, null]],
    ['$10.000 de descuento', ['amount', 10_000, 'CLP']],
    ['30€ de descuento con 900€ de compra mínima', ['amount', 30, 'EUR']],
    ['Plan mensual a $ 19.990', ['fixed_price', 19_990, 'CLP']],
    ['2x1', ['multibuy', 2, null]],
    ['3x2 en verduras', ['multibuy', 1.5, null]],
    ['BOGO', ['multibuy', 2, null]],
    ['6 cuotas sin interés', ['installments', 6, null]],
    ['6 parcelas sem juros', ['installments', 6, null]],
    ['20% de descuento en compras sobre $50.000', ['percentage', 20, null]],
    ['Hasta 20% de descuento', undefined],
    ['Up to 20% off', undefined],
    ['20% de descuento; 3 cuotas sin intereses', undefined],
    ['20% de reintegro; +5% de reintegro', undefined],
    ['$7 wine, $4 beer', undefined],
    ['3 y 6 cuotas sin interés', undefined],
    ['12 cuotas con 0% de interés', ['installments', 12, null]],
    ['100% algodón', undefined],
    ['Rs. 500 off', undefined],
    ['Regalo sorpresa', undefined],
  ]
  for (const [text, expected] of cases) {
    const read = readWorth(text, style)
    const found = 'worth' in read ? [read.worth.kind, read.worth.value, read.worth.currency] : undefined
    t.strictSame(found, expected, text)
  }
})

t.test('the reason why a sentence has no value', async (t) => {
  const style = { decimal: ',', currency: 'CLP', kind: null } as const
  const cases: [text: string, why: string][] = [
    ['20% de descuento, tope $10.000, tope $5.000', 'names several caps'],
    ['20% de descuento y 10% de reintegro', 'speaks of several benefits'],
    ['20% de descuento y 25% de descuento', 'speaks of several benefits'],
    ['12 cuotas con 0.5% de interés', 'has "12", which is not understood'],
    ['10% de reintegro, hasta $15.000 cliente', 'says "hasta" before the figure'],
    ['20% de descuento en matrícula 1500', 'has "1500", which is not understood'],
    ['Buy one, get two', 'says "Buy"'],
    ['Buy 2 get 1', 'says "Buy"'],
    ['3x3', 'has "3", which is not understood'],
    ['11x1', 'has "11", which is not understood'],
    ['1 cuota sin interés', 'names no value that is understood'],
    ['120% de descuento', 'has "120%", which is not a share of a price'],
    ['0% de descuento', 'has "0%", which is not a share of a price'],
    ['$ 0 de descuento', 'has an amount of 0'],
    ['$5.000 de descuento c/u', 'has an amount for each piece'],
    ['3 noches por $ 90.000', 'has a price for several pieces'],
    ['20% en pizzas', 'has the percentage "20%" without a word for its meaning'],
    ['20% de descuento sin interés', 'says "sin interes" as well'],
    ['x'.repeat(1001), 'is longer than 1000 characters'],
  ]
  for (const [text, why] of cases) t.match(readWorth(text, style), { why }, text)
  t.match(readWorth('10x1', style), { worth: { kind: 'multibuy', value: 10 } })
  t.match(readWorth('Buy 2 get 1 free', style), { worth: { kind: 'multibuy', value: 1.5 } })
  t.match(readWorth('Ahorra con 5% de reintegro', style), { worth: { kind: 'cashback', value: 5 } })
})

t.test('a sentence without a benefit, or with only the kind that another column gives', async (t) => {
  const style = { decimal: '.', currency: 'USD' } as const
  const cases: [kind: BenefitKind | null, isSilent: boolean, ...texts: string[]][] = [
    [null, true, 'Los lunes', 'Zapatos, 3 unidades', 'Hasta agotar stock', '', 'x'.repeat(1001)],
    [
      null,
      false,
      'Descuento',
      'Ahorra',
      'Cashback',
      'Regalo',
      'Sin interés',
      'CSI',
      'Hasta BOGO',
      'Hasta half off',
    ],
    [null, false, 'a 20%', '$5', 'hasta 3x2', 'up to 6 cuotas sin interés'],
    ['percentage', true, 'Descuento', 'Student discount', 'Ahorra con tu app', 'Descuento: los lunes'],
    ['percentage', false, 'Cashback', 'Descuento 5', 'Descuento regalo', 'Descuento hasta agotar'],
    ['amount', true, 'Descuento', 'Save'],
    ['cashback', true, 'Cashback', 'Ahorra', 'Reintegro en la app'],
    ['cashback', false, 'Descuento'],
    ['fixed_price', false, 'Descuento', 'Cashback', 'Ahorra'],
  ]
  for (const [kind, isSilent, ...texts] of cases)
    for (const text of texts) t.match(readWorth(text, { ...style, kind }), { isSilent }, `${text} (${kind})`)
})

t.test('lists: separated by every known mark and word, each item once', async (t) => {
  const cases: [text: string, items: string[], separators?: string[]][] = [
    ['Maipú; Lota, Ñuñoa / Arica | Talca\nOsorno', ['Maipú', 'Lota', 'Ñuñoa', 'Arica', 'Talca', 'Osorno']],
    ['Maipú y Lota e Iquique and Arica & Talca', ['Maipú', 'Lota', 'Iquique', 'Arica', 'Talca']],
    [' Maipú ,, Maipú , Lota', ['Maipú', 'Lota']],
    ['Maipú, Lota y Arica', ['Maipú, Lota y Arica'], [';']],
    ['', []],
  ]
  for (const [text, items, separators] of cases) t.strictSame(splitList(text, separators), items, text)
})

t.test('a column of kinds decides a bare percentage, and can contradict a sentence', async (t) => {
  const style = { decimal: null, currency: null }
  t.match(readWorth('15%; 15% de reintegro', { ...style, kind: 'cashback' }), {
    worth: { kind: 'cashback', value: 15 },
  })
  t.match(readWorth('15% de descuento', { ...style, kind: 'cashback' }), { why: /contradicts the column/ })
})

t.test('slugs, and words for an unknown value', async (t) => {
  t.equal(slugOf('Ñuñoa'), 'nunoa')
  t.equal(slugOf("O'Higgins & Cía."), 'ohiggins-cia')
  t.equal(slugOf('☕'), undefined)
  t.equal(slugOf('x'.repeat(200))?.length, 100)
  for (const text of ['', ' - ', '—', 'N/A', 'No especificado', 's/i']) t.ok(saysNothing(text), text)
  for (const text of ['0', 'Nada', '日本']) t.notOk(saysNothing(text), text)
})

t.test('every text is converted quickly', async (t) => {
  const hostile = [
    '1'.repeat(50_000),
    'de '.repeat(20_000),
    '$ '.repeat(20_000),
    '1/1/'.repeat(10_000),
    'a-'.repeat(20_000),
  ]
  const style = { decimal: null, currency: 'CLP', kind: null }
  for (const text of hostile) {
    t.equal(readPeriod(text, days('DD/MM/YYYY')), undefined)
    t.equal(readWeekdays(text), undefined)
    t.ok('why' in readWorth(text, style))
  }
})

t.test('web addresses: as written or as a browser requests them, never with a user name', async (t) => {
  const cases: [string, string | undefined][] = [
    ['https://bank.example/1?a=b#c', 'https://bank.example/1?a=b#c'],
    ['http://bank.example:8080', 'http://bank.example:8080'],
    [' https://bank.example/a b ', 'https://bank.example/a%20b'],
    ['https://bank.example/café', 'https://bank.example/caf%C3%A9'],
    ['https://user:password@bank.example/', undefined],
    ['https://user@bank.example/', undefined],
    ['https://bank.example:65536/', undefined],
    ['https://bank.example/\u009bx', undefined],
    ['HTTPS://bank.example/%C3%A9', 'https://bank.example/%C3%A9'],
    ['https://bank.example?a#b', 'https://bank.example?a#b'],
    ['https://bank.example#b', 'https://bank.example#b'],
    ["https://a.example/-._~:/?@!$&'()*+,;=", "https://a.example/-._~:/?@!$&'()*+,;="],
    ['HTTP://bank.example/ñ', 'http://bank.example/%C3%B1'],
    ['https://bank.example/100%', undefined],
    ['https://bank.example/%zz', undefined],
    ['https://bank.example/%c', undefined],
    ['https://bank.example/a#b#c', undefined],
    ['https://bank.example/a##', undefined],
    ['https://', undefined],
    ['https:// ', undefined],
    ['https://bank.example:/', 'https://bank.example/'],
    ['https://bank.example/[1]', undefined],
    ['x https://bank.example/', undefined],
    ['mailto:x?https://bank.example/ñ', undefined],
    ['ftp://bank.example/', undefined],
    ['bank.example', undefined],
  ]
  for (const [text, expected] of cases) t.equal(readAddress(text), expected, text)
})
