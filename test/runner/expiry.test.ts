// A suite that does not end in its time ends its process, and the next one starts clean.

import t from 'tap'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { projectWith, runShared } from './support/project.ts'

t.setTimeout(BUSY_MS)

/** Changes what the suites of a process share, then waits without an end. */
const hanging = (wait: string) => `import t from 'tap'
const SHORT_MS = 1000
t.setTimeout(SHORT_MS)
globalThis.left = true
setInterval(() => {}, 10)
t.test('hangs', async (t) => {
  t.teardown(() => new Promise(() => {}))
  ${wait}
})`

const CLEAN = `import t from 'tap'
const SHORT_MS = 60_000
t.setTimeout(SHORT_MS)
t.test('starts clean', async (t) => { t.notOk(globalThis.left) })`

t.test('after a suite that expired, the others start in a new process', async (t) => {
  const suites = {
    'a-waits': hanging('await new Promise(() => {})'),
    'b-starts': CLEAN,
    // Nothing in its process can notice: it does not even run timers.
    'c-blocks': hanging('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'),
    'd-starts': CLEAN,
  }
  const { code, stdout } = await runShared(projectWith(t, suites), Object.keys(suites))
  t.equal(code, 1)
  t.match(stdout, /^not ok 1 - test\/a-waits\.test\.ts/m)
  t.match(stdout, 'not done within 1000 ms')
  t.match(stdout, /^ok 2 - test\/b-starts\.test\.ts/m)
  t.match(stdout, 'not ok 3 - test/c-blocks.test.ts: the process did not end within 1000 ms')
  t.match(stdout, /^ok 4 - test\/d-starts\.test\.ts/m)
  t.match(stdout, /^1\.\.4$/m)
})

t.test('a suite may lengthen its time', async (t) => {
  const long = `import t from 'tap'
const SHORT_MS = 1000
t.setTimeout(SHORT_MS)
t.setTimeout(60_000)
t.test('takes longer than the first limit', (t) => { setTimeout(() => t.end(), 1500) })`
  t.match(await runShared(projectWith(t, { long }), ['long']), { code: 0 })
})
