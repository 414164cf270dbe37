// The ways in which a file of tests fails.

const START = "import t from 'tap'\n"

const PASSES = "t.test('passes', async (t) => { t.pass('x') })\n"

/** Each is a suite, by its name. */
export const FAILING = {
  'a-failed-assertion': `${START}t.test('fails', async (t) => { t.fail('x') })`,
  // With a teardown that takes time, tap never completes.
  'a-before-that-rejects': `${START}t.testdir({})
t.before(async () => { throw new Error('no data') })
${PASSES}`,
  'a-before-that-rejects-beside-a-server': `import { createServer } from 'node:net'
${START}t.before(async () => {
  createServer().listen(0)
  throw new Error('no data')
})
${PASSES}`,
  'a-before-that-throws': `${START}t.before(() => { throw new Error('no data') })\n${PASSES}`,
  'a-before-of-one-test': `${START}t.test('fails', async (t) => {
  t.before(async () => { throw new Error('no data') })
  await t.test('within', async (t) => { t.pass('x') })
})`,
  'a-teardown-that-throws': `${START}t.teardown(() => { throw new Error('still there') })\n${PASSES}`,
  'a-teardown-that-rejects': `${START}t.teardown(async () => { throw new Error('still there') })\n${PASSES}`,
  'a-teardown-of-one-test': `${START}t.test('passes', async (t) => {
  t.teardown(async () => { throw new Error('still there') })
  t.pass('x')
})`,
  'an-assertion-after-the-end': `${START}t.pass('x')\nt.end()\nsetTimeout(() => t.fail('late'), 20)`,
  'an-assertion-after-the-end-of-one-test': `${START}t.test('passes', async (t) => {
  setTimeout(() => t.fail('late'), 20)
  t.pass('x')
})`,
  'an-exception-after-the-end': `${START}${PASSES}setTimeout(() => { throw new Error('late') }, 100)`,
  'a-rejection-that-is-not-handled': `${START}t.test('passes', async (t) => {
  t.pass('x')
  Promise.reject(new Error('not handled'))
})`,
  'an-exit-in-mid-test': `${START}t.test('passes', async (t) => {
  t.pass('x')
  process.exit(0)
})`,
  'an-exit-before-the-end': `${START}t.pass('x')\nprocess.exit(0)`,
  'an-exit-after-a-failure': `${START}t.teardown(() => process.exit(0))\nt.fail('x')\nt.end()`,
  'an-exit-code-that-is-reset': `${START}t.test('fails', async (t) => { t.fail('x') })
t.teardown(() => setTimeout(() => { process.exitCode = 0 }, 20))`,
  'an-end-by-a-signal': `${START}t.test('passes', async (t) => {
  t.pass('x')
  process.kill(process.pid, 'SIGKILL')
})`,
  'a-test-that-never-ends': `${START}t.test('hangs', () => new Promise(() => {}))\n${PASSES}`,
  'a-file-that-never-ends': `${START}${PASSES}await new Promise(() => {})`,
  'fewer-assertions-than-planned': `${START}t.plan(2)\nt.pass('x')`,
  'a-file-without-tests': START,
  'a-file-without-tap': 'export {}',
  'a-file-with-a-wrong-import': `${START}import './not-there.ts'\n${PASSES}`,
  'a-failure-that-is-to-do': `${START}t.test('fails', async (t) => { t.fail('x', { todo: true }) })`,
  'a-failure-that-is-skipped': `${START}t.test('fails', async (t) => { t.fail('x', { skip: true }) })`,
}

/** Suites that do not fail. */
export const PASSING = {
  passes: `${START}${PASSES}`,
  'skips-a-test': `${START}t.test('skipped', { skip: 'no such program' }, async (t) => { t.fail('x') })`,
  'skips-all': `${START}t.plan(0, 'no such program')`,
}
