// Regions by the names that people use: `RM`, `V Región`, `Metropolitana`, `O'Higgins`.

import { plain } from '../lib/fold.ts'
import type { KnownValue } from './known-values.ts'

/** A word of the name of each region of Chile, and what stands for it: its number, and other spellings. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  i: 'tarapaca',
  ii: 'antofagasta',
  iii: 'atacama',
  iv: 'coquimbo',
  v: 'valparaiso',
  vi: 'higgins',
  ohiggins: 'higgins',
  vii: 'maule',
  viii: 'biobio',
  'bio-bio': 'biobio',
  ix: 'araucania',
  x: 'lagos',
  xi: 'aysen',
  aisen: 'aysen',
  xii: 'magallanes',
  xiii: 'metropolitana',
  rm: 'metropolitana',
  xiv: 'rios',
  xv: 'arica',
  xvi: 'nuble',
}

/** Words that most names of regions have. */
const COMMON = ['region', 'de', 'del', 'la']

/** The one region whose name has all words of a short one; undefined if none has, or several have. */
export function regionOf(given: string, regions: readonly KnownValue[]): string | undefined {
  const words = wordsOf(given)
  const short = words.join('-')
  const wanted = Object.hasOwn(SHORT_NAMES, short) ? [SHORT_NAMES[short]] : words
  if (wanted.length === 0) return undefined
  const [meant, another] = regions.filter(({ name }) => {
    const known = wordsOf(name)
    return wanted.every((word) => word !== undefined && known.includes(word))
  })
  return another ? undefined : meant?.value
}

const wordsOf = (name: string) =>
  plain(name)
    .split('-')
    .filter((word) => word !== '' && !COMMON.includes(word))
