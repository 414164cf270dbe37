// A test that is killed leaves no program running.

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { startChild } from './child-processes.ts'
import { BUSY_MS } from './slow-suite.ts'
import { until } from './until.ts'

t.setTimeout(BUSY_MS)

const SUITE = fileURLToPath(new URL('./serve-until-killed.ts', import.meta.url))
const TYPESCRIPT = new URL('./typescript/register.mjs', import.meta.url).href

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  t.test(`the gateway of a test ends when the test is ended by ${signal}`, async (t) => {
    // Without the settings of tap's runner: with them the suite would measure coverage, and tap would fail.
    const args = ['--import', TYPESCRIPT, SUITE, t.testdir({ public: {} })]
    const suite = startChild(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const { stderr } = suite
    if (!stderr) throw new TypeError('not a pipe')
    const [line] = await once(createInterface({ input: stderr }), 'line')
    const gateway = Number(line)
    t.ok(isRunning(gateway), `gateway ${line} runs`)
    suite.kill(signal)
    await once(suite, 'exit')
    await until('the gateway is gone', () => !isRunning(gateway))
  })
}
