// A kept mapping whose ref is the merchant alone: it goes on, and each import says what that means.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

const TABLE = `Banco;Comercio;Beneficio
Banco Lenga;Pizzería Uno;20% en pizzas
Banco Lenga;Café Dos;2x1 en té
`
const ANSWERS = ['--country', 'CL', '--attribution', 'X']

t.test('the next offer of a merchant has its own ref, and a kept ref of the merchant goes on', async (t) => {
  const root = t.testdir({ 'a.csv': TABLE })
  const [file, source] = [join(root, 'a.csv'), join(root, 'source')]
  const run = (...more: string[]) => offersBuild(['import', file, '--source', source, ...more])
  const refs = () => offersOf(source).map((offer) => (offer as { ref: string }).ref)
  const first = await run(...ANSWERS)
  t.match(first, { code: 0, stdout: 'if one of these changes, it is a new offer' }, first.stderr)
  t.notMatch(first.stdout, 'Warning')
  t.strictSame(refs(), ['Pizzería Uno | 20% en pizzas', 'Café Dos | 2x1 en té'])
  writeFileSync(file, TABLE.replace('20% en pizzas', '2x1 en pastas'))
  t.match(await run(), { code: 0 })
  t.strictSame(refs(), ['Pizzería Uno | 2x1 en pastas', 'Café Dos | 2x1 en té'])

  const path = join(source, 'mapping.json')
  const mapping = JSON.parse(readFileSync(path, 'utf8'))
  mapping.offer.ref = { column: 'Comercio' }
  writeFileSync(path, JSON.stringify(mapping))
  const summary = join(root, 'summary.md')
  for (const _ of ['first', 'second']) {
    t.match(await run('--summary', summary), {
      code: 0,
      stdout:
        'Warning:\n  /offer/ref is only Comercio: a new offer of the same one takes over the id of the last',
    })
    t.match(readFileSync(summary, 'utf8'), '/offer/ref is only Comercio')
    t.strictSame(refs(), ['Pizzería Uno', 'Café Dos'])
  }
})
