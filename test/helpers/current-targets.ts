// The canonical targets of the version that newcomers use.

import { targetsIn } from '../../contract/api/request-target.ts'
import { CURRENT_VERSION } from '../../contract/api/versions.ts'

export const {
  list: listTarget,
  changes: changesTarget,
  offer: offerTarget,
  snapshot: snapshotTarget,
  listPrefix,
  isOffer: isOfferTarget,
} = targetsIn(CURRENT_VERSION)
