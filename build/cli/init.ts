// `init`: a source folder to begin with.

import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SOURCE_SCHEMAS } from '../../contract/offers/source-schemas.ts'
import allComunas from '../../fixtures/catalogue/comunas.json' with { type: 'json' }
import type { Command, ParsedOptions } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { OperatorError } from '../../lib/errors.ts'
import { ifMissing } from '../../lib/files/file-errors.ts'
import { jsonLine, prettyJson } from '../../lib/json/json.ts'
import {
  EXAMPLE_CATALOGUE,
  EXAMPLE_CATEGORIES,
  EXAMPLE_COMUNAS,
  EXAMPLE_ISSUERS,
  EXAMPLE_OFFERS,
  EXAMPLE_README,
} from './example-source.ts'

export const INIT: Command = {
  name: 'init',
  about:
    'Makes a source folder that can be published as it is: a few invented offers, and a README of what to change.',
  operands: ['DIR'],
  options: [
    { name: 'comunas', about: 'Brings all comunas of Chile, with their codes (CUT) and regions.' },
    { name: 'json', about: 'Prints the folder, its files and the number of offers as JSON.' },
  ],
  examples: ['init my/source', 'init my/source --comunas'],
}

/** @throws {OperatorError} `usage` if the folder is there and holds anything */
export async function init(given: ParsedOptions, { stdout }: CommandContext): Promise<void> {
  const folder = resolve(given.operands[0] ?? '')
  const held = await ifMissing(readdir(folder), [])
  if (held.length > 0) {
    throw new OperatorError(
      'usage',
      `init: ${folder} holds ${held[0]} already; expected a new or an empty folder`,
    )
  }
  await mkdir(dirname(folder), { recursive: true })
  const sourceFiles = filesOf(given.flag('comunas'))
  // Written aside and renamed: there is never half of a source.
  const temporaryPath = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  try {
    await mkdir(join(temporaryPath, 'schema'))
    for (const [name, text] of sourceFiles) await writeFile(join(temporaryPath, name), text)
    await rename(temporaryPath, folder)
  } finally {
    await rm(temporaryPath, { recursive: true, force: true })
  }
  const offers = EXAMPLE_OFFERS.length
  stdout.write(
    given.flag('json')
      ? prettyJson({ folder, files: sourceFiles.map(([name]) => name), offers })
      : `${folder}: ${offers} invented offers; README.md says what to change\n`,
  )
}

function filesOf(withComunas: boolean): [name: string, text: string][] {
  const comunas = withComunas ? allComunas : EXAMPLE_COMUNAS
  const list = (name: string, items: unknown): [string, string] => [
    name,
    prettyJson({ $schema: `schema/${name}`, items }),
  ]
  return [
    ['README.md', EXAMPLE_README],
    ['catalogue.json', prettyJson({ $schema: 'schema/catalogue.json', ...EXAMPLE_CATALOGUE })],
    list('issuers.json', EXAMPLE_ISSUERS),
    list('categories.json', EXAMPLE_CATEGORIES),
    list('comunas.json', comunas),
    ['offers.ndjson', EXAMPLE_OFFERS.map((offer) => `${jsonLine(offer)}\n`).join('')],
    ...Object.entries(SOURCE_SCHEMAS).map(([name, schema]): [string, string] => [
      `schema/${name}`,
      prettyJson(schema),
    ]),
  ]
}
