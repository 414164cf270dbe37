import t from 'tap'
import { pointerTo, quote } from '../../../contract/lib/validator.ts'

t.test('names in a JSON pointer are escaped (RFC 6901 3)', async (t) => {
  t.equal(pointerTo('', 'a'), '/a')
  t.equal(pointerTo('/a', 'b/c'), '/a/b~1c')
  t.equal(pointerTo('', 'a~b'), '/a~0b')
  t.equal(pointerTo('', 'a~/b'), '/a~0~1b')
  t.equal(pointerTo('', '~1'), '/~01')
})

t.test('a value is quoted as JSON, cut if it is long', async (t) => {
  t.equal(quote({ a: 1 }), '{"a":1}')
  t.equal(quote(undefined), 'nothing')
  t.equal(quote('x'.repeat(118)).length, 120)
  t.equal(quote('x'.repeat(119)), `"${'x'.repeat(118)}…`)
})
