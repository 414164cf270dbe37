// Imports a file as somebody would who pastes what a refusal prints.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type Ended, offersBuild } from '../../build/support/program.ts'
import { fileOf, offersOf } from '../import-table.ts'

export interface Days {
  source: string
  /** Imports the file with options. */
  run(...options: string[]): Promise<Ended>
  /** Imports another content under the same name. */
  change(content: string | Uint8Array): void
  offers(): unknown[]
}

/** A file in a source of its own; the first import also needs the facts of the country. */
export function daysOf(t: Test, name: string, content: string | Uint8Array): Days {
  const file = fileOf(t, name, content)
  const source = join(t.testdir({}), 'source')
  return {
    source,
    run: (...options) => offersBuild(['import', file, '--source', source, ...options]),
    change: (next) => writeFileSync(file, next),
    offers: () => offersOf(source),
  }
}

export const FACTS = ['--country', 'CL', '--issuer', 'Banco Lenga']

/** The options in a text, as a shell would read them; fails if the text does not print them. */
export function pasted(t: Test, output: string, options: string): string[] {
  t.ok(output.includes(options), `${output} prints ${options}`)
  return Array.from(options.matchAll(/--[a-z-]+|"(?:[^"\\]|\\.)*"|\S+/g), ([word]) =>
    word.startsWith('"') ? JSON.parse(word) : word,
  )
}

/** Workbooks of sheets with rows of texts, numbers and days. */
export type SheetRows = readonly (readonly (string | number | null | Date)[])[]
