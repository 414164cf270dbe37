// The page for callers of the API: its commands and snippets run in their order against a gateway.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { demoKeyRecord } from '../../gateway/keys/key-record.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { read } from './support/pages.ts'

t.setTimeout(BUSY_MS)

const BLOCKS = Array.from(
  read('docs/clients.md').matchAll(/^```([a-z]+)\n(.*?)^```$/gms),
  ([, language = '', code = '']) => ({
    language,
    code,
  }),
  // test/e2e/strict-client.test.ts compiles and runs that.
).filter(({ language }) => language !== 'ts')

/** The output of each, in their order. */
const EXPECTED = [
  /"count":2,"total":414/,
  /^304$/m,
  /^414 offers$/m,
  /^repr-digest: sha-256=:.+:\s+414$/im,
  /^206\nwhole$/m,
  /"code":"invalid_parameter".*"given":"0"/,
]

const PROGRAMS: Readonly<Record<string, readonly [program: string, file: string, ...options: string[]]>> = {
  bash: ['bash', 'snippet.sh', '-eu'],
  python: ['python3', 'snippet.py'],
}

const withoutPython = withoutProgram('python3')

t.test('every block of code is run', async (t) => {
  t.equal(BLOCKS.length, EXPECTED.length)
  for (const { language } of BLOCKS) t.ok(PROGRAMS[language], language)
})

t.test('commands and snippets do what the page says', async (t) => {
  const root = t.testdir()
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  await keys.add([demoKeyRecord(0)])
  const cwd = join(root, 'work')
  mkdirSync(cwd)
  const env = { ...cleanEnvironment(), KEY: keys.issue('named') }
  for (const [index, { language, code }] of BLOCKS.entries()) {
    const [program = '', file = '', ...options] = PROGRAMS[language] ?? []
    const title = `block ${index + 1} (${language})`
    if (language === 'python' && withoutPython) {
      t.comment(`${title} is left out: ${withoutPython}`)
      continue
    }
    writeFileSync(join(cwd, file), code.replaceAll('https://api.example', base))
    const { code: status, stdout, stderr } = await runToEnd(program, [...options, file], { cwd, env })
    t.equal(status, 0, `${title}: ${stderr}`)
    t.match(stdout, EXPECTED[index], title)
  }
})
