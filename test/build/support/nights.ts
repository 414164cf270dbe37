// Nights of one source, in memory: each record gets an id, as in a build, and the book of refs goes on to the next night.

import { type Offers, parseOfferLine } from '../../../build/day/catalogue-offer.ts'
import { LineStore } from '../../../build/day/line-store.ts'
import { RefBook } from '../../../build/day/ref-book.ts'
import type { RefTally } from '../../../build/source/assign-ids.ts'
import type { RefChange } from '../../../build/source/ref-changes.ts'
import { changedRefs } from '../../../build/source/ref-changes.ts'
import { carryOver } from '../../../build/steps/judge/carry-over.ts'
import { OfferIntake } from '../../../build/steps/read/read-offers.ts'
import { mintOfferId } from '../../../contract/offers/offer-id.ts'
import type { SourceOffer } from '../../../contract/offers/source.ts'
import { dayAfter } from '../../../lib/time/calendar.ts'
import { CATEGORIES, COMUNAS, ISSUERS, record } from './source.ts'

const bySlug = <T extends { slug: string }>(items: readonly T[]) =>
  new Map(items.map((each) => [each.slug, each]))

const REFERENCE = {
  catalogue: { attribution: 'Tests', country: 'CL', time_zone: 'UTC' },
  issuers: bySlug(ISSUERS.map((each) => ({ id: `iss_${each.slug}`, ...each }))),
  categories: bySlug(CATEGORIES),
  comunas: bySlug(COMUNAS.map((each) => ({ ...each, code: null, region: null }))),
}

/** A record of which only what matters is given: refs, names, sometimes an id. */
export type Row = Partial<SourceOffer> & Pick<SourceOffer, 'ref' | 'title'>

export interface Night {
  /** The id of each row, in their order; undefined if it is rejected. */
  ids: (string | undefined)[]
  rejected: number
  changes: readonly RefChange[]
  tallies: ReadonlyMap<string, RefTally>
}

/** Publishes what comes, whatever a verdict would say: `--on-broken accept`. */
export class Nights {
  readonly #lines: LineStore
  #known: Offers = new Map()
  #book = new RefBook([])
  #day = '2026-03-01'

  /** @param lines may hold those of other worlds as well: they are only added */
  constructor(lines = new LineStore()) {
    this.#lines = lines
  }

  /** A copy of this world, as after a rollback to this night. */
  copy(): Nights {
    const copy = new Nights(this.#lines)
    copy.#known = new Map(this.#known)
    copy.#book = new RefBook(this.#book.entries)
    copy.#day = this.#day
    return copy
  }

  /** A night of a version without these steps: ids are made from the refs alone, and the book is forgotten. */
  nightByRefsAlone(rows: readonly Row[]): void {
    this.night(rows.map((row) => ({ ...row, id: mintOfferId(row.issuer ?? '', row.ref) })))
    this.#book = new RefBook([])
  }

  get book(): RefBook {
    return this.#book
  }

  /** The summaries of all readable offers. */
  *summaries(): Generator<string> {
    for (const { line } of this.#known.values()) yield parseOfferLine(this.#lines.at(line)).benefit.summary
  }

  night(rows: readonly Row[], rejected: readonly { ref: string }[] = [], days = 1): Night {
    this.#day = dayAfter(this.#day, days)
    const date = { data_as_of: `${this.#day}T10:00:00.000Z`, day: this.#day }
    const context = { reference: REFERENCE, date, known: this.#known, lines: this.#lines, book: this.#book }
    const intake = new OfferIntake(context)
    const records = rows.map((row) => {
      // By its summary the offer of a row is found again.
      const benefit = { ...record().benefit, summary: `row ${row.issuer} ${row.ref}` }
      return record({ merchant: null, url: null, valid_until: null, benefit, ...row })
    })
    records.forEach((each, index) => {
      intake.add(each, index + 1)
    })
    for (const { ref } of rejected)
      intake.reject({ line: 0, violations: [], value: { issuer: 'banco-norte', ref } })
    const { offers, ids, rejected: log } = intake.finish()
    const keep = { broken: [], keepDays: 7, date, lines: this.#lines }
    const readable = carryOver(offers, { ...keep, known: this.#known, rejected: log.offers })
    const changes = changedRefs(ids, [])
    const tallies = ids.tallies()
    this.#book = this.#book.after(changes, (id) => readable.has(id))
    this.#known = readable
    const byRow = new Map(
      Array.from(offers.values(), ({ id, line }) => [
        parseOfferLine(this.#lines.at(line)).benefit.summary,
        id,
      ]),
    )
    return {
      ids: rows.map(({ issuer, ref }) => byRow.get(`row ${issuer} ${ref}`)),
      rejected: log.records,
      changes,
      tallies,
    }
  }
}
