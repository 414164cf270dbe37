// A Swagger UI on a page of another site, in a real browser.

import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { RESOURCES } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { demoKeyRecord } from '../../../gateway/keys/key-record.ts'
import { buildRelease } from '../../helpers/build.ts'
import { openTab, startChromium, withoutChromium } from '../../helpers/chromium.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { servedAt } from '../../helpers/listening.ts'
import { BUSY_MS, LONG_MS } from '../../helpers/slow-suite.ts'
import { records, writeSource } from '../support/source.ts'

t.setTimeout(LONG_MS)

t.test(
  'Swagger UI runs every operation with its examples and the key that it names',
  { skip: withoutChromium },
  async (t) => {
    const root = t.testdir()
    const out = join(root, 'out')
    await buildRelease({ source: writeSource(join(root, 'source'), { offers: records(60) }), out })
    const { base, keys } = await startGateway(t, out)
    await keys.add([demoKeyRecord(0)])
    const { page, complaints } = await openTab(await startChromium(t), t)
    // Swagger UI is slow while other tests use the processor.
    page.setDefaultTimeout(BUSY_MS)
    await page.goto(await siteWithSwagger(t))
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
  },
)

const PAGE = `<!doctype html><title>Another site</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/swagger-ui.css"><div id="ui"></div><script src="/swagger-ui-bundle.js"></script>`

async function siteWithSwagger(t: Test): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const server = createServer(({ url = '/' }, res) => {
    const [, file = ''] = /^\/(swagger-ui[a-z.-]+)$/.exec(url) ?? []
    const type = file.endsWith('.js') ? 'text/javascript' : file.endsWith('.css') ? 'text/css' : 'text/html'
    res.setHeader('Content-Type', `${type}; charset=utf-8`)
    if (file) createReadStream(resolve(`swagger-ui-dist/${file}`)).pipe(res)
    else res.end(PAGE)
  })
  return servedAt(t, server)
}
