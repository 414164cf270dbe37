// A release and a file of keys by version 0.1, used by the present programs as docs/upgrading.md describes; then the
// programs of 0.1, put back after the present ones ran ("Back to 0.1").

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { ROOT, read } from '../docs/support/pages.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { call } from '../helpers/http.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { runProgram, serveGateway } from '../helpers/processes.ts'
import { signingKeys } from '../helpers/signing-keys.ts'
import { LONG_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(LONG_MS)

/** Keys of a store that version 0.1 made for this test: they open nothing else. */
const NAMED_KEY = 'offers_live_mkxbnxc6zt2a5h2g6zpibipzirkhzuevjb6f7gq'
const REVOKED_KEY = 'offers_live_ecralbgtiial25mjzdilncdtaxgcpgdbhuccnyq'
const NEXT_DAY = ['--as-of', '2026-09-02T10:00:00Z']

interface Left {
  root: string
  source: string
  out: string
  keys: string
}

/** `fixtures/earlier/version-0.1.tar.gz` and other archives there, unpacked for one test. */
async function leftBy01(t: Test, ...others: string[]): Promise<Left> {
  const root = t.testdir({})
  for (const name of ['version-0.1', ...others]) {
    const archive = join(ROOT, `fixtures/earlier/${name}.tar.gz`)
    t.match(await runToEnd('tar', ['-xzf', archive, '-C', root]), { code: 0 })
  }
  const at = (name: string) => join(root, name)
  return { root, source: at('source'), out: at('public-out'), keys: at('keys.ndjson') }
}

const moment = (day: string) => `${day}T10:00:00.000Z`

interface Listed {
  data: { id: string; updated_at: string }[]
  meta: { data_as_of: string; total: number }
}

const currentIn = (out: string): string => JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8')).release

t.test('a release of 0.1 is served, except for the routes that it lacks', async (t) => {
  const { out, keys } = await leftBy01(t)
  const { base } = await serveGateway(t, ['--public', out, '--keys', keys])
  const ask = (target: string, key = NAMED_KEY) => call(base, target, { key })

  const list = await ask('/beta/offers?limit=1&offset=1')
  t.match(list, { status: 200, json: { meta: { total: 2, data_as_of: '2026-09-01T10:00:00.000Z' } } })
  const { data } = list.json as { data: { id: string }[] }
  for (const target of [
    `/beta/offers/${data[0]?.id}`,
    '/beta/offers?issuer=banco-caleta&category=cines',
    '/beta/issuers',
    '/beta/snapshot',
    '/beta/openapi.json',
  ])
    t.equal((await ask(target)).status, 200, target)
  t.equal((await ask('/')).status, 404, 'it has no pages')
  for (const target of ['/beta/changes', '/beta/categories', '/beta/comunas']) {
    const { status, json, headers } = await ask(target)
    t.equal(status, 503, target)
    t.match(json, { code: 'catalogue_unavailable', detail: / yet\.$/ })
    t.ok(headers['retry-after'], 'the client may repeat the request')
  }
  t.equal((await ask('/beta/offers', REVOKED_KEY)).status, 401, 'a revoked key stays revoked')
})

t.test('the next build continues it: ids and dates stay, and all routes exist', async (t) => {
  const { source, out, keys } = await leftBy01(t)
  const { base } = await serveGateway(t, ['--public', out, '--keys', keys])
  const dated = async () => {
    const { json } = await call(base, '/beta/offers', { key: NAMED_KEY })
    const { data, meta } = json as Listed
    return { offers: data.map(({ id, updated_at }) => ({ id, updated_at })), of: meta.data_as_of }
  }
  const before = await dated()
  t.match(await runBuild(source, out, ...NEXT_DAY), { code: 0 })
  await until('the new day is served', async () => (await dated()).of !== before.of)
  t.strictSame((await dated()).offers, before.offers)
  for (const route of ['changes', 'categories', 'comunas'])
    t.equal((await call(base, `/beta/${route}`, { key: NAMED_KEY })).status, 200, route)
  t.match(await offersBuild(['verify', '--out', out]), { code: 0, stdout: / is right/ })
})

t.test(
  'a build on another machine continues it, too, from the folder or from its memory alone',
  async (t) => {
    const { source, out } = await leftBy01(t)
    const memory = join(out, 'releases', currentIn(out), 'memory.gz')
    for (const previous of [out, memory]) {
      const fresh = join(out, '..', `next-to-${basename(previous)}`)
      const built = await runBuild(source, fresh, ...NEXT_DAY, '--previous', previous, '--json')
      t.equal(built.code, 0, built.stderr)
      t.match(JSON.parse(built.stdout), { changes: { added: 0, changed: 0, withdrawn: 0 } })
    }
  },
)

t.test('an unchanged source is built again, since the new version publishes more', async (t) => {
  const { source, out } = await leftBy01(t)
  const before = currentIn(out)
  t.match(await runBuild(source, out), { code: 0, stdout: /^Published /m })
  t.not(currentIn(out), before)
})

t.test('verify names the parts that it cannot check, and the remedy', async (t) => {
  const { out } = await leftBy01(t)
  const { code, stderr } = await offersBuild(['verify', '--out', out])
  t.equal(code, 1)
  t.match(stderr, /was built by version 0\.1.*: its files are complete.*build again.* --unverified/s)
  t.equal(stderr.trim().split('\n').length, 2, 'faults that follow from it are not reported')
  t.match(read('docs/failures.md'), '`it was built by version 0.1`', 'the page shows it')

  const [object = ''] = (await runToEnd('find', [join(out, 'objects'), '-name', '*.gz'])).stdout.split('\n')
  writeFileSync(object, 'damaged')
  const damaged = await offersBuild(['verify', '--out', out])
  t.match(damaged.stderr, /objects\/.*(?:damaged|gzip)/, 'damage is still found')
  t.notMatch(damaged.stderr, 'its files are complete')
})

t.test('rollback returns to it, and the next build continues from there', async (t) => {
  const { source, out } = await leftBy01(t)
  const first = currentIn(out)
  t.equal((await runBuild(source, out, ...NEXT_DAY)).code, 0)
  const rollback = ['rollback', '--out', out]
  t.match(await offersBuild(rollback), { code: 1, stderr: /roll back to it with --unverified\n$/ })
  t.match(await offersBuild([...rollback, '--unverified']), {
    code: 0,
    stdout: `${first} is the current release`,
  })
  t.equal(currentIn(out), first)
  t.equal((await runBuild(source, out, '--as-of', '2026-09-03T10:00:00Z')).code, 0)
  t.match(await offersBuild(['prune', '--out', out, '--keep', '1', '--grace', '0']), { code: 0 })
  t.match(await offersBuild(['verify', '--out', out]), { code: 0 })
})

t.test('the file of keys is read and written in its old form', async (t) => {
  const { keys } = await leftBy01(t)
  const list = await runProgram('gateway', ['keys', 'list', '--keys', keys])
  t.match(list, { code: 0, stdout: /named {2}good .*Equipo Faro\n.*named {2}revoked .*Equipo Boya/ })
  const lines = readFileSync(keys, 'utf8').trim().split('\n')
  t.equal((await runProgram('gateway', ['keys', 'issue', '--keys', keys, '--name', 'New'])).code, 0)
  const after = readFileSync(keys, 'utf8').trim().split('\n')
  t.strictSame(after.slice(0, lines.length), lines)
  // Version 0.1 reads the records of this one as long as they have the members that it knows, and no others.
  t.strictSame(Object.keys(JSON.parse(after.at(-1) ?? '')), Object.keys(JSON.parse(lines[0] ?? '')))
})

t.test(
  'the programs of 0.1 continue with the files of this version, and this version with theirs',
  async (t) => {
    const { root, source, out, keys } = await leftBy01(t, 'programs-0.1')
    const gateway01 = join(root, 'programs/gateway.mjs')
    const run01 = (program: 'build' | 'gateway', ...words: string[]) =>
      runToEnd(process.execPath, [join(root, `programs/${program}.mjs`), ...words])
    const listOf = async (base: string, key = NAMED_KEY) =>
      (await call(base, '/beta/offers', { key })).json as Listed
    const datesOf = ({ data }: Listed) => data.map(({ id, updated_at }) => ({ id, updated_at }))

    // This version runs for a day: it signs, and issues a key.
    writeFileSync(join(root, 'offers.key'), signingKeys().files.secretKey)
    const signed = ['--as-of', moment('2026-09-02'), '--sign', join(root, 'offers.key')]
    t.match(await runBuild(source, out, ...signed), { code: 0 })
    const { key } = await issueKey(keys)

    let dates: ReturnType<typeof datesOf> = []
    await t.test('its gateway serves the signed release', async (t) => {
      const { base } = await serveGateway(t, ['--public', out, '--keys', keys], gateway01)
      const listed = await listOf(base)
      t.equal(listed.meta.data_as_of, moment('2026-09-02'))
      dates = datesOf(listed)
      t.strictSame(await listOf(base, key), listed, 'a key of its own and the new one are good')
      t.equal((await call(base, '/beta/offers', { key: REVOKED_KEY })).status, 401)
      const details = listed.data.map(({ id }) => `/beta/offers/${id}`)
      for (const target of [...details, '/beta/issuers', '/beta/snapshot', '/beta/openapi.json', '/'])
        t.equal((await call(base, target, { key })).status, 200, target)
      for (const target of ['/beta/changes', '/beta/categories', '/beta/comunas'])
        t.equal((await call(base, target, { key })).status, 404, `${target} is unknown to it`)
    })

    await t.test('its keys commands read and write the file', async (t) => {
      t.match(await run01('gateway', 'keys', 'issue', '--keys', keys, '--name', 'Put back'), { code: 0 })
      t.match(await run01('gateway', 'keys', 'list', '--keys', keys), { code: 0, stdout: 'Put back' })
      const now = await runProgram('gateway', ['keys', 'list', '--keys', keys])
      t.match(now, { code: 0, stdout: 'Put back' }, 'this version reads the file that it wrote')
    })

    await t.test('its verify and prune refuse the release; its rollback accepts it', async (t) => {
      const damaged = { code: 1, stderr: 'route table: entry 0 is damaged' }
      t.match(await run01('build', 'verify', '--out', out), damaged)
      t.match(await run01('build', 'prune', '--out', out, '--keep', '1', '--grace', '0'), damaged)
      t.match(await offersBuild(['verify', '--out', out]), { code: 0 }, 'nothing is damaged')
      const copy = join(root, 'copy')
      cpSync(out, copy, { recursive: true })
      t.match(await run01('build', 'rollback', '--out', copy), { code: 0, stdout: /^20260901/ })
    })

    await t.test('its build continues the release, and this version continues that', async (t) => {
      const words = ['run', '--source', source, '--out', out, '--as-of', moment('2026-09-03')]
      const built = await run01('build', ...words)
      t.equal(built.code, 0, built.stderr)
      const { base } = await serveGateway(t, ['--public', out, '--keys', keys])
      const listed = await listOf(base)
      t.equal(listed.meta.data_as_of, moment('2026-09-03'))
      t.strictSame(datesOf(listed), dates, 'ids and dates stay')

      t.match(await runBuild(source, out, '--as-of', moment('2026-09-04')), { code: 0 })
      t.match(await offersBuild(['verify', '--out', out]), { code: 0 })
      const { release } = JSON.parse(readFileSync(join(out, 'latest.json'), 'utf8'))
      t.match(release, /^20260904/)
      const again = await serveGateway(t, ['--public', out, '--keys', keys])
      t.strictSame(datesOf(await listOf(again.base)), dates, 'they still stay')
      const since = (day: string) => call(again.base, `/beta/changes?since=${moment(day)}`, { key })
      t.match(await since('2026-09-02'), { status: 410, json: { code: 'history_gone' } })
      t.match(await since('2026-09-04'), { status: 200 })
    })
  },
)
