// Whether a column holds names of places: asked of headings such as "Lugar", under which addresses stand as well.

import allComunas from '../../fixtures/catalogue/comunas.json' with { type: 'json' }
import { slugOf } from '../conversions/slug-of.ts'
import { splitList } from '../conversions/split-list.ts'
import { wordsOf } from '../conversions/words.ts'
import type { ColumnSample } from './look-at-values.ts'

const COMUNAS: ReadonlySet<string> = new Set(allComunas.map(({ slug }) => slug))

/** What people write for "everywhere". */
const EVERYWHERE =
  /^(?:todas?|todos|all|todo el pais|todo chile|nacional|a nivel nacional|todas las comunas|national|nationwide|everywhere|online|varias|todo o pais)$/

export function isEverywhere(text: string): boolean {
  return EVERYWHERE.test(wordsOf(text))
}

/** Whether most cells hold comunas of Chile and nothing else: an address with one in it is no name of a place. */
export function areComunas({ texts }: ColumnSample): boolean {
  const isComuna = (name: string) => COMUNAS.has(slugOf(name) ?? '')
  const known = texts.filter((text) => splitList(text).every(isComuna)).length
  const everywhere = texts.filter(isEverywhere).length
  return known > 0 && known + everywhere >= texts.length / 2
}
