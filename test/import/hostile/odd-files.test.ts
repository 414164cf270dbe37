// Instead of each file that an import reads there may be a FIFO without a writer, an endless device, a socket or a folder.
// Nothing waits for it: the command is refused, with the reason.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CSV } from '../../../import/formats/csv.ts'
import { openInput } from '../../../import/formats/format.ts'
import { JSON_FILE } from '../../../import/formats/json.ts'
import { JSON_LINES } from '../../../import/formats/json-lines.ts'
import { WORKBOOK } from '../../../import/formats/workbook.ts'
import { offersBuild } from '../../build/support/program.ts'
import { eachOddFile, namesOddFile } from '../../helpers/odd-files.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

t.test('an odd table is refused by import', async (t) => {
  const table = join(t.testdir({}), 'offers.csv')
  await eachOddFile(t, table, async (kind) => {
    const { code, stderr } = await offersBuild(['import', table, '--propose', `${table}.mapping`])
    t.equal(code, 1)
    t.match(stderr, `${table}: ${kind}; expected a regular file`)
  })
})

t.test('a table that is replaced by an odd file while a format opens it is refused', async (t) => {
  const path = join(t.testdir({ table: 'a;b\n1;2\n' }), 'table')
  const file = await openInput(path)
  const options = { reading: {}, isHeading: () => false }
  const inUtf8 = { ...options, reading: { encoding: 'utf-8' } }
  const readers: Record<string, () => Promise<unknown>> = {
    'the beginning of a file': () => openInput(path),
    CSV: () => CSV.open(file, options),
    'CSV in a known encoding': () => CSV.open(file, inUtf8),
    'a workbook': () => WORKBOOK.open(file, options),
    JSON: () => JSON_FILE.open(file, options),
    NDJSON: () => JSON_LINES.open(file, options),
  }
  await eachOddFile(t, path, async (kind) => {
    for (const [name, read] of Object.entries(readers)) {
      const failure = { code: 'bad-source', message: `${path}: ${kind}; expected a regular file` }
      await t.rejects(read(), failure, name)
    }
  })
})

t.test('odd files as mapping and in the folder of the import are refused', async (t) => {
  const root = t.testdir({ 'offers.csv': 'Código;Beneficio\nA-1;20% en cafés\n' })
  const table = join(root, 'offers.csv')
  const mapping = join(root, 'mapping.json')
  const source = join(root, 'source')
  const options = ['--country', 'CL']
  t.equal((await offersBuild(['import', table, '--propose', mapping, ...options])).code, 0)
  const proposed = JSON.parse(readFileSync(mapping, 'utf8'))
  const ready = { ...proposed, offer: { ...proposed.offer, issuer: { constant: 'Banco Cóndor' } } }
  writeFileSync(mapping, JSON.stringify(ready))
  const words = ['import', table, '--mapping', mapping, '--source', source]
  const first = await offersBuild(words)
  t.equal(first.code, 0, first.stderr)
  for (const name of ['.import.json', 'issuers.json', 'categories.json', 'comunas.json', 'offers.ndjson']) {
    const good = existsSync(join(source, name)) ? readFileSync(join(source, name)) : undefined
    await eachOddFile(t, join(source, name), async (kind) => {
      const { code, stderr } = await offersBuild(words)
      t.equal(code, 1)
      namesOddFile(t, stderr, { path: join(source, name), kind })
    })
    rmSync(join(source, name), { recursive: true })
    if (good) writeFileSync(join(source, name), good)
  }
  await eachOddFile(t, mapping, async (kind) => {
    const { code, stderr } = await offersBuild(words)
    t.equal(code, 1)
    t.match(stderr, `${mapping}: ${kind}; expected a regular file`)
  })
})
