// The page for callers of the API: its commands and snippets run in their order against a gateway.

import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createOffersClient } from '../../client/index.ts'
import { demoKeyRecord } from '../../gateway/keys/key-record.ts'
import { cleanEnvironment, runToEnd, startChild } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { ROOT, read } from './support/pages.ts'

t.setTimeout(BUSY_MS)

const ALL_BLOCKS = Array.from(
  read('docs/clients.md').matchAll(/^```([a-z]+)\n(.*?)^```$/gms),
  ([, language = '', code = '']) => ({
    language,
    code,
  }),
)
// test/e2e/strict-client.test.ts compiles and runs that in TypeScript, and the one in JavaScript is a server.
const BLOCKS = ALL_BLOCKS.filter(({ language }) => !['ts', 'js'].includes(language))

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

t.test('the proxy adds the key, and our client needs none behind it', async (t) => {
  const { base, keys } = await startGateway(t, await demonstrationRelease())
  const [{ code = '' } = {}, ...others] = ALL_BLOCKS.filter(({ language }) => language === 'js')
  t.strictSame(others, [])
  const cwd = t.testdir({
    node_modules: t.fixture('symlink', join(ROOT, 'node_modules')),
    'proxy.mjs': code
      .replace('https://api.example', base)
      .replace('app.listen(3000)', 'const server = app.listen(0, () => console.log(server.address().port))'),
  })
  const env = { ...cleanEnvironment(), KEY: keys.issue('named') }
  const proxy = startChild(process.execPath, ['proxy.mjs'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = proxy.stdout ? await once(proxy.stdout, 'data') : []
  const offers = createOffersClient({ baseUrl: `http://127.0.0.1:${Number(port)}/api`, key: null })
  const { meta, answer } = await offers.list({ limit: 100 })
  t.match(meta, { count: 100, total: 414 })
  t.equal(answer.rate?.policy, 'named')
  t.equal((await offers.list({ limit: 100 }, { revalidate: true })).answer.fromCache, 'revalidated')
  let count = 0
  for await (const _ of (await offers.snapshot()).offers()) count++
  t.equal(count, 414)
  proxy.kill()
})
