// The commands of `offers-gateway`.

import type { Program } from '../../lib/command-line/program.ts'
import { copy, init, issue, list, revoke } from './keys.ts'
import { serve } from './serve.ts'

export const OFFERS_GATEWAY: Program = {
  name: 'offers-gateway',
  about: 'Serves the releases of the offers catalogue to clients with a key.',
  commands: [serve, init, issue, list, revoke, copy],
  groups: { keys: 'Issues, lists, revokes and copies keys.' },
}
