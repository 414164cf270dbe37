// A table of 40 offers that is imported and published on one day, and changed on the next.

import { readFileSync, writeFileSync } from 'node:fs'
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
  /** The offers by ref, as published on a day of September. An unchanged source is published once a day. */
  publish(day: number): Promise<Map<string, Offer>>
}

export interface Days extends Imported {
  /** The published offers of the first day. */
  first: Map<string, Offer>
}

/** Imports and publishes the first day. */
export async function firstDay(...first: Parameters<typeof firstImport>): Promise<Days> {
  const days = await firstImport(...first)
  return { ...days, first: await days.publish(11) }
}

/** Imports the first day. */
export async function firstImport(
  t: Test,
  edit: (mapping: Editable) => void = () => {},
  text: string | Uint8Array = csvOf(ROWS),
): Promise<Imported> {
  const root = t.testdir({})
  const file = fileOf(t, 'ofertas.csv', text)
  const [mapping, source, out] = ['mapping.json', 'source', 'out'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  await offersBuild(['import', file, '--propose', mapping, '--country', 'CL'])
  editMapping(mapping, (json) => {
    setAttribution(json)
    edit(json)
  })
  const importAgain = (...more: string[]) =>
    offersBuild(['import', file, '--mapping', mapping, '--source', source, ...more])
  let last: { of: object; offers: Map<string, Offer> } | undefined
  const publish = async (day: number) => {
    const of = { day, source: folderDigests(source) }
    if (last && isDeepStrictEqual(last.of, of)) return last.offers
    const ended = await runBuild(source, out, '--as-of', `2026-09-${day}T12:00:00Z`)
    t.equal(ended.code, 0, ended.stderr)
    last = { of, offers: await offersByRef(out) }
    return last.offers
  }
  const { code, stderr } = await importAgain()
  t.equal(code, 0, stderr)
  return { file, mapping, source, out, importAgain, publish }
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

/** Asserts that the next day is refused with these messages, and that source and offers stay unchanged. */
export async function refuses(
  t: Test,
  days: Days,
  text: string | Uint8Array,
  messages: readonly string[],
): Promise<void> {
  const before = folderDigests(days.source)
  writeFileSync(days.file, text)
  const { code, stderr, stdout } = await days.importAgain()
  t.equal(code, 1, stdout)
  for (const message of messages) t.match(stderr, message)
  t.strictSame(folderDigests(days.source), before)
  t.strictSame(await days.publish(12), days.first)
}
