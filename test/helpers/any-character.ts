// Characters for texts of any kind, as those of `unit: 'binary'` of fast-check, which makes a table of a million of them first.

import fc from 'fast-check'

const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800]

/** Any character of Unicode. With `fc.string`, it also makes names that every object has, such as `__proto__`. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map(characterAt, placeOf)

function characterAt(place: number): string {
  return String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES)
}

/** @throws {TypeError} if it is no character: then fast-check takes it for none of these */
function placeOf(character: unknown): number {
  if (typeof character !== 'string' || [...character].length !== 1) throw new TypeError('no character')
  const code = character.codePointAt(0) ?? 0
  return code < FIRST_SURROGATE ? code : code - SURROGATES
}
