// The speed that a release publishes was measured with its sources.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { measuredSources } from '../../packaging/measured-sources.mjs'
import { ROOT } from '../docs/support/pages.ts'
import { runToEnd } from '../helpers/child-processes.ts'

const check = (root: string) => runToEnd('node', [join(ROOT, 'packaging/check-results.mjs'), root])

t.test('results of other sources are refused, whatever changed', async (t) => {
  const root = t.testdir({
    bench: { 'main.ts': 'a', parts: { 'gateway.ts': 'b' } },
    dist: { '.inputs': { 'gateway.json': '{"gateway/app.ts":"1"}' } },
  })
  t.match(
    await check(root),
    { code: 1, stderr: /^bench\/: expected results of the present/ },
    'there are none',
  )
  const files = ['results-node-20.md', 'results-node-24.md']
  const write = () => {
    for (const file of files) writeFileSync(join(root, 'bench', file), `- ${measuredSources(root)}\n`)
  }
  write()
  t.match(await check(root), { code: 0, stderr: '' })
  writeFileSync(join(root, 'bench/README.md'), 'no source')
  t.match(await check(root), { code: 0 })
  for (const [path, text] of [
    ['bench/parts/gateway.ts', 'c'],
    ['dist/.inputs/gateway.json', '{"gateway/app.ts":"2"}'],
  ] as const) {
    writeFileSync(join(root, path), text)
    t.match(
      await check(root),
      { code: 1, stderr: /results-node-20\.md, results-node-24\.md: expected/ },
      path,
    )
    write()
    t.match(await check(root), { code: 0 }, path)
  }
})
