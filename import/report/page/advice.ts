// What to write into a cell that was not understood, by the member of the offer that is read from it.

import type { DAY_PATTERNS } from '../../conversions/read-day.ts'
import type { ReadyMapping } from '../../mapping/load-mapping.ts'

const DAYS: Partial<Record<(typeof DAY_PATTERNS)[number], string>> = {
  'DD/MM/YYYY': '31/12/2026',
  'MM/DD/YYYY': '12/31/2026',
  'YYYY-MM-DD': '2026-12-31',
  YYYYMMDD: '20261231',
}

const FILL_IN = 'Fill the cell in: every offer has one.'

const ADVICE: Readonly<Record<string, string>> = {
  ref: 'Fill the cell in, with a text that no other row has.',
  title: FILL_IN,
  issuer: FILL_IN,
  category: FILL_IN,
  'benefit.summary': FILL_IN,
  'benefit.value':
    'Write one benefit with its figure, such as 20%, 2x1 or $ 5.000 off. A benefit that depends on more can stay as it is: it is published in words, without a value.',
  'benefit.cap': 'Write one amount of money, or leave the cell empty if there is no upper bound.',
  weekdays: 'Write days of the week and nothing else, or leave the cell empty if they are not known.',
  url: 'Write an address that begins with https://, or leave the cell empty.',
  comunas: 'Write the name of a place as the list of places has it, or leave the cell empty.',
  cells: 'Delete this row.',
}

/** What people call the members of an offer. */
export const MEMBER_WORDS: Readonly<Record<string, string>> = {
  ref: 'reference of the offer',
  'benefit.kind': 'kind of benefit',
  'benefit.currency': 'currency of the benefit',
  'benefit.summary': 'benefit in words',
  'benefit.value': 'value of the benefit',
  'benefit.cap': 'upper bound of the benefit',
  'benefit.cap.value': 'upper bound of the benefit',
  'benefit.cap.currency': 'currency of the bound',
  weekdays: 'days of the week',
  url: 'link',
  comunas: 'places',
  valid_from: 'first day',
  valid_until: 'last day',
}

/** Undefined if what was expected says it all. */
export function adviceFor(member: string, mapping: ReadyMapping | undefined): string | undefined {
  if (member !== 'valid_from' && member !== 'valid_until') return ADVICE[member]
  const examples = (mapping?.formats.dates ?? []).flatMap((pattern) => DAYS[pattern] ?? [])
  const such = examples.length > 0 ? ` such as ${examples.join(' or ')}` : ''
  return `Write a day${such}, or leave the cell empty if there is none.`
}
