// The commands of `offers-build`.

import { importTables } from '../../import/command.ts'
import type { Program } from '../../lib/command-line/program.ts'
import { check } from './check.ts'
import { diff } from './diff.ts'
import { history } from './history.ts'
import { init } from './init.ts'
import { keygen } from './keygen.ts'
import { preview } from './preview.ts'
import { prune } from './prune.ts'
import { releases } from './releases.ts'
import { rollback } from './rollback.ts'
import { run } from './run.ts'
import { verify } from './verify.ts'

export const OFFERS_BUILD: Program = {
  name: 'offers-build',
  about: 'Precomputes every answer of the offers API, once a day.',
  commands: [
    init,
    importTables,
    run,
    check,
    preview,
    verify,
    releases,
    diff,
    history,
    rollback,
    prune,
    keygen,
  ],
}
