// A bank that is renamed in the table: its offers would get new ids, so the import says how to keep them.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

const tableOf = (banks: readonly string[]) =>
  ['id;banco;oferta;descuento', ...banks.map((bank, n) => `${n};${bank};Té ${n};${n + 5}%`), ''].join('\n')
const BANKS = ['Banco Lenga', 'Banco Lenga', 'Banco Lenga', 'Banco Lenga', 'Banco Raulí', 'Banco Raulí']
const renamed = (bank: string, change: (index: number) => string = () => bank) =>
  BANKS.map((each, index) => (each === 'Banco Lenga' ? change(index) : each))

t.test('a renamed issuer is refused, and the lookup of the message keeps slug and refs', async (t) => {
  const root = t.testdir({ 'a.csv': tableOf(BANKS) })
  const [file, source] = [join(root, 'a.csv'), join(root, 'source')]
  const run = (...more: string[]) => offersBuild(['import', file, '--source', source, ...more])
  t.match(await run('--country', 'CL', '--attribution', 'X'), { code: 0 })
  const before = folderDigests(source)
  const slugs = () => offersOf(source).map((offer) => (offer as { issuer: string }).issuer)
  const first = slugs()
  writeFileSync(file, tableOf(renamed('Lenga S.A.')))
  const { code, stderr } = await run()
  t.equal(code, 1)
  t.match(stderr, 'found 4 of the 4 offers of "Banco Lenga" under "Lenga S.A."')
  const [, lookup = ''] = /add "lookup": ({ .* }) to \/offer\/issuer/.exec(stderr) ?? []
  t.strictSame(folderDigests(source), before)

  const path = join(source, 'mapping.json')
  const kept = readFileSync(path, 'utf8')
  const mapping = JSON.parse(kept)
  mapping.offer.issuer.lookup = JSON.parse(lookup)
  writeFileSync(path, JSON.stringify(mapping))
  t.match(await run(), { code: 0 })
  t.strictSame(slugs(), first)

  writeFileSync(path, kept)
  t.equal((await run()).code, 1)
  t.match(await run('--replace'), { code: 0 })
  t.match(slugs(), ['lenga-s-a'])
})

t.test('an issuer that comes, gives away a part, or has few offers is none that is renamed', async (t) => {
  const cases: [name: string, banks: string[]][] = [
    ['a new one', [...BANKS, 'Banco Coigüe']],
    ['one that gives away a part', renamed('', (n) => (n === 0 ? 'Banco Lenga' : 'Lenga S.A.'))],
    ['one of two offers', BANKS.map((bank) => (bank === 'Banco Raulí' ? 'Raulí S.A.' : bank))],
  ]
  for (const [name, banks] of cases) {
    const root = t.testdir({ 'a.csv': tableOf(BANKS) })
    const [file, source] = [join(root, 'a.csv'), join(root, 'source')]
    const run = (...more: string[]) => offersBuild(['import', file, '--source', source, ...more])
    t.match(await run('--country', 'CL', '--attribution', 'X'), { code: 0 })
    writeFileSync(file, tableOf(banks))
    t.match(await run(), { code: 0 }, name)
  }
})
