// Pages of other sites in a real browser: the headers they may send and read, and a Swagger UI that runs each call.

import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import t, { type Test } from 'tap'
import { RESOURCES } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { demoKeyRecord } from '../../../gateway/keys/key-record.ts'
import { buildRelease } from '../../helpers/build.ts'
import { openTab, startChromium, withoutChromium } from '../../helpers/chromium.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { servedAt } from '../../helpers/listening.ts'
import { BUSY_MS, SLOW_MS } from '../../helpers/slow-suite.ts'
import { records, writeSource } from '../support/source.ts'

t.setTimeout(SLOW_MS)
if (withoutChromium) t.plan(0, withoutChromium)
else describe()

function describe() {
  const root = t.testdir()
  const out = join(root, 'out')
  let browser: Browser
  t.before(async () => {
    await buildRelease({ source: writeSource(join(root, 'source'), { offers: records(60) }), out })
    browser = await startChromium(t)
  })

  /** A gateway, and a tab with a page of another site. */
  const start = async (t: Test, path = '/') => {
    const { base, keys } = await startGateway(t, out)
    await keys.add([demoKeyRecord(0)])
    const tab = await openTab(browser, t)
    // Swagger UI is slow while other tests use the processor.
    tab.page.setDefaultTimeout(BUSY_MS)
    await tab.page.goto((await anotherSite(t)) + path)
    return { base, keys, ...tab }
  }

  t.test('a call succeeds with any header that libraries add, and with all of them', async (t) => {
    const { base, keys, page, complaints } = await start(t)
    const added = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      baggage: 'sentry-environment=production',
      'sentry-trace': '12312012123120121231201212312012-1121201211212012-1',
      'X-Requested-With': 'XMLHttpRequest',
      Pragma: 'no-cache',
      'Content-Type': 'application/json',
    }
    const sets = [...Object.entries(added).map((each) => Object.fromEntries([each])), added]
    for (const headers of sets) {
      const all = { ...headers, Authorization: `Bearer ${keys.issue('named')}` }
      const status = await page.evaluate(async ([url, headers]) => (await fetch(url, { headers })).status, [
        `${base}/beta/offers?limit=1`,
        all,
      ] as const)
      t.equal(status, 200, Object.keys(headers).join())
    }
    t.same(complaints, [])
  })

  t.test('a script can read every header that it needs', async (t) => {
    const { base, keys, page } = await start(t)
    const [named, demo] = [keys.issue('named'), keys.issue('demo')]
    const headersOf = (path: string, headers: Record<string, string>) =>
      page.evaluate(
        async ([url, headers]) => {
          const answer = await fetch(url, { headers })
          await answer.arrayBuffer()
          return Object.fromEntries(answer.headers)
        },
        [`${base}${path}`, headers] as const,
      )
    const withKey = (key: string) => ({ Authorization: `Bearer ${key}` })
    const everywhere = { 'x-request-id': /./ }
    const keyed = {
      ...everywhere,
      etag: /^"/,
      ratelimit: /^"named";r=/,
      'ratelimit-policy': /^"named";q=300/,
    }
    t.match(await headersOf('/beta/offers?limit=25&offset=25', withKey(named)), {
      ...keyed,
      link: /rel="next"/,
    })
    t.match(await headersOf('/beta/snapshot', withKey(named)), {
      ...keyed,
      'content-disposition': /filename=/,
      'repr-digest': /^sha-256=:/,
    })
    t.match(await headersOf('/beta/snapshot', { ...withKey(named), Range: 'bytes=0-9' }), {
      ...keyed,
      'content-range': /^bytes 0-9\//,
    })
    t.match(await headersOf('/beta/offers', {}), { ...everywhere, 'www-authenticate': /^Bearer/ })
    const uncached = { ...withKey(demo), 'Cache-Control': 'no-cache' }
    const all = Array.from({ length: 31 }, () => headersOf('/beta/issuers', uncached))
    t.equal((await Promise.all(all)).filter((headers) => 'retry-after' in headers).length, 1)
  })

  t.test('Swagger UI runs every operation with its examples and the key that it names', async (t) => {
    const { base, page, complaints } = await start(t, '/reference')
    await page.evaluate(`void SwaggerUIBundle({
      url: '${base}/beta/openapi.json', dom_id: '#ui', docExpansion: 'list', tryItOutEnabled: true,
      defaultModelsExpandDepth: -1, syntaxHighlight: false
    })`)
    await page.click('.btn.authorize')
    const dialog = page.locator('.dialog-ux')
    t.match(await dialog.textContent(), PUBLISHED_DEMO_KEY)
    await dialog.locator('input').fill(PUBLISHED_DEMO_KEY)
    await dialog.locator('.btn.authorize').click()
    await dialog.locator('.btn-done').click()
    const operations = page.locator('.opblock')
    t.equal(await operations.count(), RESOURCES.length)
    for (const operation of await operations.all()) {
      const name = String(await operation.getAttribute('id'))
      // One at a time: it draws all that is open again and again.
      await operation.locator('.opblock-summary-control').click()
      const execute = operation.locator('.btn.execute')
      await execute.waitFor()
      // Before Swagger UI has resolved the references of the operation, the button sends nothing and stays disabled.
      await operation.locator('.opblock-loading-animation').waitFor({ state: 'detached' })
      await execute.click()
      const answer = operation.locator('.live-responses-table tbody tr.response .response-col_status')
      t.equal(await answer.textContent(), '200', name)
      const asked = new URL(String(await operation.locator('.request-url pre').textContent()))
      t.strictSame(
        [...asked.searchParams.keys()].filter((parameter) => parameter !== 'limit' && parameter !== 'offset'),
        [],
        `${name}: filters and moments are left out`,
      )
      await operation.locator('.opblock-summary-control').click()
    }
    t.same(complaints, [])
  })
}

const HEAD = '<!doctype html><title>Another site</title><link rel="icon" href="data:,">'
const SWAGGER =
  '<link rel="stylesheet" href="/swagger-ui.css"><div id="ui"></div><script src="/swagger-ui-bundle.js"></script>'

/** A page of another site, which has the files of Swagger UI, too: its address. */
async function anotherSite(t: Test): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const server = createServer(({ url = '/' }, res) => {
    const [, file = ''] = /^\/(swagger-ui[a-z.-]+)$/.exec(url) ?? []
    const type = file.endsWith('.js') ? 'text/javascript' : file.endsWith('.css') ? 'text/css' : 'text/html'
    res.setHeader('Content-Type', `${type}; charset=utf-8`)
    if (file) createReadStream(resolve(`swagger-ui-dist/${file}`)).pipe(res)
    else res.end(url === '/reference' ? HEAD + SWAGGER : HEAD)
  })
  return servedAt(t, server)
}
