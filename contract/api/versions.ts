// The versions of the API: what follows from their table.

import { at } from '../../lib/lists.ts'
import { recordOf } from '../../lib/record-of.ts'
import { DAY_MS } from '../../lib/time/clock.ts'
import { type ApiVersion, VERSIONS as TABLE } from './version-table.ts'

export type { ApiVersion, Replacement, VersionEnd } from './version-table.ts'

export type VersionName = (typeof TABLE)[number]['name']

/** A row, as all but the table itself see it. */
export type Version = ApiVersion & { name: VersionName }

export const VERSIONS: readonly Version[] = TABLE

export const VERSION_NAMES: readonly VersionName[] = VERSIONS.map(({ name }) => name)

/** The one that newcomers use: the latest. Texts for people name its addresses. */
export const CURRENT_VERSION: Version = at(VERSIONS, VERSIONS.length - 1)

/** Every breaking change is announced so many days before. */
export const NOTICE_DAYS = 30

/** One value for each version, by name. */
export function byVersion<T>(make: (version: Version) => T): Record<VersionName, T> {
  return recordOf(VERSION_NAMES, (name) => make(versionNamed(name)))
}

/** @throws {RangeError} if the table names a successor that it does not have */
export function versionNamed(name: string): Version {
  const found = VERSIONS.find((version) => version.name === name)
  if (!found) throw new RangeError(`contract/api/version-table.ts has no version ${name}`)
  return found
}

/** The version that a path belongs to, by what it begins with. */
export function versionOfPath(path: string): Version | undefined {
  return VERSIONS.find(({ basePath }) => path.startsWith(basePath) && path[basePath.length] === '/')
}

/** Whether a version is not served any more. @param now milliseconds since the epoch */
export function hasEnded({ end }: ApiVersion, now: number): boolean {
  return end !== undefined && now >= Date.parse(end.sunset)
}

/**
 * The versions that a release holds. One is left out a day after its end: until then a gateway may still serve it, for
 * a release may be of a moment to come.
 * @param dataAsOf the moment of the release
 */
export function versionsIn(dataAsOf: string): readonly Version[] {
  return VERSIONS.filter((version) => !hasEnded(version, Date.parse(dataAsOf) - DAY_MS))
}
