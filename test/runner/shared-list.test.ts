// Files that run at once take their suites from one list: each suite is run, and by one of them.

import t from 'tap'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { PASSING } from './support/failing.ts'
import { projectWith, runSharedFile, sharedFiles } from './support/project.ts'

t.setTimeout(SHORT_MS)

const resultsIn = (stdout: string) =>
  Array.from(
    stdout.matchAll(/^(ok|not ok) \d+ - (?:test\/)?([\w -]+)(?:\.test\.ts)?/gm),
    ([, result, name = '']) => `${result}: ${name.trimEnd()}`,
  )

t.test('each file runs a suite of its own, then those that no other has run', async (t) => {
  const { passes } = PASSING
  const suites = { a: passes, b: passes, c: passes, d: passes }
  const project = projectWith(t, suites, 2)
  const files = await sharedFiles(project, [...Object.keys(suites), 'a'])
  t.equal(files.length, 2)
  const [first = '', second = ''] = files
  const early = await runSharedFile(project, first)
  t.strictSame(resultsIn(early.stdout), ['ok: a', 'ok: c', 'ok: d'])
  t.equal(early.code, 0)
  const late = await runSharedFile(project, second)
  t.strictSame(resultsIn(late.stdout), ['ok: b'])
  t.equal(late.code, 0)

  const again = await runSharedFile(project, second)
  t.equal(again.code, 1)
  t.match(again.stdout, 'b.test.ts has run: list the suites again')
  t.strictSame(resultsIn(again.stdout), ['not ok: b'])
})

t.test('both together run every suite once', async (t) => {
  const names = Array.from({ length: 12 }, (_, index) => `suite-${index + 10}`)
  const project = projectWith(t, Object.fromEntries(names.map((name) => [name, PASSING.passes])), 2)
  const files = await sharedFiles(project, names)
  const ends = await Promise.all(files.map((file) => runSharedFile(project, file)))
  t.strictSame(
    ends.map(({ code }) => code),
    [0, 0],
  )
  t.strictSame(
    ends.flatMap(({ stdout }) => resultsIn(stdout)).toSorted(),
    names.map((name) => `ok: ${name}`),
  )
})

t.test('a process that ends with 0 between two suites is no end of the list', async (t) => {
  const suites = {
    'exits-after-its-end': `import t from 'tap'
t.test('passes', async (t) => { t.pass('x') })
// Without what else runs at an exit, and would change its code.
t.teardown(() => setImmediate(() => process.reallyExit(0)))`,
    'starts-then': PASSING.passes,
  }
  const project = projectWith(t, suites)
  const [file = ''] = await sharedFiles(project, Object.keys(suites))
  const { code, stdout } = await runSharedFile(project, file)
  t.equal(code, 1)
  t.strictSame(resultsIn(stdout), [
    'ok: exits-after-its-end',
    'not ok: exits-after-its-end',
    'ok: starts-then',
  ])
  t.match(stdout, 'exits-after-its-end.test.ts: the process ended with 0')
})

t.test('a process that cannot start is not started again', async (t) => {
  const project = projectWith(t, { a: PASSING.passes, b: PASSING.passes })
  const [file = ''] = await sharedFiles(project, ['a', 'b'])
  const { code, stdout } = await runSharedFile(project, file, [
    '--import=data:text/javascript,if(process.argv[2])process.exit(3)',
  ])
  t.equal(code, 1)
  t.strictSame(resultsIn(stdout), ['not ok: no suite'])
  t.match(stdout, 'no suite: the process ended with 3')
})
