// A name as a slug: "Ñuñoa" as `nunoa`.

import { fold } from '../../lib/text/plain-letters.ts'

const MAX_LENGTH = 100

/** Undefined if the name has no Latin letter and no digit. */
export function slugOf(name: string): string | undefined {
  const slug = fold(name)
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replace(/['’`´]/g, '')
    .replace(/&/g, ' ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')
  return slug === '' ? undefined : slug
}
