import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { snapshotTarget } from '../../../contract/api/request-target.ts'
import { objectPath } from '../../../contract/release/layout.ts'
import { startGateway } from '../../helpers/gateway.ts'
import { call } from '../../helpers/http.ts'
import { MINUTE_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { recordingLog } from './recording-log.ts'

t.setTimeout(MINUTE_MS)

t.test('an error of ours is logged each time, with its cause and the ids of request and key', async (t) => {
  const folder = t.testdir()
  publishTinyRelease(folder)
  const log = recordingLog()
  const limiter = {
    consume: () => {
      throw new TypeError('a bug')
    },
    close: async () => {},
  }
  const { base, keys } = await startGateway(t, folder, { log, limiter })
  const key = keys.issue('named')
  const [record] = keys.records.values()
  for (const id of ['a', 'b']) {
    t.equal((await call(base, '/beta/offers', { key, headers: { 'X-Request-Id': id } })).status, 500)
  }
  const expected = { key_id: record?.id, err: 'a bug', stack: /report-failure/ }
  t.match(log.facts('request failed'), [
    { ...expected, request_id: 'a' },
    { ...expected, request_id: 'b' },
  ])
  t.ok(
    log.lines.filter(({ message }) => message === 'request failed').every(({ level }) => level === 'error'),
  )
})

t.test('bodies that can not be read are failures of the origin, told once', async (t) => {
  const folder = t.testdir()
  const { entry } = publishTinyRelease(folder)
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const key = keys.issue('named')
  const { digest, storage } = entry('/beta/issuers')
  await rm(join(folder, objectPath(digest, storage)))
  for (let i = 0; i < 3; i++) t.equal((await call(base, '/beta/issuers', { key })).status, 503)
  t.equal(gateway.failures.origin.total, 3)
  t.match(log.facts('failing'), [{ part: 'origin', request_id: String, cause: /missing/ }])
})

t.test('a snapshot that turns out to be damaged under way is a failure of the origin', async (t) => {
  const folder = t.testdir()
  const { entry } = publishTinyRelease(folder)
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const { digest, storage, size } = entry(snapshotTarget('named'))
  await writeFile(join(folder, objectPath(digest, storage)), Buffer.alloc(size))
  await t.rejects(call(base, '/beta/snapshot', { key: keys.issue('named') }), { code: 'ECONNRESET' })
  t.equal(gateway.failures.origin.total, 1)
  t.match(log.facts('failing'), [{ part: 'origin', cause: `object ${digest}: damaged: found SHA-256 ` }])
  t.same(log.facts('request failed'), [])
})

t.test('a key store that is down is told once, each question to it counted', async (t) => {
  const folder = t.testdir()
  publishTinyRelease(folder)
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const key = keys.issue('named')
  keys.outage = new Error('refused')
  for (let i = 0; i < 3; i++) t.equal((await call(base, '/beta/issuers', { key })).status, 503)
  t.equal(gateway.failures.keyStore.total, 3)
  t.match(log.facts('failing'), [{ part: 'key_store', err: 'refused' }])
  t.equal(log.facts('request failed').length, 3, 'by request only for whoever logs all')
  t.notOk(log.lines.some(({ level, message }) => level === 'error' && message !== 'failing'))
})

t.test('where no release was ever published, that is told once, and no request adds to it', async (t) => {
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, t.testdir(), { log })
  const key = keys.issue('named')
  for (let i = 0; i < 3; i++) {
    await gateway.catalogue.refresh()
    t.equal((await call(base, '/beta/issuers', { key })).status, 503)
  }
  t.equal(gateway.failures.release.total, 4)
  t.equal(gateway.failures.origin.total, 0)
  t.match(log.facts('failing'), [{ part: 'release', err: /ever published/ }])
  t.equal(log.facts('failing').length, 1)
})
