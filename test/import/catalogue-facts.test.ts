// `import --contact`, `--license` and `--terms`: facts of catalogue.json that no table has.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, ROWS } from './import-table.ts'

t.setTimeout(BUSY_MS)

function folderOf(t: Test) {
  const root = t.testdir({ 'a.csv': csvText(ROWS) })
  const source = join(root, 'source')
  const path = join(source, 'catalogue.json')
  return {
    path,
    catalogue: () => JSON.parse(readFileSync(path, 'utf8')),
    imported: (...more: string[]) =>
      offersBuild(['import', join(root, 'a.csv'), '--source', source, ...more]),
    proposed: (...more: string[]) =>
      offersBuild(['import', join(root, 'a.csv'), '--propose', join(root, 'm.json'), ...more]),
  }
}

const FIRST = ['--country', 'CL', '--attribution', 'Ñandú']

t.test('the first import writes them, and a later one changes those that it names', async (t) => {
  const { path, catalogue, imported } = folderOf(t)
  const given = ['--contact', 'ana@nandu.example', '--license', 'CC BY 4.0 https://cc.example/by/4.0/']
  t.match(await imported(...FIRST, ...given), { code: 0 })
  const first = {
    ...{ attribution: 'Ñandú', country: 'CL', time_zone: 'America/Santiago' },
    contact: { email: 'ana@nandu.example' },
    license: { name: 'CC BY 4.0', url: 'https://cc.example/by/4.0/' },
  }
  t.strictSame(catalogue(), first)
  writeFileSync(path, JSON.stringify({ ...first, data_as_of: '2026-03-01' }))
  const terms = 'https://nandu.example/terms'
  const later = await imported('--terms', terms, '--contact', 'https://nandu.example/keys')
  t.match(later, { code: 0, stdout: /^Written to .*: catalogue\.json, /m })
  t.strictSame(catalogue(), {
    ...first,
    ...{ data_as_of: '2026-03-01', contact: { url: 'https://nandu.example/keys' }, terms },
  })
  for (const again of [['--terms', terms], []]) {
    const { code, stdout } = await imported(...again)
    t.equal(code, 0)
    t.notMatch(stdout, 'catalogue.json', 'it is not written again')
  }
})

t.test('a licence may be a name alone', async (t) => {
  const { catalogue, imported } = folderOf(t)
  t.match(await imported(...FIRST, '--license', 'Open Data'), { code: 0 })
  t.strictSame(catalogue().license, { name: 'Open Data' })
})

t.test('other forms are refused before anything is imported', async (t) => {
  const { imported, proposed } = folderOf(t)
  const refused: [option: string, value: string, expected: string][] = [
    ['--contact', 'Ana Soto', 'expected an e-mail address, or a web address'],
    ['--contact', 'ana@', 'expected an e-mail address'],
    ['--contact', 'Ana <ana@nandu.example>', 'expected an e-mail address'],
    ['--contact', 'https://user:password@nandu.example/', 'expected an e-mail address'],
    ['--license', 'https://cc.example/by/4.0/', 'expected a name such as "CC BY 4.0"'],
    ['--license', ' ', 'expected a name'],
    ['--terms', 'nandu.example/terms', 'expected a web address'],
    ['--terms', 'javascript:alert(1)', 'expected a web address'],
  ]
  for (const [option, value, expected] of refused)
    t.match(await imported(...FIRST, option, value), { code: 2, stderr: `${option}: ${expected}` }, value)
  t.match(await proposed('--terms', 'https://nandu.example/terms'), {
    code: 2,
    stderr: '--propose writes no catalogue.json',
  })
})

t.test('a catalogue.json that cannot be read is refused, and stays', async (t) => {
  const { path, imported } = folderOf(t)
  t.match(await imported(...FIRST), { code: 0 })
  writeFileSync(path, '{ broken')
  t.match(await imported('--terms', 'https://nandu.example/terms'), { code: 1, stderr: 'catalogue.json' })
  t.equal(readFileSync(path, 'utf8'), '{ broken')
})
