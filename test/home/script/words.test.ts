// Words that depend on the answer: what an offer is worth, when it holds, and what to do about an error.

import t from 'tap'
import { type Offer, OffersError } from '../../../client/index.ts'
import { failureText, periodOf, worthOf } from '../../../home/script/words.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const OFFER: Offer = tinyOffer(0, '2026-09-01T10:00:00.000Z')

t.test('a benefit is said in a few characters, or by its summary if its value says too little', async (t) => {
  const summary = 'In its own words'
  for (const [kind, value, currency, words] of [
    ['percentage', 12.5, null, '12.5 % off'],
    ['cashback', 5, null, '5 % back'],
    ['cashback', 5, 'USD', '$5.00 back'],
    ['amount', 1500, 'USD', '$1,500.00 off'],
    ['amount', 1500, null, summary],
    ['fixed_price', 2.5, 'USD', 'For $2.50'],
    ['fixed_price', 2.5, null, summary],
    ['multibuy', 2, null, '2 for 1'],
    ['installments', 6, null, '6 instalments'],
    ['other', 6, null, summary],
    ['percentage', null, null, summary],
  ] as const) {
    const benefit = { ...OFFER.benefit, kind, value, currency, summary }
    t.equal(worthOf({ benefit }), words, `${kind} ${value} ${currency}`)
  }
})

t.test('an amount in a currency that the browser does not know is shown with its code', async (t) => {
  const benefit = { ...OFFER.benefit, kind: 'amount', value: 1500, currency: 'no code' } as const
  t.equal(worthOf({ benefit }), 'no code 1,500 off')
})

t.test('a period is said with its days, and what is unknown is called so', async (t) => {
  const [valid_from, valid_until] = ['2026-09-01', '2026-12-31']
  const every = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
  for (const [period, words] of [
    [{}, 'No end is known'],
    [{ valid_until }, 'Until December 31, 2026'],
    [{ valid_from }, 'From September 1, 2026, no end is known'],
    [{ valid_from, valid_until }, 'From September 1, 2026, until December 31, 2026'],
    [{ valid_until, weekdays: [...every] }, 'Until December 31, 2026, every day'],
    [{ weekdays: every.slice(0, 2) }, 'No end is known, on Monday, Tuesday'],
  ] as const) {
    t.equal(
      periodOf({ ...OFFER, ...period, weekdays: 'weekdays' in period ? [...period.weekdays] : null }),
      words,
    )
  }
})

t.test('each error that a reader can do something about has its advice', async (t) => {
  const failure = (code: OffersError['code'], retryAfterSeconds?: number) =>
    failureText(new OffersError(code, 'the message', { retryAfterSeconds }), false)
  t.match(failure('unauthorized'), /^This key is not accepted/)
  t.match(
    failureText(new OffersError('unauthorized', ''), true),
    /^This gateway does not accept the demo key/,
  )
  t.match(failure('key_store_unavailable', 7), /key store does not answer.* Try again in 7 s\.$/)
  t.equal(failure('rate_limited', 9), 'These were too many calls for now. Try again in 9 s.')
  t.equal(failure('rate_limited'), 'These were too many calls for now. Try again in a moment.')
  for (const code of ['catalogue_unavailable', 'origin_unavailable'] as const) {
    t.match(failure(code), /^The gateway can not read its catalogue at the moment\./)
  }
  for (const code of ['network', 'timeout'] as const) t.match(failure(code), /^The gateway did not answer\./)
})

t.test('any other error is said in the words of the gateway, or else of the client', async (t) => {
  const problem = {
    type: 'x',
    title: 'x',
    status: 400,
    code: 'invalid_parameter',
    detail: 'There is no such issuer.',
    meta: { attribution: 'x', schema_version: 'x' },
  }
  t.equal(failureText(new OffersError('invalid_parameter', 'x', { problem }), true), problem.detail)
  t.equal(failureText(new OffersError('bad_answer', 'No JSON.'), true), 'No JSON.')
  t.equal(failureText(new TypeError('x'), true), 'The script of this page failed. Reload it.')
})
