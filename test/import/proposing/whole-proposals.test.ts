// Tables with their complete proposals: used and unused columns, and the exact text of remarks and questions.

import t from 'tap'
import type { Answers } from '../../../import/asking/answers.ts'
import { questionText } from '../../../import/asking/questions.ts'
import { openSample } from '../../../import/proposing/open-sample.ts'
import { proposeMapping } from '../../../import/proposing/propose-mapping.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'
import { fileOf } from '../import-table.ts'

t.setTimeout(SHORT_MS)

interface Case {
  name: string
  text: string
  answers?: Answers
  /** Without `NO_CATEGORY`. */
  doubts?: readonly string[]
  /** Without the question for the time zone. */
  questions?: readonly string[]
  /** The format of the file and its cells, and the type of new issuers. */
  read?: string
  /** Without members that are null, and without the category of `NO_CATEGORY`. */
  offer: string
  unused?: string
}

const NO_CATEGORY = '/offer/category: no heading names a category; all offers go into "Offers"'

const TITLE_ASKED =
  '/offer/title: which column says what is offered? Its heading, or several as "One + Other"'
const REF_ASKED =
  '/offer/ref: which column identifies a row from day to day? Its heading, or several as "One + Other"'
const ISSUER_ASKED = '/offer/issuer: who issues the offers? A name or the heading of a column'
const PROVIDER_ASKED = '/catalogue/attribution: the provider of the data, such as "Name · name.example"'
const valueAsked = (columns: string, kinds = '') =>
  `/offer/benefit/worth: which column has the value of the benefit? These have figures: ${columns}${kinds}; "none" publishes the offers without one`
const PROVIDER_OPTIONAL = `${PROVIDER_ASKED}; optional if all rows have the same issuer`

/** What a case does not say. */
const USUAL: Required<Pick<Case, 'answers' | 'doubts' | 'questions' | 'read' | 'unused'>> = {
  answers: { country: 'CL' },
  doubts: [],
  questions: [PROVIDER_ASKED],
  read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
  unused: '',
}

const CASES: readonly Case[] = [
  {
    name: 'only offers',
    text: 'Descuento;Lugar propio\n20%;uno\n10%;dos\n',
    answers: {},
    questions: [
      TITLE_ASKED,
      REF_ASKED,
      ISSUER_ASKED,
      '/catalogue/country: the country of the offers, such as "CL"; it decides how numbers and money are read',
      PROVIDER_OPTIONAL,
    ],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":null,"currency":null,"type":"other"}',
    offer: '{"benefit":{"worth":[{"as":"discount","column":"Descuento"}],"summary":{"column":"Descuento"}}}',
    unused: 'Lugar propio',
  },
  {
    name: 'a shop without an issuer',
    text: 'id;oferta;tienda\n1;20% dcto;A\n2;10% dcto;B\n',
    questions: [
      '/offer/issuer: who issues the offers? A name or the heading of a column, or "tienda" if each place issues its own',
      PROVIDER_OPTIONAL,
    ],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"other"}',
    offer:
      '{"ref":{"column":"id"},"title":{"column":"oferta"},"merchant":{"column":"tienda"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
  },
  {
    name: 'a column of issuers, several time zones',
    text: 'id;oferta;banco\n1;20% dcto;A\n2;10% dcto;B\n',
    answers: { country: 'US' },
    doubts: [
      '/catalogue/time_zone: America/New_York, as in the capital; --time-zone names another zone of US',
    ],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":".","currency":"USD","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
  },
  {
    name: 'headings below titles',
    text: 'Ofertas;;\nde hoy;;\nid;oferta;banco\n1;20% dcto;A\n2;10% dcto;B\n',
    doubts: [
      '/read/headings: the headings are in line 3; what is above is not read; --headings 0 if the table has none',
    ],
    read: '{"delimiter":";","headings":3,"dates":[],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
  },
  {
    name: 'unknown headings',
    text: 'uno;dos;tres\nk-1;20% dcto en todo;A\nk-2;10% dcto en todo;B\n',
    doubts: [
      '/read/headings: line 1 is read as the headings, though none of them is known; --headings 0 if it is an offer',
      '/offer/ref: the cells of "uno" are all different and look like codes, so they are the ref; if it is no id of your system, name others with --ref',
      '/offer/benefit/worth: the first 2 offers have no value and are of kind other',
    ],
    questions: [TITLE_ASKED, ISSUER_ASKED, PROVIDER_OPTIONAL, valueAsked('"dos"')],
    read: '{"delimiter":";","headings":1,"dates":[],"decimal":",","currency":"CLP","type":"other"}',
    offer: '{"ref":{"column":"uno"},"benefit":{"worth":[]}}',
    unused: 'dos, tres',
  },
  {
    name: 'no headings',
    text: '20% dcto en todo;2026-01-01;2026-02-01;9\n10% dcto;2026-01-02;2026-02-02;8\n',
    doubts: ['/offer/benefit/worth: the first 2 offers have no value and are of kind other'],
    questions: [
      ...[TITLE_ASKED, REF_ASKED, ISSUER_ASKED, PROVIDER_OPTIONAL],
      '/offer/valid_until: which column has the last days? These hold nothing but days: "B", "C"; "none" publishes the offers without an end',
      '/offer/valid_from: which column has the first days? These hold nothing but days: "B", "C"; "none" publishes the offers without a start',
      valueAsked('"A", "D as percentage"', ' (or as amount, cashback, fixed_price, installments)'),
    ],
    read: '{"delimiter":";","headings":0,"dates":[],"decimal":",","currency":"CLP","type":"other"}',
    offer: '{"benefit":{"worth":[]}}',
    unused: 'A, B, C, D',
  },
  {
    name: 'rows that are too wide, and columns with cells that are not understood',
    text: 'id;banco;oferta;comuna;url\n1;A;20% dcto;12;x\n2;A;10% dcto;13;y\n4;A;5%; dcto;14;z\n',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"comunas":{"column":"comuna"},"url":{"column":"url"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'F',
  },
  {
    name: 'places, weekdays and periods',
    text: 'id;banco;oferta;comuna;dias;vigencia\n1;A;20% dcto;Maipú, Lota;lunes;01/09/2026 al 30/09/2026\n2;A;10% dcto;Todas;martes;01/09/2026 al 15/09/2026\n4;A;5% dcto;Lota;;\n',
    doubts: [],
    read: '{"delimiter":";","headings":1,"dates":["DD/MM/YYYY"],"decimal":",","currency":"CLP","type":"bank"}',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"comunas":{"column":"comuna"},"weekdays":{"column":"dias"},"valid_from":{"column":"vigencia","end":"first"},"valid_until":{"column":"vigencia","end":"last"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
  },
  {
    name: 'headings of places and weekdays without such values',
    text: 'id;banco;oferta;ciudad;dias;vigencia\n1;A;20% dcto;Soweto, JHB;12;pronto\n2;A;10% dcto;Melville, JHB;13;luego\n',
    doubts: [
      '/offer/comunas: "ciudad" shows no lists, so a comma or "and" is read as part of a name; "split": [","] separates at commas',
    ],
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"oferta"},"comunas":{"column":"ciudad","split":[";","/","|","\\n"]},"weekdays":{"column":"dias"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
    unused: 'vigencia',
  },
  {
    name: 'bare numbers, prices and sentences as caps',
    text: 'id;banco;titulo;descuento;precio;tope\n1;A;Té;20;990;según tarjeta\n2;A;Café;10;1990;según banco\n',
    questions: [
      '/offer/benefit/worth: what is "20" in "descuento"? "descuento as percentage", or amount, cashback, fixed_price, installments; "none" leaves it out',
      PROVIDER_ASKED,
    ],
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"text","column":"descuento"},{"as":"text","column":"titulo"},{"as":"fixed_price","column":"precio"}],"cap":{"column":"tope"},"summary":{"column":"titulo"}}}',
  },
  {
    name: 'kinds',
    text: 'id;banco;titulo;descuento;tipo beneficio\n1;A;Té;20;Porcentaje\n2;A;Café;500;Monto fijo\n4;A;Pan;5;sorpresa\n',
    offer:
      '{"ref":{"column":"id"},"issuer":{"column":"banco"},"title":{"column":"titulo"},"benefit":{"worth":[{"as":"value","column":"descuento"},{"as":"text","column":"titulo"}],"kind":{"column":"tipo beneficio","lookup":{"Porcentaje":"percentage","Monto fijo":"amount"}},"summary":{"column":"titulo"}}}',
  },
  {
    name: 'no number of rows: texts are used',
    text: 'banco;oferta;tienda\nA;20% dcto;X\nA;20% dcto;Y\nA;10% dcto;X\nA;5% dcto;X\n',
    questions: [PROVIDER_ASKED],
    doubts: [
      '/offer/ref: no column numbers the rows, so the ref is tienda + oferta: if one of these changes, it is a new offer',
    ],
    offer:
      '{"ref":{"columns":["tienda","oferta"],"join":" | "},"issuer":{"column":"banco"},"title":{"column":"oferta"},"merchant":{"column":"tienda"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
  },
  {
    name: 'answers remove remarks',
    text: 'banco;oferta\nA;20% dcto\nA;10% dcto\n',
    answers: { country: 'CL', ref: 'oferta', title: 'banco', attribution: 'X' },
    questions: [],
    offer:
      '{"ref":{"column":"oferta"},"issuer":{"column":"banco"},"title":{"column":"banco"},"benefit":{"worth":[{"as":"text","column":"oferta"}],"summary":{"column":"oferta"}}}',
  },
]

const withoutNulls = (value: object) =>
  JSON.parse(JSON.stringify(value), function (this: object, key, member) {
    return member === null && !('Porcentaje' in this) && key !== '' ? undefined : member
  })

t.test('tables and their proposals', async (t) => {
  for (const each of CASES) {
    const { name, text, answers, ...expected } = { ...USUAL, ...each }
    await t.test(name, async (t) => {
      const surveyed = await openSample(fileOf(t, 'a.csv', text), answers)
      const { mapping, doubts, questions, unused } = proposeMapping(surveyed, answers)
      const { catalogue, read, formats, issuer_type: type, offer } = mapping
      const isAsked = doubts.includes(NO_CATEGORY)
      t.strictSame(
        doubts.filter((doubt) => doubt !== NO_CATEGORY),
        expected.doubts,
      )
      const asked = questions.map(questionText)
      const zone = asked.filter((each) => /; [A-Z]{2} has several$/.test(each))
      t.strictSame(
        asked.filter((each) => !zone.includes(each)),
        expected.questions,
      )
      const { country = null } = answers
      t.equal(zone.length, country !== null && catalogue.time_zone === null ? 1 : 0)
      const { encoding: _, ...reading } = { encoding: '', ...read }
      t.strictSame({ ...reading, ...formats, type }, JSON.parse(expected.read))
      const { category, ...members } = withoutNulls(offer)
      const isOffers = JSON.stringify(category) === '{"constant":"Offers"}'
      t.strictSame(isOffers ? members : { ...members, category }, JSON.parse(expected.offer))
      t.equal(isAsked, isOffers)
      t.strictSame(unused.join(', '), expected.unused)
      t.equal(catalogue.country, country)
      t.equal(catalogue.attribution, answers.attribution ?? null)
    })
  }
})
