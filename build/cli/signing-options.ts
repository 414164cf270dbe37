// The options of commands that sign releases, or ask who did.

import type { Option } from '../../lib/command-line/cli-options.ts'

export const SIGN: Option = {
  name: 'sign',
  value: 'FILE',
  about:
    'Signs the release with the secret key in this file (`keygen` or `minisign -G -W` made it), into release.json.minisig.',
}

export const TRUST: Option = {
  name: 'trust',
  value: 'KEY|FILE',
  repeatable: true,
  about: 'A public key, or its file: the release must be signed with it. Given again, one of them is enough.',
}
