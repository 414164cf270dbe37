// One input gives one release with every version of Node.

import { join } from 'node:path'
import t from 'tap'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import { folderDigests } from '../build/support/folder.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { OTHER_NODES } from '../helpers/node-versions.ts'
import { bundle, demonstrationSource } from '../helpers/processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const skip = OTHER_NODES.find((node) => node.skip)?.skip ?? false

t.test('releases are equal byte for byte with every version of Node', { skip }, async (t) => {
  const root = t.testdir()
  const generated = join(root, 'generated')
  await writeCatalogue(generated, generateCatalogue({ offers: 400, seed: 3 }))
  for (const source of [demonstrationSource, generated]) {
    const built: Record<string, string>[] = []
    for (const [index, node] of [process.execPath, ...OTHER_NODES.map(({ path }) => path)].entries()) {
      const out = join(root, `${built.length}-${source === generated ? 'generated' : 'demonstration'}`)
      const args = [bundle('build'), 'run', '--source', source, '--out', out, '--threads', String(index)]
      const { code, stderr } = await runToEnd(node, args)
      t.equal(code, 0, stderr)
      built.push(folderDigests(out))
    }
    const [first, ...others] = built
    t.ok(Object.keys(first ?? {}).length > 1000)
    for (const other of others) t.same(other, first)
  }
})
