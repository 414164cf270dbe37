// The page in a real browser: the first call of a newcomer, on any screen, by keyboard, on paper, without the script.

import { createServer, request } from 'node:http'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { UNKNOWN_BASE } from '../../../contract/api/own-address.ts'
import { RESOURCE_NAMES } from '../../../contract/api/resources.ts'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { demoKeyRecord } from '../../../gateway/keys/key-record.ts'
import { remoteOrigin } from '../../../gateway/origin/remote-origin.ts'
import { fakeOrigin } from '../../gateway/origin/fake-origin.ts'
import { openTab, startChromium, type Tab, withoutChromium } from '../../helpers/chromium.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { servedAt } from '../../helpers/listening.ts'
import { inFullOnCI, SLOW_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

/** In pixels. Each takes axe some seconds. */
const WIDTHS = inFullOnCI ? [390, 768, 1280, 1920] : [390, 1920]

if (withoutChromium) t.plan(0, withoutChromium)
else describe()

function describe() {
  let out: string
  let browser: Browser
  let shared: Tab
  t.before(async () => {
    out = await demonstrationRelease()
    browser = await startChromium(t)
    shared = await openTab(browser, t)
  })

  /** The tab of all tests that need no settings of their own. Each has a gateway, so that nothing is kept for the next. */
  const sharedTab = (t: Test): Tab => {
    shared.complaints.length = 0
    t.teardown(() => shared.page.goto('about:blank'))
    return shared
  }

  /** A gateway that knows the demo key. */
  const start = async (t: Test, parts: Parameters<typeof startGateway>[2] = {}) => {
    const running = await startGateway(t, out, parts)
    await running.keys.add([demoKeyRecord(0)])
    return running
  }

  t.test(
    'the first call takes one click, the second is a 304, and the browser reports no error',
    async (t) => {
      const { base } = await start(t)
      const { page, complaints } = sharedTab(t)
      await page.goto(`${base}/`)
      const code = await page.locator('#curl').textContent()
      t.match(code, `'${base}/beta/offers?limit=5'`, 'with the address of the page')
      t.match(code, PUBLISHED_DEMO_KEY)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.click('[data-copy="curl"]')
      await page.locator('[data-copy="curl"]:text("Copied")').waitFor()
      t.equal(await page.evaluate('navigator.clipboard.readText()'), code)
      await page.click('#run')
      t.match(
        await outcome(page, '200'),
        /^200 OK: 5 of 414 offers · \d+ ms · 29 of 30 calls left for \d+ s$/,
      )
      t.equal(await page.locator('#offers .card').count(), 5)
      await page.click('#run')
      t.match(await outcome(page, '304'), /^304 Not Modified: .* · 28 of 30 calls left/)
      t.equal(await page.locator('#offers .card').count(), 5, 'the kept answer is still shown')
      t.equal(JSON.parse((await page.locator('#json').textContent()) ?? '').meta.total, 414)
      await page.click('summary:text("Headers")')
      t.ok(await page.locator('#headers').isVisible())
      t.match(await page.locator('#headers').textContent(), /^HTTP 304\n.*etag: "/s)
      t.same(complaints, [])
    },
  )

  t.test('a call is chosen by names and shown as code', async (t) => {
    const { base } = await start(t)
    const { page, complaints } = sharedTab(t)
    await page.goto(`${base}/`)
    await page.selectOption('#issuer', 'banco-pellin')
    await page.selectOption('#comuna', 'nunoa')
    await page.fill('#limit', '2')
    const expected = '/beta/offers?issuer=banco-pellin&comuna=nunoa&limit=2'
    for (const id of ['curl', 'fetch', 'python']) {
      t.match(await page.locator(`#${id}`).textContent(), expected, id)
    }
    t.match(
      await page.locator('#client').textContent(),
      "offers.list({ issuer: 'banco-pellin', comuna: 'nunoa', limit: 2 })",
    )

    await page.click('#run')
    t.match(await outcome(page, '200'), /^200 OK: \d of \d+ offers/)
    t.equal(page.url(), `${base}/?issuer=banco-pellin&comuna=nunoa&limit=2#try`, 'the call can be shared')

    for (const [field, wrong] of [
      ['limit', '0'],
      ['key', "'; rm"],
    ] as const) {
      const before = await page.inputValue(`#${field}`)
      await page.fill(`#${field}`, wrong)
      await page.click('#run')
      t.notMatch(await page.locator('#curl').textContent(), wrong === '0' ? 'limit=0' : wrong, field)
      await page.fill(`#${field}`, before)
    }
    await page.selectOption('#route', 'offer')
    await page.fill('#id', ' off_1 ')
    t.match(await page.locator('#curl').textContent(), "/beta/offers/off_1'")
    await page.fill('#id', "off_1' ; '")
    await page.click('#run')
    t.match(await page.locator('#curl').textContent(), "/beta/offers/off_1'")
    await page.selectOption('#route', 'changes')
    await page.fill('#since', '2026-09-01T10:00:00.000Z')
    t.match(await page.locator('#curl').textContent(), 'since=2026-09-01T10:00:00.000Z&limit=2')
    await page.fill('#since', '$(x)')
    t.match(await page.locator('#curl').textContent(), 'since=2026-09-01T10:00:00.000Z&limit=2')
    t.match(await page.locator('#outcome').textContent(), /^Run the call/, 'no call was made')
    t.same(complaints, [])
  })

  t.test('a question is answered without a request, and its members light up in both forms', async (t) => {
    const { base } = await start(t)
    const { page, complaints } = await openTab(browser, t)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // The day of the catalogue: cards of offers that have ended since are hidden.
    await page.clock.setFixedTime('2026-09-01T15:00:00Z')
    await page.goto(`${base}/`)
    await page.click('label:text("Ends within a week")')
    const answer = page.locator('.reply:visible')
    t.match(await answer.locator('.asked code').textContent(), "sort: 'ends'")
    t.match(await answer.locator('.asked code').textContent(), base)
    t.equal(await answer.locator('.card').count(), 3)
    t.same(
      asked.filter((path) => path.startsWith('/beta')),
      [],
      'no request',
    )

    const shown = '[data-offer="1"] [data-members="title"]'
    const member = answer.locator('pre [data-offer="1"][data-members="title"]')
    await answer.locator(shown).hover()
    t.match(await member.getAttribute('class'), 'lit', 'from the card to the JSON')
    const box = await answer.locator('.json pre').boundingBox()
    const place = await member.boundingBox()
    t.ok(box && place && place.y < box.y + box.height, 'where it is seen')
    await answer.locator('pre [data-offer="0"][data-members="url"]').hover()
    t.match(await answer.locator('.card .lit').textContent(), 'More at', 'and back')
    // Otherwise the members that scroll under the pointer light up.
    await page.mouse.move(0, 0)
    await answer.locator('.json pre').focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    t.equal(await page.evaluate('document.activeElement.dataset.members'), 'title', 'by keyboard')
    t.equal(
      await answer.locator('.card .lit').textContent(),
      await answer.locator('.card h3').first().textContent(),
    )
    t.same(complaints, [])
  })

  t.test('the address holds the choices and never a key, and going back undoes them', async (t) => {
    const { base } = await start(t)
    const { page } = sharedTab(t)
    const said = () => page.locator('#curl').textContent()
    await page.goto(`${base}/?category=restaurantes&comuna=nowhere&limit=x&utm_source=mail#try`)
    t.equal(page.url(), `${base}/?category=restaurantes&comuna=nowhere&limit=x&utm_source=mail#try`)
    t.match(await said(), "/beta/offers?category=restaurantes&limit=5'", 'as far as it can be right')
    await page.fill('#key', 'offers_demo_x')
    await page.selectOption('#comuna', 'maipu')
    await page.selectOption('#route', 'issuers')
    t.equal(page.url(), `${base}/?route=issuers#try`)
    await page.goBack()
    t.equal(page.url(), `${base}/?category=restaurantes&comuna=maipu#try`)
    t.match(await said(), 'category=restaurantes&comuna=maipu')
    t.match(await said(), 'offers_demo_x', 'the key stays')
  })

  t.test('every route can be tried, and the snapshot without downloading it', async (t) => {
    const { base } = await start(t)
    const { page, complaints } = sharedTab(t)
    await page.goto(`${base}/`)
    for (const [route, said] of [
      ['offers', '5 of 414 offers'],
      ['changes', '5 of 445 changes'],
      ['offer', 'one offer'],
      ['issuers', '22 issuers'],
      ['categories', '14 categories'],
      ['comunas', '346 comunas'],
      ['snapshot', 'a gzip file of 14.4 kB, not downloaded here'],
      ['openapi', 'the description of the API'],
    ] as const) {
      await page.selectOption('#route', route)
      await page.click('#run')
      await page.locator('#outcome', { hasText: `200 OK: ${said} · ` }).waitFor()
      t.ok(await page.locator('summary:text("Headers")').isVisible(), route)
      t.equal(await page.locator('#key').isVisible(), route !== 'openapi', `${route}: the key`)
      t.equal(await page.locator('#issuer').isVisible(), route === 'offers', `${route}: filters`)
    }
    await page.selectOption('#route', 'offer')
    await page.fill('#id', 'off_unknown')
    await page.click('#run')
    await page.locator('#outcome', { hasText: /^404: / }).waitFor()
    t.same(
      complaints.filter((each) => !each.includes('404')),
      [],
    )
  })

  t.test('another route clears the answer, also one that is still to come', async (t) => {
    const { base } = await start(t)
    const { page } = sharedTab(t)
    await page.goto(`${base}/`)
    await page.click('#run')
    await outcome(page, '200')
    await page.selectOption('#route', 'issuers')
    t.match(await page.locator('#outcome').textContent(), /^Run the call/)
    t.ok(await page.locator('#parts').isHidden())

    const asked = new Promise<() => void>((resolve) => {
      void page.route('**/beta/issuers', (route) => resolve(() => void route.continue()), { times: 1 })
    })
    await page.click('#run')
    const answer = await asked
    await page.selectOption('#route', 'categories')
    const answered = page.waitForResponse('**/beta/issuers')
    answer()
    await (await answered).finished()
    await page.locator('#run[aria-disabled]').waitFor({ state: 'detached' })
    t.match(await page.locator('#outcome').textContent(), /^Run the call/)
  })

  t.test('the reference leads to the form for a route', async (t) => {
    const { base } = await start(t)
    const { page } = sharedTab(t)
    await page.goto(`${base}/reference`)
    await page.locator('#route-changes a').click()
    await page.locator('#run').waitFor()
    t.equal(await page.inputValue('#route'), 'changes')
  })

  t.test(
    'the reference shows its calls in the chosen language, without the script too, and in curl first',
    async (t) => {
      const { base } = await start(t)
      for (const javaScriptEnabled of [true, false]) {
        const { page, complaints } = javaScriptEnabled
          ? sharedTab(t)
          : await openTab(browser, t, { javaScriptEnabled })
        await page.goto(`${base}/reference`)
        const shown = async () => {
          const ids = await page
            .locator('.call code:visible')
            .evaluateAll((codes) => codes.map(({ id }) => id))
          return ids.map((id) => id.split('-').at(-1))
        }
        t.strictSame(
          await shown(),
          RESOURCE_NAMES.map(() => 'curl'),
        )
        for (const [title, language] of [
          ['JavaScript', 'fetch'],
          ['Python', 'python'],
          ['curl', 'curl'],
        ] as const) {
          await page.click(`.languages label:text-is("${title}")`)
          t.strictSame(
            await shown(),
            RESOURCE_NAMES.map(() => language),
            title,
          )
        }
        const code = await page.locator('#issuers-curl').textContent()
        t.match(code, `'${javaScriptEnabled ? base : UNKNOWN_BASE}/beta/issuers'`)
        await page.click('#route-offers + .facts a:text("A page of offers")')
        t.equal(new URL(page.url()).hash, '#schema-Offer')
        t.same(complaints, [])
      }
    },
  )

  t.test('no sample of the reference is cut within a member', async (t) => {
    const { base } = await start(t)
    const { page } = sharedTab(t)
    await page.goto(`${base}/reference`)
    const samples = page.locator('.sample pre')
    t.equal(await samples.count(), RESOURCE_NAMES.length * 4, 'three calls and an answer for each route')
    const cut = await samples.evaluateAll((all) =>
      all.filter((pre) => pre.scrollHeight > pre.clientHeight).map((pre) => pre.textContent),
    )
    t.same(cut, [])
  })

  t.test('axe finds nothing on both pages, in light and dark, at each width', async (t) => {
    const { base } = await start(t)
    const { page } = await openTab(browser, t, { bypassCSP: true })
    for (const path of ['/', '/reference']) {
      await page.goto(base + path)
      if (path === '/') {
        await page.click('#run')
        await outcome(page, '200')
      }
      await page.evaluate(axe.source)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const widths = colorScheme === 'dark' && !inFullOnCI ? WIDTHS.slice(0, 1) : WIDTHS
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          t.same(await violationsOn(page, colorScheme), [], `${path}, ${colorScheme}, ${width} px`)
        }
      }
    }
  })

  t.test('on the smallest phone nothing scrolls sideways', async (t) => {
    const { base } = await start(t)
    const { page } = await openTab(browser, t, { viewport: { width: 320, height: 640 } })
    await page.goto(`${base}/`)
    await page.click('#run')
    await outcome(page, '200')
    for (const title of ['Headers', 'Python']) {
      await page.click(`summary:text("${title}")`)
      t.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, title)
    }
  })

  t.test('paper has no forms, buttons or links of the page, and all of each answer', async (t) => {
    const { base } = await start(t)
    const { page } = await openTab(browser, t, { colorScheme: 'dark' })
    for (const path of ['/', '/reference']) {
      await page.goto(base + path)
      await page.emulateMedia({ media: 'print' })
      for (const part of ['header', 'form', 'button', '.button', '.chip'])
        t.equal(await page.locator(`${part}:visible`).count(), 0, `${path} ${part}`)
      const isClipped =
        '[...document.querySelectorAll("pre")].some((it) => it.scrollHeight > it.clientHeight + 1)'
      t.equal(await page.evaluate(isClipped), false, path)
    }
  })

  t.test('a keyboard is enough', async (t) => {
    const { base } = await start(t)
    const { page } = sharedTab(t)
    await page.goto(`${base}/`)
    const focused = () => page.evaluate('document.activeElement.id')
    await page.keyboard.press('Tab')
    t.equal(
      await page.evaluate('document.activeElement.className'),
      'skip',
      'first comes the link that skips the head',
    )
    for (let steps = 0; steps < 60 && (await focused()) !== 'limit'; steps++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await outcome(page, '200')
    const text = () => page.evaluate('document.activeElement.textContent')
    for (let steps = 0; steps < 40 && (await text()) !== 'Headers'; steps++) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    t.ok(await page.locator('#headers').isVisible())
  })

  t.test('the age follows the clock of the reader: of today, due, or too old', async (t) => {
    const { base } = await start(t)
    const { page } = await openTab(browser, t)
    for (const [now, said] of [
      ['2026-09-01T13:30:00Z', ' 3 hours old.'],
      ['2026-09-02T10:30:00Z', ' 24 hours old.'],
      ['2026-11-21T10:00:00Z', ' 81 days old, the next update is late: some offers may be out of date.'],
    ] as const) {
      await page.clock.setFixedTime(new Date(now))
      await page.goto(`${base}/`)
      t.match(await page.locator('#age').textContent(), said, now)
    }
  })

  t.test('without its script the page can be read, and says how to make the call', async (t) => {
    const { base } = await start(t)
    const { page } = await openTab(browser, t, { javaScriptEnabled: false })
    await page.goto(`${base}/`)
    await page.click('summary:text("Python")')
    t.ok(await page.locator('#python').isVisible(), 'all of the code')
    t.ok(await page.locator('#call').isHidden(), 'and no form that would do nothing')
    t.ok(await page.locator('#start noscript p').isVisible(), 'what to put in place of the address')
    t.ok(await page.locator('#try noscript p').isVisible())
    t.match(await page.locator('#age').textContent(), 'Updated 2026-09-01 10:00 UTC')
    t.ok(await page.locator('#question-code-0').isVisible(), 'the first call')
    t.equal(await page.locator('#start .card:visible').count(), 3, 'and its answer')
    await page.click('label:text("2x1")')
    t.ok(await page.locator('#question-code-1').isVisible(), 'and the other questions')
    t.ok(await page.locator('#question-code-0').isHidden())
  })

  t.test('below a path, and over a remote origin, the page finds its files and the API', async (t) => {
    const origin = await fakeOrigin(t, out)
    const { base } = await start(t, { origin: remoteOrigin(origin.url) })
    const site = await proxyBelow(t, '/catalogue', base)
    const { page, complaints } = sharedTab(t)
    await page.goto(`${site}/catalogue/`)
    t.match(await page.locator('#curl').textContent(), `'${site}/catalogue/beta/offers?limit=5'`)
    await page.click('#run')
    t.match(await outcome(page, '200'), /^200 OK: 5 of 414/)
    t.same(complaints, [])
  })

  t.test(
    'an expired demo key, a key store that is down, and too many calls are explained in words',
    async (t) => {
      const { base, keys, pass } = await start(t)
      const { page } = sharedTab(t)
      await page.goto(`${base}/`)
      keys.outage = new Error('gone')
      await page.click('#run')
      t.match(await outcome(page, '503'), /The key store does not answer\. Try again in \d+ s/)
      keys.outage = undefined
      await keys.add([{ ...demoKeyRecord(0), expires_at: '2026-08-01T00:00:00.000Z' }])
      pass(120_000)
      await page.click('#run')
      t.match(await outcome(page, '401'), /does not accept the demo key: it has expired/)
      t.equal(
        await page.locator('#contact a').getAttribute('href'),
        'https://offers.example/contact',
        'with the address to ask for a key',
      )

      const key = keys.issue('demo')
      await page.fill('#key', key)
      for (let calls = 0; calls < 31; calls++)
        await fetch(`${base}/beta/issuers`, { headers: { authorization: `Bearer ${key}` } })
      await page.click('#run')
      t.match(await outcome(page, '429'), /^429: Too many calls\. Try again in \d+ s/)
    },
  )
}

/** The outcome of the call, once it begins with this status. */
async function outcome(page: Page, status: string): Promise<string> {
  const place = page.locator('#outcome', { hasText: new RegExp(`^${status}`) })
  await place.waitFor()
  return (await place.textContent()) ?? ''
}

/** The findings of axe. In the dark only the colours differ; the rest takes most of the time and is the same. */
async function violationsOn(page: Page, colorScheme: 'light' | 'dark'): Promise<unknown> {
  const rules = colorScheme === 'dark' ? `runOnly: ['color-contrast'],` : ''
  const options = `{ ${rules} resultTypes: ['violations'] }`
  return page.evaluate(`axe.run(${options}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 120)).join('\\n')))`)
}

/** A site that passes requests below a path on to a gateway, without the path. */
async function proxyBelow(t: Test, path: string, base: string): Promise<string> {
  const server = createServer((req, res) => {
    const target = new URL((req.url ?? '/').replace(path, ''), base)
    const { method, headers } = req
    request(target, { method: method ?? 'GET', headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    }).end()
  })
  return servedAt(t, server)
}
