// The npm package of the client in a release: installed from the gateway, as the page and llms.txt say.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { demoKeyRecord } from '../../../gateway/keys/key-record.ts'
import { runToEnd } from '../../helpers/child-processes.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { bundle } from '../../helpers/processes.ts'
import { LONG_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(LONG_MS)

const { attribution } = JSON.parse(readFileSync('fixtures/catalogue/catalogue.json', 'utf8'))

/** The address that llms.txt names. */
const clientAddress = async (base: string) =>
  /\/client-[\w.-]+\.tgz/.exec((await call(base, '/llms.txt')).text)?.[0] ?? ''

async function start() {
  const running = await startGateway(t, await demonstrationRelease())
  await running.keys.add([demoKeyRecord(0)])
  return running
}

t.test('it is a gzip file that needs no key, and never has other bytes under its address', async (t) => {
  const { base } = await start()
  const address = await clientAddress(base)
  const file = await call(base, address, { headers: { 'accept-encoding': 'gzip' } })
  t.match(file, {
    status: 200,
    headers: { 'content-type': 'application/gzip', 'cache-control': 'public, max-age=31536000, immutable' },
  })
  t.notOk(file.headers['content-encoding'])
  t.ok(file.body.equals(readFileSync(bundle('client'))), 'the file that `make dist` packed')
  const again = await call(base, address, { headers: { 'if-none-match': String(file.headers.etag) } })
  t.equal(again.status, 304)
})

t.test('the command of the page installs it, and the examples of the page run', async (t) => {
  const { base } = await start()
  const { text: page } = await call(base, '/')
  const cwd = t.testdir({ 'package.json': '{"type":"module"}' })
  const shown = page.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&gt;', '>')
  const examples = Array.from(
    shown.matchAll(/\/\/ npm install 'https:\/\/address-of-this-page\/client-[\w.-]+\.tgz'.*?(?=<\/code>)/gs),
    ([code]) => code,
  )
  const here = (text: string) => text.replaceAll('https://address-of-this-page', base)
  const [, command = ''] = /^\/\/ npm install '([^']+)'/.exec(examples[0] ?? '') ?? []
  const install = await runToEnd('npm', ['install', '--no-audit', '--no-fund', here(command)], { cwd })
  t.equal(install.code, 0, install.stderr)
  const printed = await Promise.all(
    examples.map(async (code) => {
      t.match(code, PUBLISHED_DEMO_KEY)
      const run = await runToEnd(process.execPath, ['--input-type=module', '-e', here(code)], { cwd })
      t.equal(run.code, 0, run.stderr)
      return run.stdout
    }),
  )
  t.equal(printed.filter((text) => /^\d+ of \d+$/m.test(text)).length, 1, 'a list by the client')
  // A copy with the demo key is a sample, which may hold none of the offers asked for.
  t.equal(
    printed.filter((text) => text.startsWith('[')).length,
    printed.length - 1,
    'the questions to a copy',
  )
  t.ok(printed.some((text) => text.startsWith("[\n  {\n    id: 'off_")))
})

t.test('the commands of the guide install it, make a copy and search it', async (t) => {
  const { base } = await start()
  const { text: page } = await call(base, '/reference')
  const [, shown = ''] = /<code id="client-commands"[^>]*>(.*?)<\/code>/s.exec(page) ?? []
  const commands = shown.replaceAll('&#39;', "'").replaceAll('https://address-of-this-page', base)
  // Without a package.json here, npm would install into the project above.
  const cwd = t.testdir({ 'package.json': '{}' })
  const { code, stdout, stderr } = await runToEnd('sh', ['-e', '-c', commands], { cwd })
  t.equal(code, 0, stderr)
  t.match(stdout, /100 added/)
  t.match(stdout, /\nfound: \d+, .*\n$/)
})

t.test('the catalog of APIs leads to the description and the page, and links to itself', async (t) => {
  const { base } = await start()
  const address = `${base}/.well-known/api-catalog`
  const catalog = await call(base, '/.well-known/api-catalog')
  t.match(catalog, {
    status: 200,
    headers: {
      'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      link: '<api-catalog>; rel="api-catalog"',
    },
    json: { linkset: [{ anchor: '../beta', author: [{ href: '../', title: attribution }] }] },
  })
  const hrefs = Array.from(
    catalog.text.matchAll(/"href": "([^"]+)"/g),
    ([, href = '']) => new URL(href, address),
  )
  t.strictSame(
    hrefs.map(({ pathname }) => pathname),
    ['/', '/beta/openapi.json', '/', '/llms.txt'],
  )
  for (const { pathname } of hrefs) t.equal((await call(base, pathname)).status, 200, pathname)
})

t.test('the page names the description and the catalog in its Link header', async (t) => {
  const { base } = await start()
  const { headers } = await call(base, '/', { method: 'HEAD' })
  const links = Array.from(String(headers.link).matchAll(/<([^>]*)>; rel="([^"]+)"/g), ([, href, rel]) => [
    rel,
    href,
  ])
  t.strictSame(links, [
    ['service-desc', 'beta/openapi.json'],
    ['api-catalog', '.well-known/api-catalog'],
  ])
  for (const [, href = ''] of links) t.equal((await call(base, `/${href}`)).status, 200, href)
})
