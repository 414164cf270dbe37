// What is true of an offer on a day. A copy and the API have the status of the day of their data, which is yesterday's
// between midnight and the next build.

import type { Offer } from '../api/types.ts'

/** Whether it ended before a day, `YYYY-MM-DD`. An offer that ends on the day holds on it. */
export const hasEnded = ({ valid_until }: Pick<Offer, 'valid_until'>, day: string): boolean =>
  valid_until !== null && valid_until < day

/** The status of an offer on a day. Withdrawn offers stay withdrawn, and statuses that may be added stay as they are. */
export function statusOn(offer: Offer, day: string): string {
  const { status, valid_from } = offer
  if (!['scheduled', 'active', 'expired'].includes(status)) return status
  if (hasEnded(offer, day)) return 'expired'
  return valid_from !== null && valid_from > day ? 'scheduled' : 'active'
}
