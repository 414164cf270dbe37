// The page of the daily job: the programs have every code and metric on it.

import t from 'tap'
import { OPERATOR_ERROR_CODES, OperatorError } from '../../lib/errors.ts'
import { read } from './support/pages.ts'
import { noneWrong } from './support/wrong.ts'

const page = read('docs/daily-job.md')
const failures = read('docs/failures.md')

/** The page of keys has them. */
const OF_KEYS = ['bad-keys', 'key-store-unavailable']

t.test('every failure has a section, and every section a failure or step', async (t) => {
  const places = Array.from(failures.matchAll(/^### `([a-z-]+)`$/gm), ([, code = '']) => code)
  const steps = places.filter((place) => place.startsWith('daily-'))
  t.strictSame(
    places.filter((place) => !steps.includes(place)).toSorted(),
    OPERATOR_ERROR_CODES.filter((code) => !OF_KEYS.includes(code)).toSorted(),
  )
  noneWrong(t, OF_KEYS, (code) => read('docs/gateway.md').includes(`\`${code}\``), 'those of keys are named')
})

t.test('exit codes are those on the page', async (t) => {
  t.equal(new OperatorError('usage', '').exitCode, 2)
  t.equal(new OperatorError('broken-issuer', '').exitCode, 1)
  const rows = Array.from(page.matchAll(/^\| (\d) \| [a-z]/gm), ([, code]) => Number(code))
  t.strictSame(rows, [0, 1, 2])
})
