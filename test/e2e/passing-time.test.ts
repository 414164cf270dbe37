// The promises of the API about time, on a clock that the test moves.

import t from 'tap'
import { keyDigest, keyIdOf } from '../../contract/keys/format.ts'
import { startGateway } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'
import { publishTinyRelease } from '../helpers/tiny-release.ts'

t.setTimeout(SHORT_MS)

const folder = t.testdir()
const { manifest } = publishTinyRelease(folder, { offers: 20 })
const OFFER = `/beta/offers/${tinyOffer(0, manifest.data_as_of).id}`

const status = async (base: string, target: string, key: string) => (await call(base, target, { key })).status

t.test('a revoked key is refused within 60 s on every route, and at once on the snapshot', async (t) => {
  const { base, keys, pass } = await startGateway(t, folder)
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
