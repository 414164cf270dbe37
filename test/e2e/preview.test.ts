// A preview in the hands of a data owner: the program, its gateway, and its temporary folder.

import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { records, writeSource } from '../build/support/source.ts'
import { cleanEnvironment, runToEnd, startChild } from '../helpers/child-processes.ts'
import { call } from '../helpers/http.ts'
import { bundle } from '../helpers/processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(LONG_MS)

/** Starts a preview, whose temporary files go to a folder of the test. */
function startPreview(t: Test, source: string) {
  const temporary = join(t.testdirName, 'tmp')
  mkdirSync(temporary)
  // Variables of a real gateway are not for the preview.
  const env = {
    ...cleanEnvironment(),
    TMPDIR: temporary,
    OFFERS_TRUST: 'no-such-key',
    OFFERS_ADMIN_PORT: 'x',
  }
  const child = startChild(
    process.execPath,
    [bundle('build'), 'preview', '--source', source, '--port', '0'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const ended = once(child, 'exit')
  t.teardown(() => {
    if (child.exitCode === null && child.signalCode === null && child.pid) process.kill(-child.pid, 'SIGKILL')
  })
  const addressIn = () => /is served at (http:\S+)/.exec(output)?.[1]
  return {
    child,
    ended,
    output: () => output,
    left: () => readdirSync(temporary),
    written: () => readdirSync(temporary, { recursive: true }).map(String),
    address: async () => {
      await until('it serves', () => addressIn() !== undefined)
      return addressIn() ?? ''
    },
  }
}

async function totalAt(address: string): Promise<number> {
  const answer = await fetch(`${address}/beta/offers`, {
    headers: { authorization: `Bearer ${PUBLISHED_DEMO_KEY}` },
  })
  const { meta }: { meta: { total: number } } = JSON.parse(await answer.text())
  return meta.total
}

t.test('the source is served, to this machine only', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'), { offers: records(40) })
  const { child, ended, output, left, address } = startPreview(t, source)
  const base = await address()
  t.equal(await totalAt(base), 40)
  t.match(output(), PUBLISHED_DEMO_KEY)
  const asPage = await fetch(`${base}/beta/openapi.json`, { headers: { origin: 'http://evil.example' } })
  t.equal(asPage.status, 400, 'a page of another origin learns nothing')
  const { host } = new URL(base)
  const rebound = { headers: { Host: host.replace('127.0.0.1', 'evil.example') } }
  t.equal((await call(base, '/beta/openapi.json', rebound)).status, 400, 'under any name of this address')
  t.notMatch(output(), /"level":"(?:warn|error)"/, 'its gateway logs no warning')
  t.equal(left().length, 1)
  child.kill('SIGTERM')
  await ended
  await until('its folder is gone', () => left().length === 0)
  await t.rejects(fetch(base), 'its gateway ends with it')
})

t.test('a killed preview takes its gateway and its folder along', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'))
  const { child, ended, left, address } = startPreview(t, source)
  const base = await address()
  child.kill('SIGKILL')
  await ended
  await until('its folder is gone', () => left().length === 0)
  await t.rejects(fetch(base))
})

t.test('a signal during the build also ends it without leftovers', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'), { offers: records(5000) })
  const { child, ended, left, written } = startPreview(t, source)
  await until('it writes its release', () => written().some((path) => path.endsWith('.gz')))
  child.kill('SIGINT')
  await ended
  await until('its folder is gone', () => left().length === 0)
})

t.test('a source that run would refuse ends the preview with its faults', async (t) => {
  const source = writeSource(join(t.testdir({}), 'source'), { offers: ['bad'] })
  const { ended, output, left } = startPreview(t, source)
  t.same(await ended, [1, null])
  t.match(output(), /1 of 1 records are rejected/)
  t.same(left(), [])
})

t.test('without a gateway next to the build it fails with a clear message', async (t) => {
  const folder = t.testdir({})
  cpSync(bundle('build'), join(folder, 'build.mjs'))
  const { code, stderr } = await runToEnd(process.execPath, [
    join(folder, 'build.mjs'),
    'preview',
    '--source',
    'x',
  ])
  t.equal(code, 1)
  t.match(stderr, /gateway\.mjs: missing; preview starts the gateway next to the build: run `make dist`/)
})
