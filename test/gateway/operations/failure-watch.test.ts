import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { objectPath, POINTER_PATH } from '../../../contract/release/layout.ts'
import { openFileKeyStore } from '../../../gateway/keys/file-key-store.ts'
import { FailureWatch, watchFailures } from '../../../gateway/operations/failure-watch.ts'
import { snapshotTarget } from '../../helpers/current-targets.ts'
import { serveTiny, startGateway } from '../../helpers/gateway.ts'
import { holdTimer } from '../../helpers/held-timer.ts'
import { call } from '../../helpers/http.ts'
import { runProgram } from '../../helpers/processes.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { publishTinyRelease } from '../../helpers/tiny-release.ts'
import { until } from '../../helpers/until.ts'
import { recordingLog } from './recording-log.ts'

t.test('the beginning and the end of an outage are logged, for any number of failures', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('origin', log, 20)
  for (let i = 0; i < 1000; i++) watch.failed(new Error('down'), { request_id: `r${i}` })
  t.same(log.facts('failing'), [{ part: 'origin', request_id: 'r0', err: 'down', cause: undefined }])
  t.equal(log.facts('still failing').length, 999, 'at level debug')
  t.same(new Set(log.lines.map(({ level }) => level)), new Set(['error', 'debug']))
  await until('the outage is over', () => log.facts('recovered').length > 0)
  t.same(log.facts('recovered'), [{ part: 'origin', failures: 1000, quiet_ms: 20 }])
  t.equal(watch.total, 1000)
})

t.test('the next outage is logged like the first, and counts continue', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('limiter', log, 1)
  for (let outage = 1; outage <= 2; outage++) {
    watch.failed(new Error(`outage ${outage}`))
    await until('it is over', () => log.facts('recovered').length === outage)
  }
  t.match(log.facts('failing'), [{ err: 'outage 1' }, { err: 'outage 2' }])
  t.match(log.facts('recovered'), [{ failures: 1 }, { failures: 1 }])
  t.equal(watch.total, 2)
})

t.test('other reasons within an outage are logged as well, up to five', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('key_store', log)
  const reasons = ['closed', 'refused', 'WRONGPASS', 'd', 'e', 'f']
  for (const reason of [...reasons, ...reasons]) watch.failed(new Error(reason))
  t.strictSame(
    log.facts('failing').map(({ err }) => err),
    reasons.slice(0, 5),
  )
  t.equal(log.facts('still failing').length, 7)
  watch.recovered()
  t.match(log.facts('recovered'), [{ failures: 12 }])
})

t.test('an error without a message is logged with its code, and with its cause', async (t) => {
  const log = recordingLog()
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  watchFailures(log).keyStore.failed(new Error('no answer', { cause: refused }))
  t.match(log.facts('failing'), [{ part: 'key_store', err: 'no answer', cause: 'ECONNREFUSED' }])
})

t.test('each failure restarts the quiet time', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('origin', log, 20)
  const quiet = await holdTimer(t, () => watch.failed(new Error('down')))
  for (let more = 0; more < 4; more++) watch.failed(new Error('down'))
  t.match(quiet, { times: [20], refreshed: 4 })
  t.equal(log.facts('failing').length, 1)
  t.same(log.facts('recovered'), [])
  quiet.end()
  t.match(log.facts('recovered'), [{ failures: 5 }])
})

t.test('a key file that stays damaged has not recovered, however quiet it is', async (t) => {
  const path = join(t.testdir(), 'keys.ndjson')
  const log = recordingLog()
  await runProgram('gateway', ['keys', 'init', '--keys', path])
  const good = await readFile(path)
  const keyStore = await openFileKeyStore(path)
  const { gateway } = await serveTiny(t, { log, keyStore })
  await writeFile(path, good.subarray(0, 40))
  const { keyStore: watch } = gateway.failures
  const quiet = await holdTimer(t, () => watch.failed(new Error('key file damaged')))
  for (const failures of [2, 3, 4]) {
    quiet.end()
    await until('the file was read', () => watch.total === failures)
  }
  t.equal(quiet.refreshed, 3, 'the quiet time begins again')
  t.same(log.facts('recovered'), [])
  await writeFile(path, good)
  quiet.end()
  await until('it is over', () => log.facts('recovered').length > 0)
  t.match(log.facts('recovered'), [{ part: 'key_store', failures: 4 }])
})

t.test('a part that reports its recovery has no quiet time', async (t) => {
  const log = recordingLog()
  const { release } = watchFailures(log)
  release.recovered()
  const { times } = await holdTimer(t, () => release.failed(new Error('no such release')))
  t.same(times, [])
  t.same(log.facts('recovered'), [])
  release.recovered()
  release.recovered()
  t.same(log.facts('recovered'), [{ part: 'release', failures: 1, quiet_ms: undefined }])
})

t.test(
  'an outage of releases ends with the next successful check of the pointer, and not before',
  async (t) => {
    const folder = t.testdir()
    publishTinyRelease(folder)
    const log = recordingLog()
    const { gateway } = await startGateway(t, folder, { log })
    const pointer = join(folder, POINTER_PATH)
    const good = await readFile(pointer)
    for (let outage = 1; outage <= 3; outage++) {
      await writeFile(pointer, 'no pointer')
      for (let look = 0; look < 3; look++) await gateway.catalogue.refresh()
      t.equal(log.facts('failing').length, outage)
      t.equal(log.facts('recovered').length, outage - 1)
      await writeFile(pointer, good)
      await gateway.catalogue.refresh()
      await gateway.catalogue.refresh()
      t.same(log.facts('recovered').at(-1), { part: 'release', failures: 3, quiet_ms: undefined })
      t.equal(log.facts('recovered').length, outage)
    }
  },
)

t.setTimeout(SHORT_MS)

t.test('an error of ours is logged each time, with its cause and the ids of request and key', async (t) => {
  const log = recordingLog()
  const limiter = {
    consume: () => {
      throw new TypeError('a bug')
    },
    close: async () => {},
  }
  const { base, keys } = await serveTiny(t, { log, limiter })
  const key = keys.issue('named')
  const [record] = keys.records.values()
  for (const id of ['a', 'b']) {
    t.equal((await call(base, '/beta/offers', { key, headers: { 'X-Request-Id': id } })).status, 500)
  }
  const expected = { key_id: record?.id, err: 'a bug', stack: /failure-watch/ }
  t.match(log.facts('request failed'), [
    { ...expected, request_id: 'a' },
    { ...expected, request_id: 'b' },
  ])
  t.ok(
    log.lines.filter(({ message }) => message === 'request failed').every(({ level }) => level === 'error'),
  )
})

t.test('bodies that cannot be read are failures of the origin, logged once', async (t) => {
  const folder = t.testdir()
  const { entry } = publishTinyRelease(folder)
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const key = keys.issue('named')
  const { digest, storage } = entry('/beta/issuers')
  await rm(join(folder, objectPath(digest, storage)))
  for (let i = 0; i < 3; i++) t.equal((await call(base, '/beta/issuers', { key })).status, 502)
  t.equal(gateway.failures.origin.total, 3)
  t.match(log.facts('failing'), [{ part: 'origin', request_id: String, cause: /missing/ }])
})

t.test('a snapshot that is found damaged while it streams is a failure of the origin', async (t) => {
  const folder = t.testdir()
  const { entry } = publishTinyRelease(folder)
  const log = recordingLog()
  const { base, gateway, keys } = await startGateway(t, folder, { log })
  const { digest, storage, size } = entry(snapshotTarget('named'))
  await writeFile(join(folder, objectPath(digest, storage)), Buffer.alloc(size))
  await t.rejects(call(base, '/beta/snapshot', { key: keys.issue('named') }), { code: 'ECONNRESET' })
  t.equal(gateway.failures.origin.total, 1)
  // The watch of objects may see the file while it is written.
  const failing = log.facts('failing').filter(({ part }) => part !== 'objects')
  t.match(failing, [{ part: 'origin', cause: `object ${digest}: damaged: found SHA-256 ` }])
  t.same(log.facts('request failed'), [])
})

t.test('a key store that is down is logged once, and each look-up counted', async (t) => {
  const log = recordingLog()
  const { base, gateway, keys } = await serveTiny(t, { log })
  const key = keys.issue('named')
  keys.outage = new Error('refused')
  for (let i = 0; i < 3; i++) t.equal((await call(base, '/beta/issuers', { key })).status, 503)
  t.equal(gateway.failures.keyStore.total, 3)
  t.match(log.facts('failing'), [{ part: 'key_store', err: 'refused' }])
  t.equal(log.facts('request failed').length, 3, 'each request only at level debug')
  t.notOk(log.lines.some(({ level, message }) => level === 'error' && message !== 'failing'))
})

t.test('a missing release is logged once, and requests add nothing', async (t) => {
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
