// Pages of other sites in a real browser: the headers they may send and read.

import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import t, { type Test } from 'tap'
import { openTab, startChromium, withoutChromium } from '../../helpers/chromium.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { servedAt } from '../../helpers/listening.ts'
import { BUSY_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'

t.setTimeout(BUSY_MS)
if (withoutChromium) t.plan(0, withoutChromium)
else describe()

function describe() {
  const out = t.testdir()
  let browser: Browser
  t.before(async () => {
    publishTinyRelease(out)
    browser = await startChromium(t)
  })

  /** A gateway, and a tab with a page of another site. */
  const start = async (t: Test) => {
    const { base, keys } = await startGateway(t, out)
    const tab = await openTab(browser, t)
    await tab.page.goto(await anotherSite(t))
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
}

async function anotherSite(t: Test): Promise<string> {
  const page = '<!doctype html><title>Another site</title><link rel="icon" href="data:,">'
  const server = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end(page))
  return servedAt(t, server)
}
