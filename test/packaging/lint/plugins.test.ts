// The rules that the linter has from packaging/lint/: they find all violations, and nothing else.

import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { isThere, ROOT, read } from '../../docs/support/pages.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

/** Each library with the module that may import it. */
const HOMES = Array.from(
  read('packaging/lint/libraries.grit').matchAll(/r"'([^"]+)\(\?:[^"]+",\s+\$home = "([^"]+)"/g),
  ([, library = '', home = '']) => ({ library: library.replaceAll('\\', ''), home }),
)

/** Lints files as if they were in this repository. @returns where a rule of packaging/lint/ is broken: `<path>:<line>` */
async function brokenIn(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  for (const path of ['biome.json', 'packaging/lint'])
    cpSync(`${ROOT}${path}`, join(folder, path), { recursive: true })
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

/** Each breaks a rule in the lines that are given, and in no others. */
const CASES: { files: Record<string, string>; broken: string[] }[] = [
  // A library is imported by its module alone, its types by any.
  ...HOMES.map(({ library, home }) => ({
    files: {
      [home]: `import '${library}'\n`,
      [`build/${library}.ts`]: `import thing from '${library}'\nexport const other = thing\n`,
      [`gateway/${library}.ts`]: `export const later = () => import('${library}')\n`,
      [`client/${library}.ts`]: `import type { Thing } from '${library}'\nexport type Other = Thing\n`,
    },
    broken: [`build/${library}.ts:1`, `gateway/${library}.ts:1`],
  })),
  // No program opens files with a function that waits for FIFOs.
  ...['lib', 'contract', 'import', 'build', 'gateway', 'test'].map((folder) => ({
    files: {
      [`${folder}/files.ts`]: [
        "import { readFile, stat } from 'node:fs/promises'",
        "import { readFileSync as readNow, statSync } from 'node:fs'",
        "import fs from 'node:fs'",
        "import * as all from 'node:fs/promises'",
        "import { open } from './others.ts'",
        'export const used = [readFile, stat, readNow, statSync, fs, all, open]',
      ].join('\n'),
    },
    broken: folder === 'test' ? [] : [1, 2, 3, 4].map((line) => `${folder}/files.ts:${line}`),
  })),
  // No pattern of a test has an empty list, which every list fits.
  ...['test', 'lib'].map((folder) => ({
    files: {
      [`${folder}/patterns.ts`]: [
        't.match(found, { list: [] })',
        "t.match(found, { list: [] }, 'as a message')",
        't.has(found, [{ inner: { list: [] } }])',
        't.match(found, [])',
        't.match([], { length: 0 })',
        't.match(found, { list: [{ a: 1 }], text: "[]" })',
        't.strictSame(found, { list: [] })',
        't.notMatch(found, { list: [1] })',
      ].join('\n'),
    },
    broken: folder === 'lib' ? [] : [1, 2, 3, 4].map((line) => `${folder}/patterns.ts:${line}`),
  })),
]

t.test('the rules find what breaks them, and nothing else', async (t) => {
  const files = Object.assign({}, ...CASES.map((each) => each.files))
  // A library may have a module in the client as well as in the programs.
  const broken = new Set(CASES.flatMap((each) => each.broken))
  t.strictSame(await brokenIn(t.testdir({}), files), [...broken].toSorted())
})
