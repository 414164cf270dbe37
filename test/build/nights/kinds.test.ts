// An id follows the offer, whatever the refs do: kinds of nights for issuers of several sizes, each with the ids expected.

import t from 'tap'
import { LineStore } from '../../../build/day/line-store.ts'
import { refReasons } from '../../../build/source/ref-changes.ts'
import { remember } from '../../../lib/remember.ts'
import { fold } from '../../../lib/text/plain-letters.ts'
import { inFullOnCI } from '../../helpers/slow-suite.ts'
import { Nights, type Row } from '../support/nights.ts'
import { shopName } from '../support/shop-names.ts'

/** A row of a table, and the offer that it is, by a name of this test. */
interface Told extends Row {
  is: string
}

interface Kind {
  name: string
  before(size: number): Told[]
  now(before: Told[], size: number): Told[]
  /** Whether offers that were there before keep their ids; default: true. */
  keeps?: boolean
  /** The smallest size for which the names can tell; default: 1. */
  from?: number
}

/** The largest takes as long as all others. */
const SIZES = [1, 3, 10, 40, ...(inFullOnCI ? [120] : [])]

const list = <T>(count: number, of: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index))
const ISSUER = { issuer: 'banco-norte' }
const NEW = 300

const row = (index: number, named: Omit<Row, 'ref'>, is = `${index}`): Told => {
  return { ...ISSUER, ref: `${index + 1}`, is, ...named }
}
/** The refs count the rows. */
const numbered = (rows: readonly Told[]) => rows.map((each, index) => ({ ...each, ref: `${index + 1}` }))

const titled = (size: number) =>
  list(size, (index) => row(index, { title: `20% de descuento en ${shopName(index)}` }))
const extra = (title = `20% de descuento en ${shopName(NEW)}`): Told => row(NEW, { title }, 'extra')
/** The first row of each of these offers, with the names of an offer that was not there before, under the same ref. */
const again = (rows: readonly Told[], count: number) =>
  rows.map((each, index) =>
    index < count
      ? { ...each, title: `20% de descuento en ${shopName(NEW + index)}`, is: `other ${index}` }
      : each,
  )
/** The names of some rows under the refs of the next ones. */
const rotated = (rows: readonly Told[], count: number) => {
  const [most, ...some] = [Math.min(count, rows.length), rows.slice(0, count)]
  return rows.map((each, index) => {
    const source = index < most ? some[0]?.[(index + 1) % most] : undefined
    return source ? { ...source, ref: each.ref } : each
  })
}
const onTop = (rows: readonly Told[], top: Told) => numbered([top, ...rows])
const retitled = (rows: readonly Told[], title: (row: Told, index: number) => string) =>
  rows.map((each, index) => ({ ...each, title: title(each, index) }))
const share = (size: number, part: number) => Math.max(1, Math.round(size * part))

const WORDS = ['Corte', 'Cena', 'Noche', 'Taller', 'Paseo']

/** Refs that do not name what they named before. Ids of offers that are not there any more go to nobody. */
const MISTAKEN: Kind[] = [
  { name: 'a row on top', before: titled, now: (rows) => onTop(rows, extra()) },
  {
    name: 'a row in the middle',
    before: titled,
    now: (rows, size) => numbered(rows.toSpliced(Math.floor(size / 2), 0, extra())),
  },
  {
    name: 'a row before the last two',
    before: titled,
    now: (rows) => numbered(rows.toSpliced(-2, 0, extra())),
  },
  { name: 'the first row deleted', before: titled, now: (rows) => numbered(rows.slice(1)) },
  {
    name: 'sorted by title',
    before: titled,
    now: (rows) => numbered(rows.toSorted((a, b) => (a.title < b.title ? -1 : 1))),
  },
  { name: 'reversed', before: titled, now: (rows) => numbered(rows.toReversed()) },
  { name: 'two refs exchanged', before: titled, now: (rows) => rotated(rows, 2) },
  { name: 'three refs rotated', before: titled, now: (rows) => rotated(rows, 3) },
  { name: 'a tenth rotated', before: titled, now: (rows, size) => rotated(rows, share(size, 0.1)) },
  { name: 'four of ten rotated', before: titled, now: (rows, size) => rotated(rows, share(size, 0.4)) },
  { name: 'one ref used again', before: titled, now: (rows) => again(rows, 1) },
  { name: 'three of ten used again', before: titled, now: (rows, size) => again(rows, share(size, 0.3)) },
  { name: 'all used again, only titles known', before: titled, now: (rows, size) => again(rows, size) },
  {
    name: 'all used again, no address known',
    before: (size) => list(size, (index) => row(index, { title: '20% dcto', merchant: shopName(index) })),
    now: (rows) =>
      rows.map((each, index) => ({ ...each, merchant: shopName(NEW + index), is: `other ${index}` })),
  },
  {
    name: 'all used again, one merchant for all',
    before: (size) => titled(size).map((each) => ({ ...each, merchant: 'Club Lenga' })),
    now: (rows, size) => again(rows, size),
    from: 3,
  },
  {
    name: 'all used again, the address is the page of the issuer',
    before: (size) => titled(size).map((each) => ({ ...each, url: 'https://banco.example/beneficios' })),
    now: (rows, size) => again(rows, size),
    from: 3,
  },
  {
    name: 'all used again, the address is a pattern with the ref',
    before: (size) =>
      titled(size).map((each) => ({
        ...each,
        ref: `R-${each.ref}`,
        url: `https://banco.example/o/r-${each.ref}`,
      })),
    now: (rows, size) => again(rows, size),
    from: 3,
  },
  {
    name: 'a row on top, all titles the same',
    before: (size) => list(size, (index) => row(index, { title: 'Descuento', merchant: shopName(index) })),
    now: (rows) => onTop(rows, { ...extra('Descuento'), merchant: shopName(NEW) }),
  },
  {
    name: 'a row on top, only addresses differ',
    before: (size) =>
      list(size, (index) =>
        row(index, { title: 'Descuento', url: `https://banco.example/${shopName(index)}` }),
      ),
    now: (rows) => onTop(rows, { ...extra('Descuento'), url: 'https://banco.example/nuevo' }),
  },
  {
    name: 'a row before the last two, only addresses differ',
    before: (size) =>
      list(size, (index) =>
        row(index, { title: 'Descuento', url: `https://banco.example/${shopName(index)}` }),
      ),
    now: (rows) =>
      numbered(rows.toSpliced(-2, 0, { ...extra('Descuento'), url: 'https://banco.example/nuevo' })),
  },
  {
    name: 'two refs exchanged, only addresses differ',
    before: (size) =>
      list(size, (index) =>
        row(index, { title: 'Descuento', url: `https://banco.example/${shopName(index)}` }),
      ),
    now: (rows) => rotated(rows, 2),
  },
  {
    name: 'a row on top, titles differ by their figures',
    before: (size) => list(size, (index) => row(index, { title: `Plan ${index * 10 + 20} GB` })),
    now: (rows) => onTop(rows, extra('Plan 5 GB')),
  },
  {
    name: 'two refs exchanged, titles differ by their figures',
    before: (size) => list(size, (index) => row(index, { title: `Plan ${index * 10 + 20} GB` })),
    now: (rows) => rotated(rows, 2),
  },
  {
    name: 'a row on top, five merchants share all offers and titles say only the value',
    before: (size) =>
      list(size, (index) => {
        const [title, merchant] = [`${10 + Math.floor(index / 5)}% dcto`, shopName(index % 5)]
        return row(index, { title, merchant })
      }),
    now: (rows) => onTop(rows, { ...extra('99% dcto'), merchant: shopName(2) }),
  },
  {
    name: 'a row on top, five merchants share all offers and several have one title',
    before: (size) =>
      list(size, (index) => {
        const [title, merchant] = [`${10 + (index % 3)}% dcto`, shopName(index % 5)]
        return row(index, { title, merchant }, `${title} ${merchant}`)
      }),
    now: (rows) => onTop(rows, { ...extra('99% dcto'), merchant: shopName(2) }),
    keeps: false,
  },
  {
    name: 'a row on top, in the night in which titles get upper case and a full stop',
    before: titled,
    now: (rows) =>
      onTop(
        retitled(rows, ({ title }) => `${title.toUpperCase()}.`),
        extra(),
      ),
  },
  {
    name: 'a row on top, in the night in which all values change',
    before: titled,
    now: (rows) =>
      onTop(
        retitled(rows, ({ title }) => title.replace('20%', '25%')),
        extra(),
      ),
    keeps: false,
  },
  {
    name: 'a row on top, in the night in which half of the rows are replaced',
    before: titled,
    now: (rows) =>
      onTop(
        rows.map((each, index) =>
          index % 2
            ? row(index, { title: `20% de descuento en ${shopName(NEW + 10 + index)}` }, `x${index}`)
            : each,
        ),
        extra(),
      ),
  },
  {
    name: 'the list of a month under the refs of the last one',
    before: titled,
    now: (_, size) =>
      list(size, (index) =>
        row(index, { title: `30% de descuento en ${shopName(NEW + index)}` }, `april ${index}`),
      ),
  },
  {
    name: 'seven slots of weekdays',
    before: (size) => titled(Math.min(7, size)),
    now: (rows) =>
      rows.map((each, index) => ({ ...(rows[(index + 1) % rows.length] ?? each), ref: each.ref })),
  },
]

const addressed = (size: number) =>
  titled(size).map((each, index) => ({
    ...each,
    merchant: shopName(index),
    url: `https://banco.example/${shopName(index)}`,
  }))

/** What an honest editor does in one night: no offer gets a new id. */
const LEGITIMATE: Kind[] = [
  {
    name: 'one title rewritten',
    before: titled,
    now: (rows) => retitled(rows, ({ title }, index) => (index ? title : `Hoy en ${shopName(0)}: 20% menos`)),
  },
  {
    name: 'all titles with a prefix',
    before: titled,
    now: (rows) => retitled(rows, ({ title }) => `¡Nuevo! ${title}`),
  },
  {
    name: 'all titles rewritten around the name',
    before: titled,
    now: (rows) => retitled(rows, (_, index) => `${shopName(index)}: un quinto menos`),
  },
  {
    name: 'all titles in upper case',
    before: titled,
    now: (rows) => retitled(rows, ({ title }) => title.toUpperCase()),
  },
  {
    name: 'all titles trimmed',
    before: titled,
    now: (rows) => retitled(rows, ({ title }) => title.slice(0, -1)),
  },
  {
    name: 'titles edited, in upper case, with an accent and a corrected word, in one night',
    before: titled,
    now: (rows) =>
      retitled(rows, ({ title }, index) => {
        if (index % 4 === 0) return title.toUpperCase()
        if (index % 4 === 1) return title.replace('descuento', 'dcto')
        return index % 4 === 2 ? title.replace(/a/, 'á') : title.replace(/(.)$/, 'x$1')
      }),
  },
  {
    name: 'accents restored',
    before: (size) => titled(size).map((each) => ({ ...each, title: fold(each.title) })),
    now: (rows) => retitled(rows, ({ title }) => title.replace(/e/g, 'é')),
  },
  {
    name: 'all merchants renamed, at the same addresses',
    before: addressed,
    now: (rows) => rows.map((each, index) => ({ ...each, merchant: `Grupo ${shopName(NEW + index)}` })),
  },
  {
    name: 'all merchants in upper case',
    before: addressed,
    now: (rows) => rows.map((each) => ({ ...each, merchant: (each.merchant ?? '').toUpperCase() })),
  },
  {
    name: 'all merchants filled in',
    before: titled,
    now: (rows) => rows.map((each, index) => ({ ...each, merchant: shopName(index) })),
  },
  {
    name: 'all merchants filled in, and taken out of the titles',
    before: titled,
    now: (rows) =>
      rows.map((each, index) => ({ ...each, title: '20% de descuento', merchant: shopName(index) })),
  },
  {
    name: 'all addresses on another domain',
    before: addressed,
    now: (rows) =>
      rows.map((each) => ({
        ...each,
        url: each.url?.replace('banco.example', 'www.banco.example/b') ?? null,
      })),
  },
  {
    name: 'another domain, titles say only the value',
    before: (size) =>
      list(size, (index) =>
        row(index, { title: '20% dcto', url: `https://banco.example/o/${shopName(index)}` }),
      ),
    now: (rows) => rows.map((each) => ({ ...each, url: each.url?.replace('banco', 'banca') ?? null })),
  },
  {
    name: 'all addresses filled in',
    before: titled,
    now: (rows) => rows.map((each, index) => ({ ...each, url: `https://banco.example/${shopName(index)}` })),
  },
  {
    name: 'translated, at the same addresses',
    before: (size) =>
      list(size, (index) =>
        row(index, {
          title: `${WORDS[index % 5]} para dos ${index}`,
          url: `https://banco.example/${shopName(index)}`,
        }),
      ),
    now: (rows) =>
      retitled(
        rows,
        (_, index) => `${['Haircut', 'Dinner', 'Night', 'Class', 'Trip'][index % 5]} ${index} twice`,
      ),
  },
  {
    name: 'translated, of the same merchants',
    before: (size) =>
      list(size, (index) => row(index, { title: `Menú del día ${index}`, merchant: shopName(index) })),
    now: (rows) => retitled(rows, (_, index) => `Lunch special ${index}`),
  },
  {
    name: 'one title for all becomes their own names, at the same addresses',
    before: (size) =>
      list(size, (index) =>
        row(index, { title: 'Dcto en Restaurante', url: `https://banco.example/${shopName(index)}` }),
      ),
    now: (rows) => retitled(rows, (_, index) => shopName(index)),
  },
  {
    name: 'half ended and half new',
    before: titled,
    now: (rows, size) => [
      ...rows.slice(size / 2),
      ...list(Math.ceil(size / 2), (index) =>
        row(NEW + index, { title: `20% de descuento en ${shopName(NEW + index)}` }, `new ${index}`),
      ),
    ],
  },
  {
    name: 'all refs new, with their ids',
    before: titled,
    now: (rows) => rows.map((each) => ({ ...each, ref: `new-${each.ref}` })),
    keeps: false,
  },
  {
    name: 'all dates a year on',
    before: (size) => titled(size).map((each) => ({ ...each, valid_until: '2026-12-31' })),
    now: (rows) => rows.map((each) => ({ ...each, valid_until: '2027-12-31' })),
  },
  {
    name: 'all values up by 5',
    before: titled,
    now: (rows) => retitled(rows, ({ title }) => title.replace('20%', '25%')),
  },
  { name: 'lines in another order', before: titled, now: (rows) => rows.toReversed() },
  {
    name: 'doubled',
    before: titled,
    now: (rows) => [...rows, ...rows.map((each) => ({ ...each, ref: `${each.ref}-b`, is: `${each.is} b` }))],
  },
  { name: 'four of ten removed', before: titled, now: (rows, size) => rows.slice(Math.floor(size * 0.4)) },
  { name: 'six of ten removed', before: titled, now: (rows, size) => rows.slice(Math.floor(size * 0.6)) },
  {
    name: 'slots whose merchants move on',
    before: addressed,
    now: (rows, size) =>
      rows.map((each, index) =>
        index === 0 ? { ...(addressed(size + 1)[size] ?? each), ref: each.ref, is: 'next' } : each,
      ),
  },
]

/** Another issuer of the same source, which is as it was, with words of its own in its titles. */
const OTHER_WORDS: Row[] = list(40, (index) => ({
  issuer: 'banco-sur',
  ref: `${index}`,
  title: `Oferta ${shopName(480 + index)}`,
}))

/** Another one, whose titles have the same words. */
const SAME_WORDS: Row[] = list(40, (index) => ({
  issuer: 'banco-sur',
  ref: `${index}`,
  title: `${WORDS[index % 5]} con 30% de descuento en ${shopName(600 + index)}`,
}))

/** The other offers of the source. Of a single offer without any that has the same words, nobody knows which words tell. */
const SOURCES: { name: string; others: Row[]; from: number }[] = [
  { name: 'next to offers with the same words', others: SAME_WORDS, from: 1 },
  { name: 'next to offers with other words', others: OTHER_WORDS, from: 3 },
  { name: 'alone', others: [], from: 3 },
]

const LINES = new LineStore()

/** The first night, once for all kinds that begin with the same rows. */
const begin = remember((rows: string) => {
  const nights = new Nights(LINES)
  return { nights, idsBefore: nights.night(JSON.parse(rows)).ids }
})

for (const [group, kinds] of [
  ['mistaken', MISTAKEN],
  ['legitimate', LEGITIMATE],
] as const) {
  for (const kind of kinds) {
    t.test(`${group}: ${kind.name}`, async (t) => {
      for (const source of SOURCES) {
        for (const size of SIZES) {
          const found = compare(kind, size, source.others)
          const what = `${source.name}, size ${size}`
          const canTell = group === 'legitimate' || size >= Math.max(kind.from ?? 1, source.from)
          if (canTell) t.same(found.wrong, [], `${what}: no id names another offer`)
          if (canTell && (kind.keeps ?? true))
            t.same(found.lost, [], `${what}: no known offer gets another id`)
          if (group === 'legitimate') t.same(found.reasons, [], `${what}: no false alarm`)
          t.ok(found.areAllDifferent, `${what}: each row has an id of its own`)
          t.ok(found.isStable, `${what}: the next night is as this one`)
        }
      }
    })
  }
}

/** The two nights of a kind, for an issuer of this size next to other offers. */
function compare({ before, now }: Kind, size: number, others: readonly Row[]) {
  const [first, second] = [before(size), now(before(size), size)]
  const { nights: begun, idsBefore } = begin(JSON.stringify([...first, ...others]))
  const nights = begun.copy()
  const { ids, tallies } = nights.night([...second, ...others])
  const owner = new Map(first.map(({ is }, index) => [idsBefore[index], is]))
  const idOf = new Map(first.map(({ is }, index) => [is, idsBefore[index]]))
  const namedBefore = (index: number) => owner.get(ids[index] ?? '')
  const next = nights.night([...second, ...others]).ids
  return {
    wrong: second.filter(({ is }, index) => (namedBefore(index) ?? is) !== is),
    lost: second.filter(({ is }, index) => idOf.has(is) && ids[index] !== idOf.get(is)),
    reasons: [...refReasons(tallies).keys()],
    areAllDifferent: new Set(ids).size === second.length + others.length && !ids.includes(undefined),
    isStable: ids.every((id, index) => next[index] === id),
  }
}
