// Generates tables from seeds and imports each as CSV, XLSX, JSON and NDJSON: the records equal the rows.
// `make fuzz MINUTES=n` tries new seeds for n minutes. A failure names its seed.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { offersBuild } from '../../build/support/program.ts'
import { inFull, inFullOnCI, SLOW_MS } from '../../helpers/slow-suite.ts'
import { FIRST_SEED, FUZZ_MINUTES, seeds } from '../../hostile/support/fuzz.ts'
import { type Random, randomFrom } from '../../hostile/support/random.ts'

t.setTimeout(SLOW_MS + FUZZ_MINUTES * 60_000)

const TABLES = inFull ? 400 : inFullOnCI ? 20 : 8

const HEADINGS = ['Ref', 'Título', 'Comercio', 'Beneficio', 'Desde', 'Hasta', 'URL'] as const
type Row = Record<(typeof HEADINGS)[number], string>

/** Characters that formats quote or escape, letters of several scripts, and texts that look like values. */
const PIECES = [
  ...['"', '""', "'", ',', ';', '|', '\t', '\n', '\r\n', '\\', '/', '{', '}', '[', ']', ':', '=', '+', '@'],
  ...[
    'a',
    'Ñandú',
    'ß',
    '日本',
    '🎬',
    'עברית',
    'e\u0301',
    '\u00a0',
    ' ',
    '0012',
    '1,5',
    '#',
    '%25',
    'null',
    'true',
  ],
]

function textOf(random: Random): string {
  // Begins and ends with a letter: blanks at the ends are not kept, and `=…` is a formula in some programs.
  return `T${Array.from({ length: random.below(12) }, () => random.pick(PIECES)).join('')}z`
}

function rowOf(random: Random, index: number): Row {
  const day = (month: number) =>
    `2026-${String(month).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`
  return {
    Ref: `${random.pick(['R-', '00', 'Ñ "', "'"])}${index}`,
    Título: textOf(random),
    Comercio: random.oneIn(4) ? '' : textOf(random),
    Beneficio: `${1 + random.below(99)}%`,
    Desde: random.oneIn(4) ? '' : day(1 + random.below(6)),
    Hasta: random.oneIn(4) ? '' : day(7 + random.below(6)),
    URL: random.oneIn(3) ? '' : `https://bank.example/${random.below(1e6)}?a=b,c;d&e='f'#g`,
  }
}

/** Import replaces each run of blanks and line breaks with one blank, and composes letters (NFC). */
const plain = (text: string) => text.replace(/\s+/g, ' ').normalize('NFC')
const orNull = (text: string) => (text === '' ? null : plain(text))

/** The record that the documentation promises for a row. No code of import takes part. */
const recordOf = (row: Row) => ({
  ref: plain(row.Ref),
  issuer: 'banco',
  title: plain(row.Título),
  category: 'offers',
  comunas: [],
  benefit: {
    kind: 'percentage',
    value: Number(row.Beneficio.slice(0, -1)),
    currency: null,
    cap: null,
    summary: row.Beneficio,
  },
  valid_from: orNull(row.Desde),
  valid_until: orNull(row.Hasta),
  merchant: orNull(row.Comercio),
  url: orNull(row.URL),
  weekdays: null,
})

interface Written {
  name: string
  bytes: Uint8Array
  read?: object
  /** Whether the mapping names columns by JSON pointers (RFC 6901). */
  hasPointers?: boolean
}

const ENCODINGS = [
  { encoding: 'utf-8', mark: '', node: 'utf8' },
  { encoding: 'utf-8', mark: '\ufeff', node: 'utf8' },
  { encoding: 'utf-16le', mark: '\ufeff', node: 'utf16le' },
] as const

/** Quotes cells that need it, and sometimes others. */
function csv(random: Random, rows: readonly Row[]): Written {
  const delimiter = random.pick([',', ';', '\t', '|'])
  const end = random.pick(['\n', '\r\n'])
  const { encoding, mark, node } = random.pick(ENCODINGS)
  const cell = (text: string) =>
    /["\r\n,;\t|]/.test(text) || random.oneIn(5) ? `"${text.replaceAll('"', '""')}"` : text
  const line = (cells: readonly string[]) => `${cells.map(cell).join(delimiter)}${end}`
  const lines = [line(HEADINGS), ...rows.map((row) => line(HEADINGS.map((name) => row[name])))]
  const bytes = Buffer.from(`${mark}${lines.join('')}`, node)
  return { name: 'table.csv', bytes, read: { encoding, delimiter, headings: 1 } }
}

/** Makes some empty texts null or leaves them out, which means the same. The first record has all members. */
const withoutSome = (random: Random, row: Row, index: number): Record<string, string | null> => {
  const record: Record<string, string | null> = {}
  for (const [name, text] of Object.entries(row)) {
    const isKept = text !== '' || index === 0 || random.oneIn(3)
    if (isKept) record[name] = text
    else if (random.oneIn(2)) record[name] = null
  }
  return record
}

const json = (random: Random, rows: readonly Row[]): Written => {
  const list = rows.map((row, index) => withoutSome(random, row, index))
  const isNested = random.oneIn(2)
  const value = isNested ? { data: { list } } : list
  const text = random.oneIn(2) ? JSON.stringify(value) : JSON.stringify(value, null, 2)
  return {
    name: 'table.json',
    bytes: Buffer.from(text),
    read: { records: isNested ? '/data/list' : '' },
    hasPointers: true,
  }
}

const ndjson = (random: Random, rows: readonly Row[]): Written => {
  const end = random.pick(['\n', '\r\n'])
  const lines = rows.map((row, index) => `${JSON.stringify(withoutSome(random, row, index))}${end}`)
  return { name: 'table.ndjson', bytes: Buffer.from(lines.join('')), hasPointers: true }
}

async function xlsx(rows: readonly Row[]): Promise<Written> {
  const cells = [[...HEADINGS], ...rows.map((row) => HEADINGS.map((name) => row[name]))]
  return {
    name: 'table.xlsx',
    bytes: await writeXlsx({ sheets: [{ name: 'Ofertas', rows: cells }] }),
    read: { sheet: 'Ofertas', headings: 1 },
  }
}

const mappingOf = ({ read, hasPointers = false }: Written) => {
  const column = (name: (typeof HEADINGS)[number]) => ({ column: hasPointers ? `/${name}` : name })
  return {
    catalogue: { attribution: 'x', country: 'CL', time_zone: 'America/Santiago' },
    ...(read ? { read } : {}),
    formats: { dates: ['YYYY-MM-DD'], decimal: ',', currency: 'CLP' },
    issuer_type: 'bank',
    offer: {
      ref: column('Ref'),
      issuer: { constant: 'Banco' },
      title: column('Título'),
      category: { constant: 'Offers' },
      comunas: null,
      merchant: column('Comercio'),
      url: column('URL'),
      weekdays: null,
      valid_from: column('Desde'),
      valid_until: column('Hasta'),
      benefit: {
        worth: [{ as: 'text', ...column('Beneficio') }],
        kind: null,
        cap: null,
        summary: column('Beneficio'),
      },
    },
  }
}

/** The first line that differs, as read and as expected. */
function differenceOf(read: string, expected: string): { read: string; expected: string } | undefined {
  const [a, b] = [read.split('\n'), expected.split('\n')]
  const line = b.findIndex((each, index) => each !== a[index])
  if (line < 0 && a.length === b.length) return undefined
  return { read: a[line] ?? read, expected: b[line] ?? 'no more lines' }
}

t.test('the records equal the rows of a table in CSV, XLSX, JSON and NDJSON', async (t) => {
  const root = t.testdir({})
  const [mapping, source] = [join(root, 'mapping.json'), join(root, 'source')]
  let tables = 0
  for (const seed of seeds(TABLES)) {
    tables += 1
    const random = randomFrom(seed)
    const rows = Array.from({ length: 1 + random.below(30) }, (_, index) => rowOf(random, index))
    const written = [csv(random, rows), json(random, rows), ndjson(random, rows), await xlsx(rows)]
    for (const each of written) {
      const file = join(root, each.name)
      writeFileSync(file, each.bytes)
      writeFileSync(mapping, JSON.stringify(mappingOf(each)))
      rmSync(source, { recursive: true, force: true })
      const { code, stderr } = await offersBuild(['import', file, '--mapping', mapping, '--source', source])
      const read = code === 0 ? readFileSync(join(source, 'offers.ndjson'), 'utf8') : stderr
      const expected = rows.map((row) => `${JSON.stringify(recordOf(row))}\n`).join('')
      const difference = differenceOf(read, expected)
      if (!difference) continue
      t.equal(difference.read, difference.expected, `FUZZ_SEED=${seed}, ${each.name}`)
      return
    }
  }
  t.ok(tables > 0, `${tables} tables from seed ${FIRST_SEED}`)
})
