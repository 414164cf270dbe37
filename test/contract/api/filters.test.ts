import t from 'tap'
import { FILTER_NAMES, FILTERS, filterSlugsOf } from '../../../contract/api/filters.ts'
import { parseListQuery } from '../../../contract/api/list-query.ts'
import { DOCUMENT_NAMES } from '../../../contract/api/resources.ts'
import {
  BENEFIT_KINDS,
  ISSUER_TYPES,
  OFFER_STATUSES,
  type Offer,
  WEEKDAYS,
} from '../../../contract/offers/offer.ts'
import { listPrefix, listTarget } from '../../helpers/current-targets.ts'
import { WHOLE_OFFER } from '../../helpers/member-places.ts'

const comunas = ['arica', 'lota'].map((slug) => ({ slug, name: slug }))
const offer: Offer = { ...WHOLE_OFFER, merchant: null, comunas }

t.test('an offer has the slugs by which lists find it', async (t) => {
  t.match(filterSlugsOf(offer), { issuer: ['banco-x'], category: ['cines'], comuna: ['arica', 'lota'] })
  for (const [name, slugs] of Object.entries(filterSlugsOf({ ...offer, merchant: 'Ñandú Café' })))
    t.ok(slugs.length > 0, `${name}: its pointer leads to a text of this offer`)
})

t.test('the list of a filter is a document of the API', async (t) => {
  const documents: readonly string[] = DOCUMENT_NAMES
  for (const { name, list } of FILTERS) t.ok(list === null || documents.includes(list), name)
})

t.test('every slug of an offer is a valid value of its filter', async (t) => {
  const offers: Offer[] = [
    ...BENEFIT_KINDS.map((kind) => ({ ...offer, benefit: { ...offer.benefit, kind } })),
    ...ISSUER_TYPES.map((type) => ({ ...offer, issuer: { ...offer.issuer, type } })),
    ...OFFER_STATUSES.map((status) => ({ ...offer, status })),
    { ...offer, weekdays: [...WEEKDAYS] },
  ]
  for (const name of FILTER_NAMES) {
    const values = new Set(offers.flatMap((each) => filterSlugsOf(each)[name]))
    const refused = [...values].filter((value) => 'faults' in parseListQuery(`${name}=${value}`))
    t.strictSame(refused, [], name)
  }
})

t.test(
  'every filter is understood, and stands in the canonical target in the order of the table',
  async (t) => {
    const given = FILTER_NAMES.toReversed().map((name) => `${name}=x-${name}`)
    const parsed = parseListQuery(given.join('&'))
    if ('faults' in parsed) throw new Error('parsed otherwise')
    const expected = FILTER_NAMES.map((name) => `${name}=x-${name}`).join('&')
    t.equal(listTarget(parsed.query), `/beta/offers?${expected}&limit=25&offset=0`)
    for (const name of FILTER_NAMES) t.equal(listPrefix({ [name]: 'x' }), `/beta/offers?${name}=x&`)
  },
)

t.test('no filter has the name of another parameter or filter', async (t) => {
  t.equal(new Set([...FILTER_NAMES, 'limit', 'offset']).size, FILTER_NAMES.length + 2)
})
