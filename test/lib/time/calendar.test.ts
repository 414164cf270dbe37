import t from 'tap'
import { calendarDay, daysBetween, isTimeZone } from '../../../lib/time/calendar.ts'

t.test('the day of an instant is the one on the wall there', async (t) => {
  t.equal(calendarDay('2026-03-01T02:59:59.999Z', 'America/Santiago'), '2026-02-28')
  t.equal(calendarDay('2026-03-01T03:00:00.000Z', 'America/Santiago'), '2026-03-01')
  t.equal(calendarDay('2026-07-01T03:59:00.000Z', 'America/Santiago'), '2026-06-30', 'four hours in winter')
  t.equal(calendarDay('2026-03-01T10:00:00.000Z', 'Pacific/Kiritimati'), '2026-03-02')
  t.equal(calendarDay('2026-12-31T23:59:59.999Z', 'UTC'), '2026-12-31')
  t.equal(calendarDay('0900-06-01T12:00:00.000Z', 'UTC'), '0900-06-01', 'years have four digits')
})

t.test('days are counted over changes of the clock and leap days', async (t) => {
  t.equal(daysBetween('2026-03-01', '2026-05-30'), 90)
  t.equal(daysBetween('2028-02-28', '2028-03-01'), 2)
  t.equal(daysBetween('2026-01-01', '2025-12-31'), -1)
})

t.test('time zones are those that Node knows', async (t) => {
  t.ok(isTimeZone('America/Santiago'))
  t.notOk(isTimeZone('America/Nowhere'))
  t.notOk(isTimeZone(' '))
})
