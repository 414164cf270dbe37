// Tables as the source of a preview: the choice of the mapping, and folders that stay unchanged.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import t, { type Test } from 'tap'
import { PreviewImport, type PreviewTables } from '../../import/preview-import.ts'
import { commandContext } from '../../lib/command-line/command-context.ts'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild } from '../build/support/program.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { csvText, HEADINGS, offersOf, ROWS } from './import-table.ts'

t.setTimeout(MINUTE_MS)

const ANSWERS = { country: 'CL', attribution: 'Ñandú' }

async function previewOf(t: Test, more: (root: string) => Partial<PreviewTables> = () => ({})) {
  const root = t.testdir({ 'a.csv': csvText(ROWS), temporary: {} })
  const tables = { files: [join(root, 'a.csv')], source: undefined, mapping: undefined, answers: ANSWERS }
  const preview = new PreviewImport({ ...tables, ...more(root) }, join(root, 'temporary'))
  const printed: string[] = []
  const stdout = new Writable({
    write(piece, _, done) {
      printed.push(String(piece))
      done()
    },
  })
  const begin = () => preview.begin(commandContext({ stdout, stderr: stdout, env: {}, clock: () => 0 }))
  return { root, preview, begin, printed }
}

/** A source folder that an import made. */
async function importedFolder(root: string): Promise<string> {
  const source = join(root, 'mine')
  const words = ['import', join(root, 'a.csv'), '--source', source, '--quiet']
  const { code, stderr } = await offersBuild([...words, '--country', 'CL', '--attribution', 'Ñandú'])
  if (code !== 0) throw new Error(stderr)
  return source
}

function withUnreadDays(row: readonly string[]): string[] {
  return row.map((cell, index) => (HEADINGS[index] === 'Hasta' ? 'a fin de mes' : cell))
}

t.test('without a source folder a mapping is proposed once, and kept next to the preview', async (t) => {
  const { root, preview, begin, printed } = await previewOf(t)
  const temporary = (name: string) => join(root, 'temporary', name)
  t.strictSame(preview.watched, [join(root, 'a.csv'), temporary('mapping.json')])
  await begin()
  t.match(printed.join(''), 'Understood:')
  t.match(JSON.parse(readFileSync(temporary('mapping.json'), 'utf8')), { catalogue: { country: 'CL' } })
  t.equal(preview.source, temporary('source'))
  const text = await preview.make()
  t.match(text, '\n3 offers from 3 rows\n')
  t.notMatch(text, /written/, 'files in the temporary folder are not listed')
  t.equal(offersOf(preview.source).length, 3)
  writeFileSync(join(root, 'a.csv'), csvText(ROWS.slice(1)))
  t.match(await preview.make(), '\n2 offers from 2 rows\n')
})

t.test('the mapping and the lists of a source folder are used, and nothing is written there', async (t) => {
  const { root, preview, begin, printed } = await previewOf(t, (root) => ({ source: join(root, 'mine') }))
  const source = await importedFolder(root)
  const names = ['catalogue.json', 'issuers.json', 'categories.json', 'comunas.json']
  t.strictSame(preview.watched, [
    join(root, 'a.csv'),
    join(source, 'mapping.json'),
    ...names.map((name) => join(source, name)),
  ])
  writeFileSync(
    join(source, 'issuers.json'),
    '[{"slug":"banco-nandu","name":"Renamed","type":"bank","country":"CL"}]',
  )
  const before = folderDigests(source)
  await begin()
  t.strictSame(printed, [], 'nothing is proposed')
  t.match(await preview.make(), '3 offers from 3 rows')
  t.match(readFileSync(join(preview.source, 'issuers.json'), 'utf8'), 'Renamed')
  t.ok(existsSync(join(preview.source, '.import.json')))
  t.strictSame(folderDigests(source), before)
})

t.test('--mapping wins over the mapping in the folder', async (t) => {
  const { root, preview, begin } = await previewOf(t, (root) => ({
    mapping: join(root, 'other.json'),
    source: join(root, 'mine'),
  }))
  const source = await importedFolder(root)
  const kept = JSON.parse(readFileSync(join(source, 'mapping.json'), 'utf8'))
  writeFileSync(
    join(root, 'other.json'),
    JSON.stringify({ ...kept, offer: { ...kept.offer, title: { column: 'Comercio' } } }),
  )
  await begin()
  await preview.make()
  t.strictSame(
    offersOf(preview.source).map((offer) => Object(offer).title),
    ['El Fogón', 'Cine Pehuén', 'Óptica Raulí'],
  )
})

t.test('open questions and standard input are refused', async (t) => {
  const { begin } = await previewOf(t, () => ({ answers: {} }))
  await t.rejects(begin(), {
    code: 'usage',
    message: /cannot import yet; answer these questions/,
  })
  await t.rejects(
    previewOf(t, () => ({ files: ['-'] })),
    {
      code: 'usage',
      message: 'standard input (-) cannot be watched for changes: import it, and preview the source',
    },
  )
})

t.test('a folder without some of the lists is completed', async (t) => {
  const { root, preview, begin } = await previewOf(t, (root) => ({ source: join(root, 'mine') }))
  mkdirSync(join(root, 'mine'))
  writeFileSync(join(root, 'mine/comunas.json'), '[{"slug":"maipu","name":"Maipú"}]')
  await begin()
  t.match(await preview.make(), 'found line 2 "Ñuñoa"; expected a name or slug of comunas.json')
})

t.test('a table that import refuses, since it differs from the last one, is refused', async (t) => {
  const { root, preview, begin } = await previewOf(t, (root) => ({ source: join(root, 'mine') }))
  const source = await importedFolder(root)
  const before = folderDigests(source)
  await begin()
  await preview.make()
  writeFileSync(join(root, 'a.csv'), csvText(ROWS.map(withUnreadDays)))
  await t.rejects(preview.make(), { code: 'bad-source', message: /Hasta \(valid_until\): / })
  t.strictSame(folderDigests(source), before)
  writeFileSync(join(root, 'a.csv'), csvText(ROWS))
  t.match(await preview.make(), '3 offers from 3 rows')
})

t.test('offers that were edited by hand are neither compared nor a reason to refuse', async (t) => {
  const { root, preview, begin } = await previewOf(t, (root) => ({ source: join(root, 'mine') }))
  const source = await importedFolder(root)
  writeFileSync(join(source, 'offers.ndjson'), '')
  await begin()
  writeFileSync(join(root, 'a.csv'), csvText(ROWS.map(withUnreadDays)))
  t.match(await preview.make(), '3 offers from 3 rows')
})
