// The facts of a day without offers, for tests of parts of the page.

import { WEEKDAYS } from '../../contract/offers/offer.ts'
import type { HomeFacts } from '../../home/home-facts.ts'
import { recordOf } from '../../lib/record-of.ts'
import { EMPTY_DAY } from '../contract/api/described-day.ts'

export const NO_FACTS: HomeFacts = {
  described: EMPTY_DAY,
  first: null,
  country: 'CL',
  listed: { active: 0, scheduled: 0 },
  issuers: [],
  categories: [],
  comunas: [],
  weekdays: recordOf(WEEKDAYS, () => 0),
  onUnknownDays: 0,
  changes: null,
  broken: [],
}

/** @returns the facts of a day with other members of its description */
export function describing(changes: Partial<HomeFacts['described']>): HomeFacts {
  return { ...NO_FACTS, described: { ...EMPTY_DAY, ...changes } }
}
