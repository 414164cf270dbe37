// A source folder with faults.

import { CATALOGUE, CATEGORIES, COMUNAS, ISSUERS, records, writeSource } from '../../build/support/source.ts'
import type { OddInputs } from './odd-inputs.ts'

export function oddSource(odd: OddInputs, folder: string): string {
  const good = { catalogue: CATALOGUE, issuers: ISSUERS, categories: CATEGORIES, comunas: COMUNAS }
  const lines = records(6).flatMap((record) => {
    const line = JSON.stringify(record)
    const other = odd.pick([
      () => line,
      () => odd.bent(line),
      () => JSON.stringify(odd.bentValue(record)),
      () => odd.piece(),
    ])
    return [line, other()]
  })
  const files = Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, odd.happens(0.2) ? odd.file(value) : value]),
  )
  const text = lines.join(odd.pick(['\n', '\n', '\r\n', '\r', '\n\n']))
  return writeSource(folder, { ...files, offers: odd.happens(0.2) ? odd.noise(3000) : odd.encoded(text) })
}
