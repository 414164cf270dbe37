// `diff`: lists the offers that differ between two releases.

import { join } from 'node:path'
import { memoryPath } from '../../contract/release/layout.ts'
import type { ReleaseManifest } from '../../contract/release/manifest.ts'
import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { jsonLine, prettyJson } from '../../lib/json/json.ts'
import { recordOf } from '../../lib/record-of.ts'
import { formatCount } from '../../lib/text/format-numbers.ts'
import { LineStore } from '../day/line-store.ts'
import { bookOf, type Memory, readMemory } from '../day/memory.ts'
import { type Renaming, renamedBetween } from '../day/ref-book.ts'
import {
  compareOffers,
  OFFER_CHANGES,
  type OfferChange,
  type OfferDifference,
} from '../releases/compare-offers.ts'
import { currentManifest, namedManifest } from '../releases/list-releases.ts'
import { OUT } from './options.ts'

/** Fails with `no-release` if a release is missing, with `bad-release` if one is damaged. */
export const diff = command({
  name: 'diff',
  about:
    'Lists the offers that differ between two releases. Each is added, changed (with the changed members), withdrawn, returned, expired or forgotten. Then lists the refs that name another offer. FROM is the previous release by default, TO the current one.',
  operands: ['[FROM]', '[TO]'],
  options: {
    out: OUT,
    json: { name: 'json', about: 'Print the differences as JSON.' },
  },
  examples: [
    'diff --out my/public-out',
    'diff --out my/public-out 20260901T100000000Z-2db93f466aa0',
    'diff --out my/public-out --json',
  ],
  async run({ out, json, ...unused }, { stdout }, from, to) {
    unused satisfies NoUnusedOption
    const newer =
      to === undefined ? await currentManifest(out) : await namedManifest(out, to, { option: 'TO' })
    const older = await namedManifest(out, from ?? previousOf(newer), { option: 'FROM' })
    const lines = new LineStore()
    const before = await memoryOf(out, older, lines)
    const after = await memoryOf(out, newer, lines)
    const offers = compareOffers(before.offers, after.offers, lines)
    const refs = renamedBetween(bookOf(before), bookOf(after))
    const counts = recordOf(OFFER_CHANGES, (each) => offers.filter(({ change }) => change === each).length)
    const release = ({ id, data_as_of }: ReleaseManifest) => ({ release: id, data_as_of })
    stdout.write(
      json
        ? prettyJson({ from: release(older), to: release(newer), offers, counts, refs })
        : `from ${older.id}\nto   ${newer.id}\n\n${textOf(offers, counts)}${refsText(refs)}`,
    )
  },
})

function previousOf({ id, previous }: ReleaseManifest): string {
  if (previous !== null) return previous
  throw new OperatorError('no-release', `${id} is the first release, so there is no previous one`)
}

function memoryOf(root: string, { id, memory }: ReleaseManifest, lines: LineStore): Promise<Memory> {
  return readMemory(join(root, memoryPath(id)), memory, lines)
}

function refsText(refs: readonly Renaming[]): string {
  const rows = refs.map(
    ({ issuer, ref, last, id }) => `${issuer} ${JSON.stringify(ref)}: ${last ?? 'none'} → ${id}\n`,
  )
  return rows.length > 0 ? `\nrefs that name another offer:\n${rows.join('')}` : ''
}

function textOf(offers: readonly OfferDifference[], counts: Readonly<Record<OfferChange, number>>): string {
  if (offers.length === 0) return 'no offer differs\n'
  const width = Math.max(...OFFER_CHANGES.map((each) => each.length))
  const rows = offers.flatMap(({ change, id, issuer, title, members }) => [
    `${change.padEnd(width)}  ${id}  ${issuer}  ${JSON.stringify(title)}`,
    ...members.map(
      ({ pointer, before, after }) =>
        `${' '.repeat(width)}    ${pointer}: ${jsonLine(before)} → ${jsonLine(after)}`,
    ),
  ])
  const words = OFFER_CHANGES.map((change) => `${formatCount(counts[change])} ${change}`)
  return `${rows.join('\n')}\n\n${words.join(', ')}\n`
}
