// `rollback`: back to an earlier release.

import type { Command, ParsedOptions } from '../../contract/lib/cli-options.ts'
import { readPublicKeys, readSigner } from '../../contract/release/trusted-keys.ts'
import { withLock } from '../release/build-lock.ts'
import { currentPointer } from '../release/current-release.ts'
import { rollback as rollBackTo } from '../release/rollback.ts'
import type { CommandContext } from './command-context.ts'
import { SIGN, TRUST } from './signing-options.ts'

export const ROLLBACK: Command = {
  name: 'rollback',
  about:
    'Makes the release before the current one current again, or the one that is named. May run while a gateway serves.',
  options: [
    { name: 'out', value: 'DIR', about: 'The output folder.' },
    {
      name: 'to',
      value: 'RELEASE|none',
      about:
        'The release to go back to; without it, the one before. `none` where the first release is the wrong one: gateways keep it until another is published.',
    },
    {
      ...SIGN,
      about:
        'Signs that release anew with the secret key in this file, so that gateways take it though it is older. Required if the current one is signed.',
    },
    {
      ...TRUST,
      about:
        'A public key, or its file, that may have signed that release, beside the one of --sign. May be given again.',
    },
  ],
}

const WITHDRAWN = 'no release is current any more; gateways that run keep theirs until another is published\n'

export async function rollback(given: ParsedOptions, { stdout, clock }: CommandContext): Promise<void> {
  const root = given.required('out')
  // Asked before the lock is taken: a mistyped folder must not come to be.
  await currentPointer(root)
  const sign = readSigner(given.text('sign'))
  const trusted = readPublicKeys(given.texts('trust'))
  const id = await withLock(root, clock, () =>
    rollBackTo({ root, to: given.text('to'), sign, trusted, clock }),
  )
  stdout.write(id === null ? WITHDRAWN : `${id} is the current release\n`)
}
