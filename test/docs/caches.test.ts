// The tables of docs/clients.md: caches, and tools that resume. Each row is tried with the tool itself, if it is there.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startScriptedServer } from '../client/support/scripted-server.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { withoutProgram } from '../helpers/without-program.ts'
import { ROOT, read } from './support/pages.ts'

t.setTimeout(LONG_MS)

const PAGE = read('docs/clients.md')

/** The second cells of a table by the first ones. */
function tableWith(heading: string): [name: string, cell: string][] {
  const [, rows = ''] = PAGE.split(`\n| ${heading} |`)
  const [table = ''] = rows.split('\n\n')
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split(' | '))
    .map(([name = '', cell = '']) => [name.replace('| ', ''), cell.replace(/ \|$/, '')])
}

const PROGRAMS = join(ROOT, 'test/docs/support/caches')
/** As `make caches` fetches them. */
const PACKAGES = join(ROOT, '.run/caches/node_modules')
/** Debian's, which has Debian's packages. */
const PYTHON = '/usr/bin/python3'

function without(name: string): string | false {
  if (process.env.CI === 'true') return false
  if (name.endsWith('.mjs'))
    return existsSync(join(PACKAGES, name.replace('.mjs', ''))) ? false : 'make caches fetches it'
  const { status } = spawnSync(PYTHON, ['-c', 'import cachecontrol, requests_cache'])
  return status === 0 ? false : 'Debian has it as python3-cachecontrol, python3-requests-cache'
}

const KEYS = ['a', 'a', 'a', 'b', 'b', 'a']

/** Asks with one key after the other, and counts the requests that reach a server that answers as the API does. */
async function askedBy(t: Test, name: string): Promise<{ answers: string[]; requests: number }> {
  const { base, asked } = await startScriptedServer(t, ({ headers: { authorization = '' } }, response) => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('cache-control', 'private, max-age=3600')
    response.setHeader('vary', 'Authorization, Accept-Encoding')
    response.setHeader('etag', `"${authorization.slice(-1)}"`)
    response.end(JSON.stringify({ key: authorization.slice(-1) }))
  })
  const cwd = t.testdir({ node_modules: t.fixture('symlink', PACKAGES) })
  const program = readFileSync(join(PROGRAMS, name), 'utf8')
  const url = `${base}/beta/offers`
  const isPython = name.endsWith('.py')
  const asking = isPython
    ? `for key in ${JSON.stringify(KEYS)}:
    print(session.get("${url}", headers={"Authorization": f"Bearer {key}"}).json()["key"])`
    : `for (const key of ${JSON.stringify(KEYS)})
  console.log(JSON.parse(await read('${url}', { authorization: \`Bearer \${key}\` })).key)`
  writeFileSync(join(cwd, name), `${program}\n${asking}\n`)
  const ran = await runToEnd(isPython ? PYTHON : process.execPath, [name], { cwd, env: cleanEnvironment() })
  t.equal(ran.code, 0, ran.stderr)
  return { answers: ran.stdout.trim().split('\n'), requests: asked.length }
}

t.test('each cache of the page has its program, with the setting that the page names', async (t) => {
  const rows = tableWith('Cache')
  const programs = readdirSync(PROGRAMS).map((name) => name.replace(/\.\w+$/, ''))
  t.strictSame(rows.map(([name]) => name).sort(), programs.sort())
  for (const [name, cell] of rows) {
    const [file = ''] = readdirSync(PROGRAMS).filter((each) => each.startsWith(`${name}.`))
    for (const [, code = ''] of cell
      .split(/, because|; otherwise/, 1)
      .join('')
      .matchAll(/`([^`]+)`/g))
      t.ok(readFileSync(join(PROGRAMS, file), 'utf8').includes(code), `${file}: ${code}`)
  }
})

for (const name of readdirSync(PROGRAMS)) {
  t.test(`${name} answers each key with its own answers`, { skip: without(name) }, async (t) => {
    const { answers, requests } = await askedBy(t, name)
    t.strictSame(answers, KEYS)
    const [, cell = ''] = tableWith('Cache').find(([each]) => name.startsWith(`${each}.`)) ?? []
    if (cell.startsWith('does not work')) t.equal(requests, KEYS.length, 'nothing is kept')
    else t.ok(requests < KEYS.length, `${requests} requests`)
  })
}

for (const [name, cell] of tableWith('Tool')) {
  const program = name === 'httpie' ? 'http' : name
  t.test(
    `${name} resumes a part, and leaves one of another day as it is`,
    { skip: withoutProgram(program) },
    async (t) => {
      const { base, keys } = await startGateway(t, await demonstrationRelease())
      const key = keys.issue('named')
      const { body, headers } = await call(base, '/beta/snapshot', { key })
      const cwd = t.testdir()
      const url = `${base}/beta/snapshot`
      const withKey =
        name === 'httpie'
          ? `${url} "Authorization:Bearer $KEY"`
          : `--header "Authorization: Bearer $KEY" ${url}`
      const command = cell.replaceAll('`', '').replace('FILE', 'offers.ndjson.gz').replace('URL', withKey)
      const resumed = async (part: Buffer, tag: string) => {
        writeFileSync(join(cwd, 'offers.ndjson.gz'), part)
        const env = { ...cleanEnvironment(), KEY: key, tag }
        const { code } = await runToEnd('bash', ['-c', command], { cwd, env })
        return { code, file: readFileSync(join(cwd, 'offers.ndjson.gz')) }
      }
      const same = await resumed(body.subarray(0, 1000), headers.etag ?? '')
      t.equal(same.code, 0)
      t.ok(same.file.equals(body))
      const other = Buffer.alloc(1000)
      const changed = await resumed(other, '"another-day"')
      t.not(changed.code, 0)
      t.ok(changed.file.equals(other))
    },
  )
}
