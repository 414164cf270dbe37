// `diff`: lists the offers that differ between two releases.

import { join } from 'node:path'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { command, type Nothing } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { jsonLine } from '../../lib/json/json.ts'
import { recordOf } from '../../lib/record-of.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import type { TextOutput } from '../../lib/text/printable.ts'
import { openMemory } from '../memory/read-memory.ts'
import {
  compareOffers,
  OFFER_CHANGES,
  type OfferChange,
  type OfferDifference,
} from '../releases/compare-offers.ts'
import { currentManifest, namedManifest } from '../releases/find-release.ts'
import { OUT } from './options.ts'

/** Fails with `no-release` if a release is missing, with `bad-release` if one is damaged. */
export const diff = command({
  name: 'diff',
  about:
    'Lists the offers that differ between two releases. Each is added, changed (with the changed members), withdrawn, returned, expired or forgotten. FROM is the previous release by default, TO the current one.',
  operands: ['[FROM]', '[TO]'],
  options: {
    out: OUT,
    json: { name: 'json', about: 'Print the differences as one JSON document, a line an offer.' },
  },
  examples: [
    'diff --out my/public-out',
    'diff --out my/public-out 20260901T100000000Z-2db93f466aa0',
    'diff --out my/public-out --json',
  ],
  async run({ out, json, ...unused }, { stdout }, from, to) {
    unused satisfies Nothing
    const newer =
      to === undefined ? await currentManifest(out) : await namedManifest(out, to, { option: 'TO' })
    const older = await namedManifest(out, from ?? previousOf(newer), { option: 'FROM' })
    const [before, after] = [await offersOf(out, older), await offersOf(out, newer)]
    const writer = json ? jsonWriter(stdout) : textWriter(stdout)
    const counts = recordOf(OFFER_CHANGES, () => 0)
    writer.begin(older, newer)
    for await (const difference of compareOffers(before, after)) {
      counts[difference.change] += 1
      writer.offer(difference)
    }
    writer.end(counts)
  },
})

function previousOf({ id, previous }: ReleaseManifest): string {
  if (previous !== null) return previous
  throw new OperatorError('no-release', `${id} is the first release, so there is no previous one`)
}

async function offersOf(root: string, { id, memory }: ReleaseManifest) {
  return (await openMemory(join(root, memoryPath(id)), memory)).offers
}

/** Writes offers as they are found, because a whole catalogue may differ. */
interface DiffWriter {
  begin(from: ReleaseManifest, to: ReleaseManifest): void
  offer(difference: OfferDifference): void
  end(counts: Readonly<Record<OfferChange, number>>): void
}

function textWriter(output: TextOutput): DiffWriter {
  const width = Math.max(...OFFER_CHANGES.map((each) => each.length))
  return {
    begin: (from, to) => output.write(`from ${from.id}\nto   ${to.id}\n\n`),
    offer: ({ change, id, issuer, title, members }) => {
      output.write(`${change.padEnd(width)}  ${id}  ${issuer}  ${JSON.stringify(title)}\n`)
      for (const { pointer, before, after } of members) {
        output.write(`${' '.repeat(width)}    ${pointer}: ${jsonLine(before)} → ${jsonLine(after)}\n`)
      }
    },
    end: (counts) => {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const words = OFFER_CHANGES.map((change) => `${formatCount(counts[change])} ${change}`)
      output.write(total === 0 ? 'no offer differs\n' : `\n${words.join(', ')}\n`)
    },
  }
}

function jsonWriter(output: TextOutput): DiffWriter {
  let comma = ''
  const release = ({ id, data_as_of }: ReleaseManifest) => jsonLine({ release: id, data_as_of })
  return {
    begin: (from, to) => output.write(`{\n"from": ${release(from)},\n"to": ${release(to)},\n"offers": [`),
    offer: (difference) => {
      output.write(`${comma}\n${jsonLine(difference)}`)
      comma = ','
    },
    end: (counts) => output.write(`\n],\n"counts": ${jsonLine(counts)}\n}\n`),
  }
}
