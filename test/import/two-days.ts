// A table of 40 offers that is imported and published on one day, and changed on the next.

import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Test } from 'tap'
import type { Offer } from '../../contract/offers/offer.ts'
import { folderDigests } from '../build/support/folder.ts'
import { type Ended, offersBuild, runBuild } from '../build/support/program.ts'
import { readPublished } from '../build/support/published.ts'
import { type Editable, fileOf, setAttribution } from './import-table.ts'

const BENEFITS = ['20%', '2x1', '$ 5.000 de descuento', '35%', '5% de reintegro']
const BANKS = ['Banco Lenga', 'Banco Raulí', 'Banco Lenga', 'Banco Coigüe']

export type Row = Record<(typeof HEADINGS)[number], string>
export const HEADINGS = [
  'Código',
  'Banco',
  'Comercio',
  'Categoría',
  'Beneficio',
  'Desde',
  'Hasta',
  'Tope',
  'Comuna',
] as const

const at = (list: readonly string[], index: number) => list[index % list.length] ?? ''

export const ROWS: readonly Row[] = Array.from({ length: 40 }, (_, n) => ({
  Código: `R-${100 + n}`,
  Banco: at(BANKS, n),
  Comercio: `Local ${n + 1}`,
  Categoría: at(['Restaurantes', 'Cines', 'Salud'], n),
  Beneficio: at(BENEFITS, n),
  Desde: at(['01/09/2026', '05/09/2026', '10/08/2026'], n),
  Hasta: at(['31/12/2026', '15/10/2026', '30/11/2026'], n),
  Tope: at(['$ 10.000', '$ 25.000'], n),
  Comuna: at(['Maipú', 'Ñuñoa / Lota'], n),
}))

/** The rows with the cells that a function replaces. */
export function changed(change: (row: Row, index: number) => Partial<Row>): Row[] {
  return ROWS.map((row, index) => ({ ...row, ...change(row, index) }))
}

export function csvOf(rows: readonly Row[], delimiter = ';', headings: readonly string[] = HEADINGS): string {
  const lines = rows.map((row) => HEADINGS.map((heading) => row[heading]))
  return [headings, ...lines].map((cells) => `${cells.join(delimiter)}\r\n`).join('')
}

export interface Imported {
  file: string
  mapping: string
  source: string
  out: string
  importAgain(...more: string[]): Promise<Ended>
  /** The offers by ref, as published on a day of September. Unchanged records are published once a day. */
  publish(day: number): Promise<Map<string, Offer>>
}

export interface Days extends Imported {
  /** The published offers of the first day. */
  first: Map<string, Offer>
}

/** What was published of the records of a source folder on a day. */
interface Published {
  of: { day: number; source: Record<string, string> }
  offers: Map<string, Offer>
}

/** The first day of the table as it is. */
interface Prepared {
  /** Holds what was imported and published. */
  folder: string
  /** The offers of that source, on the first day and on the next. */
  published: readonly Published[]
}

let prepared: Prepared | undefined

/** Imports and publishes the first day of the table as it is. It is prepared once, and copied for each test. */
export async function firstDay(t: Test): Promise<Days> {
  prepared ??= await prepareFirstDay(t)
  const root = t.testdir({})
  cpSync(prepared.folder, root, { recursive: true })
  const days = daysIn(t, root, csvOf(ROWS), prepared.published)
  return { ...days, first: await days.publish(11) }
}

async function prepareFirstDay(t: Test): Promise<Prepared> {
  const days = await firstImport(t)
  const publish = async (day: number): Promise<Published> => ({
    of: { day, source: recordsIn(days.source) },
    offers: await days.publish(day),
  })
  const first = await publish(11)
  const folder = `${t.testdirName}-first`
  cpSync(t.testdirName, folder, { recursive: true })
  return { folder, published: [first, await publish(12)] }
}

/** Imports the first day. */
export async function firstImport(
  t: Test,
  edit: (mapping: Editable) => void = () => {},
  text: string | Uint8Array = csvOf(ROWS),
): Promise<Imported> {
  const days = daysIn(t, t.testdir({}), text)
  await offersBuild(['import', days.file, '--propose', days.mapping, '--country', 'CL'])
  editMapping(days.mapping, (json) => {
    setAttribution(json)
    edit(json)
  })
  const { code, stderr } = await days.importAgain()
  t.equal(code, 0, stderr)
  return days
}

/** @param published what need not be published again */
function daysIn(
  t: Test,
  root: string,
  text: string | Uint8Array,
  published: readonly Published[] = [],
): Imported {
  const file = fileOf(t, 'ofertas.csv', text)
  const [mapping, source, out] = ['mapping.json', 'source', 'out'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  let known = published
  return {
    file,
    mapping,
    source,
    out,
    importAgain: (...more) =>
      offersBuild(['import', file, '--mapping', mapping, '--source', source, ...more]),
    publish: async (day) => {
      const of = { day, source: recordsIn(source) }
      const last = known.find((each) => isDeepStrictEqual(each.of, of))
      if (last) return last.offers
      const ended = await runBuild(source, out, '--as-of', `2026-09-${day}T12:00:00Z`)
      t.equal(ended.code, 0, ended.stderr)
      const offers = await offersByRef(out)
      known = [{ of, offers }]
      return offers
    },
  }
}

/** The digests of what the build reads: it ignores the mapping and the memory of the import, see one-command.test.ts. */
function recordsIn(source: string): Record<string, string> {
  const { 'mapping.json': _, '.import.json': __, ...records } = folderDigests(source)
  return records
}

export function editMapping(path: string, edit: (mapping: Editable) => void): void {
  const json = JSON.parse(readFileSync(path, 'utf8'))
  edit(json)
  writeFileSync(path, JSON.stringify(json))
}

/** The ref of an offer, from its place: `Local 1` is R-100. */
async function offersByRef(out: string): Promise<Map<string, Offer>> {
  const offers = await (await readPublished(out)).byTitle()
  return new Map(
    Array.from(offers.values(), (offer) => [
      `R-${99 + Number(offer.merchant?.replace('Local ', ''))}`,
      offer,
    ]),
  )
}

/** Asserts that the next day is refused with these messages, and that the source stays unchanged. */
export async function refuses(
  t: Test,
  days: Imported,
  text: string | Uint8Array,
  messages: readonly string[],
): Promise<void> {
  const before = folderDigests(days.source)
  writeFileSync(days.file, text)
  const { code, stderr, stdout } = await days.importAgain()
  t.equal(code, 1, stdout)
  for (const message of messages) t.match(stderr, message)
  t.strictSame(folderDigests(days.source), before)
}
