// The guard over time: the promises of every published description are kept, or are withdrawn correctly: under another
// `schema_version`, announced in the changelog, with enough time to read that.

import {
  type ApiVersion,
  NOTICE_DAYS,
  type Replacement,
  type VersionEnd,
} from '../../contract/api/versions.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import { breakingChanges } from './breaking-changes.ts'

export interface PublishedDescription {
  /** Of the file: the version of the programs that published it. Those that begin with `unreleased` are the present ones. */
  version: string
  document: unknown
}

export interface Promises {
  /** Every published description. */
  published: readonly PublishedDescription[]
  /** The table of versions as it is now. */
  versions: readonly ApiVersion[]
  /** The present description of a version. */
  describe: (version: ApiVersion) => unknown
  /** Harmless differences. @param version of the programs that published the description */
  isOnPurpose: (version: string, finding: string) => boolean
  /** The text of CHANGELOG.md. */
  changelog: string
}

const HOW_TO_BREAK =
  'a breaking change needs a new schema_version in contract/api/version-table.ts, a line in CHANGELOG.md that ' +
  `names both and the day of its announcement, and ${NOTICE_DAYS} days of notice`

/** @returns a line for each promise that is broken, empty if all are kept */
export function brokenPromises(promises: Promises): string[] {
  const { published, versions, changelog } = promises
  return [
    ...published.flatMap((description) => brokenBy(description, promises)),
    ...versions.flatMap((version) => [
      ...(version.replaced ?? []).flatMap((each) => unannouncedReplacements(version, each, changelog)),
      ...(version.end ? endedInSilence(version, version.end, promises) : []),
    ]),
  ]
}

function brokenBy({ version: file, document }: PublishedDescription, promises: Promises): string[] {
  const { basePath, schemaVersion } = whatItDescribes(document)
  const present = promises.versions.find((version) => version.basePath === basePath)
  if (!present)
    return [`${file}: ${basePath} is gone; its row stays in contract/api/version-table.ts, with its end`]
  if (present.schemaVersion === schemaVersion) {
    const broken = breakingChanges(document, promises.describe(present))
    return broken
      .filter((finding) => !promises.isOnPurpose(file, finding))
      .map((finding) => `${file}: ${finding} (${HOW_TO_BREAK})`)
  }
  if (present.replaced?.some((each) => each.schemaVersion === schemaVersion)) return []
  return [
    `${file}: ${basePath} is ${present.schemaVersion}, and not ${schemaVersion} any more; \`replaced\` in ` +
      'contract/api/version-table.ts says since when, and when that was announced',
  ]
}

/** Whether a description promises what is served now: not if its version was replaced since. */
export function stillPromises(document: unknown, versions: readonly ApiVersion[]): boolean {
  const { schemaVersion } = whatItDescribes(document)
  return versions.some((version) => version.schemaVersion === schemaVersion)
}

function whatItDescribes(document: unknown): { basePath: string; schemaVersion: string } {
  const { info, paths } = document as { info: { version: string }; paths: Record<string, unknown> }
  const [path = ''] = Object.keys(paths)
  return { basePath: path.slice(0, path.indexOf('/', 1)), schemaVersion: info.version }
}

function unannouncedReplacements(version: ApiVersion, replaced: Replacement, changelog: string): string[] {
  const { schemaVersion, announced, since } = replaced
  const what = `${version.schemaVersion} in place of ${schemaVersion}`
  return [
    ...tooSoon(what, announced, since),
    ...notInChangelog(
      what,
      [`\`${schemaVersion}\``, `\`${version.schemaVersion}\``, announced, since],
      changelog,
    ),
  ]
}

function endedInSilence(version: ApiVersion, end: VersionEnd, { versions, changelog }: Promises): string[] {
  const { announced, deprecated, sunset, successor } = end
  const what = `the end of ${version.basePath}`
  const next = versions.find(({ name }) => name === successor)
  const day = sunset.slice(0, 10)
  return [
    ...(next && !next.end ? [] : [`${what}: its successor ${successor} is no version that stays`]),
    ...(deprecated <= sunset ? [] : [`${what}: it ends before it is deprecated (RFC 9745 §4)`]),
    ...tooSoon(what, announced, day),
    ...notInChangelog(what, [`\`${version.schemaVersion}\``, announced, day], changelog),
  ]
}

function tooSoon(what: string, announced: string, since: string): string[] {
  const days = (Date.parse(since) - Date.parse(announced)) / DAY_MS
  return days >= NOTICE_DAYS
    ? []
    : [`${what}: announced ${announced}, and due ${days} days later, not ${NOTICE_DAYS}`]
}

function notInChangelog(what: string, words: readonly string[], changelog: string): string[] {
  const isThere = changelog.split('\n').some((line) => words.every((word) => line.includes(word)))
  return isThere ? [] : [`${what}: no line of CHANGELOG.md names ${words.join(', ')}`]
}
