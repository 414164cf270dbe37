// The schema of a source record: accepted and refused records.

import t from 'tap'
import { BENEFIT_KINDS, type BenefitKind } from '../../../contract/offers/offer.ts'
import {
  SOURCE_CATALOGUE,
  SOURCE_CATEGORIES,
  SOURCE_COMUNAS,
  SOURCE_ISSUERS,
  SOURCE_OFFER,
} from '../../../contract/offers/source.ts'
import type { AnySchema } from '../../../lib/json/schema.ts'
import { compileCheck } from '../../../lib/json/validator.ts'
import { formatCount } from '../../../lib/text/format-numbers.ts'
import { CATALOGUE, CATEGORIES, COMUNAS, ISSUERS, record } from '../../build/support/source.ts'

const check = compileCheck(SOURCE_OFFER)

const violationsOf = (value: unknown) => {
  const checked = check(value)
  return 'violations' in checked ? checked.violations : []
}

/** Values of `value` and `currency` that a kind accepts; every other pair of the table is refused. */
const VALUES = [null, 0, -1, 0.5, 1, 1.5, 2, 20, 100, 100.5, 250]
const CURRENCIES = [null, 'CLP']
const above = (least: number) => VALUES.filter((value) => value !== null && value > least)
const share = above(0).filter((value) => value !== null && value <= 100)
const ACCEPTED: Readonly<Record<BenefitKind, [currency: string | null, values: unknown[]][]>> = {
  percentage: [[null, share]],
  cashback: [
    [null, share],
    ['CLP', above(0)],
  ],
  amount: [['CLP', above(0)]],
  fixed_price: [['CLP', above(0)]],
  multibuy: [[null, above(1)]],
  installments: [[null, [2, 20, 100, 250]]],
  other: [[null, [null]]],
}

for (const kind of BENEFIT_KINDS) {
  t.test(`a benefit of kind ${kind}: values with the currencies that they allow`, async (t) => {
    for (const currency of CURRENCIES) {
      for (const value of VALUES) {
        const accepts = ACCEPTED[kind].some(([each, values]) => each === currency && values.includes(value))
        const benefit = { kind, value, currency, cap: null, summary: 's' }
        const violations = violationsOf(record({ benefit }))
        t.equal(violations.length === 0, accepts, `${value} ${currency}`)
        for (const { pointer } of violations) t.match(pointer, /^\/benefit\/(value|currency)$/)
      }
    }
  })
}

t.test('wrong members are refused, with their place', async (t) => {
  const { benefit } = record()
  const refused: [changes: object, pointer: string][] = [
    [{ comunas: ['maipu', 'maipu'] }, '/comunas'],
    [{ comunas: ['Maipú'] }, '/comunas/0'],
    [{ url: 'javascript:alert(1)' }, '/url'],
    [{ url: 'ftp://bank.example/1' }, '/url'],
    [{ url: 'bank.example' }, '/url'],
    [{ url: 'https://user:password@bank.example/' }, '/url'],
    [{ url: 'https://user@bank.example' }, '/url'],
    [{ url: 'https://bank.example:80@evil.example/' }, '/url'],
    [{ url: 'https://bank.example:65536/' }, '/url'],
    [{ url: 'https://bank.example:99999' }, '/url'],
    [{ url: 'https://bank.example:100000' }, '/url'],
    [{ url: 'https://:80/' }, '/url'],
    [{ weekdays: [] }, '/weekdays'],
    [{ weekdays: ['monday', 'monday'] }, '/weekdays'],
    [{ weekdays: ['lunes'] }, '/weekdays/0'],
    [{ benefit: { ...benefit, cap: { value: 0, currency: 'CLP' } } }, '/benefit/cap/value'],
    [{ benefit: { ...benefit, cap: { value: 5 } } }, '/benefit/cap/currency'],
    [{ benefit: { ...benefit, kind: 'gift' } }, '/benefit/kind'],
    [{ title: ' ' }, '/title'],
    [{ title: ' \n' }, '/title'],
    [{ title: 'a\u009bb' }, '/title'],
    [{ title: '\u0000' }, '/title'],
    [{ ref: '\u0085' }, '/ref'],
    [{ merchant: 'a\u007f' }, '/merchant'],
    [{ benefit: { ...benefit, summary: 'a\u001b[2J' } }, '/benefit/summary'],
    [{ valid_from: '2026-02-30' }, '/valid_from'],
    [{ valid_until: '1.3.2026' }, '/valid_until'],
    [{ id: 'x' }, '/id'],
    [{ updated_at: '2026-03-01T10:00:00.000Z' }, '/updated_at'],
    [{ price: 1 }, '/price'],
  ]
  for (const [changes, pointer] of refused) {
    const violations = violationsOf({ ...record(), ...changes })
    t.same(
      violations.map((each) => each.pointer),
      [pointer],
      JSON.stringify(changes),
    )
  }
})

t.test('correct members are accepted', async (t) => {
  const accepted: object[] = [
    { url: 'https://bank.example/1?a=b' },
    { url: 'http://bank.example' },
    { url: 'http://bank.example:65535/a@b:c' },
    { url: 'http://bank.example?q=a@b' },
    { url: 'http://bank.example:80' },
    { url: 'http://[2001:db8::1]:8080/' },
    { title: ' a\tb\r\nc\u00a0' },
    { url: null, weekdays: null, merchant: null },
    { comunas: [] },
    { comunas: ['maipu', 'arica'] },
    { weekdays: ['sunday'] },
    { valid_from: null, valid_until: null },
    { id: 'off_old-name_1' },
  ]
  for (const changes of accepted) t.same(violationsOf({ ...record(), ...changes }), [])
})

/** A record in which one member has this text. */
const withText: Readonly<Record<string, (text: string) => unknown>> = {
  ref: (ref) => record({ ref }),
  title: (title) => record({ title }),
  merchant: (merchant) => record({ merchant }),
  url: (path) => record({ url: `https://a.example/${path}` }),
  summary: (summary) => record({ benefit: { ...record().benefit, summary } }),
}

t.test('every text has a bound in characters, and a longer one is named with it', async (t) => {
  const bounds = { ref: 1000, title: 500, merchant: 200, url: 2048, summary: 2000 }
  for (const [member, bound] of Object.entries(bounds)) {
    const [make = record, taken] = [withText[member], member === 'url' ? 'https://a.example/'.length : 0]
    t.same(violationsOf(make('x'.repeat(bound - taken))), [], member)
    const expected = `a text of at most ${formatCount(bound)} characters`
    const pointer = member === 'summary' ? '/benefit/summary' : `/${member}`
    for (const length of [bound - taken + 1, 900_000]) {
      t.match(violationsOf(make('x'.repeat(length))), [{ pointer, expected }], `${member}, ${length}`)
    }
    // A letter beyond U+FFFF is one character. An address has none.
    if (member !== 'url') t.same(violationsOf(make('\u{1f600}'.repeat(bound))), [], `${member}, emoji`)
  }
  const many = Array.from({ length: 401 }, (_, number) => `comuna-${number}`)
  t.same(violationsOf(record({ comunas: many.slice(1) })), [])
  t.match(violationsOf(record({ comunas: many })), [
    { pointer: '/comunas', expected: 'a list of 400 or fewer' },
  ])
})

t.test('a text of which nothing can be seen is blank', async (t) => {
  const blank = [
    '',
    ' ',
    '\u200b\u200b',
    '\u200e\u200f',
    '\u2066 \u2069',
    '\u00ad',
    '\ufeff',
    '\u3164',
    '\ufe0f',
    '\u2800',
  ]
  for (const [member, make] of Object.entries(withText)) {
    if (member === 'url') continue
    for (const text of blank) t.equal(violationsOf(make(text)).length, 1, `${member} ${JSON.stringify(text)}`)
    for (const text of ['\u200bA', '\u2067\u05d0\u2069', '\u2764\ufe0f'])
      t.same(violationsOf(make(text)), [], text)
  }
})

t.test('names of the reference files have a bound, and so has the attribution', async (t) => {
  const long = (length: number) => 'x'.repeat(length)
  const files: [schema: AnySchema, make: (name: string) => unknown, bound: number][] = [
    [SOURCE_ISSUERS, (name) => [{ ...ISSUERS[0], name }], 200],
    [SOURCE_CATEGORIES, (name) => [{ ...CATEGORIES[0], name }], 200],
    [SOURCE_COMUNAS, (name) => [{ ...COMUNAS[0], name, code: name, region: name }], 200],
    [SOURCE_CATALOGUE, (attribution) => ({ ...CATALOGUE, attribution }), 1000],
  ]
  for (const [schema, make, bound] of files) {
    const checkFile = compileCheck(schema)
    t.ok('value' in checkFile(make(long(bound))))
    t.ok('violations' in checkFile(make(long(bound + 1))))
    t.ok('violations' in checkFile(make('\u200b')))
  }
})

t.test('a missing member is named', async (t) => {
  const { title: _, ...rest } = record()
  t.same(violationsOf(rest), [{ pointer: '/title', found: 'nothing', expected: 'a value (missing member)' }])
})

t.test('issuers and categories are required, comunas are not', async (t) => {
  const checkIssuers = compileCheck(SOURCE_ISSUERS)
  const checkCategories = compileCheck(SOURCE_CATEGORIES)
  const checkComunas = compileCheck(SOURCE_COMUNAS)
  t.same(checkIssuers(ISSUERS), { value: ISSUERS })
  t.same(checkCategories(CATEGORIES), { value: CATEGORIES })
  t.match(checkIssuers([]), { violations: [{ pointer: '', found: '[]' }] })
  t.match(checkCategories([]), { violations: [{ pointer: '', found: '[]' }] })
  for (const comunas of [COMUNAS, []]) t.same(checkComunas(comunas), { value: comunas })
})
