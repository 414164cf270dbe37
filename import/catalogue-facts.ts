// The facts of `catalogue.json` that no table has and no offer needs: contact, licence and terms of use. An option sets
// each, at the first import or later; the other members of the file stay as they are.

import {
  SOURCE_CONTACT,
  SOURCE_LICENCE,
  SOURCE_TERMS,
  type SourceCatalogue,
} from '../contract/offers/source.ts'
import { CATALOGUE_FILE, MAX_REFERENCE_BYTES, sourcePath } from '../contract/offers/source-files.ts'
import type { OptionTable } from '../lib/command-line/command.ts'
import { expected } from '../lib/command-line/parsers.ts'
import { files } from '../lib/files/file-access.ts'
import { asSourceFile, ifMissing } from '../lib/files/file-errors.ts'
import { asRecord } from '../lib/json/json.ts'
import { parseJsonFile } from '../lib/json/json-file.ts'
import type { Schema } from '../lib/json/schema.ts'
import { compileCheck } from '../lib/json/validator.ts'

/** The facts as typed; undefined for those that stay as they are. */
export type CatalogueFacts = { [K in 'contact' | 'license' | 'terms']?: SourceCatalogue[K] | undefined }

export const CATALOGUE_FACTS = {
  contact: {
    name: 'contact',
    value: 'ADDRESS',
    about: 'The e-mail address or web address at which people ask for a key.',
    parse: parseContact,
  },
  license: {
    name: 'license',
    value: 'NAME',
    about: 'The licence of the data: a name, or a name and a web address, such as "CC BY 4.0 https://…".',
    parse: parseLicence,
  },
  terms: {
    name: 'terms',
    value: 'URL',
    about: 'The web address of the terms of use.',
    parse: parseTerms,
  },
} as const satisfies OptionTable & Readonly<Record<keyof CatalogueFacts, unknown>>

/** An address of one mailbox, without a name. */
const MAILBOX = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/
const WEB = /^https?:/i

function parseContact(text: string): NonNullable<CatalogueFacts['contact']> {
  const contact = WEB.test(text) ? { url: text } : MAILBOX.test(text) ? { email: text } : undefined
  return checked(
    SOURCE_CONTACT,
    contact,
    'an e-mail address, or a web address that begins with https://',
    text,
  )
}

function parseLicence(text: string): NonNullable<CatalogueFacts['license']> {
  const words = text.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  const named = WEB.test(last) ? { name: words.slice(0, -1).join(' '), url: last } : { name: text.trim() }
  return checked(SOURCE_LICENCE, named, 'a name such as "CC BY 4.0", or a name and a web address', text)
}

function parseTerms(text: string): NonNullable<CatalogueFacts['terms']> {
  return checked(SOURCE_TERMS, text, 'a web address that begins with https://', text)
}

/** The value, if `catalogue.json` may hold it. */
function checked<T>(schema: Schema<T>, value: unknown, form: string, text: string): T {
  const result = compileCheck(schema)(value)
  if ('violations' in result) throw expected(form, JSON.stringify(text))
  return result.value
}

/** Whether any of the facts is typed. */
export function areTyped(facts: CatalogueFacts): boolean {
  return Object.values(facts).some((fact) => fact !== undefined)
}

/**
 * The content of `catalogue.json` with these facts; undefined if the file has it already.
 * @param folder the source folder
 * @param first the content if there is no file
 * @throws {OperatorError} `bad-source` if the file cannot be read
 */
export async function catalogueWith(
  facts: CatalogueFacts,
  { folder, first }: { folder: string; first: object },
): Promise<object | undefined> {
  const typed = Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined))
  const path = await sourcePath(folder, CATALOGUE_FILE)
  const bytes = await asSourceFile(path, ifMissing(files.read(path, MAX_REFERENCE_BYTES), undefined))
  if (!bytes) return { ...first, ...typed }
  if (!areTyped(facts)) return undefined
  const known = asRecord(parseJsonFile(CATALOGUE_FILE, bytes), CATALOGUE_FILE)
  const isKnown = Object.entries(typed).every(
    ([name, fact]) => JSON.stringify(known[name]) === JSON.stringify(fact),
  )
  return isKnown ? undefined : { ...known, ...typed }
}
