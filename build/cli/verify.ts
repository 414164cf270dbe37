// `verify`: is the current release whole and right?

import type { Command, ParsedOptions } from '../../contract/lib/cli-options.ts'
import { readTrust } from '../../contract/release/trusted-keys.ts'
import { chooseProgress } from '../progress/choose-progress.ts'
import { currentManifest } from '../release/current-release.ts'
import { listObjects } from '../release/objects.ts'
import { formatCount } from '../report/format-numbers.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import type { CommandContext } from './command-context.ts'
import { TRUST } from './signing-options.ts'

export const VERIFY: Command = {
  name: 'verify',
  about:
    'Hashes every object of the current release again and compares every answer with the offers. May run while a gateway serves.',
  options: [
    { name: 'out', value: 'DIR', about: 'The output folder.' },
    TRUST,
    { name: 'quiet', about: 'Shows no progress.' },
  ],
}

/** @throws {OperatorError} `not-verified` with what is wrong, `bad-signature` if nobody who is trusted signed it */
export async function verify(given: ParsedOptions, terminal: CommandContext): Promise<void> {
  const root = given.required('out')
  const manifest = await currentManifest(root, readTrust(given.texts('trust'), terminal.clock))
  await verifyRelease(root, manifest, chooseProgress(given.flag('quiet'), terminal))
  const { routes, objects } = manifest.counts
  const others = (await listObjects(root)).length - objects
  terminal.stdout.write(
    `${manifest.id} is right: ${formatCount(routes)} routes to ${formatCount(objects)} objects ` +
      `(${formatCount(others)} more are of other releases, or of none)\n`,
  )
}
