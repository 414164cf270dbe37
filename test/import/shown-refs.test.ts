// Refs of a kept mapping that a workbook shows with more than the number that the last import kept.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { fileOf, offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

t.test(
  'a number that is shown with letters today keeps its ref, or the import says how to change it',
  async (t) => {
    const rows = [
      ['Código', 'Banco', 'Oferta'],
      ...[1001, 1005, 1009].map((code) => [code, 'Banco Lenga', `20% en té ${code}`]),
    ]
    const file = fileOf(t, 'ofertas.xlsx', await writeXlsx({ sheets: [{ name: 'O', rows }] }))
    const source = join(t.testdir({}), 'source')
    const run = (...more: string[]) => offersBuild(['import', file, '--source', source, ...more])
    t.match(await run('--country', 'CL', '--attribution', 'Datos'), { code: 0 })
    const before = readFileSync(join(source, 'offers.ndjson'), 'utf8')

    const cells = new Map([1, 2, 3].map((row) => [`${row},0`, { style: { numFmt: '\\R\\-0' } }] as const))
    writeFileSync(file, await writeXlsx({ sheets: [{ name: 'O', rows, cells }] }))
    const refused = await run()
    t.equal(refused.code, 1)
    t.match(refused.stderr, 'the workbook shows "R-1001" where the ref of the last import is "1001"')
    t.match(refused.stderr, 'give the same command with --ref "Código" --replace')
    t.equal(readFileSync(join(source, 'offers.ndjson'), 'utf8'), before)

    const accepted = await run('--ref', 'Código', '--replace')
    t.equal(accepted.code, 0, accepted.stderr)
    t.match(offersOf(source), [{ ref: 'R-1001' }, { ref: 'R-1005' }, { ref: 'R-1009' }])
  },
)
