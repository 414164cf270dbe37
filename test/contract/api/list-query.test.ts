import t from 'tap'
import { FILTERS } from '../../../contract/api/filters.ts'
import {
  parameterErrors,
  parseChangesQuery,
  parseListQuery,
  refuseParameters,
  scopeErrors,
} from '../../../contract/api/list-query.ts'
import { listTarget } from '../../helpers/current-targets.ts'

t.test('defaults are filled in and parameters put in order', async (t) => {
  const canonical = (search: string) => {
    const parsed = parseListQuery(search)
    return 'query' in parsed ? listTarget(parsed.query) : parsed.faults
  }
  t.equal(canonical(''), '/beta/offers?limit=25&offset=0')
  t.equal(canonical('offset=50&issuer=banco-x'), '/beta/offers?issuer=banco-x&limit=25&offset=50')
  t.equal(
    canonical('comuna=lota&limit=7&category=viajes&issuer=b&offset=3'),
    '/beta/offers?issuer=b&category=viajes&comuna=lota&limit=7&offset=3',
  )
  t.equal(canonical('limit=007'), '/beta/offers?limit=7&offset=0', 'leading zeros are decimal digits too')
  t.equal(
    canonical('%6cimit=7&'),
    '/beta/offers?limit=7&offset=0',
    'names are decoded, and an empty pair is ignored',
  )
  t.equal(
    canonical('&offset=3&&limit=7'),
    '/beta/offers?limit=7&offset=3',
    'the pairs after an empty one count',
  )
})

t.test('a wrong parameter is reported by name', async (t) => {
  const cases: [search: string, param: string, given: string][] = [
    ['limit=0', 'limit', '0'],
    ['limit=', 'limit', ''],
    ['limit', 'limit', ''],
    ['limit=-1', 'limit', '-1'],
    ['limit=1e2', 'limit', '1e2'],
    ['limit=+5', 'limit', '+5'],
    ['limit=%2B5', 'limit', '+5'],
    ['limit=5.0', 'limit', '5.0'],
    ['limit=0x10', 'limit', '0x10'],
    ['limit=%D9%A3', 'limit', '٣'],
    ['limit=1&limit=2', 'limit', '2'],
    ['limit=1&limit=1', 'limit', '1'],
    ['offset=', 'offset', ''],
    ['offset=-0', 'offset', '-0'],
    ['offset=abc', 'offset', 'abc'],
    ['LIMIT=5', 'LIMIT', '5'],
    ['api_key=x', 'api_key', 'x'],
    ['__proto__=1', '__proto__', '1'],
    ['toString=1', 'toString', '1'],
    ['issuer=', 'issuer', ''],
    ['issuer=Banco', 'issuer', 'Banco'],
    ['issuer=a--b', 'issuer', 'a--b'],
    ['issuer=..%2F..%2Fetc', 'issuer', '../../etc'],
    ['comuna=a%00', 'comuna', 'a\0'],
    ['category=%zz', 'category', '%zz'],
    ['category=%ff', 'category', '%ff'],
    ['%ff=1', '%ff', '1'],
    ['%6cimit=%ff', 'limit', '%ff'],
  ]
  for (const [search, param, given] of cases) {
    const parsed = parseListQuery(search)
    t.match(parsed, { faults: [{ param, given }] }, search)
  }
  for (const { name } of FILTERS) {
    t.ok('query' in parseListQuery(`${name}=${'a'.repeat(100)}&offset=1`), name)
    t.match(parseListQuery(`${name}=${'a'.repeat(101)}`), { faults: [{ param: name }] })
  }
  const several = parseListQuery('limit=0&offset=x&foo=1')
  t.equal('faults' in several && several.faults.length, 3, 'all of them at once')
})

t.test('long values are cut in errors', async (t) => {
  const long = 'A'.repeat(8000)
  for (const search of [
    `issuer=${long}`,
    `issuer=a&issuer=${long}`,
    `${long}=1`,
    `issuer=${long}%zz`,
    `limit=${long}`,
  ]) {
    const parsed = parseListQuery(search)
    if ('query' in parsed) throw new Error('parsed otherwise')
    for (const { param, given } of parsed.faults) {
      t.ok(String(given).length <= 1030, 'given')
      if (param !== long.slice(0, 100)) t.match(given, /… \(cut\)$/, 'and say so')
      t.ok(param.length <= 100, 'param')
    }
  }
  t.match(
    parseListQuery(`issuer=A${'b'.repeat(999)}`),
    { faults: [{ given: `A${'b'.repeat(999)}` }] },
    '1,000 are not cut',
  )
})

t.test('a value is shown as it was sent', async (t) => {
  for (const [search, given] of [
    ['limit=+5', '+5'],
    ['limit=%2B5', '+5'],
    ['limit=%205', ' 5'],
    ['issuer=La+Uni%C3%B3n', 'La+Unión'],
    ['city=a+b', 'a+b'],
    ['limit=5&limit=+6', '+6'],
  ] as const)
    t.match(parseListQuery(search), { faults: [{ given }] }, search)
})

t.test('routes without parameters refuse any', async (t) => {
  t.same(refuseParameters(''), [])
  t.match(parameterErrors(refuseParameters('limit=5')), [
    { param: 'limit', given: '5', allowed: 'no parameters' },
  ])
})

t.test('a key may read up to the limits of its kind, and no further', async (t) => {
  t.same(scopeErrors({ limit: 25, offset: 100 }, {}, 'demo'), [])
  t.same(scopeErrors({ limit: 26, offset: 101 }, {}, 'demo'), [
    { param: 'limit', given: 26, allowed: 25, minimum: 1, maximum: 25 },
    { param: 'offset', given: 101, allowed: 100, minimum: 0, maximum: 100 },
  ])
  t.same(scopeErrors({ limit: 100, offset: 10_000 }, {}, 'named'), [])
  t.match(scopeErrors({ limit: 101, offset: 10_001 }, {}, 'named'), [{ allowed: 100 }, { allowed: 10_000 }])
})

t.test('a number is reported as it was typed, however many digits it has', async (t) => {
  for (const [typed, given] of [
    ['101', 101],
    ['0101', '0101'],
    ['99999999999999999999999', '99999999999999999999999'],
    ['9'.repeat(400), '9'.repeat(400)],
    ['9'.repeat(1001), `${'9'.repeat(1000)}… (cut)`],
  ] as const) {
    const parsed = parseListQuery(`limit=${typed}`)
    if (!('query' in parsed)) throw new Error('refused')
    t.ok(Number.isSafeInteger(parsed.query.limit), 'any number of digits is a number')
    t.match(scopeErrors(parsed.query, parsed.typed, 'named'), [{ param: 'limit', given }])
  }
})

t.test('the allowed values are those of the kind of the key', async (t) => {
  const parsed = parseListQuery('limit=0&offset=x')
  if (!('faults' in parsed)) throw new Error('not refused')
  t.same(parameterErrors(parsed.faults, 'demo'), [
    {
      param: 'limit',
      given: '0',
      allowed: 'a whole number from 1 to 25, in decimal digits',
      minimum: 1,
      maximum: 25,
    },
    {
      param: 'offset',
      given: 'x',
      allowed: 'a whole number from 0 to 100, in decimal digits',
      minimum: 0,
      maximum: 100,
    },
  ])
  t.match(parameterErrors(parsed.faults, 'named'), [{ maximum: 100 }, { maximum: 10_000 }])
  const unknown = parseListQuery('colour=red')
  if (!('faults' in unknown)) throw new Error('not refused')
  t.same(parameterErrors(unknown.faults, 'demo'), [
    {
      param: 'colour',
      given: 'red',
      allowed: `no other parameters than ${[...FILTERS.map(({ name }) => name), 'limit', 'offset'].join(', ')}`,
    },
  ])
})

t.test('changes take a moment in any of its forms, and a window, and no other parameter', async (t) => {
  const parsed = (search: string) => {
    const changes = parseChangesQuery(search)
    return 'query' in changes ? changes.query : parameterErrors(changes.faults).map(({ param }) => param)
  }
  t.same(parsed(''), { since: null, limit: 25, offset: 0 })
  t.same(parsed('since=2026-09-01T10:00:00.000Z&limit=7&offset=3'), {
    since: '2026-09-01T10:00:00.000Z',
    limit: 7,
    offset: 3,
  })
  for (const same of ['2026-09-01T10:00Z', '2026-09-01T10%3A00%3A00.000Z', '2026-09-01T07:00:00-03:00'])
    t.same(parsed(`since=${same}`), { since: '2026-09-01T10:00:00.000Z', limit: 25, offset: 0 }, same)
  for (const since of [
    '',
    'now',
    '2026-09-01',
    '2026-09-01T10:00:00',
    '2026-02-30T10:00:00Z',
    '2026-09-01T07:00:00+03:00',
  ])
    t.same(parsed(`since=${since}`), ['since'], since)
  t.same(parsed('since=2026-09-01T10:00Z&since=2026-09-01T10:00Z'), ['since'], 'twice')
  t.same(parsed('issuer=a&since=x&limit=0&offset=-1'), ['issuer', 'since', 'limit', 'offset'])
})
