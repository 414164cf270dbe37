// The page for people as a part of a release: how the gateway answers it, and the facts that the build puts into it.

import { extname, join } from 'node:path'
import t from 'tap'
import { TOOLS } from '../../../client/mcp/tools.ts'
import { FILTERS } from '../../../contract/api/filters.ts'
import { HOME_FILES, isHomePath } from '../../../contract/api/home.ts'
import { PROBLEM_CODES } from '../../../contract/api/problems.ts'
import { PATHS, RESOURCES } from '../../../contract/api/resources.ts'
import { PUBLISHED_SCHEMAS } from '../../../contract/api/responses.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { asRecord } from '../../../lib/json/json.ts'
import { buildRelease } from '../../helpers/build.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { records, writeSource } from '../support/source.ts'

t.setTimeout(BUSY_MS)

let out: string
t.before(async () => {
  out = await demonstrationRelease()
})

/** Everything that the page loads, by the addresses in the page. */
const linksOf = (page: string) =>
  Array.from(page.matchAll(/(?:href|src)="(page\/[^"]+)"/g), ([, link = '']) => link)

t.test(
  'the page needs no key, is compressed, may be kept for five minutes, and is revalidated by its tag',
  async (t) => {
    const { base } = await startGateway(t, out)
    const page = await call(base, '/', { headers: { 'accept-encoding': 'gzip' } })
    t.match(page, {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=300',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
        'access-control-allow-origin': '*',
      },
    })
    t.notHas(page.headers, { ratelimit: String }, 'it is not counted')
    const again = await call(base, '/?utm_source=mail', {
      headers: { 'if-none-match': String(page.headers.etag) },
    })
    t.match(again, { status: 304, text: '' })
    const head = await call(base, '/', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    t.match(head, { status: 200, headers: { etag: page.headers.etag } })
    t.equal(head.body.length, 0)
    t.equal(head.headers['content-length'], page.headers['content-length'])
    t.match(await call(base, '/', { method: 'POST' }), { status: 405 })
  },
)

t.test('a browser may load its own files, call its own gateway, and nothing else', async (t) => {
  const { base } = await startGateway(t, out)
  const { headers, text } = await call(base, '/')
  const policy = String(headers['content-security-policy'])
  t.match(policy, "default-src 'none'")
  t.notMatch(policy, /unsafe|https?:|data:|\*/)
  t.notMatch(text, /<style|<script>|\sstyle=|\son[a-z]+=/, 'nothing inline')
  t.notMatch(text, /<(?:link|script|img|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//, 'nothing of others')
})

t.test('style, script and icon are named by their content and may be kept for a year', async (t) => {
  const { base } = await startGateway(t, out)
  const links = linksOf((await call(base, '/')).text)
  t.equal(links.length, 3)
  t.same(linksOf((await call(base, '/reference')).text), links, 'the reference has the same')
  for (const link of links) {
    const file = await call(base, `/${link}`)
    t.match(file, { status: 200, headers: { 'cache-control': 'public, max-age=31536000, immutable' } }, link)
    t.equal(
      file.headers['content-type'],
      HOME_FILES.find(({ path }) => path.endsWith(extname(link)))?.mediaType,
    )
  }
  for (const other of [
    '/page/0123456789abcdef.css',
    '/page/../latest.json',
    '/page/',
    '/page/x.css',
    '/llms.txt/',
  ]) {
    t.match(await call(base, other), { status: 404, json: { code: 'not_found' } }, other)
  }
  t.notOk(isHomePath('/page/0123456789abcdef.css/..'))
})

t.test('page, style and script together are small', async (t) => {
  const { base } = await startGateway(t, out)
  const page = await call(base, '/', { headers: { 'accept-encoding': 'gzip' } })
  const parts = await Promise.all(
    linksOf(page.text).map((link) => call(base, `/${link}`, { headers: { 'accept-encoding': 'gzip' } })),
  )
  const bytes = [page, ...parts].reduce((sum, { body }) => sum + body.length, 0)
  t.ok(bytes <= 45_000, `${bytes} bytes compressed`)
})

t.test('the reference explains every route, member and error, and errors link to it', async (t) => {
  const { base } = await startGateway(t, out)
  const page = await call(base, '/')
  const { headers, text } = await call(base, '/reference')
  for (const name of ['content-type', 'cache-control', 'link', 'content-security-policy'])
    t.equal(headers[name], page.headers[name], name)
  for (const { name } of RESOURCES) {
    t.match(text, `id="route-${name}"`, name)
    t.match(text, `href="./?route=${name}#try"`, name)
  }
  for (const [name, schema] of Object.entries(PUBLISHED_SCHEMAS)) {
    for (const member of Object.keys(asRecord(asRecord(schema, name).properties, name))) {
      if (member !== 'data' && member !== 'meta')
        t.match(text, new RegExp(`<dt><code>([^<]*\\.)?${member}</code>`), `${name}.${member}`)
    }
  }
  for (const code of PROBLEM_CODES) t.match(text, `<div id="${code}">`, code)
  for (const each of [page.text, text]) {
    const places = new Set(Array.from(each.matchAll(/\sid="([^"]+)"/g), ([, id]) => id))
    for (const [, place] of each.matchAll(/href="#([^"]+)"/g)) t.ok(places.has(place), `#${place}`)
    t.notMatch(each.replaceAll(/<pre.*?<\/pre>/gs, ''), /`|\*\*|\]\(/, 'no Markdown is left')
  }
  const { json } = await call(base, '/beta/offers/off_unknown')
  const { pathname, hash } = new URL(
    String(asRecord(json, 'a problem').type),
    `${base}/beta/offers/off_unknown`,
  )
  t.equal(pathname + hash, '/reference#unauthorized')
})

t.test('each filter of the API is a field of the form, with the slugs that find an offer', async (t) => {
  const { base, keys } = await startGateway(t, out)
  const { text } = await call(base, '/')
  const key = keys.issue('named')
  for (const { name } of FILTERS) {
    t.match(text, `<label for="${name}">`, name)
    const menu = new RegExp(`<select id="${name}" name="${name}".*?</select>`, 's')
    const [form = ''] = menu.exec(text) ?? []
    const slugs = Array.from(form.matchAll(/ value="([a-z0-9-]+)"/g), ([, slug]) => slug)
    t.ok(slugs.length > 1, `${name} has choices`)
    const list = await call(base, `/beta/offers?${name}=${slugs[1]}&limit=1`, { key })
    t.match(list, { status: 200, json: { data: { length: 1 } } }, `${name} ${slugs[1]}`)
  }
})

t.test('llms.txt is true: its example, members, numbers and routes', async (t) => {
  const { base, keys } = await startGateway(t, out)
  const { headers, text } = await call(base, '/llms.txt')
  t.equal(headers['content-type'], 'text/plain; charset=utf-8')
  t.match(text, PUBLISHED_DEMO_KEY)
  const [, example = ''] = /```json\n(.*?)\n```/s.exec(text) ?? []
  const demo = asRecord(
    (await call(base, '/beta/offers?limit=1', { key: keys.issue('demo') })).json,
    'a list',
  )
  t.strictSame([JSON.parse(example)], demo.data, 'its example is the first offer of the list')
  for (const member of [
    'id',
    'benefit.cap.value',
    'issuer.country',
    'category.slug',
    'comunas[].name',
    'terms.text',
  ]) {
    t.match(text, `\n- \`${member}\` (`, member)
  }
  for (const member of Object.keys(JSON.parse(example))) t.match(text, `\n- \`${member}\` (`, member)
  t.match(text, /\/client-[\w.-]+\.tgz offers mcp FOLDER`/)
  for (const { name } of TOOLS) t.match(text, `\`${name}\``, 'a tool for agents')
  const key = keys.issue('named')
  const list = asRecord((await call(base, '/beta/offers', { key })).json, 'a list')
  t.match(text, `${asRecord(list.meta, 'meta').total} offers`)
  t.match(
    text,
    `${FILTERS.map(({ name }) => `\`${name}\``)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' and ')} are slugs`,
  )
  const named = Array.from(text.matchAll(/GET `([^`]+)`/g), ([, path]) => path)
  t.same(
    named,
    RESOURCES.map(({ name }) => PATHS[name]),
  )
})

t.test(
  'the page counts what changed since the release before, and an unchanged source makes no new one',
  async (t) => {
    const root = t.testdir({})
    const [folder, source] = [join(root, 'out'), writeSource(join(root, 'source'))]
    await buildRelease({ source, out: folder })
    const { gateway, base } = await startGateway(t, folder)
    t.match((await call(base, '/')).text, 'There is no release of the last 90 days to compare with.')
    t.match(await buildRelease({ source, out: folder }), { outcome: 'unchanged' })

    const [first, second, ...rest] = records(30)
    const offers = [{ ...second, title: 'Another <title>' }, ...rest, { ...first, ref: 'never-seen' }]
    writeSource(source, { offers })
    const asOf = '2026-03-01T16:00:00Z'
    await buildRelease({ source, out: folder, asOf })
    await gateway.catalogue.refresh()
    const { text } = await call(base, '/')
    t.match(
      text,
      '<strong>2 offers</strong> are new or changed, and <strong>1</strong> ended or was withdrawn',
    )
    t.match(await buildRelease({ source, out: folder, asOf }), { outcome: 'unchanged' }, 'built again')
  },
)

t.test('a broken issuer is named', async (t) => {
  const root = t.testdir({})
  const [folder, source] = [join(root, 'out'), join(root, 'source')]
  const offers = records(36)
  await buildRelease({ source: writeSource(source, { offers }), out: folder })
  writeSource(source, { offers: offers.filter(({ issuer }) => issuer !== 'banco-norte') })
  await buildRelease({ source, out: folder, asOf: '2026-03-01T16:00:00Z' })
  const { base } = await startGateway(t, folder)
  const { text } = await call(base, '/')
  t.match(text, 'Not up to date')
  t.match(
    text,
    /Name of banco-norte<\/strong>: its data has been broken since 2026-03-01: offers are missing\. 12 offers are shown as last known\./,
  )
})
