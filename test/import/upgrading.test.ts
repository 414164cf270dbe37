// A source folder that version 0.2.0 wrote: its mapping goes on, and values that it read from sentences are lost once, by
// name.

import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

function leftBy02(t: Test) {
  const root = t.testdir({})
  cpSync(join(import.meta.dirname, 'left-by-0.2'), root, { recursive: true })
  const [file, source, out] = ['ofertas.csv', 'source', 'out'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const importAgain = (...more: string[]) => offersBuild(['import', file, '--source', source, ...more])
  const publish = (day: number, ...more: string[]) =>
    runBuild(source, out, '--as-of', `2026-09-${day}T12:00:00Z`, ...more)
  return { file, source, importAgain, publish }
}

t.test(
  'the first import names columns and counts, --replace accepts, and run names what it needs',
  async (t) => {
    const { source, importAgain, publish } = leftBy02(t)
    t.equal((await publish(11)).code, 0)
    const before = folderDigests(source)
    const { code, stderr } = await importAgain()
    t.equal(code, 1)
    t.match(stderr, 'offers lose a value that an earlier version read from a sentence; nothing was written')
    t.match(
      stderr,
      'Beneficio: 10 offers, such as "20% de descuento en toda la carta", "15% dcto. en tu primera compra"',
    )
    t.match(stderr, 'import once with --replace')
    t.strictSame(folderDigests(source), before)

    t.match(await importAgain('--replace'), { code: 0, stdout: '14 offers from 14 rows, 11 without a value' })
    t.match(await importAgain(), { code: 0 }, 'only once')
    const kept = await publish(12)
    t.match(kept, {
      code: 1,
      stdout: 'banco-lenga is broken',
      stderr: '--on-broken accept:banco-lenga',
    })
    t.equal((await publish(13, '--on-broken', 'accept:banco-lenga')).code, 0)
  },
)

t.test('a table whose values are all read still changes nothing', async (t) => {
  const { file, source, importAgain } = leftBy02(t)
  const rows = offersOf(source).map(
    (_, n) => `R-${100 + n};Banco Lenga;Local ${n + 1};${n + 5}%;31/12/2026\r\n`,
  )
  writeFileSync(file, `Código;Banco;Comercio;Beneficio;Hasta\r\n${rows.join('')}`)
  t.match(await importAgain(), { code: 0, stdout: '14 offers from 14 rows' })
})

t.test('a mapping that says "discount" means the forms, too', async (t) => {
  const { source, importAgain } = leftBy02(t)
  const path = join(source, 'mapping.json')
  const mapping = JSON.stringify((await import(path, { with: { type: 'json' } })).default)
  writeFileSync(path, mapping.replace('"as":"text"', '"as":"discount"'))
  t.match(await importAgain('--replace'), { code: 0, stdout: '11 without a value' })
})
