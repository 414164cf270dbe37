// Every error of the API is explained where its `type` leads, and in the description.

import t from 'tap'
import { PROBLEMS } from '../../contract/api/problems.ts'
import { asRecord } from '../../lib/json/json.ts'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { noneWrong } from './support/wrong.ts'

t.test('every code is in the reference for people, and in the description of the API', async (t) => {
  const { base } = await startGateway(t, await demonstrationRelease())
  const problems = Object.entries(PROBLEMS)

  const page = (await call(base, '/reference')).text
  const stands = ([code, { status, title }]: (typeof problems)[number]) =>
    page.includes(`<code>${code}</code> <span class="type">${status}</span></dt>\n<dd>${title}.`)
  noneWrong(t, problems, stands, 'none is missing on the page')
  const places = Array.from(page.matchAll(/<div id="([^"]+)"><dt>/g), ([, id = '']) => id)
  t.strictSame(places, Object.keys(PROBLEMS), 'and it explains no other')
  const missing = await call(base, '/beta/nowhere')
  const { type } = asRecord(missing.json, 'a problem')
  const leadsTo = new URL(String(type), `${base}/beta/nowhere`)
  t.equal(leadsTo.href, `${base}/reference#not_found`, 'links lead there')

  const description = (await call(base, '/beta/openapi.json')).text
  const isDescribed = ([code]: (typeof problems)[number]) => new RegExp(`\\b${code}\\b`).test(description)
  // No version of the API ends as yet.
  const ofToday = problems.filter(([code]) => code !== 'version_gone')
  noneWrong(t, ofToday, isDescribed, 'none is missing in the description')
})
