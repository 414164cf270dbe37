import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import type { CatalogueOffer } from '../../../../build/day/catalogue-offer.ts'
import { pickSample } from '../../../../build/steps/plan/pick-sample.ts'
import { groupBy } from '../../../../lib/lists.ts'
import { offer, someOffers } from '../../support/offers.ts'

/** How often each issuer or category is in the sample, most frequent first. */
function countsOf(picked: readonly CatalogueOffer[], member: 'issuer' | 'category'): number[] {
  const counts = [...groupBy(picked, (each) => each[member]).values()].map(({ length }) => length)
  return counts.sort((a, b) => b - a)
}

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

t.test('big issuers and categories do not crowd out small ones', async (t) => {
  const offers = Array.from({ length: 1000 }, (_, n) =>
    offer({ id: `off_${n}`, issuer: n < 900 ? 'big' : `small-${n % 4}` }),
  )
  t.same(countsOf(pickSample(offers), 'issuer'), [20, 20, 20, 20, 20])
  const categories = Array.from({ length: 1000 }, (_, n) =>
    offer({ id: `off_${n}`, category: n < 900 ? 'big' : `small-${n % 4}` }),
  )
  t.same(countsOf(pickSample(categories), 'category'), [20, 20, 20, 20, 20])
})

t.test('with more issuers than fit, all categories are held, as often as each other', async (t) => {
  const offers = Array.from({ length: 120 * 12 }, (_, n) =>
    offer({ id: `off_${n}`, issuer: `i-${n % 120}`, category: `c-${Math.floor(n / 120)}` }),
  )
  const picked = pickSample(offers)
  t.equal(countsOf(picked, 'issuer').length, 100)
  const ofCategories = countsOf(picked, 'category')
  t.equal(ofCategories.length, 12)
  t.ok(
    ofCategories.every((count) => count === 8 || count === 9),
    String(ofCategories),
  )
})

t.test('issuers of one category are all held before another one is held twice', async (t) => {
  const many = Array.from({ length: 90 }, (_, n) =>
    offer({ id: `off_b${n}`, issuer: `i-${n}`, category: 'many' }),
  )
  const others = Array.from({ length: 90 }, (_, n) =>
    offer({ id: `off_a${n}`, issuer: 'one', category: 'one' }),
  )
  t.equal(countsOf(pickSample([...others, ...many]), 'issuer').length, 91)
})

t.test('of equal offers the lowest id is picked', async (t) => {
  const offers = ['off_c', 'off_a', 'off_b'].map((id) => offer({ id }))
  t.same(
    pickSample(offers, 2).map(({ id }) => id),
    ['off_a', 'off_b'],
  )
})

t.test('fewer issuers and categories than fit are cut, not doubled', async (t) => {
  const offers = Array.from({ length: 40 }, (_, n) =>
    offer({ id: `off_${n}`, issuer: `i-${n}`, category: `c-${n}` }),
  )
  t.equal(pickSample(offers, 10).length, 10)
})
