// Where the files of a release lie, as paths relative to its root: a folder, an origin or a CDN alike.
// The one place that turns a release id or a digest into a path.
//
//   latest.json                  the pointer to the current release
//   releases/<id>/release.json   the manifest
//   releases/<id>/release.json.minisig
//                                its signature, if the build signs
//   releases/<id>/routes         canonical request target -> digest
//   releases/<id>/memory.gz      what the next build must know
//   objects/ab/cdef….gz          bodies, named by the SHA-256 of their uncompressed bytes

import { DIGEST } from '../../lib/text/patterns.ts'

/** A release is named after its moment and a digest of its routes and of what it is made from, so names sort by time. */
export const RELEASE_ID = /^\d{8}T\d{9}Z-[0-9a-f]{12}$/

export const POINTER_PATH = 'latest.json'
export const RELEASES_FOLDER = 'releases'
export const OBJECTS_FOLDER = 'objects'

/**
 * How an object lies on disk: `gzip` for what is text, `identity` for bodies that are sent just as they lie
 * (the snapshots, which are gzip files by themselves).
 */
export type Storage = 'gzip' | 'identity'

/** `2026-08-22T10:00:00.000Z` and the digest of the routes -> `20260822T100000000Z-0123456789ab`. */
export function releaseIdOf(dataAsOf: string, routesDigest: string): string {
  return `${dataAsOf.replaceAll(/[-:.]/g, '')}-${routesDigest.slice(0, 12)}`
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

export function routesPath(id: string): string {
  return `${releaseFolder(id)}/routes`
}

export function memoryPath(id: string): string {
  return `${releaseFolder(id)}/memory.gz`
}

/** @throws {RangeError} if the id is none, so that no path is ever made from anything else */
export function releaseFolder(id: string): string {
  if (!RELEASE_ID.test(id)) throw new RangeError(`not a release id: ${JSON.stringify(id)}`)
  return `${RELEASES_FOLDER}/${id}`
}

/** @throws {RangeError} if the digest is none */
export function objectPath(digest: string, storage: Storage): string {
  if (!DIGEST.test(digest)) throw new RangeError(`not a digest: ${JSON.stringify(digest)}`)
  const suffix = storage === 'gzip' ? '.gz' : ''
  return `${OBJECTS_FOLDER}/${digest.slice(0, 2)}/${digest.slice(2)}${suffix}`
}

// SECURITY: the most bytes that a reader takes of each file, so that an origin fills no memory and keeps no parser busy. The
// build reads back what it wrote with the same reader: a release beyond a limit is never published. Tables and bodies have
// the sizes that the link before them in the chain states.

/** Of `latest.json`, which holds an id and a digest. */
export const MAX_POINTER_BYTES = 64 * 1024

/** Of `release.json`, which has some 200 bytes for each issuer. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** Of `release.json.minisig`, four lines. */
export const MAX_SIGNATURE_BYTES = 16 * 1024

/** What a memory file holds at most, by its size as gzip. Real ones have some ten times their size; zeros would have a thousand. */
export function maxMemoryBytes(gzipSize: number): number {
  return 100 * gzipSize + 1024 * 1024
}

/** What a body takes at most once it is gzip: the format adds a few bytes to each block of what does not compress. */
export function maxGzipBytes(size: number): number {
  return size + (size >> 8) + 1024
}
