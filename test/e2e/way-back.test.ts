// The programs of version 0.1, put back after the present ones ran: docs/upgrading.md, "Back to 0.1", describes how
// they treat the files that they find.

import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { offersBuild, runBuild } from '../build/support/program.ts'
import { ROOT } from '../docs/support/pages.ts'
import { runToEnd } from '../helpers/child-processes.ts'
import { call } from '../helpers/http.ts'
import { issueKey } from '../helpers/issue-keys.ts'
import { runProgram, serveGateway } from '../helpers/processes.ts'
import { BUSY_MS } from '../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

/** Keys of a store that version 0.1 made for this test: they open nothing else. */
const NAMED_KEY = 'offers_live_mkxbnxc6zt2a5h2g6zpibipzirkhzuevjb6f7gq'
const REVOKED_KEY = 'offers_live_ecralbgtiial25mjzdilncdtaxgcpgdbhuccnyq'
const moment = (day: string) => `${day}T10:00:00.000Z`

interface Listed {
  data: { id: string; updated_at: string }[]
  meta: { data_as_of: string; total: number }
}

t.test(
  'the programs of 0.1 continue with the files of this version, and this version with theirs',
  async (t) => {
    const root = t.testdir({})
    for (const archive of ['version-0.1', 'programs-0.1']) {
      const file = join(ROOT, `fixtures/earlier/${archive}.tar.gz`)
      t.match(await runToEnd('tar', ['-xzf', file, '-C', root]), { code: 0 })
    }
    const source = join(root, 'source')
    const out = join(root, 'public-out')
    const keys = join(root, 'keys.ndjson')
    const gateway01 = join(root, 'programs/gateway.mjs')
    const run01 = (program: 'build' | 'gateway', ...words: string[]) =>
      runToEnd(process.execPath, [join(root, `programs/${program}.mjs`), ...words])
    const listOf = async (base: string, key = NAMED_KEY) =>
      (await call(base, '/beta/offers', { key })).json as Listed
    const datesOf = ({ data }: Listed) => data.map(({ id, updated_at }) => ({ id, updated_at }))

    // This version runs for a day: it signs, and issues a key.
    const pair = ['--secret-key', join(root, 'offers.key'), '--public-key', join(root, 'offers.pub')]
    t.match(await offersBuild(['keygen', ...pair]), { code: 0 })
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

    await t.test('its build refuses the options of this version', async (t) => {
      const words = ['run', '--source', source, '--out', out, '--as-of', moment('2026-09-03')]
      for (const more of [
        ['--on-broken', 'keep'],
        ['--keep-days', '7'],
      ])
        t.match(await run01('build', ...words, ...more), { code: 2 }, more.join(' '))
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
