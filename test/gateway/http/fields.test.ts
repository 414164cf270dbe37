import t from 'tap'
import { codingFor } from '../../../gateway/http/accept-encoding.ts'
import { challenge, presentedKey } from '../../../gateway/http/authorization.ts'
import { byteRangeOf, ifRangeHolds } from '../../../gateway/http/byte-range.ts'
import { pagingLinks } from '../../../gateway/http/paging-links.ts'
import { createRequestIds } from '../../../gateway/http/request-id.ts'
import { parseRequestTarget, targetOf } from '../../../gateway/http/request-target.ts'
import { contextHeaderText } from '../../../gateway/http/send-response.ts'
import { RequestContext } from '../../../gateway/request-context.ts'

t.test('gzip is sent to those who take it', async (t) => {
  for (const field of [
    'gzip',
    'GZIP',
    'gzip, deflate, br',
    'x-gzip',
    '*',
    'deflate;q=0.5, gzip;q=0.1',
    'gzip ; q=1.000',
  ]) {
    t.equal(codingFor(field), 'gzip', field)
  }
  const refusals = [
    undefined,
    '',
    'identity',
    'br',
    'gzip;q=0',
    'gzip;q=0.000',
    '*;q=0',
    'gzip;q=0, *',
    'gzip;q=2',
  ]
  for (const field of [...refusals, 'identity, gzip;q=0.5'])
    t.equal(codingFor(field), 'identity', String(field))
})

t.test('what is remembered of Accept-Encoding stays bounded and right', async (t) => {
  for (let i = 0; i < 1000; i++) t.equal(codingFor(`gzip, x${i}`), 'gzip')
  t.equal(codingFor('gzip;q=0, x1'), 'identity')
})

t.test('a bearer key is found whatever the case of the scheme', async (t) => {
  const read = (field: string | undefined, raw = ['Authorization', field ?? '']) => presentedKey(field, raw)
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) t.same(read(`${scheme} abc`), { key: 'abc' })
  t.same(read('Bearer   abc'), { key: 'abc' })
  t.equal(read(undefined, []), 'nothing')
  for (const field of [
    '',
    'Bearer',
    'Bearer ',
    'Basic abc',
    'abc',
    'Bearer a b',
    'Bearerabc',
    'Bearer a,b c',
  ]) {
    t.equal(read(field), 'malformed', field)
  }
})

t.test('two Authorization fields are no credentials', async (t) => {
  const raw = ['Host', 'x', 'authorization', 'Bearer a', 'AUTHORIZATION', 'Bearer b']
  t.equal(presentedKey('Bearer a', raw), 'malformed')
})

t.test('a challenge says whether a key was given', async (t) => {
  t.equal(challenge(false), 'Bearer realm="offers"')
  t.equal(challenge(true), 'Bearer realm="offers", error="invalid_token"')
})

t.test('one range of bytes is understood', async (t) => {
  t.same(byteRangeOf('bytes=0-9', 100), { first: 0, last: 9 })
  t.same(byteRangeOf('bytes=90-', 100), { first: 90, last: 99 })
  t.same(byteRangeOf('bytes=90-500', 100), { first: 90, last: 99 })
  t.same(byteRangeOf('bytes=-10', 100), { first: 90, last: 99 })
  t.same(byteRangeOf('bytes=-500', 100), { first: 0, last: 99 })
  for (const field of ['bytes=100-', 'bytes=100-200', 'bytes=-0'])
    t.equal(byteRangeOf(field, 100), 'unsatisfiable', field)
  for (const field of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=+1-2',
  ]) {
    t.equal(byteRangeOf(field, 100), undefined, String(field))
  }
})

t.test('a range is sent only of the very file that the client holds a part of', async (t) => {
  t.ok(ifRangeHolds(undefined, '"a"'))
  t.ok(ifRangeHolds('"a"', '"a"'))
  for (const field of ['"b"', 'W/"a"', 'Tue, 01 Sep 2026 10:00:00 GMT', '*'])
    t.notOk(ifRangeHolds(field, '"a"'), field)
})

t.test('links lead to the neighbours that the key may read', async (t) => {
  const links = (limit: number, offset: number, total: number, kind: 'demo' | 'named') =>
    pagingLinks({ issuer: 'x', limit, offset }, total, kind)
      .split(', ')
      .map((link) => link.replace(/<\/beta\/offers\?issuer=x&limit=\d+&offset=(\d+)>; rel="(\w+)"/, '$2 $1'))
  t.same(links(25, 0, 0, 'demo'), ['first 0'])
  t.same(links(25, 0, 26, 'demo'), ['first 0', 'next 25'])
  t.same(links(25, 100, 999, 'demo'), ['first 0', 'prev 75'], 'no next beyond what a demo key may read')
  t.same(links(25, 100, 999, 'named'), ['first 0', 'prev 75', 'next 125'])
  t.same(links(100, 9950, 99_999, 'named'), ['first 0', 'prev 9850'])
  t.same(links(25, 10, 100, 'named'), ['first 0', 'prev 0', 'next 35'])
  t.same(links(25, 500, 60, 'named'), ['first 0', 'prev 35'], 'from beyond the end back to the last offers')
})

t.test('rate headers follow the draft', async (t) => {
  const context = new RequestContext('an-id', 0)
  t.equal(contextHeaderText(context), 'X-Request-Id: an-id\r\n', 'nothing was counted yet')
  context.caller = { id: 'key_a', kind: 'named', countedAs: 'key_a', window: undefined }
  context.rate = { allowed: true, remaining: 299, resetSeconds: 12 }
  t.same(contextHeaderText(context).split('\r\n'), [
    'RateLimit-Policy: "named";q=300;w=60',
    'RateLimit: "named";r=299;t=12',
    'X-Request-Id: an-id',
    '',
  ])
})

t.test('request ids are taken over where they are decent, and unique otherwise', async (t) => {
  const next = createRequestIds()
  t.equal(next('abc-1.2_3'), 'abc-1.2_3')
  const made = [
    next(undefined),
    next(''),
    next('a b'),
    next('x'.repeat(65)),
    next(['a', 'b']),
    next('<script>'),
  ]
  t.equal(new Set(made).size, made.length)
  for (const id of made) t.match(id, /^[A-Za-z0-9.-]{8,}-[0-9a-z]+$/)
  const many = Array.from({ length: 3000 }, () => next(undefined))
  t.equal(new Set([...made, ...many]).size, made.length + many.length)
})

t.test('absolute-form request targets are read like others', async (t) => {
  const parsed = parseRequestTarget('http://example.org/beta/offers?limit=7')
  t.equal(parsed?.target, '/beta/offers?limit=7&offset=0')
  t.equal(parseRequestTarget('*'), undefined)
  const snapshot = parseRequestTarget('/beta/snapshot')
  t.equal(snapshot && targetOf(snapshot, 'demo'), '/beta/snapshot?kind=demo')
  t.match(parseRequestTarget('/beta/snapshot?kind=named')?.errors, [{ param: 'kind' }])
})
