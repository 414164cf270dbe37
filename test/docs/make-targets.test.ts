// Pages, workflow and Makefile name the same targets and variables.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runToEnd } from '../helpers/child-processes.ts'
import { CONFIGURATIONS, codeOf, commandsIn, isThere, PAGES, ROOT, read } from './support/pages.ts'
import { noneWrong, noneWrongOn } from './support/wrong.ts'

const makefile = read('Makefile')
const job = read('deploy/daily.sh')
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

t.test('every file and folder that the Makefile names exists', async (t) => {
  const named = makefile.match(/\b(?:test|build|client|home|packaging)\/[\w./-]*\w/g) ?? []
  // `client/dist` is a result.
  const exists = (path: string) => isThere(path) || path.startsWith('client/dist')
  noneWrong(t, named, exists, 'none is missing')
})

t.test('the Makefile or the daily job reads every variable that a page gives to make', async (t) => {
  const given = (page: string) =>
    callsIn(page).flatMap(([, before = '', , after = '']) =>
      Array.from(`${before}${after}`.matchAll(/(?:^|\s)([A-Z_]+)=/g), ([, name = '']) => name),
    )
  noneWrongOn(t, PAGES, given, (name) => new RegExp(`\\$[{(]?${name}\\b`).test(makefile + job))
})

t.test('suites that share processes are all run, and folders without any are refused', async (t) => {
  const run = (...args: string[]) => runToEnd('node', ['test/helpers/suites.mjs', ...args], { cwd: ROOT })
  const folder = t.testdir({
    'a.test.ts': '',
    'b.test.ts': 't.setTimeout(SHORT_MS)',
    'c.test.ts': 't.setTimeout(SLOW_MS)',
    'd.test.ts': 't.setTimeout(LONG_MS)',
    'no-suite.ts': '',
  })
  const cases = { usual: ['a', 'b', 'c'], quick: ['a'], long: ['d'], all: ['a', 'b', 'c', 'd'] }
  for (const [choice, expected] of Object.entries(cases)) {
    const { stdout } = await run(choice, folder)
    const files = stdout.trimEnd().split('\n')
    const texts = files.map((file) => (file.endsWith('.mjs') ? readFileSync(join(ROOT, file), 'utf8') : file))
    const suites = Array.from(texts.join('\n').matchAll(/\b([a-d])\.test\.ts/g), ([, name]) => name)
    t.strictSame(suites.toSorted(), expected, choice)
  }
  const odd = join(folder, 'e.test.ts')
  writeFileSync(odd, 't.setTimeout(2 * SHORT_MS)')
  t.match(await run('all', folder), { code: 1, stderr: `${odd}: found \`t.setTimeout(2\` first` })
  t.match(await run('all', 'docs'), { code: 1, stderr: 'no tests in docs' })
  t.match(await run('all', 'none'), { code: 1, stderr: 'no such file or directory' })
})

/** Variables that the job sets itself. */
const INNER = ['TABLE', 'PREVIOUS', 'RESTORED', 'IMMUTABLE', 'ALWAYS_ASK']

t.test('every variable of the daily job is explained, and those of earlier versions', async (t) => {
  const explained = ['docs/daily-job.md', 'docs/production.md']
    .flatMap((page) => codeOf(read(page)))
    .join('\n')
  const used = Array.from(job.matchAll(/\$\{?([A-Z_]{2,})\b/g), ([, name = '']) => name)
  const outer = [...new Set(used)].filter((name) => !INNER.includes(name))
  t.ok(outer.length > 8, outer.join(' '))
  noneWrong(t, outer, (name) => new RegExp(`\\b${name}\\b`).test(explained), 'none is missing')
})

t.test('the variables, secrets and inputs of the workflow are explained', async (t) => {
  const workflow = read('.github/workflows/daily.yml')
  const page = ['docs/daily-job.md', 'docs/failures.md'].map(read).join('\n').toLowerCase()
  const taken = workflow.matchAll(/(?:vars|secrets|inputs)\.([A-Za-z_]+)/g)
  noneWrong(
    t,
    Array.from(taken, ([, name = '']) => name.toLowerCase()),
    (name) => page.includes(name),
    'none is missing',
  )
})
