// Step: renders the page for people and its files. All of it follows from the release; nothing depends on the clock.

import { isListed } from '../../../contract/offers/offer.ts'
import type { BrokenIssuer } from '../../day/broken-issuer.ts'
import { countByStatus, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { PlannedRelease } from '../../day/release-draft.ts'
import type { BrokenFacts, BrokenFault, HomeFacts } from '../../home/content/home-facts.ts'
import { type HomeFile, homeFiles } from '../../home/home-files.ts'
import { questionsOf, weekOf } from './day-questions.ts'
import { lastDaysBeforeStart, lastDaysOf, lastDaysOfValues } from './last-days.ts'

export function renderHome(draft: Omit<PlannedRelease, 'home' | 'fingerprint'>): HomeFile[] {
  return homeFiles(homeFacts(draft), draft.packages)
}

function homeFacts(draft: Omit<PlannedRelease, 'home' | 'fingerprint'>): HomeFacts {
  const { listed, lines, documents, verdict, reference } = draft
  const [first] = listed
  const { active, scheduled } = countByStatus(listed)
  const day = { listed, lines, day: documents.described.day, ...documents.counted }
  return {
    described: documents.described,
    first: first ? parseOfferLine(lines.at(first.line)) : null,
    country: reference.catalogue.country,
    listed: { active, scheduled },
    lastDays: {
      listed: lastDaysOf(listed),
      scheduled: lastDaysBeforeStart(listed, lines),
      issuers: lastDaysOfValues(listed, 'issuer'),
      categories: lastDaysOfValues(listed, 'category'),
      comunas: lastDaysOfValues(listed, 'comuna'),
    },
    ...documents.counted,
    changes: changesOf(draft),
    questions: questionsOf(day),
    week: weekOf(day),
    broken: verdict.broken_issuers.map((broken): BrokenFacts => {
      const { issuer, since } = broken
      const kept = listed.filter((offer) => offer.issuer === issuer && offer.keptSince !== null).length
      return { name: reference.issuers.get(issuer)?.name ?? issuer, since, faults: faultsOf(broken), kept }
    }),
  }
}

/**
 * Without numbers: they may differ in a repeated build, which must find that nothing changed. Missing offers are named only
 * if there is no other fault, because the offers of rejected records are missing as well.
 */
function faultsOf({ rejected, gone, reasons = [] }: BrokenIssuer): BrokenFault[] {
  const changed = reasons.map(({ reason, member }) => ({ reason, member }))
  if (rejected > 0) return ['rejected', ...changed]
  return gone > 0 && changed.length === 0 ? ['gone'] : changed
}

/**
 * Derived from the offers, not from the previous release, because a repeated build continues itself. Null if the history
 * has no earlier moment: in a first release, or if the one before is too old.
 */
function changesOf({
  readable,
  date,
  history,
}: Pick<PlannedRelease, 'readable' | 'date' | 'history'>): HomeFacts['changes'] {
  // The first moment is that of this release.
  const [, since] = Object.keys(history)
  if (since === undefined) return null
  const changed = readable.filter(({ updated_at }) => updated_at === date.data_as_of)
  const newOrChanged = changed.filter(({ status }) => isListed(status)).length
  return { since, newOrChanged, gone: changed.length - newOrChanged }
}
