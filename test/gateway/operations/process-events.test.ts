// Crashes, in separate processes.

import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import t from 'tap'
import { startChild } from '../../helpers/child-processes.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const root = join(import.meta.dirname, '../../..')
const folder = t.testdir()

/** Runs TypeScript in the folder of the project; returns its exit code and its log. */
async function run(name: string, source: string) {
  const program = join(folder, `${name}.mjs`)
  await build({
    stdin: { contents: source, resolveDir: root, sourcefile: `${name}.ts`, loader: 'ts' },
    banner: { js: "import { createRequire as of } from 'node:module'; const require = of(import.meta.url)" },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: program,
    logLevel: 'error',
  })
  const child = startChild(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')])
  return { code, lines: output.trimEnd().split('\n') }
}

const PRELUDE = `
import { createProcessLog } from './gateway/lib/log.ts'
import { endOnCrash } from './gateway/operations/process-events.ts'
const log = createProcessLog('info')
endOnCrash(log)
// Would keep the process running.
setInterval(() => {}, 1000)
for (let i = 0; i < 1000; i++) log.info({ i }, 'before')
`

const CRASHES = {
  'an uncaught exception': `setImmediate(() => { throw new TypeError('a bug') })`,
  'an unhandled rejection': `Promise.reject(new TypeError('a bug'))`,
}

for (const [title, crash] of Object.entries(CRASHES)) {
  t.test(`${title} ends the process with exit code 1, and is the last line of a whole log`, async (t) => {
    const { code, lines } = await run(title.replaceAll(' ', '-'), PRELUDE + crash)
    t.equal(code, 1)
    t.equal(lines.length, 1001)
    t.match(JSON.parse(lines.at(-1) ?? ''), {
      level: 'error',
      err: 'a bug',
      stack: /TypeError: a bug\n/,
      msg: 'crashed',
    })
  })
}
