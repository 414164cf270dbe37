// The client's types are those of the description, and as strict as an open enumeration allows.

import { writeFileSync } from 'node:fs'
import t from 'tap'
import { ROOT, read } from '../docs/support/pages.ts'
import { SHORT_MS } from '../helpers/slow-suite.ts'
import { clientTypes } from './support/client-types.ts'

t.setTimeout(SHORT_MS)

const FILE = 'client/api/description.ts'

t.test('the types are those made from the description (`make schemas` writes them)', async (t) => {
  const made = await clientTypes()
  if (process.env.UPDATE_SCHEMAS) writeFileSync(`${ROOT}${FILE}`, made)
  t.equal(read(FILE), made)
})
