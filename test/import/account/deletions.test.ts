// Columns by which few rows may have ended, in words that are not understood: asked about before these rows are published.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const table = (heading: string, cell: string) =>
  `Código;Oferta;Descuento;Hasta;${heading}\nR-1;Té;5%;31/12/2026;\nR-2;Pan;6%;31/12/2026;${cell}\nR-3;Café;7%;31/12/2026;\nR-4;Mate;8%;31/12/2026;\n`
const titlesOf = (offers: readonly unknown[]) => (offers as { title: string }[]).map(({ title }) => title)

t.test('a column of statuses next to it has an answer of its own', async (t) => {
  const rows = ['Estado', 'activo', 'vencido', 'activo', 'activo']
  const lines = table('Törölve', '').trim().split('\n')
  const both = lines.map((line, n) => `${line}${n === 4 ? '15/10/2026' : ''};${rows[n]}\n`).join('')
  const asked = await daysOf(t, 'a.csv', both).run(...FACTS)
  t.equal(asked.code, 2)
  for (const [options, titles] of [
    [
      ['--skip-status', 'vencido, Törölve'],
      ['Té', 'Café'],
    ],
    [
      ['--skip-status', 'vencido', ...pasted(t, asked.stderr, '--ignore "Törölve"')],
      ['Té', 'Café', 'Mate'],
    ],
  ] as const) {
    const days = daysOf(t, 'a.csv', both)
    const ended = await days.run(...FACTS, ...options)
    t.equal(ended.code, 0, ended.stderr)
    t.strictSame(titlesOf(days.offers()), titles)
  }
})

t.test('texts in many rows, conditions and currencies are no deletions', async (t) => {
  for (const [heading, cells] of [
    ['Nota', ['x', 'x', '', '']],
    ['Para quién', ['Solo socios', '', '', '']],
    ['Moneda', ['USD', '', '', '']],
    ['Poznámka', ['jen online', '', '', '']],
    ['Uwagi', ['nowość', '', '', '']],
    ['Bemerkung', ['neu', '', '', '']],
    ['Detalle', ['Un texto largo con lo que hay que saber', '', '', '']],
  ] as const) {
    const lines = table(heading, '').trim().split('\n')
    const text = lines.map((line, n) => `${line}${n === 0 ? '' : cells[n - 1]}\n`).join('')
    t.equal((await daysOf(t, 'a.csv', text).run(...FACTS)).code, 0, heading)
  }
})

t.test('a column of deletions to skip by must be there', async (t) => {
  const days = daysOf(t, 'a.csv', table('Nota', ''))
  t.equal((await days.run(...FACTS)).code, 0)
  t.match(await days.run('--skip-status', 'deleted_at'), {
    code: 2,
    stderr: '--skip-status: found no column "deleted_at"',
  })
})

t.test('a status that appears later is published only if it says that the offer runs', async (t) => {
  const statuses = (first: string, second: string) =>
    `ID,Offer,Shop,Until,Status\n1,10%,Oak,31/12/2026,${first}\n2,20%,Elm,31/12/2026,${second}\n3,30%,Ash,31/12/2026,live\n4,15%,Yew,31/12/2026,live\n`
  const days = daysOf(t, 'a.csv', statuses('live', 'deleted'))
  t.equal((await days.run(...FACTS, '--skip-status', 'deleted')).code, 0)
  for (const word of ['withdrawn', 'dado de baja', 'nicht aktiv', 'Excluída em 12/09', 'xyz']) {
    days.change(statuses(word, 'deleted'))
    const { code, stdout } = await days.run()
    t.equal(code, 0)
    t.match(stdout, `(status): found line 2 "${word}"`)
    t.equal(days.offers().length, 2, word)
  }
  days.change(statuses('active', 'deleted'))
  t.match((await days.run()).stdout, '3 offers from 4 rows, 1 skipped by the mapping')
})

t.test('words of statuses may be named in any order and case, and come in any case', async (t) => {
  const words = (...statuses: string[]) =>
    `Nr;Angebot;Rabatt;Status\n${statuses.map((word, n) => `A-${n};Tee ${n};${n + 5}%;${word}\n`).join('')}`
  const first = words('pausiert', 'gelöscht', 'aktiv', 'aktiv', 'nein, vorbei', 'aktiv')
  const facts = ['--country', 'DE', '--issuer', 'Bank']
  const asked = await daysOf(t, 'a.csv', first).run(...facts)
  t.match(asked.stderr, '"pausiert, gelöscht, nein, vorbei" skips those rows')
  for (const answer of [
    'pausiert, gelöscht, nein, vorbei',
    'nein, vorbei, gelöscht, pausiert',
    'GELÖSCHT,Nein,VORBEI,pausiert',
  ]) {
    const days = daysOf(t, 'a.csv', first)
    const ended = await days.run(...facts, '--skip-status', answer)
    t.equal(ended.code, 0, ended.stderr)
    t.strictSame(titlesOf(days.offers()), ['Tee 2', 'Tee 3', 'Tee 5'])
    t.equal((await days.run('--skip-status', 'gelöscht, pausiert, nein, vorbei')).code, 0, 'the same answer')
    t.match(await days.run('--skip-status', 'pausiert'), {
      code: 2,
      stderr: 'but --skip-status is "pausiert"',
    })
    days.change(words('PAUSIERT', 'Gelöscht', 'AKTIV', 'aktiv', 'Nein, vorbei', 'Aktiv'))
    const { code, stdout } = await days.run()
    t.equal(code, 0)
    t.match(stdout, '3 offers from 6 rows, 3 skipped by the mapping')
  }
})

t.test('a column that was there and said nothing of an end is not asked about later', async (t) => {
  const days = daysOf(t, 'a.csv', table('Opm.', 'voorraad').replaceAll('2026;\n', '2026;vast\n'))
  t.equal((await days.run(...FACTS)).code, 0)
  days.change(table('Opm.', 'voorraad'))
  const { code, stderr } = await days.run()
  t.equal(code, 0, stderr)
})

t.test('marks under days of the week are no ends of offers', async (t) => {
  for (const week of [
    'Mo;Di;Mi;Do;Fr;Sa;So',
    'Pn;Wt;Śr;Cz;Pt;So;Nd',
    'Lunes;Martes;Miércoles',
    '月;火;水;木;金;土;日',
  ]) {
    const { length } = week.split(';')
    const days = (n: number) =>
      Array.from({ length }, (_, day) => ((day * 3 + n) % 7 < 2 ? 'x' : '')).join(';')
    const text = (headings: string, cells: (n: number) => string) =>
      `Código;Oferta;Descuento;Hasta${headings}\n${Array.from({ length: 7 }, (_, n) => `R-${n};Té ${n};${n + 5}%;31/12/2026${cells(n)}\n`).join('')}`
    const marked = text(`;${week}`, (n) => `;${days(n)}`)
    const first = daysOf(t, 'a.csv', marked)
    const { code, stdout, stderr } = await first.run(...FACTS)
    t.equal(code, 0, stderr)
    t.match(stdout, '/offer/weekdays: the marks in ')
    t.match(first.offers(), { length: 7 })
    const later = daysOf(
      t,
      'a.csv',
      text('', () => ''),
    )
    t.equal((await later.run(...FACTS)).code, 0)
    later.change(marked)
    t.match(await later.run(), { code: 0, stdout: 'not read: the columns "' }, week)
  }
})
