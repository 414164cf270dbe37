// SECURITY: how large the files of a release may be, in bytes. Whoever reads one reads no more than that, so nothing
// that an origin sends fills the memory, or is parsed for seconds. The build reads back what it wrote with the same
// reader, so a release beyond a limit is never published. Tables and bodies have the sizes that the link before says.

/** Of `latest.json`, which holds an id and a digest. */
export const MAX_POINTER_BYTES = 64 * 1024

/** Of `release.json`, which has some 200 bytes for each issuer. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024

/** Of `release.json.minisig`, four lines. */
export const MAX_SIGNATURE_BYTES = 16 * 1024

/** What a body takes at most once it is gzip: the format adds a few bytes to each block of what does not compress. */
export function maxGzipBytes(size: number): number {
  return size + (size >> 8) + 1024
}
