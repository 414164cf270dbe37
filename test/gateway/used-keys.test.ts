// A gateway stores the days on which keys were used once an hour and when it stops, and no request notices.

import t, { type Test } from 'tap'
import { DAY_MS, HOUR_MS } from '../../lib/time/clock.ts'
import { serveTiny } from '../helpers/gateway.ts'
import { call } from '../helpers/http.ts'
import { until } from '../helpers/until.ts'
import { recordingLog } from './operations/recording-log.ts'

const TARGET = '/beta/issuers'

/** Takes the place of the hourly timer; returns a function that lets it go off. */
function holdHours(t: Test): () => void {
  const { setInterval: start } = globalThis
  const held: (() => void)[] = []
  t.intercept(globalThis, 'setInterval', {
    value: (run: () => void, milliseconds: number) => {
      if (milliseconds !== HOUR_MS) return start(run, milliseconds)
      held.push(run)
      return { unref: () => {} }
    },
  })
  return () => {
    for (const run of held) run()
  }
}

t.test('days of use are stored once an hour, and when the gateway stops', async (t) => {
  const endHour = holdHours(t)
  const { base, gateway, keys, pass } = await serveTiny(t)
  const key = keys.issue('named')
  const [id = ''] = Array.from(keys.records.values(), ({ id }) => id)
  t.match(await call(base, TARGET, { key }), { status: 200 })
  t.equal(keys.uses.size, 0, 'no request stores anything')
  endHour()
  await until('the day is stored', () => keys.uses.get(id) === '2026-09-01')
  pass(DAY_MS)
  t.match(await call(base, TARGET, { key }), { status: 200 })
  t.equal(keys.uses.get(id), '2026-09-01')
  await gateway.stop()
  t.equal(keys.uses.get(id), '2026-09-02')
})

t.test('a store that takes no days is a line in the log, and no failed request', async (t) => {
  const endHour = holdHours(t)
  const log = recordingLog()
  const { base, gateway, keys } = await serveTiny(t, { log })
  const key = keys.issue('named')
  t.match(await call(base, TARGET, { key }), { status: 200 })
  keys.usesOutage = new Error('read-only file system')
  endHour()
  await until('it is logged', () => log.facts('failing').length > 0)
  t.same(log.facts('failing'), [{ part: 'key_uses', err: 'read-only file system', cause: undefined }])
  t.match(await call(base, TARGET, { key }), { status: 200 })
  keys.usesOutage = undefined
  await gateway.stop()
  t.equal(keys.uses.size, 1)
  t.match(log.facts('recovered'), [{ part: 'key_uses' }])
})
