// What a proposal makes of the values of a column.

import t from 'tap'
import { lookAtDays, sampleOf } from '../../import/proposing/look-at-values.ts'

const patternsOf = (...texts: string[]) => lookAtDays([sampleOf('when', texts)], null).patterns

t.test('moments at the start or the end of a day are read as that day, in any time zone', async (t) => {
  const cases: [texts: string[], pattern: string][] = [
    [['2026-09-01T00:00:00Z', '2026-09-30T00:00:00Z'], 'instant-as-day'],
    [['2026-09-01T00:00:00Z', '2026-09-30T23:59:59Z'], 'instant-as-day'],
    [['2026-09-01T00:00:00Z', '2026-09-30T02:59:59Z'], 'instant'],
    [['2026-09-01T08:41:00+00:00', '2026-09-30T21:59:00+00:00'], 'instant'],
    [['2026-09-01T00:00:00-03:00/2026-09-07T23:59:59-03:00'], 'instant-as-day'],
    [['2026-09-01T00:00:00-03:00/2026-09-07T03:00:00-03:00', '2026-09-09T00:00:00-05:00'], 'instant-as-day'],
    [['2026-09-01T09:30:00-03:00', '2026-09-30T18:00:00-03:00', '2026-10-01T00:00:00-03:00'], 'instant'],
  ]
  for (const [texts, pattern] of cases) t.same(patternsOf(...texts), ['YYYY-MM-DD', pattern], texts.join(' '))
})
