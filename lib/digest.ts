// SHA-256, by which the project names and checks bytes. Only signatures use another hash (minisign/).

import { createHash, hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** The SHA-256 of bytes or of a text's UTF-8, as 64 lower-case hexadecimal characters. */
export function sha256(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex')
}

export function sha256Stream(): { update(bytes: Uint8Array): void; digest(): string } {
  const state = createHash('sha256')
  return {
    update: (bytes) => void state.update(bytes),
    digest: () => state.digest('hex'),
  }
}

// Hashing them takes about half a millisecond on a common machine.
const BYTES_A_TURN = 1024 * 1024

/** SHA-256 of many bytes, a slice per turn, so that nothing else has to wait. */
export async function sha256InSlices(bytes: Uint8Array): Promise<string> {
  const state = createHash('sha256')
  for (let at = 0; at < bytes.length; at += BYTES_A_TURN) {
    state.update(bytes.subarray(at, at + BYTES_A_TURN))
    await nextTurn()
  }
  return state.digest('hex')
}
