import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { pickSample } from '../../../../build/steps/plan/pick-sample.ts'
import { offer, someOffers } from '../../support/offers.ts'

t.test('the sample has its size, each offer once, in the order of the catalogue', async () => {
  fc.assert(
    fc.property(someOffers(300), fc.integer({ min: 8, max: 60 }), (offers, size) => {
      const picked = pickSample(offers, size)
      const inOrder = offers.filter((each) => picked.includes(each))
      return picked.length === Math.min(size, offers.length) && isDeepStrictEqual(picked, inOrder)
    }),
  )
})

t.test('the sample holds every issuer and every category', async () => {
  fc.assert(
    fc.property(someOffers(300), fc.integer({ min: 8, max: 60 }), (offers, size) => {
      const picked = pickSample(offers, size)
      const names = (key: 'issuer' | 'category', of: typeof offers) => new Set(of.map((each) => each[key]))
      return (
        isDeepStrictEqual(names('issuer', picked), names('issuer', offers)) &&
        isDeepStrictEqual(names('category', picked), names('category', offers))
      )
    }),
  )
})

t.test('a rare issuer and a rare category are held among thousands of others', async (t) => {
  const offers = Array.from({ length: 5000 }, (_, n) => offer({ id: `off_${n}`, issuer: `common-${n % 7}` }))
  const rareIssuer = offer({ issuer: 'rare' })
  const rareCategory = offer({ issuer: 'common-1', category: 'rare' })
  offers[4_321] = rareIssuer
  offers[4_987] = rareCategory
  const picked = pickSample(offers)
  t.equal(picked.length, 100)
  t.ok(picked.includes(rareIssuer))
  t.ok(picked.includes(rareCategory))
})

t.test('big issuers do not crowd out small ones', async (t) => {
  const offers = Array.from({ length: 1000 }, (_, n) =>
    offer({ id: `off_${n}`, issuer: n < 900 ? 'big' : `small-${n % 4}` }),
  )
  const picked = pickSample(offers).map(({ issuer }) => issuer)
  t.equal(picked.filter((issuer) => issuer === 'big').length, 20, 'a fifth for each of five')
})

t.test('the sample has each category of an issuer before it has one twice', async (t) => {
  const offers = Array.from({ length: 200 }, (_, n) =>
    offer({ id: `off_${n}`, category: n < 195 ? 'many' : `few-${n}` }),
  )
  const picked = pickSample(offers, 12).map(({ category }) => category)
  t.equal(new Set(picked).size, 6)
  t.equal(picked.filter((category) => category === 'many').length, 7)
})

t.test('fewer issuers and categories than fit are cut, not doubled', async (t) => {
  const offers = Array.from({ length: 40 }, (_, n) =>
    offer({ id: `off_${n}`, issuer: `i-${n}`, category: `c-${n}` }),
  )
  t.equal(pickSample(offers, 10).length, 10)
})
