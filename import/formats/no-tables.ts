// Files that people take for tables and that are none, or none that is read here: each is refused by its name.

import { OperatorError } from '../../lib/errors.ts'
import type { Format } from './format.ts'

interface NoTable extends Pick<Format, 'name' | 'recognises'> {
  /** What to do to get a table. */
  advice: string
}

const KINDS: readonly NoTable[] = [
  {
    name: 'a workbook of the old form (.xls) or one with a password',
    recognises: startsWith(0xd0, 0xcf, 0x11, 0xe0),
    advice: 'save it as .xlsx or as CSV',
  },
]

export const NO_TABLES: readonly Format[] = KINDS.map(({ name, recognises, advice }) => ({
  name,
  recognises,
  open: (file) => Promise.reject(new OperatorError('bad-source', `${file.name}: found ${name}; ${advice}`)),
}))

function startsWith(...first: number[]): Format['recognises'] {
  return ({ bytes }) => bytes.subarray(0, first.length).equals(Buffer.from(first))
}
