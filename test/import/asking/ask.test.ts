// Questions in a terminal: when they are asked, which answers are valid, and that answers are kept.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import t, { type Test } from 'tap'
import { offersBuildWith } from '../../build/support/program.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { csvText, offersOf, ROWS } from '../import-table.ts'

t.setTimeout(BUSY_MS)

const ENTER = '\r'
const DELETE = '\u007f'
const CTRL_C = '\u0003'

/** A table with unknown headings for issuer, title and reference. */
const ODD = [
  ['Uno', 'Dos', 'Tres'],
  ['k-1', 'Rhea', '20% de descuento'],
  ['k-2', 'Rhea', '2x1'],
  ['k-3', 'Rhea', '10% de descuento'],
]
const odd = ODD.map((row) => `${row.join(';')}\n`).join('')

interface Reaction {
  question: RegExp
  keys: string
}

/** Imports with these keys pressed when these questions are shown. */
async function typed(t: Test, table: string, groups: readonly Reaction[], ...more: string[]) {
  const root = t.testdir({ 'a.csv': table })
  const source = join(root, 'source')
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const open = [...groups]
  const words = ['import', join(root, 'a.csv'), '--source', source, ...more]
  const ended = await offersBuildWith(words, {
    stdin,
    isTerminal: true,
    onOutput: (text) => {
      const [next] = open
      if (!next?.question.test(text)) return
      open.shift()
      setImmediate(() => stdin.write(next.keys))
    },
  })
  t.same(open, [], 'all questions are asked')
  const mapping = () => JSON.parse(readFileSync(join(source, 'mapping.json'), 'utf8'))
  return { ...ended, source, mapping }
}

function to(question: RegExp, ...keys: string[]): Reaction {
  return { question, keys: keys.join('') }
}

/** The text without colours and boxes. */
function plain(stderr: string): string {
  return stripVTControlCharacters(stderr).replace(/[│◆◇└┌●○◻◼\s]+/gu, ' ')
}

t.test('import asks for facts that no column has, and keeps the answers', async (t) => {
  const { code, stderr, mapping, source } = await typed(t, csvText(ROWS), [
    to(/country/, 'cl', ENTER),
    to(/provider/, 'Ñandú', ENTER),
  ])
  t.equal(code, 0, stderr)
  t.match(stderr, 'the country of the offers, such as')
  t.match(stderr, 'the provider of the data, such as')
  t.notMatch(stderr, 'time zone', 'Chile has one for nearly all offers')
  t.match(mapping().catalogue, { country: 'CL', time_zone: 'America/Santiago', attribution: 'Ñandú' })
  t.match(mapping().formats, { decimal: ',', currency: 'CLP' })
  t.equal(offersOf(source).length, 3)
})

t.test('an answer is what its option takes: a column, several, a name, or none', async (t) => {
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--title', 'Tres', '--ref', 'Uno']
  const column = await typed(t, odd, [to(/who issues/, 'Dos', ENTER)], ...answers)
  t.equal(column.code, 0, column.stderr)
  t.match(column.mapping().offer, { issuer: { column: 'Dos' } })
  const name = await typed(t, odd, [to(/who issues/, 'hjkl Rhea', ENTER)], ...answers)
  t.match(name.mapping().offer, { issuer: { constant: 'hjkl Rhea' } })

  const figures = 'Porcentaje;Banco;Sala\n20;Rhea;A\n20;Rhea;B\n'
  const keys = [to(/what is offered/, 'Porcentaje + Banco', ENTER), to(/identifies a row/, 'Sala', ENTER)]
  const joined = await typed(t, figures, keys, '--country', 'CL', '--attribution', 'Ñandú')
  t.equal(joined.code, 0, joined.stderr)
  t.match(joined.mapping().offer, {
    title: { columns: ['Porcentaje', 'Banco'], join: ' · ' },
    ref: { column: 'Sala' },
  })

  const people = 'id;name\n1;Ana\n2;Eva\n'
  const few = await typed(
    t,
    people,
    [to(/no column says a benefit/, 'none', ENTER)],
    ...['--country', 'CL', '--issuer', 'Club', '--attribution', 'X'],
  )
  t.equal(few.code, 0, few.stderr)
})

t.test('a column that is not there is asked for again, with the columns of the table', async (t) => {
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--issuer', 'Club', '--ref', 'Uno']
  const figures = 'Porcentaje;Uno\n20;1\n30;2\n'
  const keys = [
    to(/what is offered/, 'Banco', ENTER),
    to(/found no column/, ...Array(5).fill(DELETE), 'Porcentaje', ENTER),
  ]
  const { code, stderr } = await typed(t, figures, keys, ...answers)
  t.match(plain(stderr), 'found no column "Banco"; the columns are "Porcentaje", "Uno"')
  t.equal(code, 0, stderr)
})

t.test('one of several lists of a JSON file is chosen by its place', async (t) => {
  const offers = ['Té', 'Pan'].map((titulo, id) => ({ id, titulo, descuento: '20%', banco: 'Rhea' }))
  const { code, stderr, mapping } = await typed(
    t,
    JSON.stringify({ offers, tags: [{ name: 'x' }] }),
    [to(/several/, '/offers', ENTER)],
    ...['--country', 'CL', '--attribution', 'X'],
  )
  t.equal(code, 0, stderr)
  t.equal(mapping().read.records, '/offers')
})

t.test('cancelling writes nothing', async (t) => {
  const { code, stderr, source } = await typed(t, csvText(ROWS), [to(/country/, CTRL_C)])
  t.equal(code, 2)
  t.match(stderr, 'cancelled without an answer; nothing was written')
  t.notOk(existsSync(source))
})

t.test('a question is asked again after an invalid answer', async (t) => {
  const keys = [
    to(/country/, 'ZZ', ENTER),
    to(/expected the code/, DELETE, DELETE, 'CL', ENTER),
    to(/provider/, 'Ñandú', ENTER),
  ]
  const { code, stderr } = await typed(t, csvText(ROWS), keys)
  t.match(stderr, 'expected the code of a country, such as CL or MX, found ZZ')
  t.equal(code, 0, stderr)
})

t.test('an empty line takes no example for the answer', async (t) => {
  const { code, stderr, mapping } = await typed(t, csvText(ROWS), [
    to(/country/, ENTER),
    to(/expected a text/, 'pe', ENTER),
    to(/provider/, 'Ñandú', ENTER),
  ])
  t.equal(code, 0, stderr)
  t.match(mapping().catalogue, { country: 'PE' })
})

t.test('control characters of headings do not reach the terminal', async (t) => {
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--issuer', 'Club', '--ref', 'Uno']
  const keys = [
    to(/what is offered/, 'Banco', ENTER),
    to(/found no column/, ...Array(5).fill(DELETE), 'Uno', ENTER),
  ]
  const table = 'D\u009b31mos;Uno;Porcentaje\nx;1;20\ny;2;30\n'
  const { stderr } = await typed(t, table, keys, ...answers)
  t.notMatch(stderr, '\u009b')
})
