// Days in every form that a mapping may name, and every word for a month.

import t from 'tap'
import { DAY_PATTERNS, type DayPattern, readDay } from '../../../import/cells/days.ts'
import { readPeriod } from '../../../import/cells/read-period.ts'

const style = (...patterns: DayPattern[]) => ({ patterns, timeZone: 'America/Santiago' })

/** Texts, and their day in this form; in all other forms of the table they have none. */
const FORMS: Readonly<Partial<Record<DayPattern, readonly (readonly [string, string | undefined])[]>>> = {
  'YYYY-MM-DD': [
    ['2026-12-31', '2026-12-31'],
    ['2026/12/31', '2026-12-31'],
    ['2026-2-3', '2026-02-03'],
    ['2026-02-30', undefined],
    ['1899-12-31', undefined],
    ['0026-12-31', undefined],
    ['2026-12-31-01', undefined],
  ],
  'DD/MM/YYYY': [
    ['31/12/2026', '2026-12-31'],
    ['31-12-26', '2026-12-31'],
    ['31-12-49', '2049-12-31'],
    ['31-12-50', undefined],
    ['01/01/70', undefined],
    ['jueves 31/12/2026', '2026-12-31'],
    ['viernes 31/12/2026', undefined],
    ['31.12.2026', '2026-12-31'],
    ['31/12/2026 23:59', '2026-12-31'],
    ['31/12/2026 1:59:30 p.m.', '2026-12-31'],
    ['31/12/2026, 1:59pm', '2026-12-31'],
    ['31/12/2026T10:00 AM', '2026-12-31'],
    ['31 / 12 / 2026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['31/12/2026 123:59', undefined],
    ['31/12/2026 1:5', undefined],
    ['31/12/2026 10:00 xm', undefined],
    ['31/12/2026 10:00 p', undefined],
    ['x31/12/2026', undefined],
    ['31/12/2026x', undefined],
    ['031/12/2026', undefined],
    ['31/012/2026', undefined],
    ['31/12/20266', undefined],
    ['31/12/2999', '2999-12-31'],
    ['31/12/3000', undefined],
    ['31/12/2000', '2000-12-31'],
    ['01/01/1970', undefined],
    ['0/12/2026', undefined],
    ['31/00/2026', undefined],
    ['12/31/2026', undefined],
    ['29/02/2027', undefined],
    ['31/12/0026', undefined],
    ['31/12/1899', undefined],
    ['31/12/226', undefined],
    ['31/12', undefined],
    // Seconds and milliseconds since 1970.
    ['1798675200', undefined],
    ['1798675200000', undefined],
  ],
  'MM/DD/YYYY': [
    ['12/31/2026', '2026-12-31'],
    ['9/1/26', '2026-09-01'],
    ['12/31/2026 11:59 PM', '2026-12-31'],
    ['31/12/2026', undefined],
    ['12/31/0026', undefined],
  ],
  YYYYMMDD: [
    ['20261231', '2026-12-31'],
    ['20261331', undefined],
    ['18991231', undefined],
    ['2026123', undefined],
  ],
}

t.test('a day is read in the forms that the style names', async (t) => {
  for (const pattern of DAY_PATTERNS) {
    for (const [text, expected] of FORMS[pattern] ?? [])
      t.equal(readDay(text, style(pattern)), expected, text)
  }
})

t.test('an instant falls on a day of the time zone, in any notation of its offset', async (t) => {
  const cases: [string, string | undefined][] = [
    ['2026-12-31T02:00:00Z', '2026-12-30'],
    ['2026-12-31T02:00:00 UTC', '2026-12-30'],
    ['2026-12-31 02:00:00 UTC', '2026-12-30'],
    ['2026-12-31T02:00:00-03:00', '2026-12-31'],
    ['2026-12-31T02:00:00-0300', '2026-12-31'],
    ['2026-12-31T00:30:00+0200', '2026-12-30'],
    ['2026-12-31T23:59:59.999-05:00', '2027-01-01'],
    ['2026-12-31T23:59', '2026-12-31'],
    ['2026-12-31T02:00:00.123456z', '2026-12-30'],
    ['2026-12-31t02:00Z', '2026-12-30'],
    ['2026-12-31 02:00:00+0000', '2026-12-30'],
    ['2026-12-31', '2026-12-31'],
    ['x2026-12-31T02:00:00Z', undefined],
    ['2026-12-31T02:00:00Zx', undefined],
    ['2026-12-31T2:00:00+01', undefined],
    ['2026-12-31T02:00:00 +03:00', '2026-12-30'],
    ['2026-12-31T25:00:00Z', undefined],
    ['2026-02-30T02:00:00Z', undefined],
    ['2026-12-31T02:00:00 GMT+2', undefined],
    ['2026-12-31T02:00:00+99:00', undefined],
  ]
  for (const [text, expected] of cases) t.equal(readDay(text, style('instant')), expected, text)
  t.equal(readDay('2026-12-31T02:00:00+0200', style('instant-as-day')), '2026-12-31')
  t.equal(readDay('2026-12-31', style('instant-as-day')), '2026-12-31')
  t.equal(readDay('2026-02-30T02:00:00Z', style('instant-as-day')), undefined)
})

const MONTHS: readonly (readonly [language: string, words: string])[] = [
  ['es', 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'],
  ['es', 'ene feb mar abr may jun jul ago sep oct nov dic'],
  ['es', 'Enero Febrero Marzo Abril Mayo Junio Julio Agosto Setiembre Octubre Noviembre Diciembre'],
  ['en', 'January February March April May June July August September October November December'],
  ['en', 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'],
  ['pt', 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'],
  ['pt', 'jan fev mar abr mai jun jul ago set out nov dez'],
  ['de', 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'],
  ['fr', 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'],
  ['it', 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'],
  ['ro', 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'],
  ['nl', 'januari februari maart april mei juni juli augustus september oktober november december'],
  ['sv', 'januari februari mars april maj juni juli augusti september oktober november december'],
  ['sv', 'jan feb mars apr maj juni juli aug sept okt nov dec'],
  ['da', 'januar februar marts april maj juni juli august september oktober november december'],
  ['nb', 'januar februar mars april mai juni juli august september oktober november desember'],
]

t.test('a language of which one month is read has all of them, in full and abbreviated', async (t) => {
  for (const [language, words] of MONTHS) {
    words.split(' ').forEach((word, index) => {
      const expected = `2026-${String(index + 1).padStart(2, '0')}-05`
      const texts =
        language === 'en'
          ? [`${word} 5, 2026`, `5 ${word} 2026`]
          : [`5 de ${word} de 2026`, `5 ${word}. 2026`]
      for (const text of texts) t.equal(readDay(text, style()), expected, text)
    })
  }
  const others: [text: string, day: string | undefined][] = [
    ['5º de mayo del 2026', '2026-05-05'],
    ['5. Mai 2026', '2026-05-05'],
    ['1er mai 2026', '2026-05-01'],
    ['5° mayo 26', '2026-05-05'],
    ['1st May 2026', '2026-05-01'],
    ['2nd of May 2026', undefined],
    ['2nd-May-2026', '2026-05-02'],
    ['3rd may., 2026', '2026-05-03'],
    ['5th  May  2026', '2026-05-05'],
    ['5o de maio de 2026', '2026-05-05'],
    ['May. 5th, 2026', '2026-05-05'],
    ['May 1st 2026', '2026-05-01'],
    ['May 2nd 2026', '2026-05-02'],
    ['May 3rd 2026', '2026-05-03'],
    ['May 5 26', undefined],
    ['May5 2026', undefined],
    ['5 de may de 202', undefined],
    ['5 de ma de 2026', undefined],
    ['055 de mayo de 2026', undefined],
    ['x 5 de mayo de 2026', undefined],
    ['5 de mayo de 2026 x', undefined],
    [`5 de mayo de 2026${'.'.repeat(60)}`, undefined],
  ]
  for (const [text, day] of others) t.equal(readDay(text, style()), day, text)
  for (const text of [
    '5 de brumario de 2026',
    'Smarch 5, 2026',
    '5 de mayo',
    '5 de mayo de 0026',
    '31 de junio de 2026',
  ])
    t.equal(readDay(text, style()), undefined, text)
})

t.test('a period of ISO 8601 has both ends, in the time zone, and is refused if reversed', async (t) => {
  const cases: [string, unknown][] = [
    ['2026-09-14/2026-09-20', { from: '2026-09-14', until: '2026-09-20' }],
    ['2026-09-14T00:00:00-03:00/2026-09-20T03:00:00-03:00', { from: '2026-09-14', until: '2026-09-20' }],
    ['2026-09-14T02:00:00Z/2026-09-20T02:00:00Z', { from: '2026-09-13', until: '2026-09-19' }],
    ['2026-09-20/2026-09-14', undefined],
    ['2026-09-14/2026-02-30', undefined],
    ['2026-09-14/', undefined],
  ]
  for (const [text, expected] of cases)
    t.strictSame(readPeriod(text, style('YYYY-MM-DD', 'instant')), expected, text)
})

t.test('a day of the week before a day must be the right one', async (t) => {
  const cases: [text: string, day: string | undefined][] = [
    ['jueves 31 de diciembre de 2026', '2026-12-31'],
    ['Jueves, 31 de diciembre de 2026', '2026-12-31'],
    ['Thursday, December 31, 2026', '2026-12-31'],
    ['viernes 31 de diciembre de 2026', undefined],
    ['jueves', undefined],
    ['jueves jueves 31 de diciembre de 2026', undefined],
  ]
  for (const [text, day] of cases) t.equal(readDay(text, style('DD/MM/YYYY')), day, text)
  t.match(readPeriod('Hasta el jueves 31 de diciembre de 2026', style()), { until: '2026-12-31' })
})
