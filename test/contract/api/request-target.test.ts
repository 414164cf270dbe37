import fc from 'fast-check'
import t from 'tap'
import { parseListQuery } from '../../../contract/api/list-query.ts'
import { parseRequestTarget, routeOf, splitTarget } from '../../../contract/api/request-target.ts'
import { listTarget, offerTarget } from '../../helpers/current-targets.ts'

t.test('routes are recognised to the letter', async (t) => {
  t.equal(routeOf('/beta/offers')?.route, 'offers')
  t.equal(routeOf('/beta/issuers')?.route, 'issuers')
  t.equal(routeOf('/beta/snapshot')?.route, 'snapshot')
  t.equal(routeOf('/beta/openapi.json')?.route, 'openapi')
  t.equal(routeOf('/beta/offers/off_abc')?.route, 'offer')
  t.match(routeOf('/'), { route: 'home', version: undefined })
  const nowhere = [
    '',
    '/beta',
    '/beta/',
    '/beta/offers/',
    '/beta/offers/a/b',
    '/beta//offers',
    '/Beta/offers',
    '/beta/offers%2Foff_a',
    '/beta/%6Fffers',
    '/beta/../beta/offers',
    '/beta/%2e%2e/offers',
    '/v1/offers',
    '/betaoffers',
    '/beta2/offers',
  ]
  for (const path of nowhere) t.equal(routeOf(path), undefined, path)
})

t.test('an id that no offer can have has no target', async (t) => {
  t.equal(offerTarget('off_abc'), '/beta/offers/off_abc')
  for (const id of [
    'abc',
    'off_',
    'off_%2e%2e',
    'off_a%00',
    'off_ä',
    `off_${'a'.repeat(65)}`,
    '..',
    '%2e%2e',
  ]) {
    t.equal(offerTarget(id), undefined, id)
  }
})

t.test('a canonical target parses to itself', async (t) => {
  const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}$/)
  const optional = fc.option(slug, { nil: undefined })
  fc.assert(
    fc.property(
      optional,
      optional,
      optional,
      fc.integer({ min: 1, max: 100 }),
      fc.nat(10_000),
      (i, ca, co, limit, offset) => {
        const query = {
          ...(i === undefined ? {} : { issuer: i }),
          ...(ca === undefined ? {} : { category: ca }),
          ...(co === undefined ? {} : { comuna: co }),
          limit,
          offset,
        }
        t.match(parseListQuery(splitTarget(listTarget(query)).search), { query })
      },
    ),
    { numRuns: 200 },
  )
})

t.test('origin-form and absolute-form lead to the same answer', async (t) => {
  const origin = parseRequestTarget('/beta/offers?limit=7')
  t.match(origin, { route: 'offers', target: '/beta/offers?limit=7&offset=0', faults: { length: 0 } })
  for (const authority of ['http://api.example', 'https://api.example:8443', 'HTTP://API.EXAMPLE']) {
    t.same(parseRequestTarget(`${authority}/beta/offers?limit=7`), origin, authority)
  }
  t.equal(parseRequestTarget('ftp://api.example/beta/offers'), undefined)
  t.equal(parseRequestTarget('/x?http://api.example/beta/offers'), undefined)
})

t.test('only lists take parameters', async (t) => {
  for (const path of ['/beta/offers/off_abc', '/beta/issuers', '/beta/snapshot', '/beta/openapi.json']) {
    t.match(parseRequestTarget(path), { faults: { length: 0 } }, path)
    t.match(parseRequestTarget(`${path}?`), { faults: { length: 0 } }, `${path}?`)
    t.match(parseRequestTarget(`${path}?limit=5`), { faults: [{ param: 'limit', given: '5' }] })
  }
})

t.test('a published address is found, and no other', async (t) => {
  const targetOf = (path: string) => parseRequestTarget(path)?.target
  t.equal(targetOf('/beta/offers/off_abc'), '/beta/offers/off_abc')
  t.equal(targetOf('/beta/offers/off%5Fab%63'), '/beta/offers/off_abc', 'encoded without need')
  t.match(parseRequestTarget('/b%65ta/%6Fffers?limit=7'), { target: '/beta/offers?limit=7&offset=0' })
  for (const other of ['//beta/offers', '/beta//offers', '/beta%2Foffers', '/beta/offers/'])
    t.equal(parseRequestTarget(other), undefined, other)
  t.equal(targetOf('/beta/offers/off%5F%2Fabc'), undefined, 'an encoded slash is not decoded')
  t.equal(targetOf('/beta/offers/off%255Fabc'), undefined, 'nothing is decoded twice')
  t.equal(targetOf('/beta/offers/abc'), undefined)
  t.equal(targetOf('/beta/issuers'), '/beta/issuers')
  t.equal(targetOf('/beta/snapshot'), undefined, 'there is one for each kind of key')
  t.equal(targetOf('/beta/offers?limit=0'), undefined)
})
