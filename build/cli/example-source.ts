// A first source folder. Every company and offer in it is invented.

import type { Benefit } from '../../contract/offers/offer.ts'
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
  { slug: 'salud', name: 'Salud' },
]

/** Used unless all comunas are requested. */
export const EXAMPLE_COMUNAS = [
  { slug: 'maipu', name: 'Maipú', code: '13119', region: 'Metropolitana de Santiago' },
  { slug: 'nunoa', name: 'Ñuñoa', code: '13120', region: 'Metropolitana de Santiago' },
]

const none = { value: null, currency: null, cap: null }

const BENEFITS: readonly [title: string, category: string, benefit: Benefit][] = [
  [
    '20% de descuento en la carta',
    'restaurantes',
    {
      ...none,
      kind: 'percentage',
      value: 20,
      cap: { value: 10_000, currency: 'CLP' },
      summary: '20%, con tope de $ 10.000',
    },
  ],
  [
    '10% de vuelta en la cuenta',
    'restaurantes',
    { ...none, kind: 'cashback', value: 10, summary: '10% de reintegro' },
  ],
  [
    '$ 5.000 de descuento en lentes',
    'salud',
    { ...none, kind: 'amount', value: 5000, currency: 'CLP', summary: '$ 5.000 menos' },
  ],
  [
    'Entrada general a $ 2.990',
    'cultura',
    { ...none, kind: 'fixed_price', value: 2990, currency: 'CLP', summary: 'Entrada a $ 2.990' },
  ],
  [
    '2x1 en entradas',
    'cultura',
    { ...none, kind: 'multibuy', value: 2, summary: 'Dos por el precio de una' },
  ],
  [
    '6 cuotas sin interés',
    'salud',
    { ...none, kind: 'installments', value: 6, summary: '6 cuotas sin interés' },
  ],
  ['Postre de regalo', 'restaurantes', { ...none, kind: 'other', summary: 'Un postre con cada almuerzo' }],
]

/** One offer of each kind of benefit, with and without optional values. */
export const EXAMPLE_OFFERS: readonly SourceOffer[] = BENEFITS.map(([title, category, benefit], index) => ({
  ref: `example-${index + 1}`,
  issuer: EXAMPLE_ISSUERS[index % 2]?.slug ?? '',
  title,
  category,
  comunas: index % 3 === 0 ? ['nunoa', 'maipu'] : [],
  benefit,
  valid_from: index % 2 === 0 ? '2026-01-01' : null,
  valid_until: null,
  merchant: index % 2 === 0 ? 'Local de Ejemplo' : null,
  url: 'https://offers.example/',
  weekdays: index === 0 ? ['monday', 'tuesday'] : null,
}))

export const EXAMPLE_README = `# Your source

This folder can be published as it is:

    node dist/build.mjs run --source THIS_FOLDER --out public-out-mine --as-of 2026-09-10T12:00:00Z

Change these files, in this order. With the files in schema/ an editor completes and checks them.

1. catalogue.json: attribution (the provider of the data; every answer has it), country, time_zone.
2. issuers.json: the organisations that make offers. Addresses and offers use the slug; type is one of bank, municipality,
   retailer, wallet, telco, insurer, other.
3. categories.json and comunas.json: the values that clients can filter by. comunas.json may be an empty list.
4. offers.ndjson: one offer a line; the examples have one of each kind of benefit. ref is the name of the offer in your
   own system: with the slug of the issuer it makes the permanent id. Write null for an unknown value, never 0 or "".

If you already have a table, use import instead: see docs/your-data.md of the project.
`
