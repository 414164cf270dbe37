// Columns that show by their cells what they are, whatever their headings say.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const FACTS = ['--country', 'DE', '--issuer', 'Bank']

t.test('codes under headings of titles, and under compound words, are refs', async (t) => {
  for (const [heading, codes] of [
    ['Promo', ['P-101', 'P-102', 'P-107']],
    ['Promo #', ['101', '102', '103']],
    ['Gutscheincode', ['TEE20', 'BROT30', 'ALLES5']],
    ['Angebotsnummer', ['50211', '50377', '50812']],
  ] as const) {
    const rows = codes.map((code, n) => `${code};Tee ${'abc'[n]};${n + 10}%\n`).join('')
    const days = daysOf(t, 'a.csv', `${heading};Titel;Rabatt\n${rows}`)
    const { code, stderr } = await days.run(...FACTS)
    t.equal(code, 0, stderr)
    t.match(
      days.offers(),
      codes.map((ref, n) => ({ ref, title: `Tee ${'abc'[n]}` })),
    )
  }
  const titles = daysOf(t, 'a.csv', 'Promo;Rabatt\n2x1 en té;10%\n3x2 en pan;20%\n')
  t.equal((await titles.run(...FACTS)).code, 0)
  t.match(titles.offers(), [{ title: '2x1 en té' }, { title: '3x2 en pan' }])
})

t.test('days of the week and pages are known by their cells', async (t) => {
  const page = (n: number) => `https://a.example/${n}`
  const table = (links: string, cells: (n: number) => string) =>
    `Code;Titel;Rabatt;Wann;${links}\n${[1, 2, 3].map((n) => `R-${n};Tee;${n}%;${n === 3 ? '' : 'Montag, Freitag'};${cells(n)}\n`).join('')}`
  const days = daysOf(t, 'a.csv', table('Mehr dazu', page))
  t.equal((await days.run(...FACTS)).code, 0)
  t.match(days.offers()[0], { weekdays: ['monday', 'friday'], url: page(1) })
  for (const [heading, cells] of [
    ['Foto', page],
    ['Mehr dazu', (n: number) => `https://a.example/${n}.jpg`],
    ['Eins;Zwei', (n: number) => `${page(n)};${page(n)}`],
  ] as const) {
    const other = daysOf(t, 'a.csv', table(heading, cells))
    t.equal((await other.run(...FACTS)).code, 0)
    t.match(other.offers()[0], { url: null }, heading)
  }
})

t.test('the sign of a percentage may be before its number', async (t) => {
  const days = daysOf(
    t,
    'a.csv',
    'Kod;Kampanya;Rabatt;Hasta\nR-1;Çay;%20;\nR-2;Ekmek;% 12,5;\nR-3;Kahve;-%30;\n',
  )
  const { code, stderr } = await days.run('--country', 'TR', '--issuer', 'Banka', '--title', 'Kampanya')
  t.equal(code, 0, stderr)
  t.match(
    days.offers(),
    [20, 12.5, 30].map((value) => ({ benefit: { kind: 'percentage', value } })),
  )
})

t.test('of a column that --value names, cells that state no value have none', async (t) => {
  const words = 'Code;Angebot;Aktuell\nR-1;Tee;20% Rabatt\nR-2;Brot;heute 30%\nR-3;Wein;heute 9%\n'
  const days = daysOf(t, 'a.csv', words)
  t.equal((await days.run(...FACTS, '--value', 'Aktuell')).code, 0)
  t.match(days.offers(), [{ benefit: { value: 20 } }, { benefit: { value: null } }, {}])
})

t.test('each rejected row is named, however many causes there are', async (t) => {
  const rows = [
    'R-1;Tee;5%;31/12/2026',
    'R-2;;5%;31/12/2026',
    'R-3;;6%;31/12/2026',
    ';Mate;5%;31/12/2026',
    'R-5;#REF!;5%;31/12/2026',
    'R-6;Brot;5%;31/12/2026',
    'R-7;Käse;5%;31/12/2026',
    'R-8;Wein;5%;31/12/2026',
    'R-9;Saft;5%;31/12/2026',
  ]
  const days = daysOf(t, 'a.csv', ['Code;Angebot;Rabatt;Bis', ...rows].map((line) => `${line}\n`).join(''))
  const { code, stdout, stderr } = await days.run(...FACTS, '--until', 'Bis', '--ref', 'Code')
  t.equal(code, 0, stderr)
  const [, rejected = ''] = /Rejected rows, left out:\n((?: {2}.*\n)+)/.exec(stdout) ?? []
  for (const line of [3, 4, 5, 6]) t.match(rejected, new RegExp(`\\b${line}\\b`), rejected)
  t.notMatch(rejected, 'and')
})
