// Advice for cells that are not understood, by the member of the offer that they fill.

import type { DAY_PATTERNS } from '../../conversions/read-day.ts'
import type { ReadyMapping } from '../../mapping/load-mapping.ts'

const DAYS: Partial<Record<(typeof DAY_PATTERNS)[number], string>> = {
  'DD/MM/YYYY': '31/12/2026',
  'MM/DD/YYYY': '12/31/2026',
  'YYYY-MM-DD': '2026-12-31',
  YYYYMMDD: '20261231',
}

const FILL_IN = 'Fill in the cell: every offer needs one.'

const ADVICE: Readonly<Record<string, string>> = {
  ref: 'Fill in the cell with a text that no other row has.',
  title: FILL_IN,
  issuer: FILL_IN,
  category: FILL_IN,
  'benefit.summary': FILL_IN,
  'benefit.value':
    'Write one benefit with its figure, such as 20%, 2x1 or $ 5.000 off. A benefit without a single figure can stay: it is published as text, without a value.',
  'benefit.cap': 'Write one amount of money, or leave the cell empty if there is no maximum.',
  weekdays: 'Write only days of the week, or leave the cell empty if they are unknown.',
  url: 'Write an address that begins with https://, or leave the cell empty.',
  comunas: 'Write a name from the list of places, or leave the cell empty.',
  cells: 'Delete this row.',
}

/** The members of an offer in words for people. */
export const MEMBER_WORDS: Readonly<Record<string, string>> = {
  ref: 'reference of the offer',
  'benefit.kind': 'kind of benefit',
  'benefit.currency': 'currency of the benefit',
  'benefit.summary': 'benefit as text',
  'benefit.value': 'value of the benefit',
  'benefit.cap': 'maximum of the benefit',
  'benefit.cap.value': 'maximum of the benefit',
  'benefit.cap.currency': 'currency of the maximum',
  weekdays: 'days of the week',
  url: 'link',
  comunas: 'places',
  valid_from: 'first day',
  valid_until: 'last day',
}

/** Undefined if the expected value is advice enough. */
export function adviceFor(member: string, mapping: ReadyMapping | undefined): string | undefined {
  if (member !== 'valid_from' && member !== 'valid_until') return ADVICE[member]
  const examples = (mapping?.formats.dates ?? []).flatMap((pattern) => DAYS[pattern] ?? [])
  const such = examples.length > 0 ? ` such as ${examples.join(' or ')}` : ''
  return `Write a day${such}, or leave the cell empty if there is none.`
}
