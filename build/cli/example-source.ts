// A first source folder. Every company and offer in it is invented.

import type { SourceOffer } from '../../contract/offers/source.ts'

export const EXAMPLE_CATALOGUE = {
  attribution: 'Example offers · offers.example',
  country: 'CL',
  time_zone: 'America/Santiago',
}

export const EXAMPLE_ISSUERS = [
  { slug: 'banco-ejemplo', name: 'Banco Ejemplo', type: 'bank', country: 'CL' },
  { slug: 'municipalidad-ejemplo', name: 'Municipalidad de Ejemplo', type: 'municipality', country: 'CL' },
]

export const EXAMPLE_CATEGORIES = [
  { slug: 'restaurantes', name: 'Restaurantes' },
  { slug: 'cultura', name: 'Cultura' },
]

/** Used unless all comunas are requested. */
export const EXAMPLE_COMUNAS = [
  { slug: 'maipu', name: 'Maipú', code: '13119', region: 'Metropolitana de Santiago' },
  { slug: 'nunoa', name: 'Ñuñoa', code: '13120', region: 'Metropolitana de Santiago' },
]

/** An offer with all values, and one with as many unknown values as possible. */
export const EXAMPLE_OFFERS: readonly SourceOffer[] = [
  {
    ref: 'example-1',
    issuer: 'banco-ejemplo',
    title: '20% de descuento en la carta',
    category: 'restaurantes',
    comunas: ['maipu', 'nunoa'],
    benefit: {
      kind: 'percentage',
      value: 20,
      currency: null,
      cap: { value: 10_000, currency: 'CLP' },
      summary: '20%, con tope de $ 10.000',
    },
    valid_from: '2026-01-01',
    valid_until: '2030-12-31',
    merchant: 'Local de Ejemplo',
    url: 'https://offers.example/',
    weekdays: ['monday', 'tuesday'],
  },
  {
    ref: 'example-2',
    issuer: 'municipalidad-ejemplo',
    title: 'Visita guiada de regalo',
    category: 'cultura',
    comunas: [],
    benefit: { kind: 'other', value: null, currency: null, cap: null, summary: 'Una visita guiada' },
    valid_from: null,
    valid_until: null,
    merchant: null,
    url: null,
    weekdays: null,
  },
]

export const EXAMPLE_README = `# Your source

This folder can be published as it is:

    node dist/build.mjs run --source THIS_FOLDER --out public-out-mine --as-of 2026-09-10T12:00:00Z

Change these files, in this order, and look for faults in them:

    node dist/build.mjs check --source THIS_FOLDER

1. catalogue.json: attribution (the provider of the data; every answer has it), country, time_zone.
2. issuers.json: the organisations that make offers. Addresses and offers use the slug; type is one of bank, municipality,
   retailer, wallet, telco, insurer, other.
3. categories.json and comunas.json: the values that clients can filter by. comunas.json may be an empty list.
4. offers.ndjson: one offer per line. ref is the name of the offer in your own system; with the slug of the issuer it
   makes the permanent id. Write null for a value that is not stated, never 0 or "".

If you already have a table, use import instead: see docs/your-data.md of the project.
`
