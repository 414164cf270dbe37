// SHA-256, the one hash of the project.

import { createHash, hash, webcrypto } from 'node:crypto'

/** The SHA-256 of bytes or of a text's UTF-8, as 64 lower-case hexadecimal characters. */
export function sha256(bytes: Uint8Array | string): string {
  // A Buffer's type differs between the versions of @types/node; the function takes any typed array.
  return hash('sha256', bytes, 'hex')
}

/** SHA-256 of bytes that come in pieces. */
export function sha256Stream(): { update(bytes: Uint8Array): void; digest(): string } {
  const state = createHash('sha256')
  return {
    update: (bytes) => void state.update(bytes),
    digest: () => state.digest('hex'),
  }
}

/** SHA-256 of many bytes, computed off the event loop, so that nothing else waits for it. */
export async function sha256Aside(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
