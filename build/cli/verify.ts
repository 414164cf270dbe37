// `verify`: checks that a release is whole.

import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { noProgress, QUIET } from '../../lib/command-line/progress.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentManifest, namedManifest } from '../releases/list-releases.ts'
import { NotVerified } from '../verify/findings.ts'
import { verifyRelease } from '../verify/verify-release.ts'
import { OUT, TRUST } from './options.ts'

/**
 * Fails with `not-verified` and the faults, with `bad-release` if its table or memory.gz is missing or damaged, with
 * `bad-signature` if no trusted key signed it, or with `no-release` if there is none.
 */
export const verify = command({
  name: 'verify',
  about:
    'Checks that a release is whole: no file is missing or altered. Hashes every object. Can run while a gateway serves.',
  options: {
    out: OUT,
    release: { name: 'release', value: 'ID', about: 'The release. The default is the current one.' },
    trust: TRUST,
    json: { name: 'json', about: 'Print the result as JSON, with all findings.' },
    quiet: QUIET,
  },
  examples: [
    'verify --out my/public-out',
    'verify --out my/public-out --release 20260901T100000000Z-2db93f466aa0',
  ],
  async run({ out: root, release: id, trust, json, quiet, ...unused }, { stdout, progress }) {
    unused satisfies NoUnusedOption
    const manifest =
      id === undefined
        ? await currentManifest(root, trust)
        : await namedManifest(root, id, { option: '--release', trust })
    try {
      await verifyRelease(root, manifest, quiet ? noProgress : progress)
    } catch (error) {
      // The message has only the first findings.
      if (json && error instanceof NotVerified) {
        const { code, message, findings } = error
        stdout.write(prettyJson({ failure: { code, message }, release: manifest.id, findings }))
      }
      throw error
    }
    const { routes, objects } = manifest.counts
    stdout.write(
      json
        ? prettyJson({ release: manifest.id, routes, objects })
        : `${manifest.id} is whole: ${formatCountOf(routes, 'route')} to ${formatCountOf(objects, 'object')}\n`,
    )
  },
})
