// An import without offers is refused as a whole, and the source stays unchanged.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, fileOf, ROWS, setAttribution } from './import-table.ts'

t.setTimeout(BUSY_MS)

t.test('a table without offers, or with an endless row, changes nothing in the source', async (t) => {
  const root = t.testdir({})
  const file = fileOf(t, 'a.csv', csvText(ROWS))
  const mapping = join(root, 'mapping.json')
  const source = join(root, 'source')
  await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  const json = JSON.parse(readFileSync(mapping, 'utf8'))
  setAttribution(json)
  writeFileSync(mapping, JSON.stringify(json))
  const words = ['import', file, '--mapping', mapping, '--source', source]
  t.equal((await offersBuild(words)).code, 0)
  const before = folderDigests(source)

  const nameless = ROWS.map((row) => row.map((cell, index) => (index === 1 ? '' : cell)))
  const cases: [text: string, message: string][] = [
    [csvText([]), 'no offer in 0 rows; nothing was written'],
    [
      csvText([
        ...nameless,
        ...ROWS.slice(0, 1).map((row) => row.map((cell, index) => (index === 0 ? '' : cell))),
      ]),
      'no offer in 4 rows: 3 × Banco (issuer), expected a text: every offer needs one; nothing was written',
    ],
    [
      `${csvText(ROWS)}A-4;"Banco Ñandú;El Fogón\r\nA-5;Banco Ñandú\r\n`,
      'a.csv: found a quotation mark that is opened and never closed, in or after line 5; expected rows of cells',
    ],
    [
      `${csvText(ROWS)}A-4;"${'x'.repeat(1_100_000)}";El Fogón\r\n`,
      'a.csv: found a row of more than 1000000 characters, or a quotation mark that is opened and never closed, in or after line 5; expected rows of cells',
    ],
  ]
  for (const [text, message] of cases) {
    writeFileSync(file, text)
    const { code, stderr, stdout } = await offersBuild(words)
    t.equal(code, 1)
    t.match(stderr, message)
    t.equal(stdout, '')
    t.strictSame(folderDigests(source), before, message)
  }
})
