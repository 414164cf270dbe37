// The files of a source folder, and how the JSON files among them are read: whole, and checked by their schema.

import { join } from 'node:path'

import { files } from '../../lib/files/file-access.ts'
import { asSourceFile } from '../../lib/files/file-errors.ts'
import { isRecord } from '../../lib/json/json.ts'
import { parseJsonFile, refuseFile } from '../../lib/json/json-file.ts'
import type { Schema } from '../../lib/json/schema.ts'
import { compileCheck } from '../../lib/json/validator.ts'

export const OFFERS_FILE = 'offers.ndjson'

/** Optional: the rows that a converter could not turn into records. */
export const REJECTED_FILE = 'rejected.ndjson'

/** The small files, which say what the offers may name. */
export const REFERENCE_FILES = ['catalogue.json', 'issuers.json', 'categories.json', 'comunas.json'] as const

/** More than any list of issuers, categories or comunas has, in bytes. */
export const MAX_REFERENCE_BYTES = 64 * 1024 * 1024

/**
 * Reads and checks a file.
 * @throws {OperatorError} `bad-source` naming the file, and each place in it
 */
export async function readReferenceFile<T>(folder: string, name: string, schema: Schema<T>): Promise<T> {
  const path = join(folder, name)
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

/** `$schema` is for editors. In a file that has it, the list is its member `items`. */
export function withoutSchemaMember(value: unknown): { value: unknown; at: string } {
  if (!isRecord(value)) return { value, at: '' }
  const { $schema, ...rest } = value
  const isList = Array.isArray(rest.items) && Object.keys(rest).length === 1
  return isList ? { value: rest.items, at: '/items' } : { value: rest, at: '' }
}
