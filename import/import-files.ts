// Imports files into a source folder, row by row, as a mapping says.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import comunasOfChile from '../contract/offers/comunas-of-chile.json' with { type: 'json' }
import { SOURCE_OFFER } from '../contract/offers/source.ts'
import { REJECTED_FILE } from '../contract/offers/source-files.ts'
import { noProgress, type Progress, type ShowProgress } from '../lib/command-line/progress.ts'
import { sha256 } from '../lib/digest.ts'
import { explainError, type OperatorError } from '../lib/errors.ts'
import { compileCheck } from '../lib/json/validator.ts'
import { clip } from '../lib/text/clip.ts'
import { openTable } from './formats/formats.ts'
import { FormulaTally } from './judging/formula-tally.ts'
import { judgeColumns } from './judging/judge-columns.ts'
import { type NamedRow, refuseCutOff } from './judging/refuse-cut-off.ts'
import { refuseLostValues, type UnreadCell } from './judging/refuse-lost-values.ts'
import { refuseRenamed } from './judging/refuse-renamed.ts'
import { lookAtRowEnds, ROWS_LOOKED_AT, type RowEnds } from './judging/short-rows.ts'
import { memoryOf, type TableMemory } from './judging/table-memory.ts'
import { TableTally } from './judging/table-tally.ts'
import { columnsIn, nameOf } from './mapping/cell-source.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import { createMapRow, type NamedOffer, type RowName } from './mapping/map-row.ts'
import type { CellSource, Mapping } from './mapping/mapping.ts'
import { warningOfRef } from './mapping/merchant-alone.ts'
import type { Note } from './mapping/row-reader.ts'
import {
  ImportCauses,
  type ImportReport,
  type ImportResult,
  importReport,
  type Place,
} from './report/import-report.ts'
import {
  changedColumns,
  cutShort,
  joined,
  misreadCells,
  missingColumns,
  noOffer,
  otherRepeats,
  tooManyMisread,
  tooManyRejected,
  tooWide,
  unknownName,
} from './report/refusals.ts'
import { ValueTally } from './report/value-tally.ts'
import { hasMoreCells, lookAhead, type Row, type Table, widestRow } from './tables/table.ts'
import { LastRefs } from './writing/last-refs.ts'
import { type Entry, ReferenceList, readEntries } from './writing/reference-lists.ts'
import { SourceFolder } from './writing/source-folder.ts'

export interface ImportOptions {
  files: readonly string[]
  mapping: ReadyMapping
  /** The source folder. */
  source: string
  /** Whether to replace offers that no import made, and to accept a table that differs from the last one. */
  replace: boolean
  /** A mapping to keep in the source folder, with the name of its file. */
  kept?: { file: string; mapping: Mapping } | undefined
  /** Shows how many rows are read; nothing if not given. */
  progress?: ShowProgress
}

/**
 * Imports all files, one after another, as one source.
 * @throws {OperatorError} if the source folder cannot be opened
 * @example
 * ```ts
 * import { importFiles } from './import-files.ts'
 * import { makeReady, readMapping } from './mapping/load-mapping.ts'
 *
 * const path = 'source/mapping.json'
 * const mapping = makeReady(await readMapping(path), path)
 * const target = { source: 'source', replace: false }
 * const { report, failure } = await importFiles({ files: ['offers.csv'], mapping, ...target })
 * console.log(failure?.message ?? `${report.offers} offers`)
 * ```
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const folder = await SourceFolder.open(options.source, options.replace)
  const lists = await openLists(folder, options.mapping.country).catch(async (error) => {
    await folder.abandon()
    throw error
  })
  const { progress = noProgress } = options
  const shown = progress('Reading rows')
  const work = new ImportWork(options, { folder, lists, shown })
  try {
    for (const file of options.files) await work.importFile(file)
    const result = await work.finish()
    await folder.commit(work.memory())
    return result
  } catch (error) {
    await folder.abandon()
    return work.result(explainError(error, options.source))
  } finally {
    shown.end()
  }
}

/**
 * Opens a file as the mapping says.
 * @param columns the columns that the mapping reads
 * @throws {OperatorError} `bad-source` if the file cannot be read or lacks a column, which would be null in all rows
 */
async function openKnownTable(
  path: string,
  mapping: ReadyMapping,
  columns: readonly string[],
): Promise<Table> {
  const table = await openTable(path, { reading: mapping.read ?? {}, columns })
  // Columns of JSON are pointers: all of the first items may lack an optional member.
  const missing = columns.filter((column) => !table.columns.includes(column) && !IN_JSON.test(column))
  if (missing.length > 0) throw missingColumns(table, missing, mapping)
  return table
}

/** @throws {OperatorError} `bad-source` if a heading that is read has another number of columns than in the last import */
function refuseOtherRepeats(
  { file, repeated }: Table,
  read: readonly string[],
  before: TableMemory | undefined,
): void {
  if (before?.repeated === undefined) return
  const [now, then] = [repeated ?? {}, before.repeated].map((counts) => new Map(Object.entries(counts)))
  for (const heading of [...(now?.keys() ?? []), ...(then?.keys() ?? [])]) {
    const found = now?.get(heading) ?? 1
    const expected = then?.get(heading) ?? 1
    const isRead = read.some((column) => column === heading || column.startsWith(`${heading} (`))
    if (isRead && found !== expected) throw otherRepeats(file, heading, found, expected)
  }
}

const IN_JSON = /^(?:\.\.|#|\/)/

type Lists = Readonly<Record<'issuers' | 'categories' | 'comunas', ReferenceList>>

async function openLists(folder: SourceFolder, country: string): Promise<Lists> {
  const openList = async (file: string, possible?: readonly Entry[]) => {
    const entries = await readEntries(folder.path, file)
    return new ReferenceList(file, entries, { wasMade: folder.wasMade(file), possible })
  }
  return {
    issuers: await openList('issuers.json'),
    categories: await openList('categories.json'),
    // "Todas las sucursales RM" is no comuna.
    comunas: await openList('comunas.json', country === 'CL' ? comunasOfChile : undefined),
  }
}

/** The file that a row belongs to. */
interface OpenFile {
  table: Table
  widest: number
  ends: RowEnds
  tally: TableTally
  mapRow: ReturnType<typeof createMapRow>
}

/** Why a row has lost cells, or may have them in the wrong columns; undefined if it has all. */
function damageOf(row: Row, file: OpenFile): Note[] | undefined {
  if (row.joinedBy !== undefined) return [joined(row, file.table)]
  const short = shortOf(row, file)
  return file.ends.isDamage && short.length > 0 ? short : undefined
}

/** What to say about a row that ends before a column that is read. */
function shortOf(row: Row, { table, ends }: OpenFile): Note[] {
  const column = ends.missingIn(row)
  return column === undefined ? [] : [cutShort(row, column, table)]
}

/** More rows than a few mistakes: the table was exported or converted in a wrong way. */
function areMany(rows: number, ofAll: number): boolean {
  return rows > 2 && rows * 20 > ofAll
}

class ImportWork {
  readonly #options: ImportOptions
  readonly #folder: SourceFolder
  readonly #lists: Lists
  readonly #shown: Progress
  readonly #check = compileCheck(SOURCE_OFFER)
  /** The columns that the mapping reads. */
  readonly #columns: readonly string[]
  /** Those of which ids and slugs are made. */
  readonly #named: readonly string[]
  /** Where each offer was, by issuer and ref, and a digest of what was read. */
  readonly #places = new Map<string, Place & { digest: string }>()
  /** Cells that gave no value, by issuer and ref; only after a version that read sentences. */
  readonly #unread = new Map<string, UnreadCell>()
  readonly #report: ImportReport
  readonly #causes = new ImportCauses()
  readonly #values = new ValueTally()
  readonly #tally: TableTally
  #lastRefs: LastRefs | undefined
  #endsOpen = false
  #areFull = true
  /** Rows with text that was decoded in a wrong encoding. */
  #misread = 0
  readonly #repeated = new Map<string, number>()

  constructor(
    options: ImportOptions,
    { folder, lists, shown }: { folder: SourceFolder; lists: Lists; shown: Progress },
  ) {
    this.#options = options
    this.#folder = folder
    this.#lists = lists
    this.#shown = shown
    const { offer, read } = options.mapping
    this.#columns = columnsIn({ offer, read })
    this.#named = columnsIn([offer.ref, offer.issuer, offer.category, offer.comunas])
    this.#tally = new TableTally()
    this.#report = importReport(options.source)
    const warning = warningOfRef(offer)
    if (warning !== undefined) this.#report.warnings.push(warning)
  }

  async importFile(path: string): Promise<void> {
    const { mapping } = this.#options
    const before = this.#folder.memory
    const table = await openKnownTable(path, mapping, this.#columns)
    this.#lastRefs ??= await LastRefs.read(this.#folder, table.reading.sheet !== undefined)
    refuseOtherRepeats(table, this.#columns, before)
    for (const [heading, count] of Object.entries(table.repeated ?? {})) this.#repeated.set(heading, count)
    this.#report.files.push(...table.about)
    this.#report.unit = table.unit
    const widest = widestRow(table, this.#columns)
    const tally = new TableTally()
    const mapRow = createMapRow(mapping, table.columns)
    const { first, all } = await lookAhead(table.rows(), table.delimiter === undefined ? 0 : ROWS_LOOKED_AT)
    const read = { read: this.#columns, ref: columnsIn(mapping.offer.ref) }
    const formulas = new FormulaTally(table.reading.sheet === undefined ? [] : this.#columns)
    const ends = lookAtRowEnds(table, read, { first, wereFull: before?.areFull === true })
    for await (const { rows, isOpen = false } of all()) {
      for (const row of rows) {
        formulas.add(row)
        await this.#importRow(row, { table, widest, ends, tally, mapRow })
      }
      this.#endsOpen = isOpen
    }
    formulas.refuseMost(table.file)
    this.#areFull &&= ends.areFull
    const changes = judgeColumns(tally, { mapping, before, isProposed: this.#options.kept !== undefined })
    if (changes.length > 0) throw changedColumns(table, changes, before === undefined)
    this.#tally.merge(tally)
  }

  /** Facts of this table, for comparison with the next one. */
  memory(): TableMemory {
    return memoryOf(this.#tally, {
      endsOpen: this.#endsOpen,
      areFull: this.#areFull,
      repeated: Object.fromEntries(this.#repeated),
    })
  }

  async #importRow(row: Row, file: OpenFile): Promise<void> {
    const { table, widest, tally, mapRow } = file
    this.#report.rows += 1
    this.#shown.add()
    const misread = misreadCells(row, table, { columns: this.#columns, named: this.#named })
    const damage = misread.length > 0 ? misread : damageOf(row, file)
    const mapped = mapRow(damage ? { ...row, isPart: true } : row)
    if ('skipped' in mapped) {
      this.#report.skipped[mapped.skipped] += 1
      return
    }
    const place = { file: table.file, at: row.at }
    const notes = 'offer' in mapped ? [...mapped.notes, ...shortOf(row, file)] : []
    const isWide = row.width > widest || (notes.length > 0 && hasMoreCells(row, table, widest))
    const faults = damage ?? (isWide ? [tooWide(row, widest, table.delimiter)] : undefined)
    if (!faults) tally.add(row, mapped.cells)
    if (misread.length > 0) this.#misread += 1
    const rejections = faults
      ? faults
      : 'offer' in mapped
        ? await this.#write(mapped.offer, place, notes)
        : mapped.rejected
    if (rejections === 'copy') {
      this.#report.skipped.copy += 1
    } else if (rejections.length > 0) {
      const name = 'offer' in mapped ? mapped.offer : mapped
      await this.#reject(rejections, { place, name, isShifted: isWide || damage !== undefined })
    } else {
      this.#values.add(mapped.cells)
      for (const note of notes) this.#causes.add('null', note, place)
    }
  }

  /** @param isShifted whether the cells may be in the wrong columns: then only a known issuer is kept */
  async #reject(
    rejections: readonly Note[],
    { place, name, isShifted }: { place: Place; name: RowName; isShifted: boolean },
  ): Promise<void> {
    this.#report.rejected += 1
    for (const rejection of rejections) this.#causes.add('rejected', rejection, place)
    const slug = name.issuer ? this.#lists.issuers.knownSlug(name.issuer, !isShifted) : undefined
    const ref = slug && name.ref ? (this.#lastRefs?.keep(slug, name.ref) ?? name.ref) : name.ref
    await this.#folder.addRejected({
      issuer: slug ?? null,
      ref: ref ? clip(ref) : null,
      at: `${place.file}:${place.at}`,
      errors: rejections.map(({ member, found, expected }) => ({
        field: member,
        found: clip(found),
        expected: clip(expected),
      })),
    })
  }

  /**
   * Writes an offer.
   * @returns the reasons for rejecting it; none if it was written; `copy` if the same was written before
   */
  async #write(row: NamedOffer, place: Place, notes: Note[]): Promise<readonly Note[] | 'copy'> {
    const rejections: Note[] = []
    const slugs = this.#slugsOf(row, notes, rejections)
    const named = { ...row, ref: this.#lastRefs?.keep(slugs.issuer, row.ref) ?? row.ref }
    const key = `${slugs.issuer}\n${named.ref}`
    const digest = sha256(JSON.stringify(named))
    const first = this.#places.get(key)
    if (first?.digest === digest) return 'copy'
    if (first) {
      rejections.push({
        column: nameOf(this.#options.mapping.offer.ref),
        member: 'ref',
        found: `${named.ref}, as in ${first.file}, ${this.#report.unit} ${first.at}`,
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
    this.#places.set(key, { ...place, digest })
    this.#report.offers += 1
    if (named.benefit.value === null) this.#addWithoutValue(key, notes)
    await this.#folder.addOffer(checked.value)
    return []
  }

  #addWithoutValue(key: string, notes: readonly Note[]): void {
    this.#report.withoutValue += 1
    const unread = notes.find(({ member }) => member === 'benefit.value')
    if (unread && this.#folder.memory?.wholeCells !== true) this.#unread.set(key, unread)
  }

  /** An unknown issuer or category rejects the row; an unknown comuna is left out, with a note. */
  #slugsOf(
    named: NamedOffer,
    notes: Note[],
    rejections: Note[],
  ): { issuer: string; category: string; comunas: string[] } {
    const { issuers, categories, comunas } = this.#lists
    const { issuer_type: type, country, offer, issuer } = this.#options.mapping
    const slug = (list: ReferenceList, [member, from]: ['issuer' | 'category', CellSource], more = {}) => {
      const found = list.slugFor(named[member], more)
      if (found === undefined) rejections.push(unknownName(list, { member, from, found: named[member] }))
      return found ?? ''
    }
    const places = named.comunas.flatMap((name) => {
      const found = comunas.slugFor(name)
      if (found === undefined) {
        notes.push(unknownName(comunas, { member: 'comunas', from: offer.comunas ?? {}, found: name }))
      }
      return found ?? []
    })
    return {
      issuer: slug(issuers, ['issuer', issuer], { type, country }),
      category: slug(categories, ['category', offer.category]),
      comunas: [...new Set(places)],
    }
  }

  /**
   * Writes the lists.
   * @throws {OperatorError} `bad-source` if there are no offers, or fewer offers than rejected rows, if the file is cut
   * off, or if an issuer is renamed
   */
  async finish(): Promise<ImportResult> {
    const { report } = this.result()
    if (areMany(this.#misread, report.rows)) throw tooManyMisread(this.#misread, report)
    if (report.offers === 0) throw noOffer(report)
    const has = ({ issuer, ref }: NamedRow) => this.#places.has(`${issuer}\n${ref}`)
    const { rows, offers } = report
    await refuseCutOff(this.#folder, { rows, offers, endsOpen: this.#endsOpen, has })
    if (report.rejected > report.offers) throw tooManyRejected(report)
    await refuseRenamed(this.#folder, this.#lists.issuers, has)
    await refuseLostValues(this.#folder, ({ issuer, ref }) => this.#unread.get(`${issuer}\n${ref}`))
    this.#report.written = await this.#putReferences()
    return this.result()
  }

  /** The facts that are known so far. */
  result(failure?: OperatorError): ImportResult {
    const causes = this.#causes
    const read = { values: this.#values.list(), causes: causes.list(), more: causes.more }
    return { report: { ...this.#report, ...read }, causes, failure }
  }

  async #putReferences(): Promise<string[]> {
    const { mapping, source, kept } = this.#options
    const { attribution, country, timeZone } = mapping
    const written: string[] = []
    const catalogue = 'catalogue.json'
    if (!existsSync(join(source, catalogue))) {
      this.#folder.putObject(catalogue, { attribution, country, time_zone: timeZone })
      written.push(catalogue)
    }
    for (const { file, isNew, entries, added } of Object.values(this.#lists)) {
      if (!isNew && added.length === 0) continue
      this.#folder.putList(file, entries)
      written.push(`${file} (${added.length}${isNew ? '' : ' added'})`)
    }
    if (kept) {
      this.#folder.putObject(kept.file, kept.mapping)
      written.push(`${kept.file} (the next import uses it)`)
    }
    const { offers, rejected } = this.#report
    if (rejected > 0) written.push(`${REJECTED_FILE} (${rejected})`)
    written.push(`offers.ndjson (${offers})`)
    return written
  }
}
