import t from 'tap'
import { FailureWatch, watchFailures } from '../../../gateway/operations/failure-watch.ts'
import { holdTimer } from '../../helpers/held-timer.ts'
import { until } from '../../helpers/until.ts'
import { recordingLog } from './recording-log.ts'

t.test('an outage is logged when it begins and when it is over, however many fail in it', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('origin', log, 20)
  for (let i = 0; i < 1000; i++) watch.failed(new Error('down'), { request_id: `r${i}` })
  t.same(log.facts('failing'), [{ part: 'origin', request_id: 'r0', err: 'down', cause: undefined }])
  t.equal(log.facts('still failing').length, 999, 'for whoever logs all')
  t.same(new Set(log.lines.map(({ level }) => level)), new Set(['error', 'debug']))
  await until('the outage is over', () => log.facts('failing no more').length > 0)
  t.same(log.facts('failing no more'), [{ part: 'origin', failures: 1000, quiet_ms: 20 }])
  t.equal(watch.total, 1000)
})

t.test('the next outage is told like the first, and counted on', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('limiter', log, 1)
  for (let outage = 1; outage <= 2; outage++) {
    watch.failed(new Error(`outage ${outage}`))
    await until('it is over', () => log.facts('failing no more').length === outage)
  }
  t.match(log.facts('failing'), [{ err: 'outage 1' }, { err: 'outage 2' }])
  t.match(log.facts('failing no more'), [{ failures: 1 }, { failures: 1 }])
  t.equal(watch.total, 2)
})

t.test('an error without a message is told by its code, and a cause is told as well', async (t) => {
  const log = recordingLog()
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  watchFailures(log, 10).keyStore.failed(new Error('no answer', { cause: refused }))
  t.match(log.facts('failing'), [{ part: 'key_store', err: 'no answer', cause: 'ECONNREFUSED' }])
})

t.test('each failure begins the quiet time again', async (t) => {
  const log = recordingLog()
  const watch = new FailureWatch('origin', log, 20)
  const quiet = await holdTimer(t, () => watch.failed(new Error('down')))
  for (let more = 0; more < 4; more++) watch.failed(new Error('down'))
  t.match(quiet, { times: [20], refreshed: 4 })
  t.equal(log.facts('failing').length, 1)
  t.same(log.facts('failing no more'), [])
  quiet.end()
  t.match(log.facts('failing no more'), [{ failures: 5 }])
})

t.test('an outage of releases is not over between two looks at the pointer', async (t) => {
  const pollMs = 60_000
  const { release } = watchFailures(recordingLog(), pollMs)
  const { times } = await holdTimer(t, () => release.failed(new Error('no such release')))
  t.equal(times.length, 1)
  t.ok(times.every((milliseconds) => milliseconds > 2 * pollMs))
})
