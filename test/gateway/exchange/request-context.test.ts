import t from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../../contract/keys/format.ts'
import { createRequestIds } from '../../../gateway/exchange/request-context.ts'

t.test('valid request ids are kept, others replaced by unique ones', async (t) => {
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

t.test('an id that contains a key is always replaced', async (t) => {
  const next = createRequestIds()
  const ids = [PUBLISHED_DEMO_KEY, PUBLISHED_DEMO_KEY.toUpperCase(), `call-${PUBLISHED_DEMO_KEY}`]
  for (const id of ids) {
    t.ok(id.length <= 64)
    t.not(next(id), id)
  }
})
