// Tables that are left out are counted and named on every day, and two changes at once are two questions.

import t from 'tap'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { bookOf, daysOf, FACTS, pasted } from './follow-through.ts'

t.setTimeout(BUSY_MS)

const titlesOf = (offers: readonly unknown[]) => (offers as { title: string }[]).map(({ title }) => title)

const CREDIT =
  'Código;Oferta;Descuento;Hasta\nTE;Té;5%;31/12/2026\nPAN;Pan;6%;31/12/2026\nMATE;Mate;7%;31/12/2026\n'
const DEBIT = 'Código;Comercio;Tope;Hasta\nD-1;Uno;$ 5.000;31/12/2026\nD-2;Dos;$ 6.000;31/12/2026\n'

t.test('a block that is left out stands in the sum, and is named on every day', async (t) => {
  for (const [table, line, rows, place] of [
    [`${CREDIT}Débito;;;\n${DEBIT}`, 1, 7, 6],
    [`${CREDIT};;;\nDébito;;;\n;;;\n${DEBIT}`, 1, 9, 8],
    [`${DEBIT}Crédito;;;\n${CREDIT}`, 5, 5, 1],
  ] as const) {
    const days = daysOf(t, 'a.csv', table)
    const asked = await days.run(...FACTS)
    t.equal(asked.code, 2)
    t.match(asked.stderr, '(3 rows below Código, Oferta')
    t.match(asked.stderr, '(2 rows below Código, Comercio')
    const first = await days.run(...FACTS, ...pasted(t, asked.stderr, `--headings ${line}`), '--json')
    t.equal(first.code, 0, first.stderr)
    const report = JSON.parse(first.stdout)
    const { empty, note, table: inOther } = report.noOffer
    t.equal(report.rejected, 0, 'a caption is no rejected row')
    t.equal(report.rows, rows)
    t.equal(report.offers + empty + note + inOther, rows)
    t.strictSame(titlesOf(days.offers()), ['Té', 'Pan', 'Mate'])
    const next = await days.run()
    t.match(next.stdout, `not read: 2 rows below "Código", "Comercio", "Tope", "Hasta" (line ${place})`)
    t.match(next.stdout, 'in other tables of the file')
  }
})

t.test('a caption between two blocks of the same headings is no offer', async (t) => {
  const days = daysOf(t, 'a.csv', `${CREDIT}Débito;;;\n${CREDIT.replaceAll(/^[A-Z]+;/gm, 'D$&')}`)
  const { code, stdout, stderr } = await days.run(...FACTS)
  t.equal(code, 0, stderr)
  t.match(stdout, '1 × note: line 5 "Débito"')
  t.equal(days.offers().length, 6)
})

const sheet = (name: string, headings: readonly string[], code: string) => ({
  name,
  rows: [headings, [`${code}-1`, 'Té', '5%', '$ 5.000'], [`${code}-2`, 'Pan', '6%', '$ 6.000']].map((row) =>
    row.slice(0, headings.length),
  ),
})
t.test('a new sheet and a new column on the same day are two questions', async (t) => {
  const before = ['Código', 'Oferta', 'Descuento']
  const after = [...before, 'Tope']
  for (const chosen of ['Mayo', 'Junio', 'Mayo + Junio']) {
    const days = daysOf(t, 'a.xlsx', await bookOf(sheet('Mayo', before, 'M')))
    t.equal((await days.run(...FACTS)).code, 0)
    days.change(await bookOf(sheet('Mayo', after, 'M'), sheet('Junio', after, 'J')))
    const refused = await days.run()
    t.equal(refused.code, 1)
    const answer = pasted(t, refused.stderr, `--sheet "${chosen}"`)
    const again = await days.run(...answer)
    t.equal(again.code, 1, 'the column is still asked about')
    t.equal(
      (await days.run(...answer, '--replace')).code,
      1,
      'whoever accepts another sheet has not seen its columns',
    )
    const both = [...answer, ...pasted(t, again.stderr, '--ignore "Tope"')]
    const ended = await days.run(...both, ...(chosen === 'Junio' ? ['--replace'] : []))
    t.equal(ended.code, 0, ended.stderr)
    t.equal((await days.run()).code, 0)
  }
})
