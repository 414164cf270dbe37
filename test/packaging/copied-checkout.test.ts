// A checkout that was copied to another folder runs its tests there.

import { cpSync, lstatSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { runToEnd } from '../helpers/child-processes.ts'

const SUITE = `import { writeFileSync } from 'node:fs'
import t from 'tap'

t.test('a folder of its own', async (t) => {
  writeFileSync(\`\${t.testdir({})}/file\`, 'x')
})
`

t.test('a test of a copy writes into its own folder, even if the first one had it in memory', async (t) => {
  const root = t.testdir({ copy: { '.tap': {}, 'x.test.ts': SUITE }, first: {} })
  const copy = join(root, 'copy')
  for (const path of ['.taprc', 'package.json', 'test/helpers/typescript']) {
    cpSync(path, join(copy, path), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  const fixtures = join(copy, '.tap/fixtures')
  const command = ['--import', './test/helpers/typescript/register.mjs', 'x.test.ts']
  for (const target of ['first', 'gone']) {
    rmSync(fixtures, { recursive: true, force: true })
    symlinkSync(join(root, target), fixtures)
    const { code, stdout, stderr } = await runToEnd(process.execPath, command, { cwd: copy })
    t.equal(code, 0, stdout + stderr)
    t.notOk(lstatSync(fixtures).isSymbolicLink(), 'it is a folder here')
  }
})
