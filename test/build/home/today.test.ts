// The page on later days than that of its data: at 05:30 before the build, at noon without one, and 330 days later.

import { gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import t from 'tap'
import type { Offer } from '../../../contract/offers/offer.ts'
import { dayAfter } from '../../../lib/time/calendar.ts'
import { openTab, startChromium, withoutChromium } from '../../helpers/chromium.ts'
import { demonstrationRelease } from '../../helpers/demonstration.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { SLOW_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SLOW_MS)

const TIMES = [
  { name: 'on the day of its data', now: '2026-09-01T16:00:00Z', today: '2026-09-01' },
  { name: 'at 05:30 in Santiago', now: '2026-09-02T09:30:00Z', today: '2026-09-02' },
  { name: 'at noon, without a build', now: '2026-09-02T16:00:00Z', today: '2026-09-02' },
  { name: 'a week later, without a build', now: '2026-09-08T16:00:00Z', today: '2026-09-08' },
  { name: '330 days later', now: '2027-07-28T16:00:00Z', today: '2027-07-28' },
]

if (withoutChromium) t.plan(0, withoutChromium)
else describe()

function describe() {
  let browser: Browser
  let base: string
  let offers: Offer[]
  t.before(async () => {
    const running = await startGateway(t, await demonstrationRelease())
    base = running.base
    const { body } = await call(base, '/beta/snapshot', { key: running.keys.issue('named') })
    offers = gunzipSync(body)
      .toString()
      .trim()
      .split('\n')
      .map((line): Offer => JSON.parse(line))
    browser = await startChromium(t)
  })

  for (const { name, now, today } of TIMES) {
    t.test(`what the page shows is true ${name}`, async (t) => {
      const { page, complaints } = await openTab(browser, t)
      await page.clock.setFixedTime(new Date(now))
      await page.goto(`${base}/`)
      const listed = offers.filter(({ valid_until }) => valid_until === null || valid_until >= today)
      const scheduled = listed.filter(({ valid_from }) => valid_from !== null && valid_from > today)
      const kinds = [
        (offer: Offer) => [offer.issuer.slug],
        (offer: Offer) => [offer.category.slug],
        (offer: Offer) => offer.comunas.map(({ slug }) => slug),
      ].map((slugsOf) => new Set(listed.flatMap(slugsOf)).size)
      t.match(await page.locator('.whose').textContent(), `${listed.length} offers of `)
      const figures = await page.locator('.figures [data-count]').allTextContents()
      t.strictSame(figures.map(Number), [listed.length, scheduled.length, ...kinds])

      const week = await page.locator('.week li:visible').allTextContents()
      // The page knows fourteen days.
      t.equal(week.length, today < '2026-09-09' ? 7 : 0)
      if (week.length > 0) t.match(week[0], `Today ${today.slice(5)}`)

      const isTwo = ({ benefit }: Offer) => benefit.kind === 'multibuy' && benefit.value === 2
      const weekEnds = dayAfter(today, 6)
      const inWeek = ({ valid_until }: Offer) => valid_until !== null && valid_until <= weekEnds
      const place = (await page.locator('label.chip').first().textContent())?.replace('In ', '')
      const inPlace = ({ comunas }: Offer) => comunas.some((comuna) => comuna.name === place)
      const byEnd = (a: Offer, b: Offer) => String(a.valid_until).localeCompare(String(b.valid_until))
      for (const [index, found] of [
        listed.filter(inPlace),
        listed.filter(isTwo),
        listed.filter(inWeek).sort(byEnd),
      ].entries()) {
        await page.locator('label.chip').nth(index).click()
        const reply = page.locator('.reply:visible')
        const shown = await reply.locator('.card h3').allTextContents()
        t.strictSame(
          shown,
          found
            .slice(0, index === 2 && today < '2026-09-09' ? 3 : today < '2026-09-03' ? 3 : shown.length)
            .map(({ title }) => title),
          `question ${index}`,
        )
        const noun = found.length === 1 ? 'offer' : 'offers'
        const first = found.length > shown.length && shown.length > 0 ? `, the first ${shown.length}` : ''
        t.match(
          await reply.locator('.seen h2').textContent(),
          new RegExp(`: ${found.length} ${noun}${first}$`),
        )
        if (index === 2) {
          const code = await reply.locator('.asked code').textContent()
          t.match(code, `ends_from: '${today}',\n  ends_by: '${weekEnds}',`)
        }
        const json: unknown = JSON.parse((await reply.locator('.json code').textContent()) ?? '')
        if (Array.isArray(json))
          t.strictSame(
            json.map(({ title }) => title),
            shown,
            'as find gives them',
          )
        if (shown.length === 0)
          t.match(await reply.textContent(), 'The offers that were shown here have ended.')
      }
      t.strictSame(complaints, [])
    })
  }

  t.test('the answer to a call is shown as it comes, and marks what has ended', async (t) => {
    const { page } = await openTab(browser, t)
    await page.clock.setFixedTime(new Date('2027-07-28T16:00:00Z'))
    const past = offers.find(({ valid_until }) => valid_until !== null && valid_until < '2027-07-28')
    await page.goto(`${base}/?route=offer&id=${past?.id}`)
    await page.route('**/beta/offers/*', async (route) => route.fulfill({ json: { data: past, meta: {} } }))
    await page.click('#run')
    t.match(await page.locator('#offers .until').textContent(), ' (ended)')
    t.equal(JSON.parse((await page.locator('#json').textContent()) ?? '').data.status, past?.status)
  })

  t.test('without the script the page names the day of its data', async (t) => {
    const { page } = await openTab(browser, t, { javaScriptEnabled: false })
    await page.goto(`${base}/`)
    const text = (await page.locator('main').textContent()) ?? ''
    t.match(text, 'Updated 2026-09-01 10:00 UTC')
    t.match(text, 'The catalogue of 2026-09-01')
    t.notMatch(text, /\bToday\b/)
  })
}
