// The versions of the API, derived from their table.

import { elementAt } from '../../lib/lists.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import { type ApiVersion, VERSIONS as TABLE } from './version-table.ts'

export type { ApiVersion, Replacement, VersionEnd } from './version-table.ts'

export type VersionName = (typeof TABLE)[number]['name']

/** A row of the table. */
export type Version = ApiVersion & { name: VersionName }

export const VERSIONS: readonly Version[] = TABLE

/** The latest version, for new users. Texts for people name its addresses. */
export const CURRENT_VERSION: Version = elementAt(VERSIONS, VERSIONS.length - 1)

/** Every breaking change is announced this many days in advance. */
export const NOTICE_DAYS = 30

/** @throws {RangeError} if the table has no version of this name, such as a successor that one of its rows names */
export function versionNamed(name: string): Version {
  const found = VERSIONS.find((version) => version.name === name)
  if (!found) throw new RangeError(`contract/api/version-table.ts has no version ${name}`)
  return found
}

/** The version whose base path, followed by a slash, a path begins with. */
export function versionOfPath(path: string): Version | undefined {
  return VERSIONS.find(({ basePath }) => path.startsWith(basePath) && path[basePath.length] === '/')
}

/** Whether a version is no longer served. @param now milliseconds since the epoch */
export function hasEnded({ end }: ApiVersion, now: number): boolean {
  return end !== undefined && now >= Date.parse(end.sunset)
}

/**
 * The versions that a release holds. A version is left out a day after its end: a release may be of a moment up to a day
 * ahead (`MAX_AHEAD_MS` in build/steps/read/date-release.ts), and until its end a gateway still serves the version.
 * @param dataAsOf the moment of the release
 */
export function versionsIn(dataAsOf: string): readonly Version[] {
  return VERSIONS.filter((version) => !hasEnded(version, Date.parse(dataAsOf) - DAY_MS))
}
