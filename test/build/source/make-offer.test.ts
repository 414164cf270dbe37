import t from 'tap'
import { makeOffer } from '../../../build/source/make-offer.ts'
import { readReference } from '../../../build/steps/read/read-reference.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { record, writeSource } from '../support/source.ts'

const identity = { id: 'off_x', status: 'active', updated_at: '2026-03-01T10:00:00.000Z' } as const

t.test('an offer has all members in the published order, with names next to slugs', async (t) => {
  const reference = await readReference(writeSource(t.testdir({})))
  const benefit = {
    summary: 's',
    cap: { currency: 'CLP', value: 5000 },
    currency: null,
    value: 20,
    kind: 'percentage',
  } as const
  const line = jsonLine(
    makeOffer(
      record({ benefit, comunas: ['valdivia', 'arica'], weekdays: ['sunday', 'monday'] }),
      identity,
      reference,
    ),
  )
  t.equal(
    line,
    '{"id":"off_x","status":"active","title":"20% de descuento","merchant":"El Ñandú",' +
      '"benefit":{"kind":"percentage","value":20,"currency":null,"cap":{"value":5000,"currency":"CLP"},"summary":"s"},' +
      '"issuer":{"id":"iss_banco-norte","slug":"banco-norte","name":"Name of banco-norte","type":"bank","country":"CL"},' +
      '"category":{"slug":"restaurantes","name":"The restaurantes"},' +
      '"comunas":[{"slug":"arica","name":"In arica"},{"slug":"valdivia","name":"In valdivia"}],' +
      '"weekdays":["monday","sunday"],"valid_from":"2026-01-01","valid_until":"2026-12-31",' +
      '"url":"https://banco.example/1","updated_at":"2026-03-01T10:00:00.000Z","terms":{"text":null}}',
  )
})

t.test('a member that the source leaves out is null', async (t) => {
  const reference = await readReference(writeSource(t.testdir({})))
  const {
    merchant: _,
    url: __,
    weekdays: ___,
    ...rest
  } = record({ valid_from: null, valid_until: null, comunas: [] })
  t.match(makeOffer(rest, identity, reference), {
    merchant: null,
    url: null,
    weekdays: null,
    valid_from: null,
    valid_until: null,
    comunas: { length: 0 },
  })
})
