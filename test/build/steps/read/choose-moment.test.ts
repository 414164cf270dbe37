import t from 'tap'
import { chooseMoment, saysMoment } from '../../../../build/steps/read/date-release.ts'
import { CATALOGUE } from '../../support/source.ts'

const NOW = Date.parse('2026-03-01T12:00:00.000Z')

const choose = (asOf: string | undefined, data_as_of?: string, time_zone = 'America/Santiago') => {
  const { data_as_of: _, ...catalogue } = { ...CATALOGUE, time_zone }
  return chooseMoment(asOf, data_as_of === undefined ? catalogue : { ...catalogue, data_as_of }, NOW)
}

t.test('the moment of the command line wins over that of the catalogue', async (t) => {
  t.equal(choose(undefined, '2026-02-01T10:00:00.000Z'), '2026-02-01T10:00:00.000Z')
  t.equal(choose('2026-02-02T10:00Z', '2026-02-01T10:00:00.000Z'), '2026-02-02T10:00:00.000Z')
  t.equal(choose(undefined), undefined)
})

t.test('any zone, a day, and now become UTC with milliseconds', async (t) => {
  t.equal(choose('2026-02-22T06:00-04:00'), '2026-02-22T10:00:00.000Z')
  t.equal(choose('2026-02-22T10:00:00.5Z'), '2026-02-22T10:00:00.500Z')
  t.equal(choose('now'), '2026-03-01T12:00:00.000Z')
  t.equal(choose('2026-02-22'), '2026-02-22T03:00:00.000Z')
  t.equal(choose('2025-09-07'), '2025-09-07T04:00:00.000Z', 'a day without a midnight')
  t.equal(choose('2026-02-22', undefined, 'Pacific/Kiritimati'), '2026-02-21T10:00:00.000Z')
  t.equal(choose('2026-02-22', undefined, 'Etc/GMT+12'), '2026-02-22T12:00:00.000Z')
})

t.test('a day or time that does not exist is not a moment', async (t) => {
  for (const text of [
    '2026-02-30T00:00:00.000Z',
    '2026-02-29',
    '2026-13-01T00:00:00Z',
    '2026-02-01T24:00:00Z',
    '2026-02-01T23:59:60.000Z',
    '2026-02-01T10:00:00+24:00',
    '0000-01-01T00:00:00+01:00',
    '2026-02-01T10:00:00',
    '2026-02-01T10:00:00.123456+00:00',
    'tomorrow',
    '',
  ]) {
    t.notOk(saysMoment(text), text)
    t.throws(() => choose(undefined, text), {
      code: 'bad-source',
      message: `catalogue.json: /data_as_of: found ${JSON.stringify(text)}, expected a moment like`,
    })
  }
})

t.test('a refused moment is told how many decimals of a second it may have', async (t) => {
  t.throws(() => choose(undefined, '2026-02-01T10:00:00.123456+00:00'), { message: /at most three decimals/ })
})

t.test('a moment more than 24 hours ahead is refused', async (t) => {
  t.equal(choose('2026-03-02T12:00:00.000Z'), '2026-03-02T12:00:00.000Z')
  for (const text of ['2026-03-02T12:00:00.001Z', '2062-03-01', '9999-12-31T23:59:59Z']) {
    t.throws(() => choose(text), { code: 'in-the-future' }, text)
    t.throws(() => choose(undefined, text), { code: 'in-the-future' }, text)
  }
})
