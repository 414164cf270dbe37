// Issuers whose offers are fewer than before, though none is renamed. What a renamed one is refused with is followed in
// account/refusals.test.ts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

const tableOf = (banks: readonly string[]) =>
  ['id;banco;oferta;descuento', ...banks.map((bank, n) => `${n};${bank};Té ${n};${n + 5}%`), ''].join('\n')
const BANKS = ['Banco Lenga', 'Banco Lenga', 'Banco Lenga', 'Banco Lenga', 'Banco Raulí', 'Banco Raulí']
const renamed = (bank: string, change: (index: number) => string = () => bank) =>
  BANKS.map((each, index) => (each === 'Banco Lenga' ? change(index) : each))

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
