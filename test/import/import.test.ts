// `import` on the command line.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild } from '../build/support/program.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { csvText, ROWS } from './import-table.ts'

t.setTimeout(BUSY_MS)

t.test('usage', async (t) => {
  const root = t.testdir({ 'a.csv': csvText(ROWS), 'mapping.json': '{}' })
  const file = join(root, 'a.csv')
  const cases: [string[], number, string | RegExp][] = [
    [['import'], 2, "missing required argument 'FILE'"],
    [['import', file], 2, 'expected --source DIR, or --propose MAPPING'],
    [['import', file, '--mapping', join(root, 'mapping.json')], 2, 'expected --source DIR'],
    [['import', file, '--mapping', 'a.json', '--propose', 'b.json'], 2, 'found both'],
    [['import', file, '--propose', join(root, 'mapping.json')], 2, 'exists already'],
    [['import', join(root, 'none.csv'), '--propose', join(root, 'm.json')], 1, 'none.csv: missing'],
    [['import', root, '--propose', join(root, 'm.json')], 1, 'a folder; expected a regular file'],
    [
      ['import', file, '--mapping', join(root, 'no.json'), '--source', 'x'],
      1,
      'no.json: missing; import FILE --propose',
    ],
  ]
  for (const [words, code, expected] of cases) {
    const ended = await offersBuild(words)
    t.equal(ended.code, code, words.join(' '))
    t.match(ended.stderr, expected)
  }
})

t.test('a mapping that is there is replaced if that is asked for', async (t) => {
  const root = t.testdir({ 'a.csv': csvText(ROWS), 'mapping.json': 'mine' })
  const [file, mapping] = [join(root, 'a.csv'), join(root, 'mapping.json')]
  t.equal((await offersBuild(['import', file, '--propose', mapping])).code, 2)
  t.equal(readFileSync(mapping, 'utf8'), 'mine')
  t.equal((await offersBuild(['import', file, '--propose', mapping, '--replace'])).code, 0)
  t.match(JSON.parse(readFileSync(mapping, 'utf8')), { offer: { ref: { column: 'Código' } } })
})
