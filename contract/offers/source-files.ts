// The files of a source folder, and the reader of its JSON files, which checks each by its schema.

import { lstat, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { OperatorError } from '../../lib/errors.ts'
import { files } from '../../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../../lib/files/file-errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile, refuseFile } from '../../lib/json/json-file.ts'
import type { Schema } from '../../lib/json/schema.ts'
import { compileCheck } from '../../lib/json/validator.ts'

export const OFFERS_FILE = 'offers.ndjson'

/** Optional: the rows that a converter rejected. */
export const REJECTED_FILE = 'rejected.ndjson'

export const CATALOGUE_FILE = 'catalogue.json'

/** The most bytes of a file that is not NDJSON; more than any real list of issuers, categories or comunas has. */
export const MAX_REFERENCE_BYTES = 64 * 1024 * 1024

/**
 * The path of a file of a source folder, free of links below the folder. A missing file has a path as well.
 *
 * SECURITY: a folder from somebody else may hold links, and rejects and summaries quote the files that are read.
 * @throws {OperatorError} `bad-source` if a link leads out of the folder
 */
export async function sourcePath(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  const withoutLinks = (each: string) =>
    ifMissing(
      files.call(each, () => realpath(each)),
      undefined,
    )
  const [root, file] = [await withoutLinks(folder), await withoutLinks(path)]
  if (root === undefined || file === undefined) return path
  // `join` adds the separator only once, also to the root of the file system.
  if (file.startsWith(join(root, sep))) return join(folder, relative(root, file))
  throw new OperatorError(
    'bad-source',
    `${path}: a link to ${file}, outside of the source folder; put a copy of the file there`,
  )
}

/** @throws {OperatorError} `bad-source` if it is no source folder: one fault in place of one for each missing file */
export async function expectSourceFolder(folder: string): Promise<void> {
  const factsOf = (path: string, read: typeof lstat) =>
    ifMissing(
      files.call(path, () => read(path)),
      undefined,
    )
  const facts = await factsOf(folder, stat)
  if (!facts) {
    throw new OperatorError('bad-source', `${folder}: no such folder; import or init makes one`)
  }
  // A link counts as the file here; `sourcePath` refuses it if it leads out of the folder.
  if (facts.isDirectory() && (await factsOf(join(folder, CATALOGUE_FILE), lstat))) return
  throw new OperatorError('bad-source', `${folder}: not a source folder (no ${CATALOGUE_FILE})`)
}

/**
 * Reads and checks a JSON file, without its `$schema`.
 * @throws {OperatorError} `bad-source` if it is missing, too large or not valid, naming the file and the places in it
 */
export async function readReferenceFile<T>(folder: string, name: string, schema: Schema<T>): Promise<T> {
  const path = await sourcePath(folder, name)
  const bytes = await asSourceFile(path, files.read(path, MAX_REFERENCE_BYTES))
  const { value, at } = withoutSchemaMember(parseJsonFile(name, bytes))
  const checked = compileCheck(schema)(value)
  if ('violations' in checked) {
    refuseFile(
      name,
      checked.violations.map((each) => ({ ...each, pointer: `${at}${each.pointer}` })),
    )
  }
  return checked.value
}

/**
 * Leaves out `$schema`, which some editors read. A list has no place for it, so the file of a list may be
 * `{ "$schema": …, "items": [ … ] }`; then the value is the list.
 * @returns the value without `$schema`, and the JSON pointer to the value in the file
 */
export function withoutSchemaMember(value: unknown): { value: unknown; at: string } {
  if (!isRecord(value)) return { value, at: '' }
  const { $schema, ...rest } = value
  const isList = Array.isArray(rest.items) && Object.keys(rest).length === 1
  return isList ? { value: rest.items, at: '/items' } : { value: rest, at: '' }
}
