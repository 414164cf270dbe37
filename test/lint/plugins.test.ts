// The rules that the linter has from lint/: they find all violations, and nothing else.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { isThere, ROOT, read } from '../docs/support/pages.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

/** Each library with the module that may import it. */
const HOMES = Array.from(
  read('lint/libraries.grit').matchAll(/r"'(.+)\(\?:.+", \$home = "(.+)"/g),
  ([, library = '', home = '']) => ({ library: library.replaceAll('\\', ''), home }),
)

/** Lints files as if they were in this repository. @returns where a rule of lint/ is broken: `<path>:<line>` */
async function brokenIn(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const path of ['biome.json', 'lint']) cpSync(`${ROOT}${path}`, join(folder, path), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--colors=off', '.']
  const report = await new Promise<string>((resolve) => {
    execFile(`${ROOT}node_modules/.bin/biome`, options, { cwd: folder }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    )
  })
  return Array.from(report.matchAll(/^(\S+?:\d+):\d+ plugin /gm), ([, place = '']) => place).toSorted()
}

t.test('every library of the programs and the client has one module, which imports it', async (t) => {
  const owners = ['.', 'import', 'client'].filter((folder) => isThere(`${folder}/package.json`))
  const libraries = owners.flatMap((owner) =>
    Object.keys(JSON.parse(read(`${owner}/package.json`)).dependencies),
  )
  // A workspace can be removed, and its rows stay.
  const rows = HOMES.filter(({ home }) => isThere(dirname(home)))
  t.strictSame(rows.map(({ library }) => library).toSorted(), libraries.toSorted())
  for (const { library, home } of rows) t.match(read(home), `'${library}`, `${home} imports ${library}`)
})

t.test('a library is imported by its module alone, its types by any', async (t) => {
  const files = HOMES.map(({ library, home }) => ({
    [home]: `import '${library}'\n`,
    [`build/${library}.ts`]: `import thing from '${library}'\nexport const other = thing\n`,
    [`gateway/${library}.ts`]: `export const later = () => import('${library}')\n`,
    [`client/${library}.ts`]: `import type { Thing } from '${library}'\nexport type Other = Thing\n`,
  }))
  const expected = HOMES.flatMap(({ library }) => [`build/${library}.ts:1`, `gateway/${library}.ts:1`])
  t.strictSame(await brokenIn(t.testdir({}), Object.assign({}, ...files)), expected.toSorted())
})

t.test('no program opens files with a function that waits for FIFOs', async (t) => {
  const lines = [
    "import { readFile, stat } from 'node:fs/promises'",
    "import { readFileSync as readNow, statSync } from 'node:fs'",
    "import fs from 'node:fs'",
    "import * as all from 'node:fs/promises'",
    "import { open } from './files.ts'",
    'export const used = [readFile, stat, readNow, statSync, fs, all, open]',
  ]
  const folders = ['lib', 'contract', 'import', 'build', 'gateway']
  const files = Object.fromEntries([...folders, 'test'].map((folder) => [`${folder}/x.ts`, lines.join('\n')]))
  const expected = folders.flatMap((folder) => [1, 2, 3, 4].map((line) => `${folder}/x.ts:${line}`))
  t.strictSame(await brokenIn(t.testdir({}), files), expected.toSorted())
})

t.test('no pattern of a test has an empty list, which every list fits', async (t) => {
  const lines = [
    't.match(found, { list: [] })',
    "t.match(found, { list: [] }, 'as a message')",
    't.has(found, [{ inner: { list: [] } }])',
    't.match(found, [])',
    't.match([], { length: 0 })',
    't.match(found, { list: [{ a: 1 }], text: "[]" })',
    't.strictSame(found, { list: [] })',
    't.notMatch(found, { list: [1] })',
  ]
  const files = { 'test/x.ts': lines.join('\n'), 'lib/x.ts': lines.join('\n') }
  const expected = [1, 2, 3, 4].map((line) => `test/x.ts:${line}`)
  t.strictSame(await brokenIn(t.testdir({}), files), expected)
})
