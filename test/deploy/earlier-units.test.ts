// Units that version 0.2 installed, unchanged, with the programs of the present package in /opt/offers.

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import packageFacts from '../../package.json' with { type: 'json' }
import { records, writeSource } from '../build/support/source.ts'
import { ROOT, read } from '../docs/support/pages.ts'
import { freeTwin, settingsOf } from '../docs/support/units.ts'
import { cleanEnvironment, runToEnd } from '../helpers/child-processes.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const root = t.testdir({ release: {}, destination: {} })
const programs = join(root, 'opt/offers')

t.before(async () => {
  mkdirSync(programs, { recursive: true })
  const packed = await runToEnd('make', ['package', `RELEASE=${join(root, 'release')}`], { cwd: ROOT })
  t.equal(packed.code, 0, packed.stderr)
  const tarball = join(root, `release/offers-catalogue-${packageFacts.version}.tgz`)
  t.match(await runToEnd('tar', ['-xzf', tarball, '-C', programs, '--strip-components=1']), { code: 0 })
  const source = writeSource(join(root, 'source'), { offers: records(5) })
  t.match(await runToEnd('tar', ['-czf', join(root, 'source.tar.gz'), '-C', source, '.']), { code: 0 })
})

/** Runs all programs of a unit of version 0.2, in their order. @param settings those of its environment files */
async function start(t: Test, unit: string, settings: Record<string, string>, instance = 0): Promise<void> {
  const text = read(`fixtures/earlier/units-0.2/${unit}.service`)
    .replaceAll(/\/(opt|srv|var)\/(?=offers|lib)/g, `${root}/$1/`)
    .replaceAll('%i', `${instance}`)
  const assigned = settingsOf(text, 'Environment').map((line) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    return [name, value]
  })
  const env = { ...cleanEnvironment(), ...Object.fromEntries(assigned), ...settings }
  for (const line of [...settingsOf(text, 'ExecStartPre'), ...settingsOf(text, 'ExecStart')]) {
    if (unit === 'offers-gateway@' && !line.endsWith('--check')) continue
    const [program = '', ...args] = line.replace(/^-/, '').split(' ')
    const { code, stdout, stderr } = await runToEnd(program, args, { cwd: programs, env })
    t.equal(code, 0, `${line}: ${code === 0 ? '' : stdout + stderr}`)
  }
}

const SOURCE_URL = join(root, 'source.tar.gz')
const METRICS = { OFFERS_METRICS: join(root, 'offers.prom') }
const pointerIn = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'latest.json'), 'utf8'))

t.test('its build into a folder publishes, and its gateway accepts the release', async (t) => {
  for (const folder of ['var/lib/offers-build', 'srv/offers/public-out'])
    mkdirSync(join(root, folder), { recursive: true })
  await start(t, 'offers-build', { SOURCE_URL, FIRST: '1', ...METRICS })
  t.match(pointerIn('srv/offers/public-out'), { release: String })
  const keys = join(root, 'keys.ndjson')
  const init = [join(programs, 'dist/gateway.mjs'), 'keys', 'init', '--keys', keys]
  t.match(await runToEnd(process.execPath, init), { code: 0 })
  const settings = { OFFERS_PUBLIC: join(root, 'srv/offers/public-out'), OFFERS_KEYS: keys }
  await start(t, 'offers-gateway@', settings, await freeTwin())
})

t.test('its daily job publishes at a destination', async (t) => {
  const working = {
    DAILY: join(root, 'daily'),
    PUBLIC: join(root, 'public'),
    OFFERS_OUT: join(root, 'public'),
    DESTINATION: join(root, 'destination'),
  }
  await start(t, 'offers-daily', { SOURCE_URL, FIRST: '1', ...working, ...METRICS })
  t.match(pointerIn('destination'), { release: String })
})
