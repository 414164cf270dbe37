// The words behind `as` in an answer such as `--value "Discount as percentage"`: each is read today and on later days, and
// is named where people look for it.

import t from 'tap'
import { type FigureKind, VALUE_WORDS, wordFor } from '../../../import/cells/value-words.ts'
import { offersBuild } from '../../build/support/program.ts'
import { read } from '../../docs/support/pages.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { daysOf, FACTS } from '../account/follow-through.ts'

t.setTimeout(BUSY_MS)

/** Cells that a word fits. A kind without them does not compile. */
const CELLS: Readonly<Record<FigureKind | 'share', string>> = {
  percentage: '20',
  share: '0,25',
  amount: '1500',
  cashback: '1500',
  fixed_price: '990',
  installments: '6',
  multibuy: '2x1',
}

const tableOf = (cell: string) => `Código;Oferta;Valor\nR-1;Té;${cell}\nR-2;Pan;${cell}\n`

for (const { word, kind, unit, only } of VALUE_WORDS) {
  const answer = ['--value', `Valor as ${word}`]

  t.test(`"as ${word}": the same command works on the next day, and gives the same`, async (t) => {
    const days = daysOf(t, 'a.csv', tableOf(CELLS[unit ?? kind]))
    const first = await days.run(...FACTS, ...answer)
    t.equal(first.code, 0, first.stderr)
    const offers = days.offers()
    t.match(offers, [{ benefit: { kind } }, { benefit: { kind } }])
    const next = await days.run(...FACTS, ...answer)
    t.equal(next.code, 0, next.stderr)
    t.strictSame(days.offers(), offers)
    t.match(await days.run(), { code: 0 }, 'without the answer, too')
  })

  t.test(
    `"as ${word}": a word of another kind is refused on the next day, and the message works`,
    async (t) => {
      const days = daysOf(t, 'a.csv', tableOf(CELLS[unit ?? kind]))
      t.match(await days.run(...FACTS, ...answer), { code: 0 })
      const other = wordFor(kind === 'amount' ? 'cashback' : 'amount')
      const refused = await days.run('--value', `Valor as ${other}`)
      const kept = `Valor as ${wordFor(kind, unit)}`
      t.match(refused, { code: 2, stderr: `found ${JSON.stringify(kept)}, but --value is` })
      t.match(await days.run('--value', kept), { code: 0 })
    },
  )

  t.test(`"as ${word}" is in the help, in the error without a word, and on the page`, async (t) => {
    const explained = only === undefined ? word : `${word} ${only}`
    const help = await offersBuild(['import', '--help'])
    const [, usual = '', others = ''] =
      /"Discount as (\w+)" \(or (.+?)\);/.exec(help.stdout.replaceAll(/\s+/g, ' ')) ?? []
    t.ok([usual, ...others.split(', ')].includes(explained), help.stdout)
    const { stderr } = await daysOf(t, 'a.csv', tableOf('20')).run(...FACTS, '--value', 'Valor')
    const [, likely = '', more = ''] = /--value "Valor as (\w+)", or (.+?);/.exec(stderr) ?? []
    t.ok([likely, ...more.split(', ')].includes(explained), stderr)
    const row = read('docs/your-data.md')
      .split('\n')
      .find((line) => line.startsWith('| `--value '))
    t.ok(row?.includes(`\`${word}\``), `docs/your-data.md has ${word}`)
  })
}

t.test('no word has two meanings', async (t) => {
  const words = ['cents', 'units', ...VALUE_WORDS.map(({ word }) => word)]
  const several = words.filter((word, index) => words.indexOf(word) !== index)
  t.strictSame(several, [])
})
