// One input gives one release with every version of Node.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { OTHER_NODES } from '../helpers/node-versions.ts'
import { bundle, demonstrationSource } from '../helpers/processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const skip = OTHER_NODES.find((node) => node.skip)?.skip ?? false

/** All files of a folder with their digests. */
async function digests(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[path.slice(folder.length)] = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  }
  return files
}

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
      built.push(await digests(out))
    }
    const [first, ...others] = built
    t.ok(Object.keys(first ?? {}).length > 1000)
    for (const other of others) t.same(other, first)
  }
})
