import t from 'tap'
import type { Offers } from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { createIdentify } from '../../../build/source/make-offer.ts'
import { readReference } from '../../../build/steps/read/read-reference.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
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

t.test('an offer that is too long with the names of its comunas is a fault of its record', async (t) => {
  const wide = (count: number) => {
    const comunas = Array.from({ length: count }, (_, number) => ({
      slug: `${'a'.repeat(90)}${number}`,
      name: 'Ñ'.repeat(200),
      code: null,
      region: null,
    }))
    const wider = { ...reference, comunas: new Map(comunas.map((each) => [each.slug, each])) }
    const identifyOne = createIdentify({ reference: wider, date, known: new Map(), lines })
    return identifyOne(record({ comunas: comunas.map(({ slug }) => slug) }))
  }
  t.ok('offer' in wide(100))
  t.match(wide(400), {
    violations: [
      {
        pointer: '/comunas',
        found: /^an offer of 20\d,\d{3} bytes with their names$/,
        expected: 'an offer of at most 65,536 bytes',
      },
    ],
  })
})
