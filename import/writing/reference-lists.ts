// Maps names in the table to slugs of the reference files: issuers, categories, comunas. A missing file is made from
// the table.

import { MAX_REFERENCE_BYTES, sourcePath, withoutSchemaMember } from '../../contract/offers/source-files.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../../lib/files/file-errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile, refuseFile } from '../../lib/json/json-file.ts'
import { quote } from '../../lib/json/validator.ts'
import { slugOf } from '../conversions/slug-of.ts'

/** An entry of a reference file, with all its members. */
export interface Entry {
  slug: string
  name: string
  [member: string]: unknown
}

export class ReferenceList {
  readonly file: string
  /** Whether the file does not exist yet. */
  readonly isNew: boolean
  /** Whether new names may be added. */
  readonly mayGrow: boolean
  readonly entries: Entry[]
  /** Entries added by this import. */
  readonly added: Entry[] = []
  readonly #bySlug: Map<string, Entry>
  readonly #byName = new Map<string, Entry | null>()

  /**
   * @param entries undefined if the file does not exist yet
   * @param wasMade whether an import made the file
   */
  constructor(file: string, entries: readonly Entry[] | undefined, wasMade: boolean) {
    this.file = file
    this.isNew = entries === undefined
    this.mayGrow = this.isNew || wasMade
    this.entries = [...(entries ?? [])]
    this.#bySlug = new Map(this.entries.map((entry) => [entry.slug, entry]))
  }

  /** The slug of a name, which is added if need be. Undefined if it is new and the file may not grow, or has no slug. */
  slugFor(name: string, more: Readonly<Record<string, unknown>> = {}): string | undefined {
    const known = this.#byName.get(name)
    if (known !== undefined) return known?.slug
    const entry = this.#find(name) ?? this.#add(name, more)
    this.#byName.set(name, entry ?? null)
    return entry?.slug
  }

  /**
   * The slug of a name, without adding it.
   * @param isCertain whether the text is surely a name: then a new one has a slug as well
   */
  knownSlug(name: string, isCertain: boolean): string | undefined {
    return this.#find(name)?.slug ?? (isCertain && this.mayGrow ? slugOf(name) : undefined)
  }

  #find(name: string): Entry | undefined {
    const slug = slugOf(name)
    return this.#bySlug.get(name) ?? (slug === undefined ? undefined : this.#bySlug.get(slug))
  }

  #add(name: string, more: Readonly<Record<string, unknown>>): Entry | undefined {
    const slug = this.mayGrow ? slugOf(name) : undefined
    if (slug === undefined) return undefined
    const entry = { slug, name, ...more }
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
