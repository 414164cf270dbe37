import t, { type Test } from 'tap'
import {
  type CatalogueOffer,
  catalogueOffer,
  type Offers,
  PRESENT,
  parseOfferLine,
} from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { createIdentify, type Identified } from '../../../build/source/identify-offer.ts'
import { readReference } from '../../../build/steps/read/read-reference.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { byId } from '../support/offers.ts'
import { record, writeSource } from '../support/source.ts'

const FIRST = '2026-03-01T10:00:00.000Z'
const SECOND = '2026-03-02T10:00:00.000Z'
const THIRD = '2026-03-03T10:00:00.000Z'

/** Identifies the records of one day after another, each day with the memory of the day before. */
async function days(t: Test) {
  const reference = await readReference(writeSource(t.testdir({})))
  const lines = new LineStore()
  let known: Offers = new Map()
  return (moment: string, ...records: SourceOffer[]): Identified[] => {
    const date = { data_as_of: moment, attribution: 'a', day: moment.slice(0, 10) }
    const identified = records.map(createIdentify({ reference, date, known, lines }))
    known = byId(identified.flatMap((each) => ('offer' in each ? [each.offer] : [])))
    for (const { line, updated_at } of known.values()) {
      t.equal(parseOfferLine(lines.at(line)).updated_at, updated_at, 'its line agrees')
    }
    return identified
  }
}

function offerOf(identified: Identified | undefined): CatalogueOffer {
  if (!identified || !('offer' in identified)) throw new Error('no offer')
  return identified.offer
}

t.test('a future date, as older releases may hold, is replaced by the day', async (t) => {
  const reference = await readReference(writeSource(t.testdir({})))
  const lines = new LineStore()
  const identifyOn = (moment: string, known: Offers) => {
    const date = { data_as_of: moment, attribution: 'a', day: moment.slice(0, 10) }
    return offerOf(createIdentify({ reference, date, known, lines })(record()))
  }
  const knownSince = (updated_at: string): Offers => {
    const offer = { ...parseOfferLine(lines.at(identifyOn(FIRST, new Map()).line)), updated_at }
    return byId([catalogueOffer(offer, lines.append(Buffer.from(jsonLine(offer))), PRESENT)])
  }
  t.equal(identifyOn(SECOND, knownSince('2019-12-24T10:00:00.000Z')).updated_at, '2019-12-24T10:00:00.000Z')
  t.equal(identifyOn(SECOND, knownSince(THIRD)).updated_at, SECOND)
})

t.test(
  'of two records with one id the first counts, and the second is rejected with the reason',
  async (t) => {
    const identify = await days(t)
    const [first, second, third] = identify(FIRST, record(), record({ title: 'x' }), record({ ref: 'ref-2' }))
    const { id } = offerOf(first)
    t.match(second, { violations: [{ pointer: '/ref', found: '"ref-1"', expected: new RegExp(id) }] })
    t.not(offerOf(third).id, id)
    const named = identify(SECOND, record({ id: 'off_x' }), record({ ref: 'ref-2', id: 'off_x' }))
    t.match(named, [{ offer: { id: 'off_x' } }, { violations: [{ pointer: '/id', found: '"off_x"' }] }])
  },
)
