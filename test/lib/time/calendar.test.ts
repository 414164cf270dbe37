import fc from 'fast-check'
import t from 'tap'
import {
  aMillisecondLater,
  calendarDay,
  canonicalMoment,
  daysBetween,
  isCalendarDay,
  isTimeZone,
} from '../../../lib/time/calendar.ts'

t.test('the day of an instant is the local one', async (t) => {
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

t.test('a moment in any zone has one form, UTC with milliseconds', async (t) => {
  const cases: [text: string, canonical: string][] = [
    ['2026-09-01T10:00:00.000Z', '2026-09-01T10:00:00.000Z'],
    ['2026-09-01T10:00:00Z', '2026-09-01T10:00:00.000Z'],
    ['2026-09-01T10:00Z', '2026-09-01T10:00:00.000Z'],
    ['2026-09-01T10:00:00.5Z', '2026-09-01T10:00:00.500Z'],
    ['2026-09-01T06:00:00-04:00', '2026-09-01T10:00:00.000Z'],
    ['2026-09-02T00:30:00+14:00', '2026-09-01T10:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ]
  for (const [text, canonical] of cases) t.equal(canonicalMoment(text), canonical, text)
})

t.test('text that is no moment, or depends on the machine, is refused', async (t) => {
  const none = [
    '',
    'now',
    '2026-09-01',
    '2026-09-01T10:00:00',
    '2026-09-01 10:00:00Z',
    '2026-09-01t10:00:00z',
    '2026-02-30T10:00:00Z',
    '2025-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-00-10T10:00:00Z',
    '2026-09-01T24:00:00Z',
    '2026-09-01T10:60:00Z',
    '2026-09-01T10:00:60Z',
    '2026-09-01T10:00:00.0000Z',
    '2026-09-01T10:00:00+0400',
    '2026-09-01T10:00:00+24:00',
    ' 2026-09-01T10:00:00Z',
    '2026-09-01T10:00:00Z\n',
    '20260901T100000Z',
    '+002026-09-01T10:00:00Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ]
  for (const text of none) t.equal(canonicalMoment(text), undefined, JSON.stringify(text))
})

t.test('the canonical form of a canonical moment is the same', async () => {
  const within = { min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') }
  fc.assert(
    fc.property(fc.date({ ...within, noInvalidDate: true }), (date) => {
      const text = date.toISOString()
      return canonicalMoment(text) === text
    }),
  )
})

t.test('a day must exist in the calendar, and each moment has a next one', async (t) => {
  t.ok(isCalendarDay('2024-02-29'))
  for (const day of ['2026-02-30', '2026-2-3', '2026-02-03T00:00', '']) t.notOk(isCalendarDay(day), day)
  t.equal(aMillisecondLater('2026-12-31T23:59:59.999Z'), '2027-01-01T00:00:00.000Z')
})
