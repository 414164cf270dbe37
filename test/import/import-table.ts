// A table of three offers, the expected result, and functions that propose and import.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { offersBuild } from '../build/support/program.ts'

export const HEADINGS = [
  'Código',
  'Banco',
  'Comercio',
  'Categoría',
  'Beneficio',
  'Días',
  'Desde',
  'Hasta',
  'Tope',
  'Comuna',
]
export const ROWS = [
  [
    'A-1',
    'Banco Ñandú',
    'El Fogón',
    'Restaurantes',
    '20%',
    'Lunes y martes',
    '01/09/2026',
    '31/12/2026',
    '$ 10.000',
    'Ñuñoa / Maipú',
  ],
  ['A-2', 'Banco Ñandú', 'Cine Pehuén', 'Cines', '2x1', 'Todos los días', '', '15/10/2026', '-', 'Todas'],
  [
    'A-3',
    'Banco Ñandú',
    'Óptica Raulí',
    'Salud',
    '$ 5.000 de descuento',
    '',
    '05/09/2026',
    'pronto',
    '$ 0',
    'Maipú',
  ],
]

export const EXPECTED = [
  {
    ref: 'A-1',
    issuer: 'banco-nandu',
    title: '20% · El Fogón',
    category: 'restaurantes',
    comunas: ['nunoa', 'maipu'],
    benefit: {
      kind: 'percentage',
      value: 20,
      currency: null,
      cap: { value: 10_000, currency: 'CLP' },
      summary: '20%',
    },
    valid_from: '2026-09-01',
    valid_until: '2026-12-31',
    merchant: 'El Fogón',
    url: null,
    weekdays: ['monday', 'tuesday'],
  },
  {
    ref: 'A-2',
    comunas: { length: 0 },
    benefit: { kind: 'multibuy', value: 2, currency: null, cap: null },
    valid_from: null,
    valid_until: '2026-10-15',
  },
  {
    ref: 'A-3',
    benefit: { kind: 'amount', value: 5000, currency: 'CLP', cap: null },
    valid_from: '2026-09-05',
    valid_until: null,
    weekdays: null,
  },
]

export const csvText = (rows: readonly (readonly string[])[]) =>
  [HEADINGS, ...rows].map((row) => `${row.join(';')}\r\n`).join('')

export interface Imported {
  code: number
  stdout: string
  stderr: string
  source: string
  offers: unknown[]
}

/** Proposes a mapping, edits it, and imports by it. */
export async function importAll(
  t: Test,
  file: string,
  edit: (mapping: Editable) => void = setAttribution,
): Promise<Imported> {
  const root = t.testdir({})
  const mapping = join(root, 'mapping.json')
  const proposed = await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  t.equal(proposed.code, 0, proposed.stderr)
  const json = JSON.parse(readFileSync(mapping, 'utf8'))
  edit(json)
  writeFileSync(mapping, JSON.stringify(json))
  const source = join(root, 'source')
  const ended = await offersBuild(['import', file, '--mapping', mapping, '--source', source])
  return { ...ended, source, offers: ended.code === 0 ? offersOf(source) : [] }
}

/** The parts of a mapping that tests change, to valid or invalid values. */
export interface Editable {
  catalogue: { [member: string]: unknown }
  formats: { [member: string]: unknown }
  offer: { [member: string]: unknown }
  read?: { [member: string]: unknown }
}

export function setAttribution(mapping: Editable): void {
  mapping.catalogue.attribution = 'Banco Ñandú · nandu.example'
}

export function offersOf(source: string): unknown[] {
  const text = readFileSync(join(source, 'offers.ndjson'), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Writes a file into a separate folder next to that of the test. */
export function fileOf(t: Test, name: string, content: string | Uint8Array): string {
  const path = join(t.testdirName, '..', `${t.testdirName.split('/').at(-1)}-in`)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, name), content)
  return join(path, name)
}
