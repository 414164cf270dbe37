// The currency, the time zone and the marks of each country, and the currencies of signs and words.

import t from 'tap'
import { COUNTRIES, CURRENCY_CODES, currencyOf, decimalsOf } from '../../../import/cells/countries.ts'
import type { DayOrder } from '../../../import/cells/days.ts'
import { readMoney } from '../../../import/cells/read-number.ts'
import { isTimeZone } from '../../../lib/time/calendar.ts'

t.test(
  'every country has a currency of ISO 4217 and a time zone that this Node knows, or none',
  async (t) => {
    t.ok(COUNTRIES.size > 240, 'all countries')
    for (const [code, { currency, timeZone }] of COUNTRIES) {
      t.ok(CURRENCY_CODES.has(currency), `${code}: ${currency}`)
      t.ok(timeZone === null || isTimeZone(timeZone), `${code}: ${timeZone}`)
    }
  },
)

t.test('well-known countries have their currency, time zone and marks', async (t) => {
  const cases: [string, string, string | null, ',' | '.', DayOrder][] = [
    ['CL', 'CLP', 'America/Santiago', ',', 'DD/MM/YYYY'],
    ['MX', 'MXN', null, '.', 'DD/MM/YYYY'],
    ['US', 'USD', null, '.', 'MM/DD/YYYY'],
    ['PR', 'USD', 'America/Puerto_Rico', '.', 'MM/DD/YYYY'],
    ['CH', 'CHF', 'Europe/Zurich', '.', 'DD/MM/YYYY'],
    ['JP', 'JPY', 'Asia/Tokyo', '.', 'DD/MM/YYYY'],
    ['IN', 'INR', 'Asia/Kolkata', '.', 'DD/MM/YYYY'],
  ]
  for (const [code, currency, timeZone, decimal, dayOrder] of cases)
    t.match(COUNTRIES.get(code), { currency, timeZone, decimal, dayOrder }, code)
  t.equal(COUNTRIES.get('XX'), undefined)
  for (const code of ['CLP', 'CLF', 'EUR', 'XCG']) t.ok(CURRENCY_CODES.has(code), code)
  for (const code of ['ANG', 'SLL', 'USS', 'X'.repeat(3)])
    t.notOk(CURRENCY_CODES.has(code), `${code} is withdrawn`)
  t.equal(decimalsOf('CLP'), 0)
  t.equal(decimalsOf('KWD'), 3)
  t.equal(decimalsOf('USD'), 2)
  t.equal(decimalsOf('none'), 2)
})

/** All zones of a country that Node knows: a property up to version 22, a method later. */
function zonesOf(country: string): string[] {
  const locale: object = new Intl.Locale(`und-${country}`)
  const zones: unknown =
    'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
      ? locale.getTimeZones()
      : 'timeZones' in locale && locale.timeZones
  return Array.isArray(zones) ? zones.filter((zone) => typeof zone === 'string') : []
}

t.test('a country with one time zone in Node has that one', async (t) => {
  const canonical = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  for (const [code, { timeZone }] of COUNTRIES) {
    const zones = zonesOf(code)
    if (zones.length === 1) t.equal(canonical(timeZone ?? 'UTC'), canonical(zones[0] ?? ''), code)
    else
      t.ok(
        timeZone === null || zones.length === 0 || zones.map(canonical).includes(canonical(timeZone)),
        code,
      )
  }
  const several = [...COUNTRIES].filter(
    ([code, { timeZone }]) => timeZone !== null && zonesOf(code).length > 1,
  )
  t.strictSame(
    several
      .map(([code]) => code)
      .sort()
      .join(' '),
    'AR CL CN CY DE ES MY UA',
  )
})

t.test('a sign means the currency of the file, else its only currency, else none', async (t) => {
  const cases: [sign: string, own: string | null, expected: string | null | undefined][] = [
    ['$', 'CLP', 'CLP'],
    ['$', 'USD', 'USD'],
    ['$', 'EUR', null],
    ['$', null, null],
    ['US$', 'CLP', 'USD'],
    ['C$', 'NIO', 'NIO'],
    ['C$', null, null],
    ['$U', null, 'UYU'],
    ['₡', 'CRC', 'CRC'],
    ['€', 'CLP', 'EUR'],
    ['£', 'CLP', 'GBP'],
    ['£', 'EGP', 'GBP'],
    ['¥', 'JPY', 'JPY'],
    ['¥', null, null],
    ['₽', null, 'RUB'],
    ['kr', 'SEK', 'SEK'],
    ['kr', null, undefined],
    ['R', null, undefined],
    ['AED', null, 'AED'],
    ['sek', 'SEK', 'SEK'],
    ['all', 'USD', undefined],
    ['pesos', 'MXN', 'MXN'],
    ['pesos', null, null],
    ['X'.repeat(3), null, undefined],
    ['¤', null, undefined],
  ]
  for (const [sign, own, expected] of cases) t.equal(currencyOf(sign, own), expected, `${sign} of ${own}`)
})

t.test('amounts are read as their countries write them', async (t) => {
  const cases: [country: string, text: string, expected: number | undefined, currency?: string][] = [
    ['CR', '₡1.000', 1000, 'CRC'],
    ['DO', 'RD$ 1,500.00', 1500, 'DOP'],
    ['NI', 'C$ 250.00', 250, 'NIO'],
    ['PA', 'B/. 12.50', 12.5, 'PAB'],
    ['PE', 'S/ 29.90', 29.9, 'PEN'],
    ['UY', '$U 1.990', 1990, 'UYU'],
    ['RU', '1499.00 RUB', 1499, 'RUB'],
    ['SE', '100 kr', 100, 'SEK'],
    ['SE', '100 SEK', 100, 'SEK'],
    ['PL', '49,99 zł', 49.99, 'PLN'],
    ['TR', '₺99,90', 99.9, 'TRY'],
    ['JP', '¥1,980', 1980, 'JPY'],
    ['KR', '10,700', 10_700, 'KRW'],
    ['ZA', 'R 120.00', 120, 'ZAR'],
    ['AE', 'AED 45', 45, 'AED'],
    ['CH', "CHF 1'250.50", 1250.5, 'CHF'],
    ['US', 'US $13.93', 13.93, 'USD'],
    ['CL', '$10.000 CLP', 10_000, 'CLP'],
    ['CL', '$10.000.-', 10_000, 'CLP'],
    ['CL', '$ 12,50', undefined],
    ['CL', '$ 40,00', 40, 'CLP'],
    ['AR', '$25.00035', undefined],
    ['AR', '$1.5000', undefined],
    ['AR', '$0.500', undefined],
    ['AR', '$25.000,35', 25_000.35, 'ARS'],
    ['US', '$10 $20', undefined],
    ['US', '10 or 20 USD', undefined],
    ['CL', '10 kr', undefined],
    ['CL', '20%', undefined],
  ]
  for (const [country, text, value, currency] of cases) {
    const facts = COUNTRIES.get(country)
    const read = readMoney(text, { decimal: facts?.decimal ?? null, currency: facts?.currency ?? null })
    const expected = value === undefined ? undefined : { value, currency }
    t.strictSame('value' in read ? read.value : undefined, expected, `${text} in ${country}`)
  }
})
