// Maps names in the table to slugs of the reference files: issuers, categories, comunas. A missing file is made from
// the table.

import { MAX_REFERENCE_BYTES, sourcePath, withoutSchemaMember } from '../../contract/offers/source-files.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../../lib/files/file-errors.ts'
import { composed } from '../../lib/json/composed.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile, refuseFile } from '../../lib/json/json-file.ts'
import { quote } from '../../lib/json/validator.ts'
import { isOneName, slugOf } from '../cells/slug-of.ts'

/** An entry of a reference file, with all its members. */
export interface Entry {
  slug: string
  name: string
  [member: string]: unknown
}

/** In characters: a slug is cut to this length before a number is added, so that it stays short enough. */
const MAX_NUMBERED = 90

/** SECURITY: names of one slug are compared one by one. Those beyond have none, and their rows are rejected. */
const MAX_ALIKE = 50

export class ReferenceList {
  readonly file: string
  /** Whether the file does not exist yet. */
  readonly isNew: boolean
  /** Whether new names may be added. */
  readonly mayGrow: boolean
  /** The only entries that may be added, by slug, such as the real comunas of Chile; undefined if any name may. */
  readonly possible: ReadonlyMap<string, Entry> | undefined
  readonly entries: Entry[]
  /** Entries added by this import. */
  readonly added: Entry[] = []
  readonly #bySlug: Map<string, Entry>
  /** By the names in the file; undefined if several entries have one name. */
  readonly #byName = new Map<string, Entry | undefined>()
  /** What was found, or added, for the names of the table so far. */
  readonly #foundByName = new Map<string, Entry | undefined>()

  /**
   * @param entries undefined if the file does not exist yet
   * @param wasMade whether an import made the file
   * @param possible the only entries that may be added; any name, if not given
   */
  constructor(
    file: string,
    entries: readonly Entry[] | undefined,
    { wasMade, possible }: { wasMade: boolean; possible?: readonly Entry[] | undefined },
  ) {
    this.file = file
    this.possible = possible && new Map(possible.map((entry) => [entry.slug, entry]))
    this.isNew = entries === undefined
    this.mayGrow = this.isNew || wasMade
    this.entries = [...(entries ?? [])]
    this.#bySlug = new Map(this.entries.map((entry) => [entry.slug, entry]))
    for (const entry of this.entries) {
      const name = composed(entry.name)
      this.#byName.set(name, this.#byName.has(name) ? undefined : entry)
    }
  }

  /** The slug of a name, which is added if need be. Undefined if the name is new and may not be added, or has no slug. */
  findOrAddSlug(name: string, more: Readonly<Record<string, unknown>> = {}): string | undefined {
    if (!this.#foundByName.has(name))
      this.#foundByName.set(name, this.#findEntry(name) ?? this.#addEntry(name, more))
    return this.#foundByName.get(name)?.slug
  }

  /**
   * The slug of a name, without adding it.
   * @param isCertain whether the text is surely a name: then a new one has the slug that it would get
   */
  findSlug(name: string, isCertain: boolean): string | undefined {
    return this.#findEntry(name)?.slug ?? (isCertain && this.mayGrow ? this.#numberedSlugOf(name) : undefined)
  }

  /** The entry of a slug, else of a name that only one entry has, else of the slug of the name. */
  #findEntry(name: string): Entry | undefined {
    return (
      this.#bySlug.get(name) ?? this.#byName.get(name) ?? this.#bySlug.get(this.#numberedSlugOf(name) ?? '')
    )
  }

  /**
   * The slug that a name has or would get, with a number if another name has the slug already: `shipin` is 食品, so 饰品 is
   * `shipin-2`. Undefined without a letter or digit, and beyond `MAX_ALIKE`.
   */
  #numberedSlugOf(name: string): string | undefined {
    const slug = slugOf(name)
    if (slug === undefined) return undefined
    for (let number = 1; number <= MAX_ALIKE; number++) {
      const numbered = number === 1 ? slug : `${slug.slice(0, MAX_NUMBERED)}-${number}`
      const entry = this.#bySlug.get(numbered)
      // An entry that a person has renamed keeps its slug, and its old name leads to it.
      if (!entry || slugOf(entry.name) !== slug || isOneName(entry.name, name)) return numbered
    }
    return undefined
  }

  /** Undefined if the name may not be added, or has no slug. */
  #addEntry(name: string, more: Readonly<Record<string, unknown>>): Entry | undefined {
    const slug = this.mayGrow ? this.#numberedSlugOf(name) : undefined
    if (slug === undefined) return undefined
    const entry = this.possible ? this.possible.get(slug) : { slug, name, ...more }
    if (!entry) return undefined
    this.#bySlug.set(slug, entry)
    this.entries.push(entry)
    this.added.push(entry)
    return entry
  }
}

/**
 * The entries of a reference file; undefined if it does not exist.
 * @throws {OperatorError} `bad-source` if it is not a list of names with slugs
 */
export async function readEntries(folder: string, file: string): Promise<Entry[] | undefined> {
  const path = await sourcePath(folder, file)
  const bytes = await asSourceFile(path, ifMissing(files.read(path, MAX_REFERENCE_BYTES), undefined))
  if (!bytes) return undefined
  const { value: items, at } = withoutSchemaMember(parseJsonFile(path, bytes))
  if (!Array.isArray(items))
    return refuseFile(path, [{ pointer: at, found: quote(items), expected: 'a list' }])
  return items.map((item: unknown, index) => {
    if (isRecord(item) && typeof item.slug === 'string' && typeof item.name === 'string') {
      return { ...item, slug: item.slug, name: item.name }
    }
    const expected = 'an object with slug and name'
    return refuseFile(path, [{ pointer: `${at}/${index}`, found: quote(item), expected }])
  })
}
