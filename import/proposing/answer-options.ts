// The options for facts that no column has.

import type { OptionsFor } from '../../lib/command-line/command.ts'
import { expected } from '../../lib/command-line/parsers.ts'
import { isTimeZone } from '../../lib/time/calendar.ts'
import { countryCodeOf } from '../conversions/countries.ts'
import type { Answers } from './questions.ts'

export const ANSWERS = {
  country: {
    name: 'country',
    value: 'CC',
    about: 'The country of the offers, such as CL. It decides how numbers and money are read.',
    parse: parseCountry,
  },
  timeZone: {
    name: 'time-zone',
    value: 'ZONE',
    about: 'The time zone, if the country has several, such as America/New_York.',
    parse: parseZone,
  },
  issuer: {
    name: 'issuer',
    value: 'NAME|COLUMN',
    about: 'Who gives the offers: a name, or the heading of a column.',
  },
  attribution: {
    name: 'attribution',
    value: 'TEXT',
    about: 'The provider of the data. The default is the issuer, if all rows have the same one.',
  },
  title: {
    name: 'title',
    value: 'COLUMN',
    about: 'The heading of the column that says what is offered. Join several as "One + Other".',
  },
  ref: {
    name: 'ref',
    value: 'COLUMN',
    about:
      'The heading of the column that identifies a row and stays the same from day to day. Join several as in --title.',
  },
  benefit: {
    name: 'benefit',
    value: 'COLUMN',
    about:
      'The heading of the column that says the benefit in words, such as 20% off; none if there is none.',
  },
  value: {
    name: 'value',
    value: 'COLUMN',
    about:
      'The heading of the column with the value of the benefit. For numbers without a unit say what they are: "Discount as percentage" (or amount, cashback, fixed_price, cents for prices such as 499 that are 4.99, installments).',
  },
  from: {
    name: 'from',
    value: 'COLUMN',
    about: 'The heading of the column of first days; none if there is none.',
  },
  until: {
    name: 'until',
    value: 'COLUMN',
    about: 'The heading of the column of last days; none if there is none.',
  },
  category: { name: 'category', value: 'COLUMN', about: 'The heading of the column of categories.' },
  merchant: {
    name: 'merchant',
    value: 'COLUMN',
    about: 'The heading of the column that says where the offer can be used; none if there is none.',
  },
  url: {
    name: 'url',
    value: 'COLUMN',
    about: 'The heading of the column of addresses; none if there is none.',
  },
  summaryColumn: {
    name: 'summary-column',
    value: 'COLUMN',
    about: 'The heading of the column that describes the benefit for people.',
  },
  skipStatus: {
    name: 'skip-status',
    value: 'VALUE',
    about:
      'Skip rows with this text in a column that says whether an offer is running, such as "expired"; several as "expired, paused". none publishes them.',
  },
  records: {
    name: 'records',
    value: 'POINTER',
    about: 'The place of the list of records in a JSON file, such as /offers or /shops/*/offers.',
    parse: parsePointer,
  },
} as const satisfies OptionsFor<Answers>

function parseCountry(text: string): string {
  const code = countryCodeOf(text)
  if (code !== undefined) return code
  throw expected('the code of a country, such as CL or MX', text)
}

function parseZone(text: string): string {
  if (isTimeZone(text)) return text
  throw expected('a zone such as America/Santiago', text)
}

function parsePointer(text: string): string {
  if (text === '' || text.startsWith('/')) return text
  throw expected('a pointer such as /offers', text)
}
