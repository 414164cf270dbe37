import t from 'tap'
import { byteRangeOf, ifRangeHolds } from '../../../gateway/http/byte-range.ts'

t.test('one range of bytes is understood', async (t) => {
  t.same(byteRangeOf('bytes=0-9', 100), { first: 0, last: 9 })
  t.same(byteRangeOf('bytes=5-5', 100), { first: 5, last: 5 })
  t.same(byteRangeOf('bytes=90-', 100), { first: 90, last: 99 })
  t.same(byteRangeOf('bytes=90-500', 100), { first: 90, last: 99 })
  t.same(byteRangeOf('bytes=-10', 100), { first: 90, last: 99 })
  t.same(byteRangeOf('bytes=-500', 100), { first: 0, last: 99 })
  t.same(byteRangeOf('BYTES=0-3', 100), { first: 0, last: 3 }, 'the unit in any case')
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

t.test('a range is sent only of the file of which the client has a part', async (t) => {
  t.ok(ifRangeHolds(undefined, '"a"'))
  t.ok(ifRangeHolds('"a"', '"a"'))
  for (const field of ['"b"', 'W/"a"', 'Tue, 01 Sep 2026 10:00:00 GMT', '*'])
    t.notOk(ifRangeHolds(field, '"a"'), field)
})
