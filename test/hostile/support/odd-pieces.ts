// Texts that parsers of CSV, JSON and mappings stumble over.

export const PIECES: readonly string[] = Object.values({
  signs: ['"', "'", '\\', '{', '}', '[', ']', ':', ',', ';', '|'],
  spaces: ['\t', '\r', '\n', '\r\n', '\0', ' '],
  quotes: ['""', '"\n'],
  escapes: ['\\u', '\\ud800', '\\x'],
  values: ['1e999', '-0', '1e-7', 'NaN', 'null', 'true'],
  markup: ['<b>', '&amp;', '&#0;', '&#xd800;'],
  characters: ['\u009b', '\u202e', '\ufeff', '\u2028', '\ud83d', '\ufffd', '%', '$'],
  days: ['31/02/2026', '0/0/0', '99999-12-31'],
  members: ['__proto__', 'constructor', 'toString', '{"__proto__":{"title":"x"}}', '"title":1,'],
  separators: ['sep=;\n', 'sep="\n'],
  benefits: ['=1+1', '2x1', '0%', '101%', '3x0', '$ -1', '12 cuotas'],
  periods: ['01/09/2026 al 31/08/2026', 'Lunes a', 'a '.repeat(300)],
}).flat()

/** Long ones, which are rare. */
export const MONSTERS: readonly string[] = [
  '['.repeat(20_000),
  '{"a":'.repeat(9000),
  '"'.padEnd(40_000, 'a'),
  ';'.repeat(30_000),
]

/** Names of members: those of mappings and sources, and dangerous ones. */
export const NAMES: readonly string[] = [
  ...['ref', 'slug', 'title', 'issuer', 'benefit', 'kind', 'value', 'column', 'constant', 'split', 'lookup'],
  ...['__proto__', 'constructor', 'toString', 'length', '', 'a'.repeat(5000), 'a/b~c', 'ñ', '\u0000'],
]
