import t from 'tap'
import { asCount, asList, asNullable, asRecord, asString, parseJson } from '../../../lib/json/json.ts'

t.test('a count is a whole number, 0 or more', async (t) => {
  for (const count of [0, 1, Number.MAX_SAFE_INTEGER]) t.equal(asCount(count, 'w'), count)
  for (const other of [-1, 0.5, 2 ** 53, Number.NaN, '1', null, undefined]) {
    t.throws(() => asCount(other, 'w'), { name: 'TypeError', message: /^w: expected a whole number/ })
  }
})

t.test('a string may have to match a pattern', async (t) => {
  t.equal(asString('', 'w'), '')
  t.equal(asString('ab', 'w', /^a/), 'ab')
  t.throws(() => asString('ba', 'w', /^a/), { message: 'w: expected a string like ^a, found "ba"' })
  for (const other of [1, null, undefined, ['a']]) t.throws(() => asString(other, 'w'), TypeError)
})

t.test('objects and lists differ, and null is neither', async (t) => {
  t.same(asRecord({ a: 1 }, 'w'), { a: 1 })
  t.same(asList([1], 'w'), [1])
  for (const other of [[], null, 'x', undefined]) t.throws(() => asRecord(other, 'w'), TypeError)
  for (const other of [{}, null, 'x', undefined]) t.throws(() => asList(other, 'w'), TypeError)
  t.throws(() => asRecord(undefined, 'w'), { message: 'w: expected an object, found nothing' })
})

t.test('null is allowed by asNullable', async (t) => {
  t.equal(asNullable(null, 'w', asString), null)
  t.equal(asNullable('a', 'w', asString), 'a')
  t.throws(() => asNullable(undefined, 'w', asString), TypeError)
  t.throws(() => asNullable(1, 'w', asString), TypeError)
})

t.test('text that is not JSON is reported with its place', async (t) => {
  t.same(parseJson('{"a":1}', 'w'), { a: 1 })
  t.throws(() => parseJson('{', 'w'), { name: 'TypeError', message: /^w: not JSON: / })
})
