// Records that an earlier one with the same ref or id, or their length, keeps out.

import t from 'tap'
import { LineStore } from '../../../build/day/line-store.ts'
import { RefBook } from '../../../build/day/ref-book.ts'
import { OfferIntake } from '../../../build/steps/read/read-offers.ts'
import { readReference } from '../../../build/steps/read/read-reference.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { record, writeSource } from '../support/source.ts'

const reference = await readReference(writeSource(t.testdir({})))
const date = { data_as_of: '2026-03-01T10:00:00.000Z', day: '2026-03-01' }

function take(records: readonly SourceOffer[], of = reference) {
  const context = { reference: of, date, known: new Map(), lines: new LineStore(), book: new RefBook([]) }
  const intake = new OfferIntake(context)
  records.forEach((each, index) => {
    intake.add(each, index + 1)
  })
  const { offers, rejected, records: count } = intake.finish()
  return { ids: [...offers.keys()], faults: rejected.faults().shown, count }
}

t.test('of records with one id the first counts, and others are rejected with the reason', async (t) => {
  const [id = '', other] = ['ref-1', 'ref-2'].map((ref) => mintOfferId('banco-norte', ref))
  t.match(take([record(), record({ title: 'x' }), record({ ref: 'ref-2' })]), {
    ids: [id, other],
    faults: [{ line: 2, pointer: '/ref', found: '"ref-1"', expected: new RegExp(id) }],
    count: 3,
  })
  t.match(take([record({ id: 'off_x' }), record({ ref: 'ref-2', id: 'off_x' })]), {
    ids: ['off_x'],
    faults: [{ line: 2, pointer: '/id', found: '"off_x"' }],
  })
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
    return take([record({ comunas: comunas.map(({ slug }) => slug) })], wider)
  }
  t.equal(wide(100).ids.length, 1)
  t.match(wide(400).faults, [
    {
      pointer: '/comunas',
      found: /^an offer of 20\d,\d{3} bytes with their names$/,
      expected: 'an offer of at most 65,536 bytes',
    },
  ])
})
