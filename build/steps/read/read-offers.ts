// Step: reads the records of the source, and validates and identifies or rejects each; then the rows that a converter
// rejected.

import type { Offer } from '../../../contract/offers/offer.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { OFFERS_FILE, sourcePath } from '../../../contract/offers/source-files.ts'
import type { Violation } from '../../../lib/json/validator.ts'
import { type CatalogueOffer, type Offers, parseOfferLine } from '../../day/catalogue-offer.ts'
import { RefBook } from '../../day/ref-book.ts'
import { IdAssignment, type Identified, type Repeated } from '../../source/assign-ids.ts'
import type { Faults } from '../../source/faults.ts'
import { draftOffer, finishOffer, type OfferDraft, type RenderContext } from '../../source/make-offer.ts'
import { NatureChanges } from '../../source/nature-changes.ts'
import { readRecords } from '../../source/read-records.ts'
import { readRejected } from '../../source/read-rejected.ts'
import { type RejectedRecord, RejectLog } from '../../source/reject.ts'
import { createValidate, type ReferenceNames } from '../../source/validate-record.ts'

/** The records of a source, as they were read. */
export interface Intake {
  /** The number of records, including rejected ones. */
  records: number
  offers: Offers
  rejected: RejectLog
  /** The changes of offers since the previous release. */
  nature: NatureChanges
  /** The id of each record, and why. */
  ids: IdAssignment
}

/** What a day continues. */
export interface IntakeContext extends RenderContext {
  /** Which known offers refs name. */
  book: RefBook
}

/**
 * Reads batch by batch, so that only the records of one batch are held at a time, and those whose names changed; offers
 * and faults are held for all.
 * @throws {OperatorError} `bad-source` if the file of offers is missing or irregular
 */
export async function readOffers(folder: string, context: IntakeContext): Promise<Intake> {
  const intake = new OfferIntake(context)
  const validate = createValidate(context.reference)
  const path = await sourcePath(folder, OFFERS_FILE)
  for await (const batch of readRecords(path)) {
    for (const record of batch) {
      const validated = 'violations' in record ? record : validate(record.value)
      if ('violations' in validated) intake.reject({ ...record, violations: validated.violations })
      else intake.add(validated.offer, record.line)
    }
  }
  for await (const row of readRejected(folder)) intake.reject(row)
  return intake.finish()
}

/** Takes the records of a day, identifies, renders and compares them. */
export class OfferIntake {
  readonly #context: IntakeContext
  readonly #offers = new Map<string, CatalogueOffer>()
  readonly #rejected: RejectLog
  readonly #nature = new NatureChanges()
  readonly #ids: IdAssignment
  /** The offers that do not read as in the previous release, by id; undefined if one is rejected because it is too long. */
  readonly #changed = new Map<string, CatalogueOffer | undefined>()
  #records = 0

  constructor(context: IntakeContext) {
    const { known, lines, book, reference } = context
    this.#context = context
    this.#rejected = new RejectLog(reference.issuers, known, book)
    this.#ids = new IdAssignment(known, book, lines)
  }

  reject(record: RejectedRecord): void {
    this.#records += 1
    this.#rejected.add(record)
  }

  /** @param record a valid one */
  add(record: SourceOffer, line: number): void {
    this.#records += 1
    const { id } = record
    const looked = this.#ids.look(record, line)
    const ofRef = { id: looked.last ?? looked.minted, before: looked.offerOfLast }
    const draft = draftOffer(record, id === undefined ? ofRef : this.#withId(id), this.#context)
    const before = draft.readsTheSame ? 'same' : this.#published(draft.before)
    const decided = this.#ids.add(looked, before)
    if (decided) this.#publish(decided, draft)
  }

  finish(): Intake {
    const [offers, rejected] = [this.#offers, this.#rejected]
    const end = { decided: offers, changed: this.#changed, rejected: rejected.offers }
    for (const decided of this.#ids.finish(end)) this.#publish(decided)
    return { records: this.#records, offers, rejected, nature: this.#nature, ids: this.#ids }
  }

  /** @param draft used if it has the id that was decided */
  #publish(decided: Identified | Repeated, draft?: OfferDraft): void {
    if ('violations' in decided) {
      this.#reject(decided, decided.violations)
      return
    }
    const { record, id } = decided
    const ofId = draft?.offer.id === id ? draft : draftOffer(record, this.#withId(id), this.#context)
    const finished = finishOffer(ofId, this.#context)
    if ('violations' in finished) {
      this.#changed.set(id, undefined)
      this.#reject(decided, finished.violations)
      return
    }
    const { before } = ofId
    const { offer: now } = finished
    this.#offers.set(id, now)
    // An unchanged offer keeps its line, so only other lines are parsed.
    const isChanged = before?.line !== now.line
    if (isChanged) this.#changed.set(id, now)
    if (before)
      this.#nature.look(record, { before, now, offer: isChanged ? this.#published(before) : undefined })
  }

  /** An id with the known offer that has it. */
  #withId(id: string) {
    return { id, before: this.#context.known.get(id) }
  }

  #reject({ record, line }: Identified | Repeated, violations: readonly Violation[]): void {
    this.#rejected.add({ line, value: record, violations })
  }

  #published(offer: CatalogueOffer | undefined): Offer | undefined {
    return offer && parseOfferLine(this.#context.lines.at(offer.line))
  }
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
  const rejected = new RejectLog(ANY_NAME, new Map(), new RefBook([]))
  for await (const batch of readRecords(await sourcePath(folder, OFFERS_FILE))) {
    for (const record of batch) {
      const result = 'violations' in record ? record : validate(record.value)
      if ('violations' in result) rejected.add({ ...record, violations: result.violations })
    }
  }
  for await (const row of readRejected(folder)) rejected.add(row)
  return rejected.faults()
}
