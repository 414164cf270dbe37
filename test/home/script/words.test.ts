// The remedies that a reader gets for an error.

import t from 'tap'
import { failureText } from '../../../home/script/words.ts'

t.test('each error that a reader can do something about has its advice', async (t) => {
  const failure = (code: string, retryAfterSeconds?: number) =>
    failureText({ code, detail: 'the detail', retryAfterSeconds }, false)
  t.match(failure('unauthorized'), /^This key is not accepted/)
  t.match(
    failureText({ code: 'unauthorized', detail: '' }, true),
    /^This gateway does not accept the demo key/,
  )
  t.match(failure('key_store_unavailable', 7), /key store does not answer.* Try again in 7 s\.$/)
  t.equal(failure('rate_limited', 9), 'Too many calls. Try again in 9 s.')
  t.equal(failure('rate_limited'), 'Too many calls. Try again in a moment.')
  for (const code of ['catalogue_unavailable', 'origin_unavailable']) {
    t.match(failure(code), /^The gateway cannot read its catalogue at the moment\./)
  }
  t.equal(failure('invalid_parameter'), 'the detail', 'any other in the words of the gateway')
})
