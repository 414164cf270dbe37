// Steps read, validate and identify, record by record, so that no more than a batch of records is ever held.

import type { CatalogueOffer, Offers } from '../catalogue/catalogue-offer.ts'
import { createIdentify, type Identified, type IdentifyContext } from '../catalogue/identify-offer.ts'
import { readRecords, type SourceRecord } from '../source/read-records.ts'
import { RejectLog } from '../source/reject.ts'
import { createValidate } from '../source/validate-record.ts'

export interface Intake {
  /** Records read, the rejected ones included. */
  records: number
  offers: Offers
  rejected: RejectLog
}

/** @param onBytes told of every chunk's length */
export async function readOffers(
  folder: string,
  context: IdentifyContext,
  onBytes: (bytes: number) => void,
): Promise<Intake> {
  const validate = createValidate(context.reference)
  const identify = createIdentify(context)
  const offers = new Map<string, CatalogueOffer>()
  const rejected = new RejectLog(context.reference.issuers)
  let records = 0
  const validateAndIdentify = (value: unknown): Identified => {
    const validated = validate(value)
    return 'offer' in validated ? identify(validated.offer) : validated
  }
  const take = (record: SourceRecord): void => {
    records += 1
    const result = 'violations' in record ? record : validateAndIdentify(record.value)
    if ('offer' in result) offers.set(result.offer.id, result.offer)
    else rejected.add({ ...record, violations: result.violations })
  }
  for await (const batch of readRecords(folder, onBytes)) batch.forEach(take)
  return { records, offers, rejected }
}
