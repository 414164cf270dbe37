// Another ref for a kept mapping: one command that says what it costs.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { folderDigests } from '../build/support/folder.ts'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { fileOf, offersOf } from './import-table.ts'

t.setTimeout(BUSY_MS)

const HEADINGS = 'Código;Banco;Oferta;Hasta;SKU'
const LINES = Array.from(
  { length: 12 },
  (_, n) => `${n + 1};Banco Lenga;${n + 5}% en vinos;31/12/2026;V-${n + 1}`,
)
const tableOf = (headings: string, lines: readonly string[]) => `${[headings, ...lines].join('\r\n')}\r\n`

async function imported(t: Test) {
  const source = join(t.testdir({}), 'source')
  const file = fileOf(t, 'a.csv', tableOf(HEADINGS, LINES))
  const run = (...more: string[]) => offersBuild(['import', file, '--source', source, ...more])
  const first = await run('--country', 'CL', '--attribution', 'X', '--value', 'none')
  t.equal(first.code, 0, first.stderr)
  t.match(
    first.stdout,
    '/offer/ref: "Código" counts the rows from 1 to 12; if it is no id of your system, name others with --ref',
  )
  const refs = () => offersOf(source).map((offer) => (offer as { ref: string }).ref)
  return { file, source, run, refs }
}

t.test('another ref is refused with what it costs, and --replace accepts that', async (t) => {
  const { source, run, refs } = await imported(t)
  const before = folderDigests(source)
  const refused = await run('--ref', 'SKU')
  t.equal(refused.code, 2)
  const cost =
    'with the ref "SKU" instead of "Código", 12 of the 12 offers of the last import lose their id: who kept one finds the offer withdrawn, and the same offer is new under another'
  t.match(refused.stderr, cost)
  t.match(refused.stderr, 'the next run finds the offers gone: give it --on-broken accept once')
  t.match(refused.stderr, 'nothing was written; to change it, give the same command with --replace')
  t.strictSame(folderDigests(source), before)

  const out = join(t.testdirName, 'out')
  const publish = (day: number, ...more: string[]) =>
    runBuild(source, out, '--as-of', `2026-09-${day}T12:00:00Z`, ...more)
  t.match(await publish(11), { code: 0 })
  const accepted = await run('--ref', 'SKU', '--replace')
  t.equal(accepted.code, 0, accepted.stderr)
  t.match(accepted.stdout, `Warning:\n  ${cost}; the next run finds`)
  t.strictSame(refs().slice(0, 2), ['V-1', 'V-2'])
  t.match(await publish(12, '--on-broken', 'accept'), { code: 0, stdout: '12 withdrawn' })
  const next = await run()
  t.equal(next.code, 0, 'the mapping keeps it')
  t.notMatch(next.stdout, 'Warning')
  t.match(await run('--ref', 'SKU'), { code: 0 })
})

t.test('a ref by which ids would name other offers is refused, whatever is accepted', async (t) => {
  const { file, source, run } = await imported(t)
  const moved = LINES.map((line, n) => `${line};${n + 2}`)
  writeFileSync(file, tableOf(`${HEADINGS};Orden`, moved))
  const before = folderDigests(source)
  for (const more of [[], ['--replace']]) {
    const { code, stderr } = await run('--ref', 'Orden', ...more)
    t.equal(code, 1)
    t.match(stderr, 'with the ref "Orden" instead of "Código", 11 ids would name another offer; nothing was')
    t.match(stderr, '2: "6% en vinos" → "5% en vinos"')
    t.strictSame(folderDigests(source), before)
  }
})

t.test('the column of the issuer is part of no ref', async (t) => {
  const { source, run } = await imported(t)
  const issuer = '--ref: "Banco" names the issuer, which is part of each id already'
  for (const [ref, instead] of [
    ['Banco', 'name what identifies the offer'],
    ['Banco + Oferta', 'name "Oferta"'],
  ] as const) {
    const changed = await run('--ref', ref, '--replace')
    t.match(changed, { code: 2 })
    t.match(changed.stderr, issuer)
    t.match(changed.stderr, instead)
    const file = fileOf(t, 'b.csv', tableOf(HEADINGS, LINES))
    const answers = ['--country', 'CL', '--attribution', 'X', '--value', 'none', '--ref', ref]
    const first = await offersBuild(['import', file, '--source', join(source, 'new'), ...answers])
    t.match(first, { code: 2 })
    t.match(first.stderr, issuer)
  }
})

t.test('another ref is found below headings that have moved', async (t) => {
  const { file, run, refs } = await imported(t)
  writeFileSync(file, tableOf('Ofertas de septiembre', [HEADINGS, ...LINES]))
  const accepted = await run('--ref', 'SKU', '--replace')
  t.equal(accepted.code, 0, accepted.stderr)
  t.equal(refs()[0], 'V-1')
})
