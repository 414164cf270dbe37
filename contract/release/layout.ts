// The paths of the files of a release, relative to its root: the same in a folder, at an origin and on a CDN.
// Only this module turns a release id or a digest into a path.
//
//   latest.json                  the pointer to the current release
//   releases/<id>/release.json   the manifest
//   releases/<id>/release.json.minisig
//                                its signature, if the build signs
//   releases/<id>/routes         canonical request target -> digest
//   releases/<id>/memory.gz      the memory for the next build
//   objects/ab/cdef….gz          bodies, named by the SHA-256 of their uncompressed bytes
//   objects/ab/cdef…             snapshots, named by the SHA-256 of the gzip file that is sent

import { DIGEST } from '../../lib/text/patterns.ts'

/** The id of a release has its moment first, so ids sort by time, then a digest of its table and its fingerprint. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/

export const POINTER_PATH = 'latest.json'
export const RELEASES_FOLDER = 'releases'
export const OBJECTS_FOLDER = 'objects'

/**
 * The form of an object on disk: `identity` for snapshots, which are sent as they are, and `gzip` for all other bodies.
 */
export type Storage = 'gzip' | 'identity'

/** `2026-08-22T10:00:00.000Z` and a digest -> `20260822T100000000Z-0123456789ab`. */
export function releaseIdOf(dataAsOf: string, digest: string): string {
  return `${dataAsOf.replaceAll(/[-:.]/g, '')}-${digest.slice(0, 12)}`
}

/** Whether a release is named after a moment, ISO 8601 UTC with milliseconds. */
export function isReleaseOf(id: string, dataAsOf: string): boolean {
  return id.startsWith(releaseIdOf(dataAsOf, ''))
}

export function manifestPath(id: string): string {
  return `${releaseFolder(id)}/release.json`
}

export function signaturePath(id: string): string {
  return `${manifestPath(id)}.minisig`
}

/** The file of the target table. */
export function tablePath(id: string): string {
  return `${releaseFolder(id)}/routes`
}

export function memoryPath(id: string): string {
  return `${releaseFolder(id)}/memory.gz`
}

/** @throws {RangeError} if it is not a release id; so no path is ever made from anything else */
export function releaseFolder(id: string): string {
  if (!RELEASE_ID.test(id)) throw new RangeError(`not a release id: ${JSON.stringify(id)}`)
  return `${RELEASES_FOLDER}/${id}`
}

/** @throws {RangeError} if it is not a digest */
export function objectPath(digest: string, storage: Storage): string {
  if (!DIGEST.test(digest)) throw new RangeError(`not a digest: ${JSON.stringify(digest)}`)
  const suffix = storage === 'gzip' ? '.gz' : ''
  return `${OBJECTS_FOLDER}/${digest.slice(0, 2)}/${digest.slice(2)}${suffix}`
}

// SECURITY: the bytes that a reader accepts of each file, so that an origin cannot fill the memory or keep a parser
// busy. The build reads its release back with the same reader, so a release beyond a bound is never published. The
// size of a table or body is bounded by the file that names it.

/** Of `latest.json`, which holds an id and a digest. */
export const MAX_POINTER_BYTES = 64 * 1024

/** Of `release.json`, which has some 200 bytes for each issuer. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** Of `release.json.minisig`, four lines. */
export const MAX_SIGNATURE_BYTES = 16 * 1024

/** Of a body that is not a snapshot, unpacked: readers have it in memory as a whole. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024

/** The bound of a gzipped body, by its unpacked size: gzip adds a few bytes to each block that does not compress. */
export function maxGzipBytes(size: number): number {
  return size + (size >> 8) + 1024
}
