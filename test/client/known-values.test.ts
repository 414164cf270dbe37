// The values of open enumerations: those of the description are known, any other is `other`.

import t from 'tap'
import { KNOWN } from '../../client/api/description.ts'
import { benefitKindOf, issuerTypeOf, type Offer, statusOf } from '../../client/index.ts'
import { tinyOffer } from '../helpers/tiny-offer.ts'

const offer: Offer = tinyOffer(0, '2026-09-01T10:00:00.000Z')

const READERS: Readonly<Record<keyof typeof KNOWN, (value: string) => string>> = {
  'Offer.status': (status) => statusOf({ ...offer, status }),
  'Benefit.kind': (kind) => benefitKindOf({ ...offer, benefit: { ...offer.benefit, kind } }),
  'Issuer.type': (type) => issuerTypeOf({ ...offer, issuer: { ...offer.issuer, type } }),
}

t.test('known values are returned unchanged, and any other as `other`', async (t) => {
  for (const [name, read] of Object.entries(READERS)) {
    const known: readonly string[] = KNOWN[name as keyof typeof KNOWN]
    for (const value of known) t.equal(read(value), value, name)
    for (const value of ['of-the-future', '', 'toString']) t.equal(read(value), 'other', `${name} ${value}`)
  }
})
