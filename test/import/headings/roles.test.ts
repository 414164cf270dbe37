// Each role of a column: by its heading a proposal uses the column, and the cells of its row are read.

import t from 'tap'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { ROLES, type Role } from '../../../import/headings/roles.ts'
import { columnPlaces } from '../../../import/mapping/cell-source.ts'
import { createMapRow } from '../../../import/mapping/map-row.ts'
import { readyToShow } from '../../../import/proposing/propose-mapping.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { fileOf, importAll } from '../import-table.ts'
import { csvOf, proposalOf } from '../proposing/propose-table.ts'

t.setTimeout(SHORT_MS)

interface Example {
  heading: string
  /** A cell of the column. */
  read: string
  /** A cell of which nothing is read; undefined if any text is. */
  unread?: string
  /** Where the mapping names the column. */
  at: string
}

/** A role without an example does not compile. */
const EXAMPLES: Readonly<Record<Role, Example>> = {
  ref: { heading: 'Folio', read: 'A-1', at: '/offer/ref' },
  issuer: { heading: 'Banco', read: 'Banco Lenga', at: '/offer/issuer' },
  title: { heading: 'Oferta', read: 'Té', at: '/offer/title' },
  name: { heading: 'Producto', read: 'Té', at: '/offer/title' },
  category: { heading: 'Rubro', read: 'Cines', at: '/offer/category' },
  comunas: { heading: 'Comuna', read: 'Lota', unread: 'https://a.example', at: '/offer/comunas' },
  merchant: { heading: 'Comercio', read: 'Cine Canelo', unread: 'true', at: '/offer/merchant' },
  url: { heading: 'Link', read: 'https://a.example/1', unread: 'la web', at: '/offer/url' },
  weekdays: { heading: 'Días', read: 'lunes', unread: 'feriados', at: '/offer/weekdays' },
  valid_from: { heading: 'Desde', read: '01/09/2026', unread: 'pronto', at: '/offer/valid_from' },
  valid_until: { heading: 'Hasta', read: '31/12/2026', unread: 'fin de temporada', at: '/offer/valid_until' },
  period: { heading: 'Vigencia', read: '01/09/2026 al 31/12/2026', at: '/offer/valid_from' },
  benefit: { heading: 'Beneficio', read: '20%', unread: '20% en la carta', at: '/offer/benefit/worth/0' },
  description: { heading: 'Detalle', read: '20% off', at: '/offer/benefit/worth/0' },
  kind: { heading: 'Tipo beneficio', read: 'porcentaje', at: '/offer/benefit/kind' },
  percentage: { heading: 'Porcentaje', read: '20', unread: 'mucho 20', at: '/offer/benefit/worth/0' },
  cashback: { heading: 'Cashback', read: '5%', unread: '5% en todo', at: '/offer/benefit/worth/0' },
  multibuy: { heading: 'Multibuy', read: '3x2', unread: '3', at: '/offer/benefit/worth/0' },
  installments: { heading: 'Cuotas', read: '6', unread: '1', at: '/offer/benefit/worth/0' },
  amount: { heading: 'Monto descuento', read: '$ 1.000', unread: '1 kilo', at: '/offer/benefit/worth/0' },
  price: { heading: 'Precio', read: '$ 990', unread: 'consultar 990', at: '/offer/benefit/worth/1' },
  cap: { heading: 'Tope', read: '$ 9.000', unread: '9.000 puntos', at: '/offer/benefit/cap' },
  status: { heading: 'Estado', read: 'activo', at: '/read/skip/0' },
}

for (const role of ROLES)
  t.test(`${role}: its column is used, and what is not read is named`, async (t) => {
    const { heading, read, unread, at } = EXAMPLES[role]
    const others = [
      ['Título', 'Pan', 'Mate', 'Café'],
      ['id', '5', '7', '8'],
    ]
    const own = role === 'ref' ? ['A-1', 'A-2', 'A-3'] : [read, read, unread ?? read]
    const isOther = ([name]: string[]) => (name === 'id' ? role !== 'ref' : !['title', 'name'].includes(role))
    const { mapping } = await proposalOf(t, csvOf([heading, ...own], ...others.filter(isOther)))
    const places = columnPlaces({ offer: mapping.offer, read: mapping.read }).filter(
      ({ column }) => column === heading,
    )
    t.ok(
      places.some(({ pointer }) => pointer.startsWith(at)),
      `${JSON.stringify(places)} has ${at}`,
    )
    if (unread === undefined) return
    const cells: Record<string, string> = { id: '8', Título: 'Café', [heading]: unread }
    const row = { at: 4, get: (name: string) => cells[name] ?? null, isHeadings: false, isBlank: false }
    const mapped = createMapRow(
      readyToShow(mapping),
      ['id', 'Título', heading],
      [],
    )({
      ...row,
      filled: 3,
      width: 3,
      cells: 3,
      values: [],
      columns: [],
    })
    const notes = 'notes' in mapped ? mapped.notes : []
    t.ok(notes.some(({ column, found }) => column === heading && found === unread))
  })

t.test('a column of 2x1 and 3x2 is read by its form, and a bare figure in it is not', async (t) => {
  const rows = [
    ['1', 'Té', '2x1', '990'],
    ['2', 'Pan', '3x2', ''],
    ['3', 'Mate', '3', '990'],
    ['4', 'Café', '', '990'],
  ]
  const csv = [['id', 'título', 'multibuy', 'precio'], ...rows].map((row) => `${row.join(';')}\n`).join('')
  const { offers, stdout } = await importAll(t, fileOf(t, 'a.csv', csv), (mapping) => {
    mapping.catalogue.attribution = 'X'
    mapping.offer.issuer = { constant: 'Lenga' }
  })
  t.match(
    offers.map((offer) => Object.values((offer as SourceOffer).benefit).slice(0, 2)),
    [
      ['multibuy', 2],
      ['multibuy', 1.5],
      ['other', null],
      ['fixed_price', 990],
    ],
    'a figure that is not understood is no price either',
  )
  t.match(
    stdout,
    '1 × multibuy (benefit.value): found line 4 "3"; expected the units received for those paid, such as 2x1',
  )
})

t.test('"yes" and "no" under multibuy are no forms', async (t) => {
  const { mapping } = await proposalOf(
    t,
    csvOf(['id', '5', '7', '8'], ['título', 'Té', 'Pan', 'Mate'], ['multibuy', 'sí', 'no', 'sí']),
  )
  t.strictSame(
    mapping.offer.benefit.worth.filter(({ column }) => column === 'multibuy'),
    [],
  )
})
