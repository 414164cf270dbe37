// The options for facts that no column has; `preview` has them as well.

import type { OptionsFor } from '../lib/command-line/command.ts'
import { expected } from '../lib/command-line/parsers.ts'
import { isTimeZone } from '../lib/time/calendar.ts'
import { COUNTRIES } from './conversions/countries.ts'
import type { Answers } from './proposing/questions.ts'

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
    about: 'The issuer of the offers: one name for all rows, or the heading of the column with the names.',
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
  records: {
    name: 'records',
    value: 'POINTER',
    about:
      'The place of the list of records in a JSON file, such as /offers or /shops/*/offers. An answer that differs from mapping.json in the source folder is refused: edit that file, or remove it to start again.',
    parse: parsePointer,
  },
} as const satisfies OptionsFor<Answers>

function parseCountry(text: string): string {
  if (COUNTRIES.has(text)) return text
  throw expected('two capital letters such as CL', text)
}

function parseZone(text: string): string {
  if (isTimeZone(text)) return text
  throw expected('a zone such as America/Santiago', text)
}

function parsePointer(text: string): string {
  if (text === '' || text.startsWith('/')) return text
  throw expected('a pointer such as /offers', text)
}
