// Gives a day another moment of the same calendar day, without reading its source again.

import { OperatorError } from '../../lib/errors.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { calendarDay } from '../../lib/time/calendar.ts'
import { type CatalogueOffer, parseOfferLine } from './catalogue-offer.ts'
import type { Day } from './day.ts'

/**
 * Moves the `updated_at` of the offers that changed on the day.
 * @param moment ISO 8601 UTC with milliseconds
 * @throws {OperatorError} `not-newer` if it falls on another calendar day, which could change what the offers are
 */
export function redate(day: Day, moment: string): Day {
  const { reference, date, offers, previous, lines } = day
  if (calendarDay(moment, reference.catalogue.time_zone) !== date.day) {
    throw new OperatorError(
      'not-newer',
      `${date.data_as_of} is the moment of another release, and the next one falls on another day; ` +
        'use a later moment with --as-of (--as-of now is the present)',
    )
  }
  const dated = ([id, offer]: [string, CatalogueOffer]): [string, CatalogueOffer] => {
    // An unchanged offer keeps its line.
    if (offer.line === previous.memory.offers.get(id)?.line) return [id, offer]
    const moved = { ...parseOfferLine(lines.at(offer.line)), updated_at: moment }
    return [id, { ...offer, updated_at: moment, line: lines.append(Buffer.from(jsonLine(moved))) }]
  }
  return { ...day, date: { ...date, data_as_of: moment }, offers: new Map([...offers].map(dated)) }
}
