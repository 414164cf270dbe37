// A text with accents is the same in both forms of Unicode: é as one character (NFC) or as two (NFD).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { sha256 } from '../../lib/digest.ts'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { fileOf, offersOf } from './import-table.ts'
import { changed, csvOf, firstImport } from './two-days.ts'

t.setTimeout(BUSY_MS)

const NAMED = csvOf(changed((_, index) => ({ Código: `Café ${index}`, Comercio: `Fogón ${index}` })))

t.test('a table that turns into NFD has the same columns, names and ids', async (t) => {
  const days = await firstImport(t, () => {}, NAMED)
  const before = offersOf(days.source)
  writeFileSync(days.file, NAMED.normalize('NFD'))
  const { code, stderr } = await days.importAgain()
  t.equal(code, 0, stderr)
  t.strictSame(offersOf(days.source), before)
})

t.test('a ref that an earlier import wrote in NFD keeps its bytes', async (t) => {
  const days = await firstImport(t, () => {}, NAMED)
  // As version 0.2 wrote them, which took the bytes of the table.
  const path = join(days.source, 'offers.ndjson')
  const lines = readFileSync(path, 'utf8').replace(/"ref":"[^"]*"/g, (member) => member.normalize('NFD'))
  writeFileSync(path, lines)
  const record = join(days.source, '.import.json')
  writeFileSync(
    record,
    JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), offers: sha256(lines) }),
  )
  for (const form of ['NFD', 'NFC'] as const) {
    writeFileSync(days.file, NAMED.normalize(form))
    t.equal((await days.importAgain()).code, 0)
    t.strictSame(
      offersOf(days.source).map((offer) => (offer as { ref: string }).ref),
      Array.from({ length: 40 }, (_, index) => `Café ${index}`.normalize('NFD')),
      form,
    )
  }
})

t.test('a mapping and options in the other form name the same columns and texts', async (t) => {
  const lookup = { 'Banco Raulí': 'Banco Pehuén' }
  const days = await firstImport(
    t,
    ({ offer }) => {
      offer.ref = { column: 'Código'.normalize('NFD') }
      offer.issuer = { column: 'Banco', lookup: JSON.parse(JSON.stringify(lookup).normalize('NFD')) }
    },
    NAMED,
  )
  t.match(offersOf(days.source)[1], { ref: 'Café 1', issuer: 'banco-pehuen' })
  const { code, stderr } = await offersBuild([
    ...['import', fileOf(t, 'a.csv', NAMED), '--source', join(t.testdirName, 'named'), '--country', 'CL'],
    ...['--attribution', 'A', '--ref', 'Código'.normalize('NFD')],
  ])
  t.equal(code, 0, stderr)
})

t.test('the members of JSON are the same columns in both forms', async (t) => {
  const items = JSON.stringify([
    { código: 'a', banco: 'B', título: 'Menú', descuento: '20%' },
    { código: 'b', banco: 'B', título: 'Cine', descuento: '30%' },
  ])
  const source = join(t.testdirName, 'json')
  const words = ['--source', source, '--country', 'CL', '--attribution', 'A']
  const first = await offersBuild(['import', fileOf(t, 'a.json', items), ...words])
  t.equal(first.code, 0, first.stderr)
  const before = offersOf(source)
  const next = await offersBuild(['import', fileOf(t, 'a.json', items.normalize('NFD')), '--source', source])
  t.equal(next.code, 0, next.stderr)
  t.strictSame(offersOf(source), before)
})
