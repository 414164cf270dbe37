// A release and a file of keys by version 0.1, used by the present programs as docs/upgrading.md describes.

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t, { type Test } from 'tap'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { ROOT, read } from '../docs/support/pages.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { call } from '../helpers/http.ts'
import { runProgram, serveGateway } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'
import { until } from '../helpers/until.ts'

t.setTimeout(BUSY_MS)

/** A key of a store that version 0.1 made for this test: it opens nothing. */
const NAMED_KEY = 'offers_live_mkxbnxc6zt2a5h2g6zpibipzirkhzuevjb6f7gq'
const REVOKED_KEY = 'offers_live_ecralbgtiial25mjzdilncdtaxgcpgdbhuccnyq'
const NEXT_DAY = ['--as-of', '2026-09-02T10:00:00Z']

interface Left {
  source: string
  out: string
  keys: string
}

/** `fixtures/earlier/version-0.1.tar.gz`, unpacked for one test. */
async function leftBy01(t: Test): Promise<Left> {
  const folder = t.testdir({})
  const archive = join(ROOT, 'fixtures/earlier/version-0.1.tar.gz')
  const { code, stderr } = await runToEnd('tar', ['-xzf', archive, '-C', folder])
  t.equal(code, 0, stderr)
  return {
    source: join(folder, 'source'),
    out: join(folder, 'public-out'),
    keys: join(folder, 'keys.ndjson'),
  }
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
    '/',
  ])
    t.equal((await ask(target)).status, 200, target)
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
    const { data, meta } = json as {
      data: { id: string; updated_at: string }[]
      meta: { data_as_of: string }
    }
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
  t.match(read('docs/daily-job.md'), '`it was built by version 0.1`', 'the page shows it')

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
