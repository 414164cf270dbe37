// `verify`: is a release whole and right?

import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import type { ReleaseTrust } from '../../contract/release/signature.ts'
import { command, type Nothing } from '../../lib/command-line/command.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { chooseProgress } from '../../lib/progress/choose-progress.ts'
import { formatCount, formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentManifest, namedManifest } from '../releases/find-release.ts'
import { listObjects } from '../releases/objects.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import { OUT, QUIET, TRUST } from './options.ts'

/** Fails with `not-verified` and what is wrong, or `bad-signature` if no trusted key signed it. */
export const verify = command({
  name: 'verify',
  about:
    'Checks that a release is whole and right. Hashes every object again and compares every answer with the offers. May run while a gateway serves.',
  options: {
    out: OUT,
    release: { name: 'release', value: 'ID', about: 'The release; without it, the current one.' },
    trust: TRUST,
    json: { name: 'json', about: 'Prints the result as JSON.' },
    quiet: QUIET,
  },
  examples: [
    'verify --out my/public-out',
    'verify --out my/public-out --release 20260901T100000000Z-2db93f466aa0',
  ],
  async run({ out, release, trust, json, quiet, ...unused }, context) {
    unused satisfies Nothing
    const manifest = await manifestOf(out, release, trust)
    await verifyRelease(out, manifest, chooseProgress(quiet, context))
    const { routes, objects } = manifest.counts
    const others = (await listObjects(out)).length - objects
    const facts = { release: manifest.id, routes, objects, other_objects: others }
    context.stdout.write(
      json
        ? prettyJson(facts)
        : `${manifest.id} is right: ${formatCountOf(routes, 'route')} to ${formatCountOf(objects, 'object')} ` +
            `(${formatCount(others)} more are of other releases, or of none)\n`,
    )
  },
})

function manifestOf(
  root: string,
  id: string | undefined,
  trust: ReleaseTrust | undefined,
): Promise<ReleaseManifest> {
  return id === undefined
    ? currentManifest(root, trust)
    : namedManifest(root, id, { option: '--release', trust })
}
