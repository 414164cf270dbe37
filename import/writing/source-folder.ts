// Writes the result of an import into a source folder: into a temporary folder first, then by rename, the offers last.
// Files that no import made are never replaced, except offers with --replace.

import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OFFERS_FILE, REJECTED_FILE, sourcePath } from '../../contract/offers/source-files.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../../lib/files/file-errors.ts'
import { LineSplitter } from '../../lib/files/line-splitter.ts'
import { takeLock } from '../../lib/files/lock.ts'
import { asList, asRecord, asString, isRecord, jsonLine, parseJson, prettyJson } from '../../lib/json/json.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { refusal } from '../asking/refusals.ts'
import type { LastOffer } from '../judging/last-import.ts'
import { parseMemory, type TableMemory } from '../judging/table-memory.ts'
import { LinesFile } from './lines-file.ts'
import type { Entry } from './reference-lists.ts'

export interface RejectedLine {
  /** A slug. */
  issuer: string | null
  ref: string | null
  /** File and place, such as `ofertas.csv:12`. */
  at: string
  errors: readonly { field: string; found: string; expected: string }[]
}

/** Records in the source folder which of its files were made by imports. */
const RECORD_FILE = '.import.json'
/** Held while an import writes. */
const LOCK_FILE = '.importing'
const TEMPORARY = '.import-'
/** Longer than any line that an import writes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024
const MAX_RECORD_BYTES = 4 * 1024 * 1024

interface ImportRecord {
  /** SHA-256 of the written `offers.ndjson`. */
  offers: string
  /** Reference files made by an import, which may be replaced. */
  made: readonly string[]
  /** Facts of the table; undefined if an earlier version made the import, or they are damaged. */
  table: TableMemory | undefined
}

interface OpenFolder {
  path: string
  /** Facts of the last table, for comparison with this one; undefined if there is nothing to compare. */
  memory: TableMemory | undefined
  /** Whether the offers are those of the last import, unchanged. */
  wasImported: boolean
  /** The path of the folder in which the files are written first. */
  temporary: string
  /** Gives the lock back. */
  release: () => Promise<void>
  /** The outermost folder created for this import; undefined if the source folder existed. */
  outermost: string | undefined
  /** The files made by this import and those before. */
  made: Set<string>
  offers: LinesFile
  rejected: LinesFile
}

export class SourceFolder {
  readonly path: string
  readonly memory: TableMemory | undefined
  readonly #open: OpenFolder
  /** The content of each other file, by its name. */
  readonly #files = new Map<string, string>()

  private constructor(open: OpenFolder) {
    this.path = open.path
    this.memory = open.memory
    this.#open = open
  }

  /**
   * Opens a folder for one import; creates it if need be.
   * @param replace whether to replace offers that no import made, and to accept a table that differs from the last one
   * @throws {OperatorError} `bad-source` if such offers exist and `replace` is false
   */
  static async open(path: string, replace: boolean): Promise<SourceFolder> {
    const outermost = await mkdir(path, { recursive: true })
    const record = await readRecord(path)
    const digest = await digestOf(join(path, OFFERS_FILE))
    if (digest !== undefined && digest !== record?.offers && !replace) {
      const why = record ? 'was edited since the last import' : 'was not made by an import'
      throw refusal('offersNotImported', { path: join(path, OFFERS_FILE), why })
    }
    const release = await takeLock({
      path: join(path, LOCK_FILE),
      activity: 'an import writes this folder',
      clock: systemClock,
    })
    // Imports that were killed left their temporary folders.
    for (const name of await readdir(path))
      if (name.startsWith(TEMPORARY)) await rm(join(path, name), { recursive: true, force: true })
    const temporary = await mkdtemp(join(path, TEMPORARY))
    return new SourceFolder({
      path,
      temporary,
      release,
      wasImported: digest !== undefined && digest === record?.offers,
      made: new Set(record?.made),
      memory: replace || digest === undefined ? undefined : record?.table,
      offers: await LinesFile.create(join(temporary, OFFERS_FILE)),
      rejected: await LinesFile.create(join(temporary, REJECTED_FILE)),
      outermost,
    })
  }

  /** Whether an import made this file, so that this one may change it. */
  wasMade(file: string): boolean {
    return this.#open.made.has(file)
  }

  async addOffer(offer: unknown): Promise<void> {
    await this.#open.offers.add(offer)
  }

  async addRejected(row: RejectedLine): Promise<void> {
    await this.#open.rejected.add(row)
  }

  /**
   * Puts each entry on a line of the file, so that diffs are readable.
   * @param file one that does not exist yet, or of which `wasMade` is true; also for `putObject`
   */
  putList(file: string, entries: readonly Entry[]): void {
    const lines = entries.map((entry) => `  ${jsonLine(entry)}`).join(',\n')
    this.#put(file, entries.length === 0 ? '[]\n' : `[\n${lines}\n]\n`)
  }

  putObject(file: string, value: unknown): void {
    this.#put(file, prettyJson(value))
  }

  #put(file: string, content: string): void {
    this.#files.set(file, content)
    this.#open.made.add(file)
  }

  /**
   * Each offer of the last import, in the order of the file, which is that of the rows; none if there was no import, or its
   * offers were changed since.
   * @param isWanted whether to parse a line and yield its offer
   */
  async *lastOffers(isWanted: (line: Buffer) => boolean = () => true): AsyncGenerator<LastOffer> {
    if (!this.#open.wasImported) return
    const path = join(this.path, OFFERS_FILE)
    const splitter = new LineSplitter(MAX_LINE_BYTES)
    // `LinesFile` ends each line, so the splitter holds none at the end.
    for await (const chunk of await asSourceFile(path, files.stream(path))) {
      for (const { bytes } of splitter.push(chunk)) if (bytes && isWanted(bytes)) yield lastOffer(bytes, path)
    }
  }

  /**
   * Moves all files into place: references first, so that offers never name a missing entry, then the record, the rejected
   * rows and the offers. Stopped between, the next import refuses offers that are not those of the record.
   * @param table facts of the table, for comparison with the next one
   */
  async commit(table: TableMemory): Promise<void> {
    const { temporary, made, release, ...lines } = this.#open
    const offers = await lines.offers.finish()
    const rejected = await lines.rejected.finish()
    const record: ImportRecord = { offers: offers.digest, made: [...made].sort(), table }
    this.#files.set(RECORD_FILE, prettyJson(record))
    for (const [file, content] of this.#files)
      await writeFile(join(temporary, file), content, { flush: true })
    if (rejected.lines === 0) await rm(join(this.path, REJECTED_FILE), { force: true })
    const lists = rejected.lines === 0 ? [OFFERS_FILE] : [REJECTED_FILE, OFFERS_FILE]
    for (const file of [...this.#files.keys(), ...lists]) {
      await rename(join(temporary, file), join(this.path, file))
    }
    await rm(temporary, { recursive: true, force: true })
    await release()
  }

  /** Removes all files of this import, and the folders that it created. */
  async abandon(): Promise<void> {
    const { offers, rejected, temporary, release, outermost } = this.#open
    await offers.abandon()
    await rejected.abandon()
    await rm(temporary, { recursive: true, force: true })
    await release()
    if (outermost !== undefined) await removeEmpty(this.path, outermost)
  }
}

function lastOffer(line: Buffer, path: string): LastOffer {
  const { issuer, ref, title, benefit } = asRecord(parseJson(line.toString(), path), path)
  const hasValue = isRecord(benefit) && typeof benefit.value === 'number'
  return { issuer: asString(issuer, path), ref: asString(ref, path), title: asString(title, path), hasValue }
}

/** Removes a folder and its parents up to `outermost`, as far as they are empty. */
async function removeEmpty(folder: string, outermost: string): Promise<void> {
  try {
    for (let path = resolve(folder); path.startsWith(resolve(outermost)); path = dirname(path))
      await rmdir(path)
  } catch {
    // The folder is not empty.
  }
}

async function readRecord(folder: string): Promise<ImportRecord | undefined> {
  const path = await sourcePath(folder, RECORD_FILE)
  const bytes = await asSourceFile(path, ifMissing(files.read(path, MAX_RECORD_BYTES), undefined))
  if (!bytes) return undefined
  try {
    const json = asRecord(parseJson(bytes.toString(), path), path)
    const made = asList(json.made, `${path}: made`).map((file) => asString(file, `${path}: made`))
    return { offers: asString(json.offers, `${path}: offers`), made, table: parseMemory(json.table) }
  } catch {
    // Another program made the file, or it is damaged. Without a record, offers are not replaced.
    return undefined
  }
}

async function digestOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  const read = async () => {
    for await (const chunk of await files.stream(path)) hash.update(chunk)
    return hash.digest('hex')
  }
  return asSourceFile(path, ifMissing(read(), undefined))
}
