// The source folder that an import writes to.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, fileOf, offersOf, ROWS, setAttribution } from './import-table.ts'

t.setTimeout(BUSY_MS)

t.test('an existing source folder', async (t) => {
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

  await t.test('several names of one place give it once', async (t) => {
    const rows = [['B-1', 'Banco', 'X', 'Cines', '5%', '', '', '', '', 'Maipú / MAIPU / Lota']]
    const path = join(root, 'twice')
    const again = fileOf(t, 'twice.csv', csvText(rows))
    t.equal((await offersBuild(['import', again, ...words.slice(2, 4), '--source', path])).code, 0)
    t.strictSame(Object(offersOf(path)[0]).comunas, ['maipu', 'lota'])
  })
  await t.test('with several files, the cells of all are remembered together', async (t) => {
    const path = join(root, 'two')
    const wider = fileOf(t, 'b.csv', `Nuevo;${csvText([]).trim()}\r\nx;B-9;Banco;X;Cines;5%;;;;;\r\n`)
    t.equal((await offersBuild(['import', file, wider, ...words.slice(2, 4), '--source', path])).code, 0)
    const { table } = JSON.parse(readFileSync(join(path, '.import.json'), 'utf8'))
    t.match(table, { rows: 4, columns: { 'benefit.value Beneficio': { filled: 4, understood: 4 } } })
  })
  await t.test('importing the same table again writes the same bytes', async (t) => {
    const before = readFileSync(join(source, 'offers.ndjson'))
    t.equal((await offersBuild(words)).code, 0)
    t.ok(readFileSync(join(source, 'offers.ndjson')).equals(before))
  })
  await t.test('entries of reference files stay, new ones are added', async (t) => {
    const issuers = join(source, 'issuers.json')
    const edited = [{ slug: 'banco-nandu', name: 'El Ñandú', type: 'bank', country: 'CL' }]
    writeFileSync(issuers, JSON.stringify(edited))
    writeFileSync(file, csvText([...ROWS, ['B-1', 'Banco Sur', 'X', 'Cines', '5%', '', '', '', '', '']]))
    const { stdout } = await offersBuild(words)
    t.match(stdout, 'issuers.json (1 added)')
    t.match(JSON.parse(readFileSync(issuers, 'utf8')), [...edited, { slug: 'banco-sur', name: 'Banco Sur' }])
  })
  await t.test(
    'a list of comunas that no import made does not grow: other names are left out and reported',
    async (t) => {
      const other = join(root, 'other')
      mkdirSync(other)
      writeFileSync(join(other, 'comunas.json'), '[{"slug":"maipu","name":"Maipú"}]')
      const { stdout } = await offersBuild(['import', file, '--mapping', mapping, '--source', other])
      t.match(stdout, 'found line 2 "Ñuñoa"; expected a name or slug of comunas.json')
      const comunas = offersOf(other).map((offer) => Object(offer).comunas)
      t.strictSame(comunas, [['maipu'], [], ['maipu'], []])
      t.equal(readFileSync(join(other, 'comunas.json'), 'utf8'), '[{"slug":"maipu","name":"Maipú"}]')
    },
  )
})
