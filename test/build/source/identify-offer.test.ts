import t from 'tap'
import { catalogueOffer, type Offers, PRESENT, parseOfferLine } from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { createIdentify } from '../../../build/source/publish-offer.ts'
import { readReference } from '../../../build/steps/read/read-reference.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { byId } from '../support/offers.ts'
import { record, writeSource } from '../support/source.ts'

const reference = await readReference(writeSource(t.testdir({})))
const lines = new LineStore()
const date = { data_as_of: '2026-03-01T10:00:00.000Z', day: '2026-03-01' }

/** Identifies the records of a day after those in `known`. */
function identifyAfter(known: Offers, ...records: SourceOffer[]) {
  const identifyOne = createIdentify({ reference, date, known, lines })
  return records.map((each) => identifyOne(each))
}

const identify = (...records: SourceOffer[]) => identifyAfter(new Map(), ...records)

t.test('a future date, as releases of version 0.1 may hold, is replaced by the day', async (t) => {
  const [first] = identify(record())
  if (!first || !('offer' in first)) throw new Error('no offer')
  for (const [before, now] of [
    ['2019-12-24T10:00:00.000Z', '2019-12-24T10:00:00.000Z'],
    ['2026-03-03T10:00:00.000Z', date.data_as_of],
  ] as const) {
    const offer = { ...parseOfferLine(lines.at(first.offer.line)), updated_at: before }
    const known = catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), PRESENT)
    t.match(identifyAfter(byId([known]), record()), [{ offer: { updated_at: now } }])
  }
})

t.test('of records with one id the first counts, and others are rejected with the reason', async (t) => {
  const [id, other] = ['ref-1', 'ref-2'].map((ref) => mintOfferId('banco-norte', ref))
  t.match(identify(record(), record({ title: 'x' }), record({ ref: 'ref-2' })), [
    { offer: { id } },
    { violations: [{ pointer: '/ref', found: '"ref-1"', expected: new RegExp(String(id)) }] },
    { offer: { id: other } },
  ])
  t.match(identify(record({ id: 'off_x' }), record({ ref: 'ref-2', id: 'off_x' })), [
    { offer: { id: 'off_x' } },
    { violations: [{ pointer: '/id', found: '"off_x"' }] },
  ])
})
