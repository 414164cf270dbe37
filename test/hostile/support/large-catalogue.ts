// A catalogue with large pages, as an ordinary source may have: 150 offers that each name a hundred places.

import { join } from 'node:path'
import { records, writeSource } from '../../build/support/source.ts'
import { buildRelease } from '../../helpers/build.ts'

/** Publishes it. A page of 100 offers has 1.7 MB, one of 25 more than 400 kB. @returns the folder of the release */
export async function publishLargeCatalogue(folder: string): Promise<string> {
  const comunas = Array.from({ length: 100 }, (_, index) => ({
    slug: `comuna-${index}`,
    name: `Comuna number ${index} `.padEnd(140, 'of a name as long as those of some places are '),
  }))
  const offers = records(150, { issuer: 'banco-norte', comunas: comunas.map(({ slug }) => slug) })
  const [source, out] = [join(folder, 'source'), join(folder, 'out')]
  await buildRelease({ source: writeSource(source, { comunas, offers }), out })
  return out
}
