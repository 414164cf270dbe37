// Source folders for tests: small, complete and easy to change.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceIssuer, SourceOffer } from '../../../contract/offers/source.ts'

export const CATALOGUE = {
  attribution: 'Test offers · tests.example',
  country: 'CL',
  time_zone: 'America/Santiago',
  data_as_of: '2026-03-01T10:00:00.000Z',
}

export const ISSUERS = ['banco-norte', 'banco-sur', 'muni-centro'].map(
  (slug): SourceIssuer => ({
    slug,
    name: `Name of ${slug}`,
    type: slug.startsWith('banco') ? 'bank' : 'municipality',
    country: 'CL',
  }),
)

export const CATEGORIES = ['cines', 'restaurantes', 'viajes'].map((slug) => ({ slug, name: `The ${slug}` }))

export const COMUNAS = ['arica', 'maipu', 'valdivia'].map((slug) => ({ slug, name: `In ${slug}` }))

/** A valid record of the source. */
export function record(changes: Partial<SourceOffer> = {}): SourceOffer {
  return {
    ref: 'ref-1',
    issuer: 'banco-norte',
    title: '20% de descuento',
    category: 'restaurantes',
    comunas: ['maipu'],
    benefit: { kind: 'percentage', value: 20, currency: null, cap: null, summary: '20% menos' },
    valid_from: '2026-01-01',
    valid_until: '2026-12-31',
    merchant: 'El Ñandú',
    url: 'https://banco.example/1',
    weekdays: ['monday', 'friday'],
    ...changes,
  }
}

/** Many records, spread over issuers, categories and comunas; `from` is the number of the first. */
export function records(count: number, changes: Partial<SourceOffer> = {}, from = 0): SourceOffer[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index
    return record({
      ref: `ref-${number}`,
      title: `Offer ${number}`,
      issuer: ISSUERS[number % 3]?.slug ?? '',
      category: CATEGORIES[Math.floor(number / 2) % 3]?.slug ?? '',
      comunas: COMUNAS.slice(0, number % 4).map(({ slug }) => slug),
      ...changes,
    })
  })
}

/** For records that are all in the same lists, where filters do not matter: the pages of each other list take time. */
export const ONE_LIST: Pick<SourceOffer, 'issuer' | 'category' | 'comunas'> = {
  issuer: 'banco-norte',
  category: 'restaurantes',
  comunas: [],
}

export interface SourceFiles {
  catalogue?: unknown
  issuers?: unknown
  categories?: unknown
  comunas?: unknown
  /** Records, or the bytes of `offers.ndjson`. */
  offers?: readonly unknown[] | Buffer | string | null
}

/** Writes a source folder with valid defaults. Null leaves a file out, text is written unchanged. */
export function writeSource(folder: string, files: SourceFiles = {}): string {
  mkdirSync(folder, { recursive: true })
  const offers = files.offers === undefined ? records(30) : files.offers
  const all = {
    'catalogue.json': files.catalogue === undefined ? CATALOGUE : files.catalogue,
    'issuers.json': files.issuers === undefined ? ISSUERS : files.issuers,
    'categories.json': files.categories === undefined ? CATEGORIES : files.categories,
    'comunas.json': files.comunas === undefined ? COMUNAS : files.comunas,
    'offers.ndjson': Array.isArray(offers)
      ? offers.map((each) => `${JSON.stringify(each)}\n`).join('')
      : offers,
  }
  for (const [name, content] of Object.entries(all)) {
    if (content === null) continue
    const isWritten = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(join(folder, name), isWritten ? content : JSON.stringify(content))
  }
  return folder
}
