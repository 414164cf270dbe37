// A run in which a test fails does not end with 0: of one file, of several, of suites that share a process.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { BUSY_MS, inFullOnCI } from '../helpers/slow-suite.ts'
import { FAILING, PASSING } from './support/failing.ts'
import { projectWith, runFile, runShared } from './support/project.ts'

t.setTimeout(BUSY_MS)

/** Each of them starts a process. */
const tried = <Name>(names: readonly Name[], step: number): Name[] =>
  names.filter((_, index) => inFullOnCI || index % step === 1)

t.test('one file that fails ends with another code than 0', async (t) => {
  const project = projectWith(t, FAILING)
  for (const name of tried(Object.keys(FAILING), 4)) {
    const { code, stdout, stderr } = await runFile(project, name)
    t.not(code, 0, `${name}: ${stdout}${stderr}`)
    if (code !== null)
      t.match(stdout + stderr, /^ *not ok|Error|: the file|: the process/m, `${name} says why`)
  }
})

t.test('one file that passes ends with 0, and one that skips its tests', async (t) => {
  const project = projectWith(t, PASSING)
  for (const name of Object.keys(PASSING)) t.match(await runFile(project, name), { code: 0 }, name)
})

t.test('an error that nothing catches fails the test in whose work it was thrown', async (t) => {
  const suite = (later: string) => `import t from 'tap'
import { setImmediate as next } from 'node:timers/promises'
t.test('before', async (t) => { t.pass('x') })
t.test('starts work', async (t) => {
  ${later}
  await t.test('within', async (t) => { t.pass('x') })
  for (let turn = 0; turn < 3; turn++) await next()
})
t.test('after', async (t) => { t.pass('x') })
`
  const project = projectWith(t, {
    throws: suite("setImmediate(() => { throw new Error('late') })"),
    rejects: suite("void next().then(() => Promise.reject(new Error('late')))"),
  })
  for (const name of ['throws', 'rejects']) {
    const { code, stdout } = await runFile(project, name)
    t.equal(code, 1, name)
    // The one that fails is named again at the end.
    const lines = Array.from(
      stdout.matchAll(/^(ok|not ok) \d+ - ([a-z ]+)\b/gm),
      ([, ok, test]) => `${ok}: ${test}`,
    )
    t.strictSame([...new Set(lines)], ['ok: before', 'not ok: starts work', 'ok: after'], name)
  }
})

/** Those that do something to their process, and one that does not. */
const SHARED = [
  'a-failed-assertion',
  'a-before-that-rejects',
  'a-before-that-rejects-beside-a-server',
  'a-teardown-that-rejects',
  'a-rejection-that-is-not-handled',
  'an-exit-in-mid-test',
  'an-end-by-a-signal',
  'a-test-that-never-ends',
  'a-file-without-tests',
] as const

t.test('in a shared process, a suite that fails is named, and the next one passes', async (t) => {
  const shared = tried(SHARED, 2)
  const suites = shared.flatMap((name) => [
    [name, FAILING[name]] as const,
    [`${name}-then`, PASSING.passes] as const,
  ])
  const project = projectWith(t, Object.fromEntries(suites))
  const { code, stdout } = await runShared(
    project,
    suites.map(([name]) => name),
  )
  t.equal(code, 1)
  for (const name of shared) {
    t.match(stdout, new RegExp(`^not ok \\d+ - test/${name}\\.test\\.ts`, 'm'), name)
    t.match(stdout, new RegExp(`^ok \\d+ - test/${name}-then\\.test\\.ts`, 'm'), `${name}, then another`)
  }
  const points = stdout.match(/^(?:not )?ok \d+/gm) ?? []
  t.match(stdout, new RegExp(`^1\\.\\.${points.length}$`, 'm'))
})

t.test('a shared process fails by what its suites do after their end', async (t) => {
  for (const name of [
    'an-assertion-after-the-end',
    'an-exception-after-the-end',
    'a-failure-that-is-to-do',
  ] as const) {
    const project = projectWith(t, { [name]: FAILING[name], passes: PASSING.passes })
    const { code, stdout } = await runShared(project, [name, 'passes'])
    t.equal(code, 1, name)
    t.match(stdout, /^not ok/m, name)
  }
})

t.test('a shared process of suites that pass or are skipped ends with 0', async (t) => {
  const { code, stdout } = await runShared(projectWith(t, PASSING), Object.keys(PASSING))
  t.equal(code, 0)
  t.match(stdout, /^1\.\.3$/m)
  t.match(stdout, 'ok 3 - test/skips-all.test.ts # SKIP no such program')
})

/** A suite that shares its process with no other. */
const alone = (suite: string) => suite.replace('\n', '\nconst ALONE_MS = 60_000\nt.setTimeout(ALONE_MS)\n')

t.test('make fails if a test of several files does, or if there is none', async (t) => {
  const { root, run } = projectWith(t, {
    passes: PASSING.passes,
    fails: FAILING['a-failed-assertion'],
    'skips-alone': alone(PASSING['skips-a-test']),
    'exits-alone': alone(FAILING['an-exit-in-mid-test']),
  })
  mkdirSync(join(root, 'docs'))
  // As if these were made: they need the whole project.
  const made = ['node_modules/.tap-built', 'dist'].flatMap((target) => ['-o', target])
  // Without what the make has been given that runs this test.
  const make = (...args: string[]) => run('make', [...made, ...args], { TESTS: '', CI: '' })
  t.match(await make('test', 'TESTS=test/passes.test.ts'), { code: 0 })
  const { code, stdout } = await make('test', 'TAP_FLAGS=--reporter=tap')
  t.equal(code, 2)
  const results = Array.from(
    stdout.matchAll(/^ *((?:not )?ok) \d+ - test\/([\w-]+)\.test\.ts/gm),
    ([, ok, name]) => `${name}: ${ok}`,
  )
  t.strictSame(results.toSorted(), ['exits-alone: not ok', 'fails: not ok', 'passes: ok', 'skips-alone: ok'])
  for (const folders of ['docs', 'none', 'test/passes.test.ts docs'])
    t.match(await make('test', `TESTS=${folders}`), { code: 2 }, folders)
  for (const target of ['test-long', 'test-full', 'fuzz', 'schemas'])
    t.match(await make(target), { code: 2, stdout: /^(?!TAP version)/ }, `${target} without a suite for it`)
})
