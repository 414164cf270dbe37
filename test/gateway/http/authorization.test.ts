import t from 'tap'
import { challenge, presentedKey } from '../../../gateway/http/authorization.ts'

t.test('a bearer key is found, in any case of the scheme', async (t) => {
  const read = (field: string | undefined, raw = ['Authorization', field ?? '']) => presentedKey(field, raw)
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) t.same(read(`${scheme} abc`), { key: 'abc' })
  t.same(read('Bearer   abc'), { key: 'abc' })
  t.same(read(`Bearer ${'a'.repeat(200)}`), { key: 'a'.repeat(200) })
  t.equal(read(`Bearer ${'a'.repeat(201)}`), 'malformed')
  t.equal(read(undefined, []), 'nothing')
  for (const field of ['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a,b c']) {
    t.equal(read(field), 'malformed', field)
  }
  for (const field of ['', 'Basic eDp5', 'abc', 'Bearerabc']) t.equal(read(field), 'nothing', field)
})

t.test('two Authorization fields are no credentials', async (t) => {
  const raw = ['Host', 'x', 'authorization', 'Bearer a', 'AUTHORIZATION', 'Bearer b']
  t.equal(presentedKey('Bearer a', raw), 'malformed')
})

t.test('a field whose name only contains Authorization does not count', async (t) => {
  const raw = ['Authorization', 'Bearer a', 'Access-Control-Request-Headers', 'authorization']
  t.same(presentedKey('Bearer a', raw), { key: 'a' })
})

t.test('a challenge depends on whether a key was given', async (t) => {
  t.equal(challenge(false), 'Bearer realm="offers"')
  t.equal(challenge(true), 'Bearer realm="offers", error="invalid_token"')
})
