// Keys and limits in Redis, the release on an origin behind nginx: the same contract as with a local folder.

import t from 'tap'
import { demonstrationRelease } from '../helpers/demonstration.ts'
import { withoutNginx } from '../helpers/nginx.ts'
import { startOrigin } from '../helpers/origin.ts'
import { serveGateway } from '../helpers/processes.ts'
import { startRedis, withoutRedis } from '../helpers/redis.ts'
import { SLOW_MS } from '../helpers/slow-suite.ts'
import { blackBox, operatorOf } from './black-box.ts'

t.setTimeout(SLOW_MS)

const skip = withoutRedis || withoutNginx

t.test('a gateway with Redis and an origin keeps every promise', { skip }, async (t) => {
  const out = await demonstrationRelease()
  const { url: origin, nginx } = await startOrigin(t, out)
  const { url: redis } = await startRedis(t)
  const args = ['--origin', origin, '--keys', redis, '--limits', redis, '--trust-proxy', '127.0.0.0/8']
  const { base, log } = await serveGateway(t, [...args, '--log-level', 'debug'])
  const { issued, issue, revoke } = operatorOf(redis)
  await blackBox(t, { base, issue, revoke })
  const seen = JSON.stringify(await nginx.accessLog())
  t.ok(seen.includes('/objects/'), 'the gateway reads from the origin')
  for (const { key } of issued) {
    t.notOk(seen.includes(key), 'no key reaches the origin')
    t.notOk(log().includes(key), 'no key reaches the log')
  }
})
