// Writes the offers of an import into its source folder, with the lists that they refer to; other rows are rejected.

import comunasOfChile from '../contract/offers/comunas-of-chile.json' with { type: 'json' }
import { SOURCE_OFFER } from '../contract/offers/source.ts'
import { CATALOGUE_FILE, OFFERS_FILE, REJECTED_FILE } from '../contract/offers/source-files.ts'
import { sha256 } from '../lib/digest.ts'
import { compileCheck } from '../lib/json/validator.ts'
import { clip } from '../lib/text/clip.ts'
import { type CatalogueFacts, catalogueWith } from './catalogue-facts.ts'
import { type NamedRow, offerKey } from './judging/last-import.ts'
import type { UnreadCell } from './judging/refuse-lost-values.ts'
import { nameOf } from './mapping/cell-source.ts'
import { MAPPING_FILE, type ReadyMapping } from './mapping/load-mapping.ts'
import type { NamedOffer } from './mapping/map-row.ts'
import type { CellSource, Mapping } from './mapping/mapping.ts'
import { type DamageKind, type RejectedRow, rejectedRow } from './mapping/rejected-row.ts'
import type { Note } from './mapping/row-reader.ts'
import type { ReadRow } from './read-rows.ts'
import type { ImportCauses, ImportReport, Place } from './report/import-report.ts'
import { unknownName } from './report/refusals.ts'
import type { ValueTally } from './report/value-tally.ts'
import { LastRefs, type ShownRef } from './writing/last-refs.ts'
import { type Entry, ReferenceList, readEntries } from './writing/reference-lists.ts'
import type { SourceFolder } from './writing/source-folder.ts'

type Lists = Readonly<Record<'issuers' | 'categories' | 'comunas', ReferenceList>>

/**
 * The lists of a source folder. Those that do not exist yet, or that an import made, grow with the names of the table.
 */
async function openLists(folder: SourceFolder, country: string): Promise<Lists> {
  const openList = async (file: string, possible?: readonly Entry[]) => {
    const entries = await readEntries(folder.path, file)
    return new ReferenceList(file, entries, { wasMade: folder.wasMade(file), possible })
  }
  return {
    issuers: await openList('issuers.json'),
    categories: await openList('categories.json'),
    // In Chile only real comunas are added: "Todas las sucursales RM" is not.
    comunas: await openList('comunas.json', country === 'CL' ? comunasOfChile : undefined),
  }
}

/**
 * In characters. Refs of releases of version 0.3 have no bound, and the build finds an offer only by its whole ref; a longer
 * one does not fit into a line that it reads.
 */
const MAX_NAMED_REF = 100_000

const NO_OFFER = { column: 'the row', expected: 'an offer' }

/** What is counted while rows are written. */
interface Counts {
  report: ImportReport
  causes: ImportCauses
  values: ValueTally
}

export class OfferWriter {
  readonly lists: Lists
  /** The number of damaged rows so far. */
  readonly damaged: Record<DamageKind, number> = { headings: 0, encoding: 0, columns: 0 }
  readonly #folder: SourceFolder
  readonly #mapping: ReadyMapping
  readonly #counts: Counts
  readonly #check = compileCheck(SOURCE_OFFER)
  /** Where each offer was, by issuer and by ref, and a digest of what was read. */
  readonly #places = new Map<string, Map<string, Place & { digest: string }>>()
  /** Cells that gave no value, by issuer and ref. Empty unless the last import read parts of cells: see `wholeCells`. */
  readonly #unread = new Map<string, UnreadCell>()
  /** The titles by issuer and ref; empty unless the ref is changed. */
  readonly #titles = new Map<string, string>()
  #lastRefs: LastRefs | undefined

  private constructor(folder: SourceFolder, lists: Lists, mapping: ReadyMapping, counts: Counts) {
    this.#folder = folder
    this.lists = lists
    this.#mapping = mapping
    this.#counts = counts
  }

  /** @throws {OperatorError} if a list of the source folder cannot be read */
  static async open(folder: SourceFolder, mapping: ReadyMapping, counts: Counts): Promise<OfferWriter> {
    return new OfferWriter(folder, await openLists(folder, mapping.country), mapping, counts)
  }

  /**
   * Reads the refs of the last import, once: of several files, the first one decides about zeros.
   * @param hasZeros whether numbers may have zeros that the last import dropped, as in workbooks
   */
  async knowLastRefs(hasZeros: boolean): Promise<void> {
    // Another ref has its own bytes.
    if (this.#mapping.formerRef) return
    this.#lastRefs ??= await LastRefs.read(this.#folder, hasZeros)
  }

  /** The first ref of the last import that is gone and whose digits the workbook shows with more today. */
  get shownOtherwise(): ShownRef | undefined {
    return this.#lastRefs?.shown.find((each) => !this.has(each))
  }

  /** Whether an offer was written. */
  has({ issuer, ref }: NamedRow): boolean {
    return this.#placesOf(issuer).has(ref)
  }

  /** The title of an offer that was written; undefined if it was not, or the ref is not changed. */
  titleOf(offer: NamedRow): string | undefined {
    return this.#titles.get(offerKey(offer))
  }

  /** The cell that gave an offer no value. */
  unreadOf(offer: NamedRow): UnreadCell | undefined {
    return this.#unread.get(offerKey(offer))
  }

  /** Writes the offer of a row, rejects the row, or counts it as no offer. */
  async write({ mapped, at, shows, sheet }: ReadRow, table: string): Promise<void> {
    const { report, causes, values } = this.#counts
    const file = sheet === undefined ? table : `${table}, ${JSON.stringify(clip(sheet))}`
    const place = { file, at }
    if ('noOffer' in mapped) {
      const { noOffer: why } = mapped
      report.noOffer[why] += 1
      // The report names other tables as a whole.
      if (why !== 'empty' && why !== 'table')
        causes.add('no offer', { ...NO_OFFER, member: why, found: shows ?? '' }, place)
      return
    }
    if ('rejected' in mapped) return this.#reject(mapped, place)
    const notes = [...mapped.notes]
    const rejected = await this.#add(mapped.offer, place, notes)
    if (rejected === 'copy') {
      report.noOffer.copy += 1
      causes.add('no offer', this.#repeatOf(mapped.offer.ref), place)
    } else if (rejected.length > 0) {
      await this.#reject(rejectedRow(rejected, mapped.offer), place)
    } else {
      values.add(mapped.cells)
      for (const note of notes) causes.add('null', note, place)
    }
  }

  #repeatOf(ref: string): Note {
    return {
      column: nameOf(this.#mapping.offer.ref),
      member: 'copy',
      found: ref,
      expected: 'an offer that no earlier row has',
    }
  }

  /** Adds a row to the rejected ones, by which the next build knows offers to keep. */
  async #reject({ rejected, damage, ...name }: RejectedRow, place: Place): Promise<void> {
    this.#counts.report.rejected += 1
    if (damage) this.damaged[damage] += 1
    for (const each of rejected) this.#counts.causes.add('rejected', each, place)
    // The issuer of a damaged row is named only if it is known: its cell may be another one.
    const slug = name.issuer ? this.lists.issuers.findSlug(name.issuer, !damage) : undefined
    const ref = slug && name.ref ? (this.#lastRefs?.keep(slug, name.ref) ?? name.ref) : name.ref
    await this.#folder.addRejected({
      issuer: slug ?? null,
      ref: ref ? clip(ref, MAX_NAMED_REF) : null,
      at: `${place.file}:${place.at}`,
      errors: rejected.map(({ member, found, expected }) => ({
        field: member,
        found: clip(found),
        expected: clip(expected),
      })),
    })
  }

  /**
   * Writes an offer. The lists keep its new names even if it is rejected.
   * @param notes gets a note for each place that is left out
   * @returns the reasons for rejecting it; none if it was written; `copy` if an equal one was, from an earlier row
   */
  async #add(row: NamedOffer, place: Place, notes: Note[]): Promise<readonly Note[] | 'copy'> {
    const rejections: Note[] = []
    const slugs = this.#slugsOf(row, notes, rejections)
    const named = { ...row, ref: this.#lastRefs?.keep(slugs.issuer, row.ref) ?? row.ref }
    const places = this.#placesOf(slugs.issuer)
    const digest = digestOf(named)
    const earlier = places.get(named.ref)
    if (earlier?.digest === digest) return 'copy'
    if (earlier) {
      rejections.push({
        column: nameOf(this.#mapping.offer.ref),
        member: 'ref',
        found: `${named.ref}, as in ${earlier.file}, ${this.#counts.report.unit} ${earlier.at}`,
        expected: 'a different value in each row',
      })
    }
    if (rejections.length > 0) return rejections
    const checked = this.#check({ ...named, ...slugs })
    if ('violations' in checked) {
      return checked.violations.map(({ pointer, found, expected }) => ({
        column: 'the record',
        member: pointer.slice(1).replaceAll('/', '.'),
        found,
        expected,
      }))
    }
    const { file, at } = place
    places.set(named.ref, { file, at, digest })
    const name = { issuer: slugs.issuer, ref: named.ref }
    if (this.#mapping.formerRef) this.#titles.set(offerKey(name), named.title)
    this.#counts.report.offers += 1
    if (named.benefit.value === null) this.#addWithoutValue(name, notes)
    await this.#folder.addOffer(checked.value)
    return []
  }

  /** Counts an offer without a value, and keeps the cell that gave none for `refuseLostValues`. */
  #addWithoutValue(name: NamedRow, notes: readonly Note[]): void {
    this.#counts.report.withoutValue += 1
    const { memory } = this.#folder
    if (!memory || memory.wholeCells === true) return
    const unread = notes.find(({ member }) => member === 'benefit.value')
    if (unread) this.#unread.set(offerKey(name), { column: unread.column, found: clip(unread.found) })
  }

  /** The places of an issuer's offers. Every offer has an entry, so refs are kept without a joined copy. */
  #placesOf(issuer: string): Map<string, Place & { digest: string }> {
    const places = this.#places.get(issuer) ?? new Map()
    this.#places.set(issuer, places)
    return places
  }

  /** An unknown issuer or category rejects the row; an unknown comuna is left out, with a note. */
  #slugsOf(
    named: NamedOffer,
    notes: Note[],
    rejections: Note[],
  ): { issuer: string; category: string; comunas: string[] } {
    const { issuers, categories, comunas } = this.lists
    const { issuer_type: type, country, offer } = this.#mapping
    const slug = (list: ReferenceList, [member, from]: ['issuer' | 'category', CellSource], more = {}) => {
      const found = list.findOrAddSlug(named[member], more)
      if (found === undefined) rejections.push(unknownName(list, { member, from, found: named[member] }))
      return found ?? ''
    }
    const places = named.comunas.flatMap((name) => {
      const found = comunas.findOrAddSlug(name)
      if (found === undefined) {
        notes.push(unknownName(comunas, { member: 'comunas', from: offer.comunas ?? {}, found: name }))
      }
      return found ?? []
    })
    return {
      issuer: slug(issuers, ['issuer', offer.issuer], { type, country }),
      category: slug(categories, ['category', offer.category]),
      comunas: [...new Set(places)],
    }
  }

  /**
   * Puts the changed lists, the catalogue if it is new or has other facts, and a new mapping into the folder, which writes
   * them with the offers.
   * @returns all files that the import writes, with counts, for people
   */
  async putReferences(kept: Mapping | undefined, facts: CatalogueFacts): Promise<string[]> {
    const { attribution, country, timeZone } = this.#mapping
    const written: string[] = []
    const first = { attribution, country, time_zone: timeZone }
    const catalogue = await catalogueWith(facts, { folder: this.#folder.path, first })
    if (catalogue) {
      this.#folder.putObject(CATALOGUE_FILE, catalogue)
      written.push(CATALOGUE_FILE)
    }
    for (const { file, isNew, entries, added } of Object.values(this.lists)) {
      if (!isNew && added.length === 0) continue
      this.#folder.putList(file, entries)
      written.push(`${file} (${added.length}${isNew ? '' : ' added'})`)
    }
    if (kept) {
      this.#folder.putObject(MAPPING_FILE, kept)
      written.push(`${MAPPING_FILE} (the next import uses it)`)
    }
    const { offers, rejected } = this.#counts.report
    if (rejected > 0) written.push(`${REJECTED_FILE} (${rejected})`)
    written.push(`${OFFERS_FILE} (${offers})`)
    return written
  }
}

/** The SHA-256 of an offer in 32 characters, since one is kept for each. */
function digestOf(offer: NamedOffer): string {
  return Buffer.from(sha256(JSON.stringify(offer)), 'hex').toString('latin1')
}
