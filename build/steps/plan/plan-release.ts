// Step: plans everything that a release is made from, at the first moment that is free.

import type { ClientPackage } from '../../../contract/api/home.ts'
import { isListed } from '../../../contract/offers/offer.ts'
import { compareText } from '../../../lib/lists.ts'
import type { Offers } from '../../day/catalogue-offer.ts'
import { type FormerPackage, packagesOf } from '../../day/client-packages.ts'
import type { Day } from '../../day/day.ts'
import type { OrderedOffers, PlannedRelease } from '../../day/release-draft.ts'
import { homeAssets } from '../../home/assets/home-assets.ts'
import type { OutputFolder } from '../../releases/output-folder.ts'
import { claimMoment, redate } from './claim-moment.ts'
import { fingerprint } from './compare-current.ts'
import { keepHistory } from './keep-history.ts'
import { renderDocuments } from './render-documents.ts'
import { renderHome } from './render-home.ts'

/** The day is planned again, but not read again, if its moment is taken. */
export async function planRelease(
  day: Day,
  former: readonly FormerPackage[],
  output: OutputFolder,
): Promise<PlannedRelease> {
  const ordered = orderOffers(day.offers)
  const documents = renderDocuments(ordered.listed, day)
  const history = keepHistory(ordered.byChange, day)
  const packages = packagesOf(presentClient(), former, day.date.day)
  const draft = { ...day, ...ordered, documents, history, packages }
  const home = renderHome(draft)
  const planned = { ...draft, home, fingerprint: fingerprint({ ...draft, home }) }
  const otherMoment = await claimMoment(planned, output)
  return otherMoment === undefined ? planned : planRelease(redate(day, otherMoment), former, output)
}

function presentClient(): ClientPackage {
  const { version, base64 } = homeAssets().client
  return { version, body: Buffer.from(base64, 'base64') }
}

/** In the order of the catalogue, a daily client can stop at the first offer that it knows. */
function orderOffers(offers: Offers): OrderedOffers {
  const readable = [...offers.values()].sort((a, b) => compareText(a.id, b.id))
  // The sort is stable, so offers of one moment stay in the order of their ids.
  const byChange = readable.toSorted((a, b) => compareText(b.updated_at, a.updated_at))
  const listed = byChange.filter(({ status }) => isListed(status))
  return { listed, readable, byChange }
}
