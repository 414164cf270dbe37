// `prune`: removes old releases.

import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { integer } from '../../lib/command-line/parsers.ts'
import { files } from '../../lib/files/file-access.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentPointer } from '../releases/list-releases.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { pruneReleases, unneededFiles } from '../releases/prune.ts'
import { OUT } from './options.ts'

/** More than a daily job makes in 27 years. */
const MAX_RELEASES = 10_000
/** A year. */
const MAX_MINUTES = 60 * 24 * 366
const MINUTE_MS = 60_000

/** Fails with `no-release` if no release is current, and like `pruneReleases` of releases/prune.ts. */
export const prune = command({
  name: 'prune',
  about: 'Removes old releases and the objects that only they use. Can run while a gateway serves.',
  options: {
    out: OUT,
    keep: {
      name: 'keep',
      value: 'N',
      required: true,
      about: 'The number of releases to keep: the current one and the newest before it.',
      parse: integer(1, MAX_RELEASES),
    },
    grace: {
      name: 'grace',
      value: 'MINUTES',
      default: '60',
      about:
        'Releases that were current and files that were written within this time stay as well, because a gateway may still read them.',
      parse: integer(0, MAX_MINUTES),
    },
    listing: {
      name: 'listing',
      value: 'FILE',
      about:
        'Print the files of a store that can be removed, one path per line, and remove nothing. FILE lists its files that are older than --grace, one path per line; `make daily-prune` writes it. --out needs the pointer, manifests and tables of the store.',
    },
  },
  examples: ['prune --out my/public-out --keep 3', 'prune --out my/public-out --keep 3 --grace 0'],
  async run({ out: root, keep, grace, listing, ...unused }, { stdout, clock }) {
    unused satisfies NoUnusedOption
    // Checked before the lock is taken, because taking it would create a mistyped folder.
    await currentPointer(root)
    if (listing !== undefined) {
      const old = (await files.read(listing)).toString('utf8').split('\n')
      const unneeded = await unneededFiles({ root, keep }, old)
      stdout.write(unneeded.map((path) => `${path}\n`).join(''))
      return
    }
    const { kept, removed, objectsKept, objectsRemoved } = await new OutputFolder(root).withLock(clock, () =>
      pruneReleases({ root, keep, graceBegan: clock() - grace * MINUTE_MS }),
    )
    stdout.write(
      `kept ${formatCountOf(kept.length, 'release')} with ${formatCountOf(objectsKept, 'object')}, ` +
        `removed ${formatCountOf(removed.length, 'release')} and ${formatCountOf(objectsRemoved, 'object')}\n`,
    )
  },
})
