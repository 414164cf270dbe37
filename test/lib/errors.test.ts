import t from 'tap'
import { failingAs, messageOf, OPERATOR_ERROR_CODES, OperatorError, systemCode } from '../../lib/errors.ts'

t.test('wrong usage ends a program with 2, everything else with 1', async (t) => {
  for (const code of OPERATOR_ERROR_CODES) {
    t.equal(new OperatorError(code, 'm').exitCode, code === 'usage' ? 2 : 1, code)
  }
})

t.test('the code of a system error is found in anything thrown', async (t) => {
  t.equal(systemCode(Object.assign(new Error('m'), { code: 'ENOENT' })), 'ENOENT')
  for (const thrown of [new Error('m'), { code: 7 }, null, undefined, 'ENOENT']) {
    t.equal(systemCode(thrown), undefined)
  }
})

t.test('anything thrown has a message', async (t) => {
  t.equal(messageOf(new TypeError('why')), 'why')
  t.equal(messageOf(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })), 'ECONNREFUSED')
  t.equal(messageOf(new Error()), 'no reason given')
  t.equal(messageOf('text'), 'text')
  t.equal(messageOf(null), 'null')
})

t.test('any error of a call becomes a failure with a code and a place', async (t) => {
  const cause = new TypeError('expected a list')
  const failing = () => {
    throw cause
  }
  t.throws(() => failingAs('bad-keys', 'keys.ndjson', failing), {
    name: 'OperatorError',
    code: 'bad-keys',
    message: 'keys.ndjson: expected a list',
    cause,
  })
  t.equal(
    failingAs('bad-keys', 'keys.ndjson', () => 7),
    7,
  )
})
