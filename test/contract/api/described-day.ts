// A day for tests of the description.

import type { DescribedDay } from '../../../contract/api/description/described-day.ts'
import { FILTER_NAMES, filterSlugsOf } from '../../../contract/api/filters.ts'
import { CURRENT_VERSION } from '../../../contract/api/versions.ts'
import { recordOf } from '../../../lib/record-of.ts'
import { tinyOffer } from '../../helpers/tiny-offer.ts'

const edition = { data_as_of: '2026-09-01T10:00:00.000Z', attribution: 'Data of example.org' }

export const EMPTY_DAY: DescribedDay = {
  version: CURRENT_VERSION,
  edition,
  timeZone: 'America/Santiago',
  day: '2026-09-01',
  slugs: recordOf(FILTER_NAMES, () => []),
  offer: null,
  bodies: {
    OfferList: { data: [] },
    ChangeList: { data: [] },
    OfferDetail: undefined,
    IssuerList: { data: [] },
    CategoryList: { data: [] },
    ComunaList: { data: [] },
  },
}

const offer = tinyOffer(0, edition.data_as_of)

export const DAY: DescribedDay = {
  ...EMPTY_DAY,
  license: { name: 'MIT' },
  contact: { url: 'https://data.example/contact' },
  slugs: recordOf(FILTER_NAMES, (name) => [...filterSlugsOf(offer)[name], 'cines', 'viajes']),
  offer,
  bodies: { ...EMPTY_DAY.bodies, OfferList: { data: [offer] }, OfferDetail: { data: offer } },
}
