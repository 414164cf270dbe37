// The promises of the API about time, on a clock that the test moves.

import t, { type Test } from 'tap'
import { keyDigest, keyIdOf } from '../../contract/keys/format.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { MINUTE_MS } from '../helpers/slow-suite.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(MINUTE_MS)

const folder = t.testdir()
const { manifest } = publishTinyRelease(folder, { offers: 20 })
const OFFER = `/beta/offers/${tinyOffer(0, manifest.data_as_of).id}`

const serve = (t: Test) => startGateway(t, folder, { proxies: ['127.0.0.0/8'] })

const status = async (base: string, target: string, key: string) => (await call(base, target, { key })).status

t.test('a revoked key is refused within 60 s on every route, and at once on the snapshot', async (t) => {
  const { base, keys, pass } = await serve(t)
  for (const target of ['/beta/offers', '/beta/issuers', OFFER]) {
    const key = keys.issue('named')
    t.equal(await status(base, target, key), 200, target)
    pass(1)
    await keys.revoke(keyIdOf(keyDigest(key)), '2026-09-01T12:00:00.000Z')
    pass(59_999)
    t.equal(await status(base, target, key), 401, `${target}, not a moment after 60 s`)
  }
  const key = keys.issue('named')
  t.equal(await status(base, '/beta/snapshot', key), 200)
  await keys.revoke(keyIdOf(keyDigest(key)), '2026-09-01T12:00:00.000Z')
  t.equal(await status(base, '/beta/snapshot', key), 401)
})

t.test('a revoked key in steady use is refused within 60 s as well', async (t) => {
  const { base, keys, pass } = await serve(t)
  const key = keys.issue('named')
  t.equal(await status(base, '/beta/offers', key), 200)
  pass(1)
  await keys.revoke(keyIdOf(keyDigest(key)), '2026-09-01T12:00:00.000Z')
  let seconds = 0
  while (seconds < 60 && (await status(base, '/beta/offers', key)) === 200) {
    pass(1_000)
    seconds += 1
  }
  t.ok(seconds < 60, `after ${seconds} s`)
})

t.test('after the seconds that Retry-After names, requests are answered again', async (t) => {
  const { base, keys, pass } = await serve(t)
  for (const [kind, allowed] of [
    ['demo', 30],
    ['named', 300],
  ] as const) {
    const key = keys.issue(kind)
    t.equal(await status(base, '/beta/issuers', key), 200)
    pass(12_300)
    for (let request = 1; request < allowed; request++) {
      if ((await status(base, '/beta/issuers', key)) !== 200) t.fail(`${kind}: request ${request}`)
    }
    const refused = await call(base, '/beta/issuers', { key })
    t.equal(refused.status, 429, kind)
    const wait = Number(refused.headers['retry-after'])
    t.equal(wait, 48, 'the window began with the first request')
    pass((wait - 1) * 1000)
    t.equal(await status(base, '/beta/issuers', key), 429)
    pass(1000)
    t.equal(await status(base, '/beta/issuers', key), 200)
  }
})
