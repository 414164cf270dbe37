// `init`: writes a first source folder.

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import allComunas from '../../contract/offers/comunas-of-chile.json' with { type: 'json' }
import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
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

/** Fails with `usage` if the folder exists and is not empty. */
export const init = command({
  name: 'init',
  about:
    'Writes a first source folder. It is ready to publish: a few invented offers, and a README that explains what to change.',
  operands: ['<DIR>'],
  options: {
    comunas: { name: 'comunas', about: 'Include all comunas of Chile, with their codes (CUT) and regions.' },
  },
  examples: ['init my/source', 'init my/source --comunas'],
  async run({ comunas, ...unused }, { stdout }, dir) {
    unused satisfies NoUnusedOption
    const folder = resolve(dir)
    await expectNew(folder)
    await mkdir(folder, { recursive: true })
    for (const [name, text] of filesOf(comunas)) await writeFile(join(folder, name), text)
    stdout.write(`${folder}: ${EXAMPLE_OFFERS.length} invented offers; README.md explains what to change\n`)
  },
})

type SourceFile = [name: string, text: string]

async function expectNew(folder: string): Promise<void> {
  const [existing] = await ifMissing(readdir(folder), [])
  if (existing === undefined) return
  throw new OperatorError(
    'usage',
    `init: ${folder} already holds ${existing}; expected a new or an empty folder`,
  )
}

function filesOf(withComunas: boolean): SourceFile[] {
  const comunas = withComunas ? allComunas : EXAMPLE_COMUNAS
  return [
    ['README.md', EXAMPLE_README],
    ['catalogue.json', prettyJson(EXAMPLE_CATALOGUE)],
    ['issuers.json', prettyJson(EXAMPLE_ISSUERS)],
    ['categories.json', prettyJson(EXAMPLE_CATEGORIES)],
    ['comunas.json', prettyJson(comunas)],
    ['offers.ndjson', EXAMPLE_OFFERS.map((offer) => `${jsonLine(offer)}\n`).join('')],
  ]
}
