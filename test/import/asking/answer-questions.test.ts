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
const DOWN = '\u001b[B'
const SPACE = ' '
const DELETE = '\u007f'
const CTRL_C = '\u0003'

/** A table with unknown headings for issuer, title and reference. */
const ODD = [
  ['Uno', 'Dos', 'Tres'],
  ['k-1', 'Rhea', '20% de descuento en todo'],
  ['k-2', 'Rhea', '2x1 en entradas'],
  ['k-3', 'Rhea', '10% de descuento en cafés'],
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

t.test('columns are chosen from a list with their first values', async (t) => {
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--title', 'Tres', '--ref', 'Uno']
  const { code, stderr, mapping } = await typed(t, odd, [to(/who issues/, DOWN, DOWN, ENTER)], ...answers)
  t.equal(code, 0, stderr)
  t.match(stderr, 'who issues the offers? A name or the heading of a column')
  t.match(stderr, 'The same for all rows')
  t.match(mapping().offer, { issuer: { column: 'Dos' } })
})

t.test('several columns can be chosen together', async (t) => {
  const figures = 'Porcentaje;Banco\n20;Rhea\n30;Rhea\n'
  const keys = [
    to(/what is offered/, DOWN, DOWN, ENTER),
    to(/Which columns/, SPACE, DOWN, SPACE, ENTER),
    to(/identifies a row/, ENTER),
  ]
  const { code, stderr, mapping } = await typed(t, figures, keys, '--country', 'CL', '--attribution', 'Ñandú')
  t.equal(code, 0, stderr)
  t.match(mapping().offer, {
    title: { columns: ['Porcentaje', 'Banco'], join: ' · ' },
    ref: { column: 'Porcentaje' },
  })
})

t.test('one issuer for all rows can be typed', async (t) => {
  const answers = ['--country', 'CL', '--title', 'Tres', '--ref', 'Uno']
  const { code, stderr, mapping } = await typed(
    t,
    odd,
    [to(/who issues/, ENTER), to(/name of the issuer/, 'Rhea Club', ENTER)],
    ...answers,
  )
  t.equal(code, 0, stderr)
  t.match(mapping().offer, { issuer: { constant: 'Rhea Club' } })
})

t.test('a name that is typed at the list of columns chooses none of them', async (t) => {
  const answers = ['--country', 'CL', '--title', 'Tres', '--ref', 'Uno']
  const { code, stderr, mapping } = await typed(
    t,
    odd,
    [to(/who issues/, 'hjkl Banco Lenga', ENTER), to(/name of the issuer/, 'Banco Lenga', ENTER)],
    ...answers,
  )
  t.equal(code, 0, stderr)
  t.match(mapping().offer, { issuer: { constant: 'Banco Lenga' } })
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
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--title', 'Tres', '--ref', 'Uno']
  const { stderr } = await typed(
    t,
    odd.replace('Dos', 'D\u009b31mos'),
    [to(/who issues/, DOWN, DOWN, ENTER)],
    ...answers,
  )
  t.notMatch(stderr, '\u009b')
})

/** The text without colours and boxes. */
function plain(stderr: string): string {
  return stripVTControlCharacters(stderr).replace(/[│◆◇└┌●○◻◼\s]+/gu, ' ')
}

t.test('each question says its purpose, with an example or the first values', async (t) => {
  const table =
    'Uno;Dos;Tres;Cuatro;Desde\nk-1;;20% de descuento;;2026-09-01T08:00:00Z\nk-2;Rhea;2x1 en entradas;;2026-09-01T09:00:00Z\n'
  const first = await typed(t, table, [
    to(/who issues/, ENTER),
    to(/name of the issuer/, ENTER, 'Club', ENTER),
    to(/country/, 'US', ENTER),
    to(/time zone/, 'Mars', ENTER, ...Array(4).fill(DELETE), 'America/New_York', ENTER),
  ])
  const text = plain(first.stderr)
  for (const words of [
    'who issues the offers? A name or the heading of a column',
    'The same for all rows (type the name next)',
    'Uno',
    'What is the name of the issuer?',
    'expected a text',
    'the country of the offers, such as "CL"; it decides how numbers and money are read',
    'the time zone, such as "America/Santiago"; US has several',
    'expected a zone such as America/Santiago, found Mars',
  ])
    t.ok(text.includes(words), `${words}\n${text}`)
  t.match(first.mapping(), {
    catalogue: { country: 'US', time_zone: 'America/New_York', attribution: null },
    offer: { issuer: { constant: 'Club' } },
  })

  const second = await typed(
    t,
    table,
    [to(/who issues/, DOWN, ENTER), to(/provider/, ENTER, 'Rhea', ENTER)],
    '--country',
    'CL',
    '--ref',
    'Uno',
  )
  const shown = plain(second.stderr)
  for (const words of [
    'the provider of the data, such as "Name · name.example"',
    'Uno (k-1)',
    'expected a text',
  ])
    t.ok(shown.includes(words), `${words}\n${shown}`)
  t.match(second.mapping().offer, { issuer: { column: 'Uno' } })
})

t.test('columns are shown with their first value, and can be joined', async (t) => {
  const table = 'Porcentaje;Banco;Nada\n;Rhea;\n20;Rhea;\n30;Lenga;\n'
  const { stderr, mapping } = await typed(
    t,
    table,
    [
      to(/what is offered/, DOWN, DOWN, DOWN, ENTER),
      to(/Which columns/, ENTER, DOWN, SPACE, DOWN, SPACE, ENTER),
      to(/identifies a row/, DOWN, ENTER),
    ],
    ...['--country', 'CL', '--attribution', 'X'],
  )
  const text = plain(stderr)
  for (const words of [
    'which column says what is offered?',
    'Porcentaje (20)',
    'Several columns together (choose them next)',
    'Which columns?',
    'which column identifies a row from day to day?',
  ])
    t.ok(text.includes(words), `${words}\n${text}`)
  t.match(mapping().offer, { title: { columns: ['Banco', 'Nada'], join: ' · ' }, ref: { column: 'Banco' } })
})
