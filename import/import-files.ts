// Imports files into a source folder: reads their rows, writes the offers, and compares them with the last import.

import { noProgress, type Progress, type ShowProgress } from '../lib/command-line/progress.ts'
import { explainError, type OperatorError } from '../lib/errors.ts'
import { formatCountOf } from '../lib/text/format-numbers.ts'
import { otherShape } from './account/refuse-other-shape.ts'
import type { Question } from './asking/questions.ts'
import type { CatalogueFacts } from './catalogue-facts.ts'
import { goneMembers } from './judging/judge-columns.ts'
import { judgeNewRef } from './judging/judge-new-ref.ts'
import { refuseCutOff } from './judging/refuse-cut-off.ts'
import { refuseLostValues } from './judging/refuse-lost-values.ts'
import { refuseRenamed } from './judging/refuse-renamed.ts'
import { memoryOf, type TableMemory } from './judging/table-memory.ts'
import { TableTally } from './judging/table-tally.ts'
import { nameOf, namesText } from './mapping/cell-source.ts'
import type { ReadyMapping } from './mapping/load-mapping.ts'
import type { Mapping } from './mapping/mapping.ts'
import { warningOfRef } from './mapping/merchant-alone.ts'
import { MappedFile } from './read-rows.ts'
import { ImportCauses, type ImportReport, type ImportResult, importReport } from './report/import-report.ts'
import {
  changedColumns,
  noOffer,
  shownOtherwise,
  tooManyMisread,
  tooManyRejected,
} from './report/refusals.ts'
import { ValueTally } from './report/value-tally.ts'
import { NOT_READ } from './tables/table.ts'
import { OfferWriter } from './write-offers.ts'
import { SourceFolder } from './writing/source-folder.ts'

export interface ImportOptions {
  files: readonly string[]
  mapping: ReadyMapping
  /** The source folder. */
  source: string
  /** Whether to replace offers that no import made, and to accept a table that differs from the last one. */
  replace: boolean
  /** Facts to set in `catalogue.json`. */
  facts?: CatalogueFacts
  /** A mapping to keep in the source folder. */
  kept?: Mapping | undefined
  /** Whether the mapping is a new proposal, which options can change. */
  isProposed?: boolean
  /** Shows how many rows are read; nothing if not given. */
  progress?: ShowProgress
}

/**
 * Imports all files, one after another, as one source. A refusal or another error is the `failure` of the result; then
 * the source folder is unchanged.
 * @throws {OperatorError} if the source folder cannot be opened, or a list in it cannot be read
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
  const counts = {
    report: importReport(options.source),
    causes: new ImportCauses(),
    values: new ValueTally(),
  }
  const writer = await OfferWriter.open(folder, options.mapping, counts).catch(async (error) => {
    await folder.abandon()
    throw error
  })
  const { progress = noProgress } = options
  const shown = progress('Reading rows')
  const work = new ImportWork(options, { folder, writer, shown, ...counts })
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
 * Whether more than 2 rows and more than 1 in 20 are misread: then the table was exported or converted in a wrong way.
 */
function areMany(misread: number, rows: number): boolean {
  return misread > 2 && misread * 20 > rows
}

/** What an import writes, shows and counts. */
interface Outputs {
  folder: SourceFolder
  writer: OfferWriter
  shown: Progress
  report: ImportReport
  causes: ImportCauses
  values: ValueTally
}

/** One import: reads its files, and holds the facts of all of them. */
class ImportWork {
  readonly #options: ImportOptions
  readonly #outputs: Outputs
  /** How the columns were read. */
  readonly #tally = new TableTally()
  /** The name of the last file so far. */
  #file = ''
  /** Whether the last file so far ends without a line end. */
  #endsOpen = false
  /** Whether each file is delimited text with full rows. */
  #areFull = true
  /** Open questions about its files. */
  readonly #questions: Question[] = []

  constructor(options: ImportOptions, outputs: Outputs) {
    this.#options = options
    this.#outputs = outputs
    const warning = warningOfRef(options.mapping.offer)
    if (warning !== undefined) outputs.report.warnings.push(warning)
  }

  async importFile(path: string): Promise<void> {
    const { mapping, isProposed = false } = this.#options
    const { folder, writer, shown, report } = this.#outputs
    const file = await MappedFile.open(path, {
      mapping,
      isProposed,
      before: folder.memory,
    })
    const { table } = file
    // Only a workbook has a sheet.
    await writer.knowLastRefs(table.reading.sheet !== undefined)
    report.files.push(...table.about)
    report.unit = table.unit
    this.#file = table.file
    for await (const row of file.rows()) {
      report.rows += 1
      shown.add()
      await writer.write(row, table.file)
    }
    const { unread, leftOut, rowsAbove } = file.account
    report.rows += rowsAbove
    report.noOffer.table += rowsAbove
    for (const { at, headings, rows } of leftOut)
      report.files.push(
        `${NOT_READ}${formatCountOf(rows, 'row')} below ${namesText(headings)} (${table.unit} ${at})`,
      )
    if (!isProposed && unread.length > 0) report.files.push(`${NOT_READ}the columns ${namesText(unread)}`)
    this.#questions.push(...file.questions)
    this.#endsOpen = file.endsOpen
    this.#areFull &&= file.areFull
    this.#tally.merge(file.tally)
  }

  /** Facts of this table, for comparison with the next one. */
  memory(): TableMemory {
    return memoryOf(this.#tally, {
      endsOpen: this.#endsOpen,
      areFull: this.#areFull,
    })
  }

  /**
   * Compares the offers with the last import, and writes the lists.
   * @throws {OperatorError} `bad-source` if many rows are misread, if there are no offers, or fewer offers than
   * rejected rows, if the file is cut off, if an issuer is renamed, or if offers lost their values; `usage` with what
   * another ref costs, unless `replace` accepts it
   */
  async finish(): Promise<ImportResult> {
    const { folder, writer } = this.#outputs
    // Refusals list the causes so far.
    const { report } = this.result()
    const { encoding: misread, headings } = writer.damaged
    if (areMany(misread, report.rows)) throw tooManyMisread(misread, report)
    if (report.offers === 0) throw noOffer(report)
    const has: OfferWriter['has'] = (offer) => writer.has(offer)
    const gone = goneMembers(this.#tally, { mapping: this.#options.mapping, before: folder.memory })
    if (gone.length > 0) throw changedColumns({ file: this.#file, unit: report.unit }, gone, false)
    if (this.#questions.length > 0) throw otherShape(this.#file, this.#questions)
    await this.#judgeNewRef()
    const { offers } = report
    // Other tables of the file do not count: the last import may not have known them.
    const rows = report.rows - report.noOffer.table
    await refuseCutOff(folder, { rows, offers, endsOpen: this.#endsOpen, has })
    // A row that repeats the headings is no lost offer.
    if (report.rejected - headings > report.offers) throw tooManyRejected(report)
    await refuseRenamed(folder, writer.lists.issuers, has)
    await refuseLostValues(folder, (offer) => writer.unreadOf(offer))
    this.#outputs.report.written = await writer.putReferences(this.#options.kept, this.#options.facts ?? {})
    return this.result()
  }

  async #judgeNewRef(): Promise<void> {
    const { mapping, replace } = this.#options
    const { folder, writer, report } = this.#outputs
    const other = replace ? undefined : writer.shownOtherwise
    if (other) throw shownOtherwise(other, nameOf(mapping.offer.ref))
    if (!mapping.formerRef) return
    const names = { former: nameOf(mapping.formerRef), now: nameOf(mapping.offer.ref) }
    const titleOf: OfferWriter['titleOf'] = (offer) => writer.titleOf(offer)
    const cost = await judgeNewRef(folder, { ...names, isAccepted: replace }, titleOf)
    if (cost !== undefined) report.warnings.push(cost)
  }

  /** The report with the values and causes so far. */
  result(failure?: OperatorError): ImportResult {
    const { report, causes, values } = this.#outputs
    const read = { values: values.list(), causes: causes.list(), more: causes.more }
    return { report: { ...report, ...read }, causes, failure }
  }
}
