// Texts that cannot be the name of a place, a shop or an issuer, and texts that are too long or cannot be seen.

import t from 'tap'
import type { Cell } from '../../../import/cells/cell.ts'
import { makeReady } from '../../../import/mapping/load-mapping.ts'
import { createMapRow } from '../../../import/mapping/map-row.ts'
import type { Mapping } from '../../../import/mapping/mapping.ts'
import { atMostCharacters } from '../../../lib/text/bounds.ts'

const MAPPING: Mapping = {
  catalogue: { attribution: 'Datos', country: 'CL', time_zone: null },
  formats: { dates: [], decimal: null, currency: null },
  issuer_type: 'other',
  offer: {
    ref: { column: 'id' },
    issuer: { column: 'banco', lookup: { '12': 'Banco Sur' } },
    title: { column: 'oferta' },
    category: { column: 'rubro' },
    merchant: { column: 'tienda' },
    url: { column: 'enlace' },
    comunas: { column: 'comuna' },
    benefit: { worth: [], summary: { column: 'resumen' } },
  },
}

const mapRow = createMapRow(makeReady(MAPPING, 'm.json'), [], [])

function map(cells: Readonly<Record<string, Cell>>) {
  const all: Record<string, Cell> = { id: '1', banco: 'Banco', oferta: 'Té', rubro: 'Ofertas', ...cells }
  return mapRow({
    at: 2,
    get: (name) => all[name] ?? null,
    isBlank: false,
    isHeadings: false,
    filled: 5,
    width: 5,
    cells: 5,
    values: [],
    columns: [],
  })
}

const NO_NAMES: readonly Cell[] = [
  'https://a.example/x',
  'http://a.example',
  'www.a.example',
  'true',
  'FALSE',
  true,
  'VERDADERO',
  '1255',
  7,
  '3,5',
]

t.test(
  'an address, a truth value or a number is not a shop or a place: it becomes null, with a note',
  async (t) => {
    for (const cell of NO_NAMES) {
      t.match(
        map({ tienda: cell }),
        { offer: { merchant: null }, notes: [{ column: 'tienda', member: 'merchant', expected: /^a name/ }] },
        String(cell),
      )
      t.match(
        map({ comuna: cell }),
        {
          offer: { comunas: { length: 0 } },
          notes: [{ column: 'comuna', member: 'comunas', expected: /^names of places/ }],
        },
        String(cell),
      )
    }
    for (const comuna of [
      'Todas excepto Maipú, Ñuñoa',
      'No válido en Maipú',
      'Maipú y alrededores',
      'All except Lota',
    ]) {
      t.match(map({ comuna }), {
        offer: { comunas: { length: 0 } },
        notes: [{ column: 'comuna', member: 'comunas', found: comuna }],
      })
    }
    for (const comuna of ['Maipú\nLota', 'Maipú,\r\nLota', ' Maipú<br>Lota<br />'])
      t.match(map({ comuna }), { offer: { comunas: ['Maipú', 'Lota'] }, notes: { length: 0 } }, comuna)
    t.match(map({ comuna: ['Maipú', '12', 'Lota'] }), {
      offer: { comunas: ['Maipú', 'Lota'] },
      notes: [{ member: 'comunas' }],
    })
    for (const name of ['7-Eleven', '1000 Sabores', '東京', 'True Religion'])
      t.match(map({ tienda: name }), { offer: { merchant: name }, notes: { length: 0 } }, name)
  },
)

t.test(
  'a day without its year, or as a number, is null and says so; one with a wrong day of the week rejects the row',
  async (t) => {
    const { offer } = MAPPING
    const until = makeReady({ ...MAPPING, offer: { ...offer, valid_until: { column: 'hasta' } } }, 'm.json')
    const mapDay = createMapRow(until, [], [])
    const row = (hasta: string) => {
      const cells: Record<string, Cell> = { id: '1', banco: 'Banco', oferta: 'Té', rubro: 'Ofertas', hasta }
      const facts = {
        at: 2,
        isBlank: false,
        isHeadings: false,
        filled: 5,
        width: 5,
        cells: 5,
        values: [],
        columns: [],
      }
      return mapDay({ ...facts, get: (name) => cells[name] ?? null })
    }
    const expected = 'a day with its year, such as 31/12/2026: the year is missing'
    for (const text of ['31/12', '31 de diciembre', 'jueves 31 de diciembre'])
      t.match(row(text), { offer: { valid_until: null }, notes: [{ found: text, expected }] }, text)
    const dates = 'a day: format the cells as dates, and save the table again'
    t.match(row('46387'), { offer: { valid_until: null }, notes: [{ found: '46387', expected: dates }] })
    t.match(row('jueves 31 de diciembre de 2026'), {
      offer: { valid_until: '2026-12-31' },
      notes: { length: 0 },
    })
    t.match(row('viernes 31 de diciembre de 2026'), {
      rejected: [
        {
          column: 'hasta',
          member: 'valid_until',
          found: 'viernes 31 de diciembre de 2026',
          expected: 'the right day of the week: 2026-12-31 is a thursday',
        },
      ],
      ref: '1',
    })
  },
)

t.test('a row with such an issuer is rejected, unless the mapping gives it a meaning', async (t) => {
  for (const cell of NO_NAMES) {
    t.match(
      map({ banco: cell }),
      { rejected: [{ column: 'banco', member: 'issuer', expected: /^a name/ }], ref: '1' },
      String(cell),
    )
  }
  t.match(map({ banco: '12' }), { offer: { issuer: 'Banco Sur' } })
})

t.test('a text that is too long for a record rejects the row, by its column', async (t) => {
  const bounds = [
    ['id', 'ref', 1000],
    ['oferta', 'title', 500],
    ['tienda', 'merchant', 200],
    ['enlace', 'url', 2048],
    ['banco', 'issuer', 200],
    ['rubro', 'category', 200],
  ] as const
  for (const [column, member, bound] of bounds) {
    const text = (length: number) => (member === 'url' ? 'https://a.example/' : '').padEnd(length, 'x')
    t.match(map({ [column]: text(bound) }), { offer: { [member]: text(bound) } }, member)
    const expected = atMostCharacters(bound)
    t.match(map({ [column]: text(bound + 1) }), { rejected: [{ column, member, expected }] }, member)
  }
})

t.test('a summary that is too long has the title in its place, with a note', async (t) => {
  t.match(map({ resumen: 'x'.repeat(2000) }), {
    offer: { benefit: { summary: 'x'.repeat(2000) } },
    notes: { length: 0 },
  })
  t.match(map({ resumen: 'x'.repeat(2001) }), {
    offer: { benefit: { summary: 'Té' } },
    notes: [{ column: 'resumen', member: 'benefit.summary', expected: atMostCharacters(2000) }],
  })
})

t.test('a name of a place that is too long is left out, with a note', async (t) => {
  t.match(map({ comuna: ['Lota', 'x'.repeat(201)] }), {
    offer: { comunas: ['Lota'] },
    notes: [{ column: 'comuna', member: 'comunas', expected: /at most 200 characters/ }],
  })
})

t.test('a cell of which nothing can be seen is empty', async (t) => {
  const unseen = '\u200b\u200e'
  t.match(map({ tienda: unseen, resumen: unseen, comuna: unseen, enlace: unseen }), {
    offer: { merchant: null, url: null, comunas: { length: 0 }, benefit: { summary: 'Té' } },
    notes: { length: 0 },
  })
  t.match(map({ oferta: unseen }), { rejected: [{ member: 'title', found: 'nothing' }] })
})
