// Step: the page for people, and what goes with it. It tells of the day alone: nothing in it depends on the clock.

import { isListed, WEEKDAYS } from '../../../contract/offers/offer.ts'
import type { History } from '../../../contract/release/manifest.ts'
import type { BrokenFacts, HomeFacts } from '../../../home/home-facts.ts'
import { type HomeFile, homeFiles } from '../../../home/home-files.ts'
import { recordOf } from '../../../lib/record-of.ts'
import type { BrokenBefore } from '../../day/broken-issuer.ts'
import { type CatalogueOffer, countByStatus } from '../../day/catalogue-offer.ts'
import type { Reference } from '../../day/reference.ts'
import type { ReleaseDate } from '../../day/release-date.ts'
import type { Documents } from './render-documents.ts'

export interface HomeContext {
  date: ReleaseDate
  reference: Reference
  documents: Documents
  history: History
  /** The issuers that are broken today. */
  broken: readonly BrokenBefore[]
}

export interface HomeOffers {
  listed: readonly CatalogueOffer[]
  readable: readonly CatalogueOffer[]
}

export function renderHome(offers: HomeOffers, context: HomeContext): HomeFile[] {
  return homeFiles(homeFacts(offers, context))
}

export function homeFacts({ listed, readable }: HomeOffers, context: HomeContext): HomeFacts {
  const { documents, broken, reference } = context
  const { active, scheduled } = countByStatus(listed)
  return {
    described: documents.described,
    listed: { active, scheduled },
    ...documents.counted,
    weekdays: countByWeekday(listed),
    onUnknownDays: listed.filter(({ weekdays }) => weekdays === null).length,
    changes: changesOf(readable, context),
    broken: broken.map(({ issuer, since }): BrokenFacts => {
      const kept = listed.filter((offer) => offer.issuer === issuer && offer.keptSince !== null).length
      return { name: reference.issuers.get(issuer)?.name ?? issuer, since, kept }
    }),
  }
}

function countByWeekday(listed: readonly CatalogueOffer[]): HomeFacts['weekdays'] {
  const counts = recordOf(WEEKDAYS, () => 0)
  for (const { weekdays } of listed) for (const day of weekdays ?? []) counts[day] += 1
  return counts
}

/** Told by what offers remember, not by the release before: a build that is repeated continues itself. */
function changesOf(
  readable: readonly CatalogueOffer[],
  { date, history }: HomeContext,
): HomeFacts['changes'] {
  const [, since] = Object.keys(history)
  if (since === undefined) return null
  const changed = readable.filter(({ updated_at }) => updated_at === date.data_as_of)
  const newOrChanged = changed.filter(({ status }) => isListed(status)).length
  return { since, newOrChanged, gone: changed.length - newOrChanged }
}
