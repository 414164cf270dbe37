// The commands of `offers-gateway`.

import type { Program } from '../../lib/command-line/program.ts'
import { copy } from './keys/copy.ts'
import { init } from './keys/init.ts'
import { issue } from './keys/issue.ts'
import { list } from './keys/list.ts'
import { revoke } from './keys/revoke.ts'
import { serve } from './serve.ts'

export const OFFERS_GATEWAY: Program = {
  name: 'offers-gateway',
  about: 'Serves the releases of the offers catalogue to clients with a key.',
  commands: [serve, init, issue, list, revoke, copy],
  groups: { keys: 'Issues, lists, revokes and copies keys.' },
}
