// Step: plans everything that a release is made from, at the first moment that is free.

import type { Day } from '../../day/day.ts'
import { redate } from '../../day/redate.ts'
import type { PlannedRelease } from '../../day/release-draft.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { claimMoment } from './claim-moment.ts'
import { fingerprint } from './fingerprint.ts'
import { keepHistory } from './keep-history.ts'
import { orderOffers } from './order-offers.ts'
import { renderDocuments } from './render-documents.ts'
import { renderHome } from './render-home.ts'

/** The day is planned again, but not read again, if its moment is taken. */
export async function planRelease(day: Day, output: OutputFolder): Promise<PlannedRelease> {
  const ordered = orderOffers(day.offers)
  const documents = renderDocuments(ordered.listed, day)
  const history = keepHistory(ordered.byChange, day)
  const draft = { ...day, ...ordered, documents, history }
  const home = renderHome(draft)
  const planned = { ...draft, home, fingerprint: fingerprint({ ...draft, home }) }
  const instead = await claimMoment(planned, output)
  return instead === undefined ? planned : planRelease(redate(day, instead), output)
}
