// Tables of several suites: a sheet of a month, and money whose unit no cell shows.

import type { SheetRows } from './follow-through.ts'

export const HEADINGS = ['Código', 'Oferta', 'Comercio', 'Descuento', 'Hasta']

export const month = (letter: string, count = 3): SheetRows => [
  HEADINGS,
  ...Array.from({ length: count }, (_, n) => [
    `${letter}-${n}`,
    `Menú ${letter}${n}`,
    `Local ${n}`,
    `${n + 5}%`,
    '31/12/2026',
  ]),
]

export const KINDS = [
  { id: 'a1', title: 'Orders', type: 'amount_off', value: 1500 },
  { id: 'a2', title: 'Coffee', type: 'amount_off', value: 500 },
  { id: 'a3', title: 'Shoes', type: 'percent_off', value: 20 },
  { id: 'a4', title: 'Tea', type: 'percent_off', value: 12.5 },
].map((each) => ({ ...each, currency: 'USD', ends: '2026-12-31' }))
export const BY_KIND = KINDS.map(({ type, value, ...each }) =>
  type === 'amount_off'
    ? { ...each, amount_off: value, percent_off: null }
    : { ...each, currency: null, amount_off: null, percent_off: value },
)
export const PRICES =
  'ref;offer;sale price;discount;until\nA1;Tea;499;;12/31/2026\nA2;Pan;1299;;12/31/2026\nA3;Bus;;15%;12/31/2026\n'
export const CAPS =
  'ref;offer;discount;cap;until\nA1;Tea;10%;1500;12/31/2026\nA2;Pan;20%;2050;12/31/2026\nA3;Bus;15%;750;12/31/2026\n'
