// Step: builds the table from canonical targets to bodies, and derives the id of the release from it.

import { targetsIn } from '../../../contract/api/request-target.ts'
import { versionNamed } from '../../../contract/api/versions.ts'
import { KEY_KINDS, KEY_LIMITS } from '../../../contract/keys/kinds.ts'
import { MAX_BODY_BYTES, releaseIdOf } from '../../../contract/release/layout.ts'
import { type FileFacts, fileFactsOf } from '../../../contract/release/manifest.ts'
import { encodeTargetTable, type NamedTargetEntry } from '../../../contract/release/target-table.ts'
import { sha256 } from '../../../lib/digest.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { quote } from '../../../lib/json/validator.ts'
import { valueAt } from '../../../lib/lists.ts'
import { formatBytes } from '../../../lib/text/format-numbers.ts'
import { parseOfferLine } from '../../day/catalogue-offer.ts'
import { type PlannedAnswer, publishedAs } from '../../day/planned-answer.ts'
import type { RenderedRelease } from '../../day/release-draft.ts'

/** The target table of a release, encoded, and the id that follows from it. */
export interface ReleaseTable {
  /** The id of the release. */
  id: string
  bytes: Buffer
  /** The digest and size of `bytes`. */
  facts: FileFacts
  /** The number of entries. */
  targets: number
}

/** @throws {OperatorError} `bad-source` if an answer is larger than a gateway reads, naming its longest offer */
export function buildTargetTable(release: RenderedRelease): ReleaseTable {
  const entries = [...answerEntries(release), ...snapshotEntries(release)]
  const bytes = encodeTargetTable(entries)
  const facts = fileFactsOf(bytes)
  // The fingerprint belongs to the id, because two releases may differ only in their memory.
  const id = releaseIdOf(release.date.data_as_of, sha256(`${facts.digest} ${release.fingerprint}`))
  return { id, bytes, facts, targets: entries.length }
}

function* answerEntries(release: RenderedRelease): Generator<NamedTargetEntry> {
  for (const answer of release.answers) {
    const { digest, size } = valueAt(release.bodies, answer)
    const { targets, total, type } = publishedAs(answer)
    if (size > MAX_BODY_BYTES) throw tooLarge(answer, size, release)
    for (const target of targets) yield { target, digest, size, total, type, storage: 'gzip' }
  }
}

/**
 * The bounds of texts keep pages far smaller, but offers that are kept from a release of 0.3 may be over them, and a list may
 * have very many issuers.
 */
function tooLarge(
  answer: PlannedAnswer,
  size: number,
  { readable, lines }: Pick<RenderedRelease, 'readable' | 'lines'>,
): OperatorError {
  const [target = 'an answer'] = publishedAs(answer).targets
  const fault = `${target}: its answer would have ${formatBytes(size)}; a gateway reads at most ${formatBytes(MAX_BODY_BYTES)}`
  if (answer.kind !== 'page') return new OperatorError('bad-source', fault)
  const { list, offset, limit } = answer.page
  const [longest] = list.lines
    .slice(offset, offset + limit)
    .sort((a, b) => lines.at(b).length - lines.at(a).length)
  const offer = readable.find(({ line }) => line === longest)
  if (!offer) return new OperatorError('bad-source', fault)
  const { length } = lines.at(offer.line)
  const { title } = parseOfferLine(lines.at(offer.line))
  return new OperatorError(
    'bad-source',
    `${fault}. Its longest offer is ${offer.id} of ${offer.issuer}, ${quote(title)}, with ${formatBytes(length)}: ` +
      'shorten its texts' +
      (offer.keptSince ? `, or let it end with --on-broken accept:${offer.issuer}` : ''),
  )
}

function snapshotEntries({ documents, storedSnapshots }: RenderedRelease): NamedTargetEntry[] {
  return [...documents.bodies.keys()].flatMap((name) =>
    KEY_KINDS.map((kind) => {
      const { digest, size } = storedSnapshots[KEY_LIMITS[kind].snapshot]
      const target = targetsIn(versionNamed(name)).snapshot(kind)
      return { target, digest, size, total: 0, type: 'application/gzip', storage: 'identity' }
    }),
  )
}
