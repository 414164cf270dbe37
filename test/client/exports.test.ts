// Every export of the package is used by a test, in the way that its users use it.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import * as core from '../../client/index.ts'
import * as mirror from '../../client/mirror/index.ts'
import * as node from '../../client/node/index.ts'

const here = import.meta.dirname
const TESTS = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== basename(import.meta.filename))
  .map((name) => readFileSync(join(here, name), 'utf8'))

/** Whether a test imports a name from an entry of the package, and calls it, or compares with it. */
function isUsed(entry: string, name: string): boolean {
  return TESTS.some((text) => {
    const imports = Array.from(text.matchAll(/^import \{([^}]*)\} from '([^']*)'$/gms))
    const isImported = imports.some(
      ([, names = '', from = '']) =>
        from.endsWith(`/client/${entry}`) && names.split(',').some((each) => each.trim() === name),
    )
    return isImported && new RegExp(`\\b${name}\\(|instanceof ${name}\\b`).test(text)
  })
}

const ENTRIES = { 'index.ts': core, 'mirror/index.ts': mirror, 'node/index.ts': node }

t.test('every export is used by a test', async (t) => {
  for (const [entry, exported] of Object.entries(ENTRIES)) {
    for (const name of Object.keys(exported)) t.ok(isUsed(entry, name), `${name} of ${entry}`)
  }
  t.notOk(isUsed('index.ts', 'folderStore'), 'an export of another entry does not count')
})
