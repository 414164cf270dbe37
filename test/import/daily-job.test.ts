// The daily job that starts from a table.

import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { dailyMachine } from '../helpers/daily-machine.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { csvText, ROWS } from './import-table.ts'

t.setTimeout(LONG_MS)

const skip = withoutProgram('curl')

t.test('a table is imported with the mapping in its folder', { skip }, async (t) => {
  const { folder, make, destination, pointer } = await dailyMachine(t)
  const [table, source] = [join(folder, 'ofertas.csv'), join(folder, 'kept')]
  const metrics = join(folder, 'offers.prom')
  const given = { SOURCE_URL: table, SOURCE: source, OFFERS_METRICS: metrics }
  const endless = ROWS.map((row) => row.with(6, '').with(7, ''))
  await writeFile(table, csvText(endless))

  const unasked = await make('daily', { ...given, FIRST: '1' })
  t.not(unasked.code, 0)
  t.match(unasked.output, '--attribution TEXT: the provider of the data')
  const answers = { OFFERS_COUNTRY: 'CL', OFFERS_ATTRIBUTION: 'Ñandú' }
  const first = await make('daily', { ...given, ...answers, FIRST: '1' })
  t.equal(first.code, 0, first.output)
  t.match(await readFile(join(folder, 'daily/import.md'), 'utf8'), '3 offers from 3 rows')
  t.match(await readFile(metrics, 'utf8'), 'offers_build_success_timestamp_seconds')

  await rm(join(folder, 'daily'), { recursive: true })
  await writeFile(table, csvText(endless.slice(1)))
  const second = await make('daily', given)
  t.equal(second.code, 0, second.output)
  t.equal((await readdir(join(destination, 'releases'))).length, 2)

  const stood = await pointer()
  await writeFile(table, '<html>')
  const page = await make('daily', given)
  t.not(page.code, 0)
  t.match(page.output, 'found an HTML page, expected a table')
  t.match(await readFile(join(folder, 'daily/import.md'), 'utf8'), 'Import refused')
  t.equal(await pointer(), stood)
})
