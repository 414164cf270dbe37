// One input, one release: whatever version of Node builds it.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import { bundle, demonstrationSource } from '../helpers/processes.ts'

const run = promisify(execFile)

/** Where `make nodes` puts another version. */
const nodeOf = (version: string) =>
  fileURLToPath(new URL(`../../.run/nodes/${version}/node_modules/node/bin/node`, import.meta.url))

const VERSIONS = ['22', '24']
const missing = VERSIONS.filter((version) => !existsSync(nodeOf(version)))
const skip =
  missing.length > 0 && process.env.CI !== 'true'
    ? `Node ${missing.join(', ')} is not here: run \`make nodes\``
    : false

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

t.test('releases are equal byte for byte, whichever Node builds them', { skip }, async (t) => {
  const root = t.testdir()
  const generated = join(root, 'generated')
  await writeCatalogue(generated, generateCatalogue({ offers: 400, seed: 3 }))
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'NODE_OPTIONS'),
  )
  for (const source of [demonstrationSource, generated]) {
    const built: Record<string, string>[] = []
    for (const [index, node] of [process.execPath, ...VERSIONS.map(nodeOf)].entries()) {
      const out = join(root, `${built.length}-${source === generated ? 'generated' : 'demonstration'}`)
      const args = [
        bundle('build'),
        'run',
        '--source',
        source,
        '--out',
        out,
        '--quiet',
        '--threads',
        String(index),
      ]
      await run(node, args, { env: environment })
      built.push(await digests(out))
    }
    const [first, ...others] = built
    t.ok(Object.keys(first ?? {}).length > 1000)
    for (const other of others) t.same(other, first)
  }
})
