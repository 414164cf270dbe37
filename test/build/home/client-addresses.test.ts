// A package of the client keeps its address through upgrades of the gateway and a rollback.

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { packagesOf } from '../../../build/day/client-packages.ts'
import { packageTarget } from '../../../contract/api/home.ts'
import { objectPath } from '../../../contract/release/layout.ts'
import { sha256 } from '../../../lib/digest.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { bundle, demonstrationSource } from '../../helpers/processes.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

/** The build program with another package of the client in it: that of another upgrade. */
async function programWith(folder: string, name: string): Promise<string> {
  const source = join(folder, 'package')
  rmSync(source, { recursive: true, force: true })
  await runToEnd('tar', ['xzf', bundle('client'), '-C', folder], {})
  writeFileSync(join(source, 'upgrade.txt'), name)
  const archive = join(folder, `${name}.tgz`)
  await runToEnd('tar', ['czf', archive, '-C', folder, 'package'], {})
  const old = readFileSync(bundle('client'), 'base64')
  const program = join(folder, `build-${name}.mjs`)
  writeFileSync(program, readFileSync(bundle('build'), 'utf8').replace(old, readFileSync(archive, 'base64')))
  return program
}

const build = (program: string, out: string, day: string, ...more: string[]) =>
  runToEnd(
    process.execPath,
    [program, 'run', '--source', demonstrationSource, '--out', out, '--as-of', day, '--json', ...more],
    {},
  )

const addressIn = (page: string) => /\/client-[\w.+-]+\.tgz/.exec(page)?.[0] ?? ''

t.test('npm ci with an empty cache works after two upgrades and a rollback', async (t) => {
  const root = t.testdir({ project: { 'package.json': '{"name":"app","version":"1.0.0"}' } })
  const out = join(root, 'out')
  const programs = [
    await programWith(root, 'one'),
    await programWith(root, 'two'),
    await programWith(root, 'three'),
  ]
  const [one = '', two = '', three = ''] = programs
  t.equal((await build(one, out, '2026-09-01')).code, 0)
  const { base, gateway } = await startGateway(t, out)
  const reload = () => gateway.catalogue.refresh()
  const project = join(root, 'project')
  const npm = async (...args: string[]) => {
    rmSync(join(root, 'cache'), { recursive: true, force: true })
    rmSync(join(project, 'node_modules'), { recursive: true, force: true })
    const options = ['--no-audit', '--no-fund', '--cache', join(root, 'cache')]
    return runToEnd('npm', [...args, ...options], { cwd: project })
  }
  const first = addressIn((await call(base, '/')).text)
  t.match(first, /^\/client-\d+\.\d+\.\d+(-dev)?-[0-9a-f]{16}\.tgz$/)
  t.equal((await npm('install', `${base}${first}`)).code, 0)
  const same = async (message: string) => {
    const { code, stderr } = await npm('ci')
    t.equal(code, 0, `${message}: ${stderr}`)
    t.equal(readFileSync(join(project, 'node_modules/@offers-catalogue/client/upgrade.txt'), 'utf8'), 'one')
  }
  await same('at once')
  for (const [program, day] of [
    [two, '2026-09-02'],
    [three, '2026-09-03'],
  ] as const) {
    t.equal((await build(program, out, day)).code, 0)
    await reload()
    t.not(addressIn((await call(base, '/llms.txt')).text), first)
    await same(day)
  }
  const third = addressIn((await call(base, '/')).text)
  const back = await runToEnd(process.execPath, [three, 'rollback', '--out', out], {})
  t.equal(back.code, 0, back.stderr)
  await reload()
  await same('after the rollback')
  t.equal((await call(base, third)).status, 404, 'until the next build')
  t.equal((await build(three, out, '2026-09-04')).code, 0)
  await reload()
  await same('after the next build')
  t.match(await call(base, third), { status: 200, headers: { 'cache-control': /immutable/ } })
})

t.test('the command of the README installs the client, and updates it', async (t) => {
  const root = t.testdir({ app: {} })
  const out = join(root, 'out')
  await build(await programWith(root, 'one'), out, '2026-09-01')
  const { base, gateway } = await startGateway(t, out)
  const [, shown = ''] = /`(npm install --prefix [^`]+)`/.exec(readFileSync('client/README.md', 'utf8')) ?? []
  const folder = join(root, 'app')
  const command = shown.replaceAll('https://api.example', base).replace('/var/lib/offers', folder)
  for (const name of ['one', 'two']) {
    await build(await programWith(root, name), out, name === 'one' ? '2026-09-01' : '2026-09-02')
    await gateway.catalogue.refresh()
    const { code, stderr } = await runToEnd('sh', ['-c', `${command} --no-audit --no-fund`], { cwd: folder })
    t.equal(code, 0, stderr)
    t.equal(readFileSync(join(folder, 'node_modules/@offers-catalogue/client/upgrade.txt'), 'utf8'), name)
  }
})

t.test('the old address says where the package is', async (t) => {
  const out = join(t.testdir(), 'out')
  await build(bundle('build'), out, '2026-09-01')
  const { base } = await startGateway(t, out)
  const address = addressIn((await call(base, '/')).text)
  const { status, headers, json } = await call(base, '/client.tgz')
  t.match({ status, json }, { status: 404, json: { code: 'not_found', detail: address } })
  t.match(headers['npm-notice'], address)
  const other = await call(base, address.replace(/[0-9a-f]{16}/, '0'.repeat(16)))
  t.match(other, { status: 404 })
  t.notOk(other.headers['npm-notice'])
})

t.test('a package that cannot be read is named, and stops no build', async (t) => {
  const root = t.testdir()
  const out = join(root, 'out')
  const [one, two] = [await programWith(root, 'one'), await programWith(root, 'two')]
  await build(one, out, '2026-09-01')
  const [release = ''] = readdirSync(join(out, 'releases'))
  const [header = ''] = gunzipSync(readFileSync(join(out, 'releases', release, 'memory.gz')))
    .toString()
    .split('\n')
  const [{ digest }] = JSON.parse(header).packages
  // The daily job has the memory and the packages of the last release in another folder.
  const previous = join(root, 'previous')
  for (const path of ['latest.json', 'releases', objectPath(digest, 'gzip')])
    cpSync(join(out, path), join(previous, path), { recursive: true })
  const kept = await build(two, join(root, 'other'), '2026-09-02', '--previous', previous)
  t.match(JSON.parse(kept.stdout), { outcome: 'published', lost_packages: { length: 0 } })
  rmSync(join(previous, dirname(objectPath(digest, 'gzip'))), { recursive: true })
  const lost = await build(two, join(root, 'third'), '2026-09-02', '--previous', previous)
  t.match(JSON.parse(lost.stdout), { outcome: 'published', lost_packages: [{ digest }] })
})

t.test('a release has at most 50 packages, the latest ones, each once', (t) => {
  const packageOf = (name: string) => ({ version: '1.0.0', body: Buffer.from(name) })
  let packages: ReturnType<typeof packagesOf> = []
  for (let day = 1; day <= 60; day += 1)
    packages = packagesOf(packageOf(`package ${day}`), packages, `day ${day}`)
  packages = packagesOf(packageOf('package 30'), packages, 'day 61')
  t.equal(packages.length, 50)
  t.equal(new Set(packages.map(packageTarget)).size, 50)
  t.match(packages[0]?.entry, { version: '1.0.0', digest: sha256(Buffer.from('package 30')), last: 'day 61' })
  t.match(packages[1]?.entry, { last: 'day 60' })
  t.end()
})
