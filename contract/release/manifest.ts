// The two small JSON files of a release: the pointer `latest.json` and the manifest `release.json`.
// With the digests in the manifest they form a chain: a reader that trusts the pointer can check everything else.

import { sha256 } from '../../lib/digest.ts'
import { asCount, asList, asNullable, asRecord, asString, parseJson } from '../../lib/json/json.ts'
import { DIGEST, INSTANT } from '../../lib/text/patterns.ts'
import { PACKAGE_PATH } from '../api/home.ts'
import { RELEASE_ID } from './layout.ts'

/** `latest.json`: which release is current, and the digest of its manifest. */
export interface Pointer {
  release: string
  /** SHA-256 of `release.json`. */
  manifest: string
}

/** The digest and size of a file next to the manifest. */
export interface FileFacts {
  digest: string
  /** In bytes. */
  size: number
}

export function fileFactsOf(bytes: Uint8Array): FileFacts {
  return { digest: sha256(bytes), size: bytes.length }
}

/** The part of `release.json` that readers need; the build writes more, for people, such as what changed. */
export interface ReleaseManifest {
  format: 1
  id: string
  /** The release that this one continues, by the memory that its build read; null if there was none. */
  previous: string | null
  /** The moment of the data, ISO 8601 UTC with milliseconds. */
  data_as_of: string
  /** That of the latest version of the API when it was built. The release may hold earlier versions, too. */
  schema_version: string
  attribution: string
  /** The address of the client's package that pages name; left out by builds before 0.4. */
  client?: string
  routes: FileFacts
  memory: FileFacts
  /** A digest of everything that the release was made from. By it the build knows that nothing changed. */
  fingerprint: string
  /**
   * The moments that a client can ask changes for, newest first, each with the number of offers that changed later:
   * those of this release and of the releases that it continues.
   */
  history: History
  counts: {
    /** Offers by status. */
    offers: Record<string, number>
    issuers: number
    /** Targets in the table. */
    routes: number
    /** Bodies; equal ones are one object. */
    objects: number
  }
  /** The size of all objects on disk, in bytes. */
  stored_bytes: number
  /** The issuers whose source is broken. */
  broken_issuers: readonly ListedBroken[]
}

/** A broken issuer, as `release.json` lists it for readers. */
export interface ListedBroken {
  /** Its slug. */
  issuer: string
  /** For how many days it has been broken, the first one included. */
  days: number
  /** `keep`: its offers are kept as last known, for `keep_days`; `accept`: its data is published as it is. */
  decision: string
  /** Its kept offers are withdrawn if it is broken for more days than this; never if `isHeldWithoutEnd`. */
  keep_days: number
  /** The number of offers that are kept as last known. */
  kept: number
  /** The number of its offers that have no good record though they have not ended; unknown in releases of 0.1. */
  gone?: number
  /** The reasons why its records are not trusted; left out if there are none. */
  reasons?: readonly { reason: string; member: string }[]
}

/**
 * The reasons that concern the refs of an issuer: most of its records are the offers of other refs, or other offers than
 * their refs named.
 */
export const REF_REASONS = ['moved_refs', 'other_offers'] as const
export type RefReason = (typeof REF_REASONS)[number]

export function hasRefReason({ reasons = [] }: { reasons?: readonly { reason: string }[] }): boolean {
  return reasons.some(({ reason }) => REF_REASONS.some((each) => each === reason))
}

/**
 * Whether the known offers of an issuer are kept until its refs are as before, however many days that takes: refs that
 * number the rows go on doing so.
 */
export function isHeldWithoutEnd({ reasons = [] }: { reasons?: readonly { reason: string }[] }): boolean {
  return reasons.some(({ reason }) => reason === ('moved_refs' satisfies RefReason))
}

/** Numbers of changes by moment, ISO 8601 UTC with milliseconds. */
export type History = Readonly<Record<string, number>>

/** @throws {TypeError} naming the file and the place in it; without them if the bytes are not UTF-8 */
export function parsePointer(bytes: Uint8Array): Pointer {
  const where = 'latest.json'
  const json = asRecord(parseJson(textOf(bytes), where), where)
  return {
    release: asString(json.release, `${where}/release`, RELEASE_ID),
    manifest: asString(json.manifest, `${where}/manifest`, DIGEST),
  }
}

/** Ignores unknown members. @throws {TypeError} like `parsePointer` */
export function parseManifest(bytes: Uint8Array): ReleaseManifest {
  const where = 'release.json'
  const json = asRecord(parseJson(textOf(bytes), where), where)
  if (json.format !== 1)
    throw new TypeError(`${where}/format: expected 1, found ${JSON.stringify(json.format)}`)
  const counts = asRecord(json.counts, `${where}/counts`)
  const offers = asRecord(counts.offers, `${where}/counts/offers`)
  return {
    format: 1,
    id: asString(json.id, `${where}/id`, RELEASE_ID),
    previous: asNullable(json.previous, `${where}/previous`, (value, at) => asString(value, at, RELEASE_ID)),
    data_as_of: asString(json.data_as_of, `${where}/data_as_of`, INSTANT),
    schema_version: asString(json.schema_version, `${where}/schema_version`),
    attribution: asString(json.attribution, `${where}/attribution`),
    ...(json.client !== undefined && { client: asString(json.client, `${where}/client`, PACKAGE_PATH) }),
    routes: parseFileFacts(json.routes, `${where}/routes`),
    memory: parseFileFacts(json.memory, `${where}/memory`),
    fingerprint: asString(json.fingerprint, `${where}/fingerprint`, DIGEST),
    history: parseChangeCounts(json.history, `${where}/history`),
    counts: {
      offers: Object.fromEntries(
        Object.entries(offers).map(([status, count]) => [status, asCount(count, `${where}/counts/offers`)]),
      ),
      issuers: asCount(counts.issuers, `${where}/counts/issuers`),
      routes: asCount(counts.routes, `${where}/counts/routes`),
      objects: asCount(counts.objects, `${where}/counts/objects`),
    },
    stored_bytes: asCount(json.stored_bytes, `${where}/stored_bytes`),
    broken_issuers: asList(json.broken_issuers, `${where}/broken_issuers`).map(parseBrokenIssuer),
  }
}

function parseBrokenIssuer(value: unknown): ListedBroken {
  const where = 'release.json/broken_issuers'
  const json = asRecord(value, where)
  return {
    issuer: asString(json.issuer, `${where}/issuer`),
    days: asCount(json.days, `${where}/days`),
    decision: asString(json.decision, `${where}/decision`),
    keep_days: asCount(json.keep_days, `${where}/keep_days`),
    kept: asCount(json.kept, `${where}/kept`),
    ...(json.gone !== undefined && { gone: asCount(json.gone, `${where}/gone`) }),
    ...(json.reasons !== undefined && { reasons: parseReasons(json.reasons, `${where}/reasons`) }),
  }
}

/** The reasons in a manifest or in the memory of a build. @param where the place, for errors */
export function parseReasons(value: unknown, where: string): { reason: string; member: string }[] {
  return asList(value, where).map((each) => {
    const { reason, member } = asRecord(each, where)
    return { reason: asString(reason, `${where}/reason`), member: asString(member, `${where}/member`) }
  })
}

function parseChangeCounts(value: unknown, where: string): History {
  const entries = Object.entries(asRecord(value, where)).map(([moment, changes]): [string, number] => [
    asString(moment, where, INSTANT),
    asCount(changes, `${where}/${moment}`),
  ])
  return Object.fromEntries(entries)
}

function parseFileFacts(value: unknown, where: string): FileFacts {
  const json = asRecord(value, where)
  return {
    digest: asString(json.digest, `${where}/digest`, DIGEST),
    size: asCount(json.size, `${where}/size`),
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
