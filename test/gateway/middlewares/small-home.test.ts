import t from 'tap'
import { PROBLEMS } from '../../../contract/api/problems.ts'
import { PATHS } from '../../../contract/api/resources.ts'
import { html, withCode } from '../../../lib/text/markup.ts'
import { serveTiny, startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'

t.test('without a catalogue, home explains every error at the address that problems link to', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  const page = await call(base, '/reference')
  t.equal(page.status, 200)
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  // A browser loads nothing.
  const policy = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
  t.equal(page.headers['content-security-policy'], policy)
  const head = await call(base, '/', { method: 'HEAD' })
  t.match(head, { status: 200, text: '', headers: { 'content-length': page.headers['content-length'] } })
  t.equal((await call(base, '/')).text, page.text)
  t.match(page.text, 'No catalogue is loaded yet.')
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    t.ok(page.text.includes(`id="${code}"`), code)
    t.ok(page.text.includes(title), title)
  }
  for (const path of Object.values(PATHS)) t.ok(page.text.includes(path), path)
  t.notOk(page.text.includes('`'), 'code is marked as such')
})

t.test('a release of an earlier build without home is served all the same', async (t) => {
  const { base, keys } = await serveTiny(t)
  const page = await call(base, '/')
  t.match(page.text, 'The catalogue was built by an earlier version')
  t.match(page.text, 'id="not_found"')
  t.match(await call(base, '/llms.txt'), { status: 404, json: { code: 'not_found' } })
  t.equal((await call(base, '/beta/offers', { key: keys.issue('named') })).status, 200)
})

t.test('text from outside is escaped', async (t) => {
  t.equal(html`<b>${`<i>&"'`}</b>${3}${html`<hr>`}`.text, '<b>&lt;i&gt;&amp;&quot;&#39;</b>3<hr>')
  t.equal(html`${withCode('a `<b>` c')}`.text, 'a <code>&lt;b&gt;</code> c')
})

t.test('home is found with any query that a mail or a social site adds, and is read-only', async (t) => {
  const { base } = await startGateway(t, t.testdir())
  for (const target of ['/?utm_source=mail', '/?fbclid=1&x', '/?', '/reference?x']) {
    t.equal((await call(base, target)).status, 200, target)
  }
  for (const method of ['POST', 'DELETE']) {
    const refused = await call(base, '/', { method })
    t.match(refused, { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } }, method)
  }
  t.equal((await call(base, '/index.html')).status, 404)
})
