// Pages, workflow and Makefile name the same targets and variables.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runToEnd } from '../helpers/child-processes.ts'
import { CONFIGURATIONS, codeOf, commandsIn, PAGES, ROOT, read } from './support/pages.ts'
import { noneWrong, noneWrongOn } from './support/wrong.ts'

const makefile = read('Makefile')
const job = read('build/daily.sh')
const targets = Array.from(makefile.matchAll(/^([a-z-]+):.*## /gm), ([, name = '']) => name)

/** `make`, variables set before the target, the target, and the words after it. */
const CALL = /(?:^|[\s/])make((?:\s+[A-Z_]+=\S*)*)\s+(?:-C \S+ )?([a-z][a-z-]*)(.*)$/

function callsIn(page: string): RegExpExecArray[] {
  return commandsIn(read(page)).flatMap((line) => {
    const call = CALL.exec(line)
    return call ? [call] : []
  })
}

t.test('every target that is named exists', async (t) => {
  const isTarget = (name: string) => targets.includes(name)
  noneWrongOn(t, PAGES, (page) => callsIn(page).map(([, , target = '']) => target), isTarget)
  const called = (file: string) =>
    Array.from(read(file).matchAll(/(?:run: |=\/usr\/bin\/)make ([a-z-]+)/g), ([, name = '']) => name)
  noneWrongOn(t, CONFIGURATIONS, called, isTarget)
})

t.test('every target is named on a page', async (t) => {
  const code = PAGES.flatMap((page) => codeOf(read(page))).join('\n')
  noneWrong(t, targets, (target) => new RegExp(`\\bmake ${target}(?![\\w-])`).test(code), 'none is missing')
})

t.test('the Makefile or the daily job reads every variable that a page gives to make', async (t) => {
  const given = (page: string) =>
    callsIn(page).flatMap(([, before = '', , after = '']) =>
      Array.from(`${before}${after}`.matchAll(/(?:^|\s)([A-Z_]+)=/g), ([, name = '']) => name),
    )
  noneWrongOn(t, PAGES, given, (name) => new RegExp(`\\$[{(]?${name}\\b`).test(makefile + job))
})

t.test('TESTS selects the tests of a folder, or of several', async (t) => {
  const run = async (tests: string) => {
    const { code, stdout, stderr } = await runToEnd('make', ['--dry-run', 'test', `TESTS=${tests}`], {
      cwd: ROOT,
    })
    const files = /^npx tap run(.*)$/m.exec(stdout)?.[1]?.trim().split(' ') ?? []
    return { code, files, stderr }
  }
  const testsIn = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`)
  const folders = ['test/docs', 'test/packaging']
  const found = await run(folders.join(' '))
  t.strictSame(found.files.toSorted(), folders.flatMap(testsIn).toSorted(), found.stderr)
  t.strictSame((await run('test/docs/make-targets.test.ts')).files, ['test/docs/make-targets.test.ts'])
  t.match(await run('docs'), { code: 2, stderr: 'no tests in docs' })
})

/** Variables that the job sets itself. */
const INNER = ['TABLE', 'PREVIOUS', 'IMMUTABLE', 'ALWAYS_ASK']

t.test('every variable of the daily job is explained', async (t) => {
  const explained = codeOf(read('docs/daily-job.md')).join('\n')
  const used = Array.from(job.matchAll(/\$\{?([A-Z_]{2,})\b/g), ([, name = '']) => name)
  const outer = [...new Set(used)].filter((name) => !INNER.includes(name))
  t.ok(outer.length > 8, outer.join(' '))
  noneWrong(t, outer, (name) => new RegExp(`\\b${name}\\b`).test(explained), 'none is missing')
})

t.test('the variables, secrets and inputs of the workflow are explained', async (t) => {
  const workflow = read('.github/workflows/daily.yml')
  const page = read('docs/daily-job.md').toLowerCase()
  const taken = workflow.matchAll(/(?:vars|secrets|inputs)\.([A-Za-z_]+)/g)
  noneWrong(
    t,
    Array.from(taken, ([, name = '']) => name.toLowerCase()),
    (name) => page.includes(name),
    'none is missing',
  )
})
