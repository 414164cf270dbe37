// Step: reads the records of the source, and validates and identifies or rejects each; then the rows that a converter
// rejected.

import type { SourceOffer } from '../../../contract/offers/source.ts'
import { OFFERS_FILE, sourcePath } from '../../../contract/offers/source-files.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../../day/catalogue-offer.ts'
import type { Faults } from '../../source/faults.ts'
import { createIdentify, type Identified, type IdentifyContext } from '../../source/make-offer.ts'
import { NatureChanges } from '../../source/nature-changes.ts'
import { readRecords, type SourceRecord } from '../../source/read-records.ts'
import { readRejected } from '../../source/read-rejected.ts'
import { RefChanges } from '../../source/ref-changes.ts'
import { RejectLog } from '../../source/reject.ts'
import { createValidate, type ReferenceNames } from '../../source/validate-record.ts'

/** The records of a source, as they were read. */
export interface Intake {
  /** The number of records, including rejected ones. */
  records: number
  offers: Offers
  rejected: RejectLog
  /** The changes of offers since the previous release, and of what their refs name. */
  nature: NatureChanges
  refs: RefChanges
}

/**
 * Reads batch by batch, so that only the records of one batch are held at a time; offers and faults are held for all.
 * @throws {OperatorError} `bad-source` if the file of offers is missing or irregular
 */
export async function readOffers(folder: string, context: IdentifyContext): Promise<Intake> {
  const validate = createValidate(context.reference)
  const identify = createIdentify(context)
  const offers = new Map<string, CatalogueOffer>()
  const rejected = new RejectLog(context.reference.issuers, context.known)
  let records = 0
  const nature = new NatureChanges()
  const refs = new RefChanges(context.known, context.lines)
  const compare = (record: SourceOffer, now: CatalogueOffer): void => {
    const before = context.known.get(now.id)
    if (!before) return
    // An unchanged offer keeps its line, so only other lines are parsed.
    const offer = before.line === now.line ? undefined : parseOfferLine(context.lines.at(before.line))
    nature.look(record, { before, now, offer })
    refs.look(record, now, offer)
  }
  const validateAndIdentify = (value: unknown): Identified => {
    const validated = validate(value)
    if (!('offer' in validated)) return validated
    const identified = identify(validated.offer)
    if ('offer' in identified) compare(validated.offer, identified.offer)
    return identified
  }
  const addRecord = (record: SourceRecord): void => {
    records += 1
    const result = 'violations' in record ? record : validateAndIdentify(record.value)
    if ('offer' in result) offers.set(result.offer.id, result.offer)
    else rejected.add({ ...record, violations: result.violations })
  }
  const path = await sourcePath(folder, OFFERS_FILE)
  for await (const batch of readRecords(path)) batch.forEach(addRecord)
  for await (const row of readRejected(folder)) {
    records += 1
    rejected.add(row)
  }
  return { records, offers, rejected, nature, refs }
}

/** Stands for a list that has every slug. */
const ANY_NAME: ReferenceNames['issuers'] = { has: () => true, keys: () => new Map().keys() }

/**
 * Finds the faults of all records when the day cannot go on, because the small files are bad or give no date. Records are
 * not identified then, so repeated ids are not found.
 * @param reference left out if it cannot be read; then any slug is good
 */
export async function validateOffers(folder: string, reference?: ReferenceNames): Promise<Faults> {
  const validate = createValidate(reference ?? { issuers: ANY_NAME, categories: ANY_NAME, comunas: ANY_NAME })
  const rejected = new RejectLog(ANY_NAME, new Map())
  for await (const batch of readRecords(await sourcePath(folder, OFFERS_FILE))) {
    for (const record of batch) {
      const result = 'violations' in record ? record : validate(record.value)
      if ('violations' in result) rejected.add({ ...record, violations: result.violations })
    }
  }
  for await (const row of readRejected(folder)) rejected.add(row)
  return rejected.faults()
}
