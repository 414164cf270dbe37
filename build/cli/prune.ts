// `prune`: gives back the disk space of old releases.

import { command, type Nothing } from '../../lib/command-line/command.ts'
import { integer } from '../../lib/command-line/parsers.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentPointer } from '../releases/find-release.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { pruneReleases, unneededFiles } from '../releases/prune.ts'
import { readStoredFiles } from '../releases/stored-files.ts'
import { OUT } from './options.ts'

const MAX_RELEASES = 10_000
const MAX_MINUTES = 60 * 24 * 366
const MINUTE_MS = 60_000

export const prune = command({
  name: 'prune',
  about: 'Removes old releases and what only they held. May run while a gateway serves.',
  options: {
    out: OUT,
    keep: {
      name: 'keep',
      value: 'N',
      required: true,
      about: 'How many releases stay: the current one, and those before it, newest first.',
      parse: integer(1, MAX_RELEASES),
    },
    grace: {
      name: 'grace',
      value: 'MINUTES',
      default: '60',
      about:
        'What was current or was written within this time stays as well: a running gateway may still read it.',
      parse: integer(0, MAX_MINUTES),
    },
    listing: {
      name: 'listing',
      value: 'FILE',
      about:
        'Removes nothing, but prints which files of a store may be removed, a path a line. FILE lists all that lies there: `make daily-prune` writes it. --out needs pointer, manifests and tables of that store.',
    },
    json: { name: 'json', about: 'Prints the result as JSON.' },
  },
  examples: ['prune --out my/public-out --keep 3', 'prune --out my/public-out --keep 3 --grace 0 --json'],
  async run({ out: root, keep, grace, listing, json, ...unused }, { stdout, clock }) {
    unused satisfies Nothing
    // Read before the lock is taken: a mistyped folder must not come to be.
    await currentPointer(root)
    const graceBegan = clock() - grace * MINUTE_MS
    if (listing !== undefined) {
      const stored = await readStoredFiles(listing)
      const unneeded = await unneededFiles({ root, keep, graceBegan, stored })
      stdout.write(json ? prettyJson({ unneeded }) : unneeded.map((path) => `${path}\n`).join(''))
      return
    }
    const { kept, removed, objectsKept, objectsRemoved } = await new OutputFolder(root).withLock(clock, () =>
      pruneReleases({ root, keep, graceBegan }),
    )
    const facts = { kept, removed, objects_kept: objectsKept, objects_removed: objectsRemoved }
    stdout.write(
      json
        ? prettyJson(facts)
        : `kept ${formatCountOf(kept.length, 'release')} with ${formatCountOf(objectsKept, 'object')}, ` +
            `removed ${formatCountOf(removed.length, 'release')} and ${formatCountOf(objectsRemoved, 'object')}\n`,
    )
  },
})
