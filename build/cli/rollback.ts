// `rollback`: back to an earlier release.

import { readPublicKeys } from '../../contract/release/trusted-keys.ts'
import { command, type Nothing } from '../../lib/command-line/command.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { releaseToLeave, rollBackRelease } from '../releases/rollback.ts'
import { signedAt } from '../releases/signing.ts'
import { OUT, QUIET, SIGN, TRUST } from './options.ts'

const WITHDRAWN = 'no release is current any more; gateways that run keep theirs until another is published\n'

/** Fails with `not-verified` if the release is not right, and with what `rollback` of the folder says. */
export const rollback = command({
  name: 'rollback',
  about:
    'Makes an earlier release current again. It is the one before the current one, or the one that is named, and is verified first. May run while a gateway serves.',
  options: {
    out: OUT,
    to: {
      name: 'to',
      value: 'RELEASE|none',
      about:
        'The release to go back to; without it, the one before. `none` if the first release is the wrong one: gateways keep it until another is published.',
    },
    sign: {
      ...SIGN,
      about:
        'Signs that release again with the secret key in this file, so that gateways take it though it is older. Required if the current one is signed.',
    },
    trusted: {
      ...TRUST,
      about:
        'A public key, or its file, that may have signed that release, besides the one of --sign. May be given again.',
      parse: readPublicKeys,
    },
    unverified: {
      name: 'unverified',
      about:
        'Goes back at once: only looks whether all objects of that release are there. For a release of an older version that `verify` can not follow, or if seconds count.',
    },
    json: { name: 'json', about: 'Prints the result as JSON.' },
    quiet: QUIET,
  },
  examples: [
    'rollback --out my/public-out',
    'rollback --out my/public-out --to 20260901T100000000Z-2db93f466aa0',
    'rollback --out my/public-out --to none',
  ],
  async run({ out: root, to, sign, trusted, unverified, json, quiet, ...unused }, context) {
    unused satisfies Nothing
    const { clock, stdout, stderr } = context
    // Read before the lock is taken: a mistyped folder must not come to be.
    const left = await releaseToLeave(root, to)
    const verifying = unverified ? null : chooseProgress(quiet, context)
    const release = await new OutputFolder(root).withLock(clock, () =>
      rollBackRelease({ root, to, sign, trusted, verifying, clock }),
    )
    if (release !== null && (await signedAt(root, release)) === undefined)
      stderr.write(
        `offers-build: ${release} is not signed: gateways with --trust keep the release that they have\n`,
      )
    const text = release === null ? WITHDRAWN : `${release} is the current release\n`
    stdout.write(json ? prettyJson({ release, left }) : text)
  },
})
