// The formats that a proposal detects in the values of a column.

import t from 'tap'
import { lookAtDays, lookAtDecimals, sampleOf } from '../../import/proposing/look-at-values.ts'

const patternsOf = (...texts: string[]) => lookAtDays([sampleOf('when', texts)], null).patterns

t.test('moments at the start or the end of a day are read as that day, in any time zone', async (t) => {
  const cases: [texts: string[], pattern: string][] = [
    [['2026-09-01T00:00:00Z', '2026-09-30T00:00:00Z'], 'instant-as-day'],
    [['2026-09-01T00:00:00Z', '2026-09-30T23:59:59Z'], 'instant-as-day'],
    [['2026-09-01T00:00:00Z', '2026-09-30T02:59:59Z'], 'instant'],
    [['2026-09-01T08:41:00+00:00', '2026-09-30T21:59:00+00:00'], 'instant'],
    [['2026-09-01T00:00:00-03:00/2026-09-07T23:59:59-03:00'], 'instant-as-day'],
    [['2026-09-01T00:00:00-03:00/2026-09-07T03:00:00-03:00', '2026-09-09T00:00:00-05:00'], 'instant-as-day'],
    [['2026-09-01T00:00:00z', '2026-09-01t00:00:00z', '2026-09-30T02:59:59z'], 'instant'],
    [['2026-09-01T00:00:00-0000', '2026-09-02T00:00:00+0000', '2026-09-30T02:59:59-00:00'], 'instant'],
    [['2026-09-01 00:00 Z', '2026-09-01 23:59:59.999+01:00'], 'instant-as-day'],
    [['2026-09-01T09:30:00-03:00', '2026-09-30T18:00:00-03:00', '2026-10-01T00:00:00-03:00'], 'instant'],
  ]
  for (const [texts, pattern] of cases) t.same(patternsOf(...texts), ['YYYY-MM-DD', pattern], texts.join(' '))
})

t.test('the order of days and months', async (t) => {
  const order = (country: string | null, ...texts: string[]) => lookAtDays([sampleOf('x', texts)], country)
  const cases: [country: string | null, texts: string[], patterns: string[], doubt: RegExp | undefined][] = [
    ['CL', ['31/12/2026'], ['DD/MM/YYYY'], undefined],
    ['CL', ['12/31/2026'], ['MM/DD/YYYY'], undefined],
    ['CL', ['01/02/2026'], ['DD/MM/YYYY'], /^no day is later than the 12th: DD\/MM\/YYYY is usual in CL/],
    ['US', ['01/02/2026'], ['MM/DD/YYYY'], /MM\/DD\/YYYY is usual in US/],
    [null, ['01/02/2026'], [], /^no day is later than the 12th: add DD\/MM\/YYYY or/],
    ['CL', ['31/12/2026', '12/31/2026'], [], /^days are written in both orders/],
    ['CL', ['12/12/2026'], ['DD/MM/YYYY'], /no day is later/],
    ['CL', ['13/01/2026'], ['DD/MM/YYYY'], undefined],
  ]
  for (const [country, texts, patterns, doubt] of cases) {
    const found = order(country, ...texts)
    t.same(found.patterns, patterns, texts.join(' '))
    if (doubt) t.match(found.doubts, [doubt])
    else t.strictSame(found.doubts, [])
  }
})

t.test('days within sentences, and numbers that are not days', async (t) => {
  const cases: [text: string, patterns: string[]][] = [
    ['Hasta el 31-12-2026', ['DD/MM/YYYY']],
    ['31.12.26', ['DD/MM/YYYY']],
    ['31 / 12 / 2026', ['DD/MM/YYYY']],
    [`${'x'.repeat(190)}31/12/2026`, ['DD/MM/YYYY']],
    [`${'x'.repeat(191)}31/12/2026`, []],
    ['31/12/20261', []],
    ['31/12/202', []],
    ['del 2026-9-1 al 2026-9-5', ['YYYY-MM-DD']],
    ['12026-09-01', []],
    ['19991231', ['YYYYMMDD']],
    ['21001231', []],
    ['220261231', []],
    ['20261231x', []],
    ['46387', []],
  ]
  for (const [text, patterns] of cases) t.same(patternsOf(text), patterns, text)
})

t.test('the decimal mark of single numbers', async (t) => {
  const cases: [text: string, mark: ',' | '.' | null][] = [
    ['1.234.567,8', ','],
    ['1,234,567.8', '.'],
    ['12,5', ','],
    ['12.5', '.'],
    ['12,505', null],
    ['12.505', null],
    ['1234.567.890', null],
    ['1,23,456', null],
    ['a 12,50 b', ','],
    ['5', null],
  ]
  for (const [text, mark] of cases) t.equal(lookAtDecimals([sampleOf('x', [text])]), mark, text)
  t.equal(lookAtDecimals([sampleOf('x', ['5']), sampleOf('y', ['12,5'])]), ',', 'of all columns')
  t.equal(lookAtDecimals([sampleOf('x', ['12,5', '13,5', '12.5'])]), null, 'both are proven')
})
