// `rollback`: returns to an earlier release.

import { readPublicKeys } from '../../contract/release/signature.ts'
import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { releaseToLeave, rollBackRelease } from '../releases/rollback.ts'
import { OUT, SIGN, TRUST } from './options.ts'

/** Fails like `rollBackRelease` of releases/rollback.ts. */
export const rollback = command({
  name: 'rollback',
  about:
    'Makes an earlier release current again. It is the one before the current one, or the one that --to names, and is verified first. Can run while a gateway serves.',
  options: {
    out: OUT,
    to: {
      name: 'to',
      value: 'RELEASE',
      about: 'The release to return to. The default is the previous one.',
    },
    sign: {
      ...SIGN,
      about:
        'Sign that release again with the secret key in this file, so that gateways accept an older one. Required if the current release is signed.',
    },
    trusted: {
      ...TRUST,
      about:
        'A public key, or its file, that may have signed that release, in addition to the one of --sign. Can be repeated.',
      parse: readPublicKeys,
    },
    unverified: {
      name: 'unverified',
      about:
        'Only check that all objects of that release exist, and that their total size is right. Use it if seconds count.',
    },
    json: { name: 'json', about: 'Print the result as JSON.' },
  },
  examples: [
    'rollback --out my/public-out',
    'rollback --out my/public-out --to 20260901T100000000Z-2db93f466aa0',
  ],
  async run(
    { out: root, to, sign, trusted, unverified, json, ...unused },
    { clock, stdout, progress, flush },
  ) {
    unused satisfies NoUnusedOption
    // Checked before the lock is taken, because taking it would create a mistyped folder.
    const leaving = await releaseToLeave(root, to)
    const output = new OutputFolder(root, flush)
    const release = await output.withLock(clock, () =>
      rollBackRelease({ output, to, sign, trusted, unverified, clock, progress }),
    )
    stdout.write(json ? prettyJson({ release, left: leaving }) : `${release} is the current release\n`)
  },
})
