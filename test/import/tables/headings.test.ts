// The choice of the headings, and the questions about it: no row is lost silently.

import t from 'tap'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { proposalOf } from '../proposing/propose-table.ts'

t.setTimeout(SHORT_MS)

async function headingsOf(text: string): Promise<{ headings: number | undefined; doubts: string[] }> {
  const { mapping, doubts } = await proposalOf(t, text)
  return {
    headings: mapping.read?.headings,
    doubts: doubts.filter((doubt) => doubt.startsWith('/read/headings')),
  }
}

t.test('a line of words that recur below it is a row', async (t) => {
  const cases: [text: string, headings: number][] = [
    ['Té;Centro;lunes\nCafé;Norte;lunes\nJugo;Sur;martes\n', 0],
    ['Té;Centro;Comida\nCafé;Norte;Comida\n', 0],
    ['Té;Centro;5\nCafé;Norte;7\n', 0],
    ['Ware;Ort;Tag\nTee;Mitte;Montag\nSaft;Nord;Montag\n', 1],
    ['Ofertas de septiembre;;\nWare;Ort;Tag\nTee;Mitte;Montag\n', 2],
  ]
  for (const [text, headings] of cases) t.equal((await headingsOf(text)).headings, headings, text)
})

t.test('a row with a word of headings, below rows that are as full, is not the headings', async (t) => {
  const rows = ['Té;Centro;lunes', 'Café;Norte;Comida', 'Jugo;Oferta;martes', 'Pan;Sur;jueves']
  t.equal((await headingsOf(`${rows.join('\n')}\n`)).headings, 1, 'without evidence, the first line')
  t.equal((await headingsOf(`${rows.join('\n')}\nTorta;Centro;lunes\n`)).headings, 0)
  t.equal((await headingsOf(`Lista;;\nBanco;Oferta;Días\n${rows.join('\n')}\n`)).headings, 2)
})

t.test('a row that repeats one word of headings in all its cells is none of headings', async (t) => {
  const rows = ['Té;Centro;si;si;no', 'Café;Norte;si;no;si', 'no;no;no;no;no', 'Pan;Sur;no;si;si']
  t.equal((await headingsOf(`id;oferta;uno;dos;tres\n${rows.join('\n')}\n`)).headings, 1)
  t.equal((await headingsOf(`Ware;Ort;uno;dos;tres\n${rows.join('\n')}\n`)).headings, 1)
})
