import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PROBLEMS } from '../../../contract/api/problems.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { sha256 } from '../../../contract/lib/digest.ts'
import { manifestPath, POINTER_PATH } from '../../../contract/release/layout.ts'
import { html, raw, withCode } from '../../../gateway/html/markup.ts'
import { demoKeyRecord } from '../../../gateway/keys/key-record.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

t.test('the page explains every error at the place that problems link to', async (t) => {
  const root = join(t.testdir({ out: {} }), 'out')
  publishTinyRelease(root)
  const { base } = await startGateway(t, root)
  const page = await call(base, '/')
  t.equal(page.status, 200)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    t.ok(page.text.includes(`id="${code}"`), code)
    t.ok(page.text.includes(title), title)
  }
  t.notOk(page.text.includes('`'), 'what is code is marked as such')
})

t.test('the demo key is shown as long as it is good', async (t) => {
  const root = join(t.testdir({ out: {} }), 'out')
  publishTinyRelease(root)
  const { base, keys, pass } = await startGateway(t, root)
  t.notOk((await call(base, '/')).text.includes(PUBLISHED_DEMO_KEY), 'not issued here')
  const record = demoKeyRecord(0)
  await keys.add([record])
  pass(60_000)
  t.ok((await call(base, '/')).text.includes(PUBLISHED_DEMO_KEY))
  await keys.revoke(record.id, '2026-09-01T10:00:00.000Z')
  keys.outage = new Error('gone')
  pass(60_000)
  t.notOk((await call(base, '/')).text.includes(PUBLISHED_DEMO_KEY), 'nor while nobody can tell')
  keys.outage = undefined
  t.notOk((await call(base, '/')).text.includes(PUBLISHED_DEMO_KEY), 'revoked')
})

t.test('the page needs no catalogue', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  t.match((await call(base, '/')).text, 'No catalogue is loaded yet.')
})

t.test('what was not written here is escaped', async (t) => {
  t.equal(html`<b>${`<i>&"'`}</b>${3}${raw('<hr>')}`.text, '<b>&lt;i&gt;&amp;&quot;&#39;</b>3<hr>')
  t.equal(html`${withCode('a `<b>` c')}`.text, 'a <code>&lt;b&gt;</code> c')
})

t.test('the page counts the offers that lists hold: active and scheduled ones', async (t) => {
  const root = t.testdir()
  const { pointer, manifest } = publishTinyRelease(root)
  const counts = { ...manifest.counts, offers: { active: 40, scheduled: 2, expired: 500, withdrawn: 7000 } }
  const bytes = Buffer.from(JSON.stringify({ ...manifest, counts }))
  writeFileSync(join(root, manifestPath(pointer.release)), bytes)
  writeFileSync(join(root, POINTER_PATH), JSON.stringify({ ...pointer, manifest: sha256(bytes) }))
  const { base } = await startGateway(t, root)
  t.match((await call(base, '/')).text, '<strong>42</strong> offers of <strong>1</strong> issuers')
})

t.test('HEAD gets the head of the page', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  const [head, get] = [await call(base, '/', { method: 'HEAD' }), await call(base, '/')]
  t.match(head, { status: 200, text: '' })
  t.equal(head.headers['content-length'], get.headers['content-length'])
})

t.test('the page stands whatever query a mail or a social site adds, and is read only', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  for (const target of ['/?utm_source=mail', '/?fbclid=1&x', '/?']) {
    t.equal((await call(base, target)).status, 200, target)
  }
  for (const method of ['POST', 'DELETE']) {
    const refused = await call(base, '/', { method })
    t.match(refused, { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } }, method)
  }
  t.equal((await call(base, '/index.html')).status, 404)
})

t.test('the call to paste has the address of the gateway where its operator names it', async (t) => {
  const { base, keys } = await startGateway(t, t.testdir(), { self: { publicUrl: 'https://api.example/a' } })
  await keys.add([demoKeyRecord(0)])
  t.match((await call(base, '/')).text, '"https://api.example/a/beta/offers?limit=5"')
})
