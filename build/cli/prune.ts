// `prune`: gives back the disk space of old releases.

import { type Command, type ParsedOptions, parseInteger } from '../../lib/command-line/cli-options.ts'
import type { CommandContext } from '../../lib/command-line/command-context.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { formatCountOf } from '../../lib/text/format-numbers.ts'
import { currentPointer } from '../releases/find-release.ts'
import { OutputFolder } from '../releases/output-folder.ts'
import { pruneReleases } from '../releases/prune.ts'

export const PRUNE: Command = {
  name: 'prune',
  about: 'Removes old releases and what only they held. May run while a gateway serves.',
  options: [
    { name: 'out', value: 'DIR', about: 'The output folder.' },
    {
      name: 'keep',
      value: 'N',
      about: 'How many releases stay: the current one, and those before it, newest first.',
    },
    {
      name: 'grace',
      value: 'MINUTES',
      default: '60',
      about:
        'What was current or was written within this time stays as well: a running gateway may still read it.',
    },
    { name: 'json', about: 'Prints the result as JSON.' },
  ],
  examples: ['prune --out my/public-out --keep 3', 'prune --out my/public-out --keep 3 --grace 0 --json'],
}

const MAX_RELEASES = 10_000
const MAX_MINUTES = 60 * 24 * 366
const MINUTE_MS = 60_000

export async function prune(given: ParsedOptions, { stdout, clock }: CommandContext): Promise<void> {
  const root = given.required('out')
  // Asked before the lock is taken: a mistyped folder must not come to be.
  await currentPointer(root)
  const keep = parseInteger('keep', given.required('keep'), 1, MAX_RELEASES)
  const grace = parseInteger('grace', given.required('grace'), 0, MAX_MINUTES)
  const graceBegan = clock() - grace * MINUTE_MS
  const { kept, removed, objectsKept, objectsRemoved } = await new OutputFolder(root).withLock(clock, () =>
    pruneReleases({ root, keep, graceBegan }),
  )
  const facts = { kept, removed, objects_kept: objectsKept, objects_removed: objectsRemoved }
  stdout.write(
    given.flag('json')
      ? prettyJson(facts)
      : `kept ${formatCountOf(kept.length, 'release')} with ${formatCountOf(objectsKept, 'object')}, ` +
          `removed ${formatCountOf(removed.length, 'release')} and ${formatCountOf(objectsRemoved, 'object')}\n`,
  )
}
