// `rollback`: back to an earlier release.

import type { Command, ParsedOptions } from '../../contract/lib/cli-options.ts'
import { withLock } from '../release/build-lock.ts'
import { currentPointer } from '../release/current-release.ts'
import { rollback as rollBackTo } from '../release/rollback.ts'
import type { CommandContext } from './command-context.ts'

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
  ],
}

const WITHDRAWN = 'no release is current any more; gateways that run keep theirs until another is published\n'

export async function rollback(given: ParsedOptions, { stdout, clock }: CommandContext): Promise<void> {
  const root = given.required('out')
  // Asked before the lock is taken: a mistyped folder must not come to be.
  await currentPointer(root)
  const id = await withLock(root, clock, () => rollBackTo({ root, to: given.text('to'), clock }))
  stdout.write(id === null ? WITHDRAWN : `${id} is the current release\n`)
}
