// Whether a balancer should send requests here, and if not, why.

import { keyDigest, PUBLISHED_DEMO_KEY } from '../../contract/keys/format.ts'
import { messageOf } from '../../lib/errors.ts'
import type { KeyStore } from '../keys/key-store.ts'

/** For each check `ok`, or a description of the fault. */
export interface Readiness {
  release: string
  key_store: string
  serving: string
}

export const OK = 'ok'

export function isReady(readiness: Readiness): boolean {
  return Object.values(readiness).every((state) => state === OK)
}

/** `ok` if the store answers; it need not know the key. */
export async function keyStoreState(store: KeyStore): Promise<string> {
  try {
    await store.find(keyDigest(PUBLISHED_DEMO_KEY))
    return OK
  } catch (error) {
    return `does not answer: ${messageOf(error)}`
  }
}
