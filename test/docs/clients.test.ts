// The page for callers of the API: its commands and snippets run in their order against a gateway.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { OFFERS_BUILD } from '../../build/cli/program.ts'
import { generateCatalogue } from '../../fixtures/generate.ts'
import { writeCatalogue } from '../../fixtures/write-catalogue.ts'
import { demoKeyRecord } from '../../gateway/keys/key-record.ts'
import { runProgram } from '../../lib/command-line/program.ts'
import { buildRelease } from '../helpers/build.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
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
  /^414 offers as of 2026-09-01T10:00:00\.000Z$/m,
  /^206\nwhole$/m,
  /"code":"invalid_parameter".*"given":"0"/,
]

const PROGRAMS: Readonly<Record<string, readonly [program: string, file: string, ...options: string[]]>> = {
  bash: ['bash', 'snippet.sh', '-eu'],
  js: [process.execPath, 'snippet.mjs'],
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

/** The copy that the snippet holds after another run. */
async function keepCopy(cwd: string, base: string, key: string) {
  const code = BLOCKS.find((block) => block.code.includes("'copy.json'"))?.code ?? ''
  writeFileSync(join(cwd, 'copy.mjs'), code.replaceAll('https://api.example', base))
  const env = { ...cleanEnvironment(), KEY: key }
  const { code: status, stderr } = await runToEnd(process.execPath, ['copy.mjs'], { cwd, env })
  if (status !== 0) throw new Error(stderr)
  const { since, offers } = JSON.parse(readFileSync(join(cwd, 'copy.json'), 'utf8'))
  return { since, offers }
}

async function snapshotOf(base: string, key: string) {
  const lines = gunzipSync((await call(base, '/beta/snapshot', { key })).body)
    .toString()
    .trimEnd()
    .split('\n')
  const records = lines.map((line): { id: string; meta: { data_as_of: string } } => JSON.parse(line))
  const offers = Object.fromEntries(records.map(({ meta: _, ...offer }) => [offer.id, offer]))
  return { since: records[0]?.meta.data_as_of, offers }
}

t.test('the copy that the page keeps is the snapshot, over new days and a rollback', async (t) => {
  const root = t.testdir({ work: {} })
  const [source, out, cwd] = [join(root, 'source'), join(root, 'out'), join(root, 'work')]
  let refresh = async () => {}
  const publish = async (day: number) => {
    await writeCatalogue(source, generateCatalogue({ offers: 150, seed: 5, day }))
    await buildRelease({ source, out, onBroken: ['accept'] })
    await refresh()
  }
  await publish(0)
  const { gateway, base, keys } = await startGateway(t, out)
  refresh = () => gateway.catalogue.refresh()
  const key = keys.issue('named')
  const inStep = async (what: string) =>
    t.same(await keepCopy(cwd, base, key), await snapshotOf(base, key), what)
  await inStep('the first run')
  await publish(1)
  await inStep('a day later')
  await publish(9)
  await inStep('a week later')
  const streams = { stdout: new PassThrough(), stderr: new PassThrough(), env: {}, clock: Date.now }
  t.equal(await runProgram(OFFERS_BUILD, ['rollback', '--out', out], streams), 0)
  await refresh()
  await inStep('after a rollback of the day that it had read')
  await inStep('with nothing new')
})
