// Questions in a terminal: what is asked, what is taken for an answer, and what is kept.

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

/** Neither issuer, title nor reference are known by their headings. */
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

/** Imports with a person who presses these keys when these questions are shown. */
async function typed(t: Test, table: string, groups: readonly Reaction[], ...more: string[]) {
  const root = t.testdir({ 'a.csv': table })
  const source = join(root, 'source')
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
  const open = [...groups]
  const words = ['import', join(root, 'a.csv'), '--source', source, '--quiet', ...more]
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
  t.same(open, [], 'all of them are asked')
  const mapping = () => JSON.parse(readFileSync(join(source, 'mapping.json'), 'utf8'))
  return { ...ended, source, mapping }
}

function to(question: RegExp, ...keys: string[]): Reaction {
  return { question, keys: keys.join('') }
}

t.test('asks what no column says, and keeps the answers', async (t) => {
  const { code, stderr, mapping, source } = await typed(t, csvText(ROWS), [
    to(/country/, 'cl', ENTER),
    to(/provides/, 'Ñandú', ENTER),
  ])
  t.equal(code, 0, stderr)
  t.match(stderr, 'In which country are the offers?')
  t.match(stderr, 'Who provides the data?')
  t.notMatch(stderr, 'time zone', 'Chile has one for nearly everybody')
  t.match(mapping().catalogue, { country: 'CL', time_zone: 'America/Santiago', attribution: 'Ñandú' })
  t.match(mapping().formats, { decimal: ',', currency: 'CLP' })
  t.equal(offersOf(source).length, 3)
})

t.test('columns are chosen from a list with their first values', async (t) => {
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--title', 'Tres', '--ref', 'Uno']
  const { code, stderr, mapping } = await typed(t, odd, [to(/Who gives/, DOWN, DOWN, ENTER)], ...answers)
  t.equal(code, 0, stderr)
  t.match(stderr, 'Who gives the offers, such as a bank or a shop?')
  t.match(stderr, 'The same for all rows')
  t.match(mapping().offer, { issuer: { column: 'Dos' } })
})

t.test('several columns are chosen together', async (t) => {
  const figures = 'Porcentaje;Banco\n20;Rhea\n30;Rhea\n'
  const keys = [
    to(/says what is offered/, DOWN, DOWN, ENTER),
    to(/Which columns/, SPACE, DOWN, SPACE, ENTER),
    to(/names a row for good/, ENTER),
  ]
  const { code, stderr, mapping } = await typed(t, figures, keys, '--country', 'CL', '--attribution', 'Ñandú')
  t.equal(code, 0, stderr)
  t.match(mapping().offer, {
    title: { columns: ['Porcentaje', 'Banco'], join: ' · ' },
    ref: { column: 'Porcentaje' },
  })
})

t.test('one issuer for all rows is typed', async (t) => {
  const answers = ['--country', 'CL', '--title', 'Tres', '--ref', 'Uno']
  const { code, stderr, mapping } = await typed(
    t,
    odd,
    [to(/Who gives/, ENTER), to(/The name/, 'Rhea Club', ENTER)],
    ...answers,
  )
  t.equal(code, 0, stderr)
  t.match(mapping().offer, { issuer: { constant: 'Rhea Club' } })
})

t.test('who breaks off has written nothing', async (t) => {
  const { code, stderr, source } = await typed(t, csvText(ROWS), [to(/country/, CTRL_C)])
  t.equal(code, 2)
  t.match(stderr, 'no answer was given; nothing was written')
  t.notOk(existsSync(source))
})

t.test('an answer that is none is asked for again', async (t) => {
  const keys = [
    to(/country/, 'ZZ', ENTER),
    to(/A code such as/, DELETE, DELETE, 'CL', ENTER),
    to(/provides/, 'Ñandú', ENTER),
  ]
  const { code, stderr } = await typed(t, csvText(ROWS), keys)
  t.match(stderr, 'A code such as CL, MX or US.')
  t.equal(code, 0, stderr)
})

t.test('control characters of headings do not reach the terminal', async (t) => {
  const answers = ['--country', 'CL', '--attribution', 'Ñandú', '--title', 'Tres', '--ref', 'Uno']
  const { stderr } = await typed(
    t,
    odd.replace('Dos', 'D\u009b31mos'),
    [to(/Who gives/, DOWN, DOWN, ENTER)],
    ...answers,
  )
  t.notMatch(stderr, '\u009b')
})

/** Without colours and boxes. */
function plain(stderr: string): string {
  return stripVTControlCharacters(stderr).replace(/[│◆◇└┌●○◻◼\s]+/gu, ' ')
}

t.test('each question says what it is for, with an example or the first values', async (t) => {
  const table = 'Uno;Dos;Tres;Cuatro\nk-1;;20% de descuento;\nk-2;Rhea;2x1 en entradas;\n'
  const first = await typed(t, table, [
    to(/Who gives/, ENTER),
    to(/The name of/, ENTER, 'Club', ENTER),
    to(/country/, 'US', ENTER),
    to(/time zone/, 'Mars', ENTER, ...Array(4).fill(DELETE), 'America/New_York', ENTER),
  ])
  const text = plain(first.stderr)
  for (const words of [
    'Who gives the offers, such as a bank or a shop? ',
    'The same for all rows (you type the name)',
    'Uno',
    'The name of who gives all these offers?',
    'A name, please.',
    'In which country are the offers? Two letters: they decide how numbers and money are read. CL',
    'In which time zone do the offers begin and end? America/New_York',
    'A zone such as America/New_York.',
  ])
    t.ok(text.includes(words), `${words}\n${text}`)
  t.match(first.mapping(), {
    catalogue: { country: 'US', time_zone: 'America/New_York', attribution: null },
    offer: { issuer: { constant: 'Club' } },
  })

  const second = await typed(
    t,
    table,
    [to(/Who gives/, DOWN, ENTER), to(/provides/, ENTER, 'Rhea', ENTER)],
    '--country',
    'CL',
    '--ref',
    'Uno',
  )
  const shown = plain(second.stderr)
  for (const words of [
    'Who provides the data? Every answer of the API names them. Name · name.example',
    'Uno (k-1)',
    'A name, please.',
  ])
    t.ok(shown.includes(words), `${words}\n${shown}`)
  t.match(second.mapping().offer, { issuer: { column: 'Uno' } })
})

t.test('columns are shown with what they hold first, and can be joined', async (t) => {
  const table = 'Porcentaje;Banco;Nada\n;Rhea;\n20;Rhea;\n30;Lenga;\n'
  const { stderr, mapping } = await typed(
    t,
    table,
    [
      to(/says what is offered/, DOWN, DOWN, DOWN, ENTER),
      to(/Which columns/, ENTER, DOWN, SPACE, DOWN, SPACE, ENTER),
      to(/names a row for good/, DOWN, ENTER),
    ],
    ...['--country', 'CL', '--attribution', 'X'],
  )
  const text = plain(stderr)
  for (const words of [
    'Which column says what is offered?',
    'Porcentaje (20)',
    'Several columns together (you choose them next)',
    'Which columns?',
    'Which column names a row for good, such as a number or a code that stays the same?',
  ])
    t.ok(text.includes(words), `${words}\n${text}`)
  t.match(mapping().offer, { title: { columns: ['Banco', 'Nada'], join: ' · ' }, ref: { column: 'Banco' } })
})
