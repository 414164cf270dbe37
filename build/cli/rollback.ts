// `rollback`: back to an earlier release.

import { readPublicKeys, readSigner } from '../../contract/release/trusted-keys.ts'
import type { Command, ParsedOptions } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { releaseToLeave, rollBackRelease } from '../releases/rollback.ts'
import { SIGN, TRUST } from './signing-options.ts'

export const ROLLBACK: Command = {
  name: 'rollback',
  about:
    'Makes the release before the current one current again, or the one that is named, once it was verified. May run while a gateway serves.',
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
    {
      name: 'unverified',
      about:
        'Goes back at once: only looks whether all objects of that release are there. For a release of an older version that `verify` can not follow, or where seconds count.',
    },
    { name: 'json', about: 'Prints the result as JSON.' },
    { name: 'quiet', about: 'Shows no progress.' },
  ],
  examples: [
    'rollback --out my/public-out',
    'rollback --out my/public-out --to 20260901T100000000Z-2db93f466aa0',
    'rollback --out my/public-out --to none',
  ],
}

const WITHDRAWN = 'no release is current any more; gateways that run keep theirs until another is published\n'

/** @throws {OperatorError} `not-verified` if the release is not right, and what `rollback` of the folder says */
export async function rollback(given: ParsedOptions, terminal: CommandContext): Promise<void> {
  const root = given.required('out')
  const to = given.text('to')
  const { clock, stdout } = terminal
  // Asked before the lock is taken: a mistyped folder must not come to be.
  const left = await releaseToLeave(root, to)
  const settings = {
    root,
    to,
    sign: readSigner(given.text('sign')),
    trusted: readPublicKeys(given.texts('trust')),
    verifying: given.flag('unverified') ? null : chooseProgress(given.flag('quiet'), terminal),
    clock,
  }
  const release = await new OutputFolder(root).withLock(clock, () => rollBackRelease(settings))
  const text = release === null ? WITHDRAWN : `${release} is the current release\n`
  stdout.write(given.flag('json') ? prettyJson({ release, left }) : text)
}
