import t from 'tap'
import { MovedRefs } from '../../../build/source/moved-refs.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import { byId, offer } from '../support/offers.ts'

/** An issuer with some offers. Some of them appear under another name today. */
function hintsOf(listed: number, moved: number, into: (n: number) => string = () => 'cafe-s-a'): string[] {
  const known = byId(
    Array.from({ length: listed }, (_, n) => offer({ id: mintOfferId('cafe', `${n}`), issuer: 'cafe' })),
  )
  const refs = new MovedRefs(known)
  const current = new Set([...known.keys()].slice(moved))
  for (const id of current) refs.look({ issuer: 'cafe', ref: '' }, id)
  for (let n = 0; n < moved; n++) {
    refs.look({ issuer: into(n), ref: `${n}` }, mintOfferId(into(n), `${n}`))
  }
  return refs.hints(current)
}

t.test(
  'ten refs, and more than half of an issuer, that appear under another name are reported',
  async (t) => {
    t.same(hintsOf(115, 115), ['115 refs of cafe came back under cafe-s-a; use `lookup` in the mapping'])
    t.equal(hintsOf(10, 10).length, 1)
    t.same(hintsOf(9, 9), [])
    t.equal(hintsOf(21, 11).length, 1)
    t.same(hintsOf(22, 11), [])
    t.same(
      hintsOf(30, 20, (n) => (n % 2 ? 'a' : 'b')),
      [],
      'under one other name',
    )
  },
)

t.test('on a first day, and for new offers of new issuers, there is no hint', async (t) => {
  t.same(hintsOf(0, 30), [])
})
