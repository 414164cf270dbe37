// Step: reads the small files next to the offers: the catalogue, and the issuers, categories and comunas that offers may
// refer to. A single fault in them refuses the build, because it could affect every offer.

import type { Comuna, Issuer, SlugAndName } from '../../../contract/offers/offer.ts'
import {
  SOURCE_CATALOGUE,
  SOURCE_CATEGORIES,
  SOURCE_COMUNAS,
  SOURCE_ISSUERS,
  type SourceCatalogue,
  type SourceComuna,
  type SourceIssuer,
} from '../../../contract/offers/source.ts'
import { readReferenceFile } from '../../../contract/offers/source-files.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { refuseFile } from '../../../lib/json/json-file.ts'
import type { Schema } from '../../../lib/json/schema.ts'
import { isTimeZone } from '../../../lib/time/calendar.ts'
import type { Reference } from '../../day/day.ts'

/** @throws {OperatorError} `bad-source` naming file, place, the found and the expected value */
export async function readReference(folder: string): Promise<Reference> {
  const faults: string[] = []
  const attempt = async <T>(read: Promise<T>): Promise<T | undefined> => {
    try {
      return await read
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      faults.push(error.message)
      return undefined
    }
  }
  // One after another, so that their faults are reported in this order.
  const catalogue = await attempt(readCatalogue(folder))
  const issuers = await attempt(readNamed(folder, 'issuers.json', SOURCE_ISSUERS))
  const categories = await attempt(readNamed(folder, 'categories.json', SOURCE_CATEGORIES))
  const comunas = await attempt(readNamed(folder, 'comunas.json', SOURCE_COMUNAS))
  if (!catalogue || !issuers || !categories || !comunas) {
    throw new OperatorError('bad-source', faults.join('\n'))
  }
  return {
    catalogue,
    issuers: bySlug(issuers, publishedIssuer),
    categories: bySlug(categories, publishedName),
    comunas: bySlug(comunas, publishedComuna),
  }
}

async function readCatalogue(folder: string): Promise<SourceCatalogue> {
  const catalogue = await readReferenceFile(folder, 'catalogue.json', SOURCE_CATALOGUE)
  if (!isTimeZone(catalogue.time_zone)) {
    const found = JSON.stringify(catalogue.time_zone)
    refuseFile('catalogue.json', [
      { pointer: '/time_zone', found, expected: 'a time zone such as America/Santiago' },
    ])
  }
  return catalogue
}

/** Reads a list of things with slugs, and refuses it if a slug occurs twice. */
async function readNamed<T extends SlugAndName>(
  folder: string,
  name: string,
  schema: Schema<T[]>,
): Promise<T[]> {
  const items = await readReferenceFile(folder, name, schema)
  const firstIndexes = new Map<string, number>()
  const repeated = items.flatMap(({ slug }, index) => {
    const earlier = firstIndexes.get(slug)
    if (earlier === undefined) {
      firstIndexes.set(slug, index)
      return []
    }
    const expected = `another slug (/${earlier}/slug is the same)`
    return [{ pointer: `/${index}/slug`, found: JSON.stringify(slug), expected }]
  })
  if (repeated.length > 0) refuseFile(name, repeated)
  return items
}

function bySlug<T extends SlugAndName, U>(items: readonly T[], publish: (item: T) => U): Map<string, U> {
  return new Map(items.map((item) => [item.slug, publish(item)]))
}

function publishedIssuer({ slug, name, type, country }: SourceIssuer): Issuer {
  return { id: `iss_${slug}`, slug, name, type, country }
}

function publishedComuna({ slug, name, code, region }: SourceComuna): Comuna {
  return { slug, name, code: code ?? null, region: region ?? null }
}

function publishedName({ slug, name }: SlugAndName): SlugAndName {
  return { slug, name }
}
