// Words that begin, join or end a period, and texts that are not periods.

import t from 'tap'
import { readPeriod } from '../../../import/cells/read-period.ts'

const style = { patterns: ['DD/MM/YYYY', 'YYYY-MM-DD'], timeZone: 'America/Santiago' } as const
const periodIn = (text: string) => {
  const read = readPeriod(text, style)
  return read ? `${read.from ?? ''}…${read.until ?? ''}` : 'none'
}

t.test('words before and between two days are understood', async (t) => {
  const whole = '2026-09-01…2026-09-30'
  for (const lead of [
    'vigencia',
    'promoción válida',
    '• vigencia',
    'vigencia :',
    'desde el',
    'starting',
    'a partir del dia',
  ])
    t.equal(periodIn(`${lead} 01/09/2026 al 30/09/2026`), whole, lead)
  t.equal(periodIn('desde el 01/09/2026'), '2026-09-01…')
  for (const until of ['hasta el', 'through', 'a', 'y']) {
    t.equal(periodIn(`01/09/2026 ${until} 30/09/2026`), whole, until)
    t.equal(periodIn(`${until} 30/09/2026`), '…2026-09-30', until)
  }
  for (const dash of ['-', ' - ', '–', ' — ', '~', ' / '])
    t.equal(periodIn(`01/09/2026${dash}30/09/2026`), whole, dash)
})

t.test('open periods and whole months are understood', async (t) => {
  for (const text of ['permanente', 'sin fecha de término', 'until further notice', 'sem prazo.'])
    t.equal(periodIn(text), '…', text)
  const month = '2026-08-01…2026-08-31'
  for (const text of 'agosto 2026|agosto de 2026|agosto del 2026|agosto, 2026|todo el mes de agosto 2026|durante agosto 2026|mes de agosto 2026|vigencia agosto 2026|08/2026|8-2026|8 / 2026'.split(
    '|',
  ))
    t.equal(periodIn(text), month, text)
})

t.test('a first day may omit parts of the last one', async (t) => {
  const cases: [text: string, period: string][] = [
    ['1 al 15 de agosto de 2026', '2026-08-01…2026-08-15'],
    ['del 1º al 15 de agosto de 2026', '2026-08-01…2026-08-15'],
    ['1st to 15 august 2026', '2026-08-01…2026-08-15'],
    ['2nd - 3rd august 2026', '2026-08-02…2026-08-03'],
    ['23rd to 24th august 2026', '2026-08-23…2026-08-24'],
    ['1 de julio al 15 de agosto de 2026', '2026-07-01…2026-08-15'],
    ['1º julio al 15 de agosto de 2026', '2026-07-01…2026-08-15'],
    ['july 1 to august 15, 2026', '2026-07-01…2026-08-15'],
    ['jul. 1 – aug 15, 2026', '2026-07-01…2026-08-15'],
    ['15 dic. al 15 ene. 2027', '2026-12-15…2027-01-15'],
    ['dec 15 to jan 15, 2027', '2026-12-15…2027-01-15'],
    ['1 de agosto, al 15 de agosto de 2026', '2026-08-01…2026-08-15'],
    ['01.09.2026 al 30.09.2026.', '2026-09-01…2026-09-30'],
    ['septiembre 2026', '2026-09-01…2026-09-30'],
    ['may 2026', '2026-05-01…2026-05-31'],
    ['1 de septiembre al 5 de octubre de 2026', '2026-09-01…2026-10-05'],
    ['1 may al 5 de octubre de 2026', '2026-05-01…2026-10-05'],
    ['01/09/2026 al 01/09/2026', '2026-09-01…2026-09-01'],
  ]
  for (const [text, period] of cases) t.equal(periodIn(text), period, text)
})

t.test('a text that says more, less, or two things is not a period', async (t) => {
  const texts =
    '01/09/2026|01/09/2026 30/09/2026|01/09/2026 al 31/02/2026|x 01/09/2026 al 30/09/2026|01/09/2026 al 30/09/2026 x|' +
    'hasta|desde|hasta x|brumario 2026|agosto 26|13/2026|0/2026|agosto de 1800|08/1800|32 al 40 de agosto de 2026|' +
    '1 de brumario al 15 de agosto de 2026|brumario 1 to august 15, 2026|siempre permanente|permanente x|15 al 1 de agosto de 2026|' +
    '1 al 2 al 3 de agosto de 2026'
  for (const text of texts.split('|')) t.equal(periodIn(text), 'none', text)
  t.equal(
    periodIn(`01/09/2026 al ${' '.repeat(200)}30/09/2026`),
    '2026-09-01…2026-09-30',
    'blanks do not count',
  )
  t.equal(periodIn(`01/09/2026 al 30/09/2026${'.'.repeat(200)}`), 'none', 'longer than 200 characters')
  t.equal(readPeriod(['01/09/2026 al 30/09/2026'], style), undefined)
})
