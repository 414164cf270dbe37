// Step: finds issuers that seem to have another slug today. The slug is part of the ids, so a new one gives all offers new ids.

import { isListed } from '../../../contract/offers/offer.ts'
import { groupBy } from '../../../lib/lists.ts'
import { formatCountOf } from '../../../lib/text/format-numbers.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Lines } from '../../day/line-store.ts'
import { addressedNameOf } from '../../source/distinguish-offers.ts'

/** An issuer all of whose offers are missing, and the new one that has their titles, merchants and addresses. */
export interface RenamedIssuer {
  from: string
  to: string
  /** The number of its listed offers. */
  offers: number
}

/** @param current the offers of the source */
export function findRenamedIssuers(known: Offers, current: Offers, lines: Lines): RenamedIssuer[] {
  const knownByIssuer = groupBy(known.values(), ({ issuer }) => issuer)
  const currentByIssuer = groupBy(current.values(), ({ issuer }) => issuer)
  const namesOf = (offers: readonly CatalogueOffer[]) =>
    new Set(offers.map(({ line }) => addressedNameOf(parseOfferLine(lines.at(line)))))
  const arrived = [...currentByIssuer].filter(([issuer]) => !knownByIssuer.has(issuer))
  if (arrived.length === 0) return []
  const left = [...knownByIssuer].flatMap(([from, offers]): [string, CatalogueOffer[]][] => {
    const listed = offers.filter(({ status }) => isListed(status))
    return listed.length === 0 || currentByIssuer.has(from) ? [] : [[from, listed]]
  })
  return left.flatMap(([from, offers]) => {
    const names = namesOf(offers)
    const to = arrived.find(([, each]) => isWithin(names, namesOf(each)))?.[0]
    return to === undefined ? [] : [{ from, to, offers: offers.length }]
  })
}

export function describeRenamedIssuer({ from, to, offers }: RenamedIssuer): string {
  const all = offers === 1 ? 'its only offer is' : `all of its ${formatCountOf(offers, 'offer')} are`
  return `${from} is missing, and ${all} in the new issuer ${to}: was it renamed? A slug is part of the ids, so the offers have new ones; keep the slug ${from} and change only the name`
}

function isWithin(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name))
}
