// `verify`: is a release whole and right?

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { readTrust } from '../../contract/release/trusted-keys.ts'
import type { Command, ParsedOptions } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { formatCount, formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentManifest, namedManifest } from '../releases/find-release.ts'
import { listObjects } from '../releases/objects.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import { TRUST } from './signing-options.ts'

export const VERIFY: Command = {
  name: 'verify',
  about:
    'Hashes every object of a release again and compares every answer with the offers. May run while a gateway serves.',
  options: [
    { name: 'out', value: 'DIR', about: 'The output folder.' },
    { name: 'release', value: 'ID', about: 'The release; without it, the current one.' },
    TRUST,
    { name: 'json', about: 'Prints the result as JSON.' },
    { name: 'quiet', about: 'Shows no progress.' },
  ],
  examples: [
    'verify --out my/public-out',
    'verify --out my/public-out --release 20260901T100000000Z-2db93f466aa0',
  ],
}

/** @throws {OperatorError} `not-verified` with what is wrong, `bad-signature` if nobody who is trusted signed it */
export async function verify(given: ParsedOptions, terminal: CommandContext): Promise<void> {
  const root = given.required('out')
  const trust = readTrust(given.texts('trust'), terminal.clock)
  const manifest = await manifestOf(root, given.text('release'), trust)
  await verifyRelease(root, manifest, chooseProgress(given.flag('quiet'), terminal))
  const { routes, objects } = manifest.counts
  const others = (await listObjects(root)).length - objects
  const facts = { release: manifest.id, routes, objects, other_objects: others }
  terminal.stdout.write(
    given.flag('json')
      ? prettyJson(facts)
      : `${manifest.id} is right: ${formatCountOf(routes, 'route')} to ${formatCountOf(objects, 'object')} ` +
          `(${formatCount(others)} more are of other releases, or of none)\n`,
  )
}

function manifestOf(
  root: string,
  id: string | undefined,
  trust: ReleaseTrust | undefined,
): Promise<ReleaseManifest> {
  return id === undefined
    ? currentManifest(root, trust)
    : namedManifest(root, id, { option: '--release', trust })
}
