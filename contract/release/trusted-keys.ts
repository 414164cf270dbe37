// The keys of options: `--trust` takes a public key or its file, `--sign` the file of a secret key.

import { failingAs } from '../../lib/errors.ts'
import { readRegularSync } from '../../lib/files/file-access.ts'
import { ifMissingSync } from '../../lib/files/file-errors.ts'
import { type PublicKey, parsePublicKey, parseSecretKey, type SecretKey } from '../../lib/minisign/keys.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { ReleaseTrust } from './signature.ts'

/** A public key itself instead of the name of its file. */
const PASTED = /^RW[A-Za-z0-9+/]{54}$/

/**
 * Undefined if no key is named: then signatures are not checked.
 * @throws {OperatorError} `usage` naming the file, like the functions below
 */
export function readTrust(texts: readonly string[], clock: Clock): ReleaseTrust | undefined {
  return texts.length === 0 ? undefined : new ReleaseTrust(readPublicKeys(texts), clock)
}

export function readPublicKeys(texts: readonly string[]): PublicKey[] {
  return texts.map(readPublicKey)
}

export function readSigner(path: string | undefined): SecretKey | undefined {
  if (path === undefined) return undefined
  return failingAs('usage', path, () => parseSecretKey(readRegularSync(path)))
}

function readPublicKey(text: string): PublicKey {
  return failingAs('usage', text, () => {
    if (PASTED.test(text)) return parsePublicKey(Buffer.from(text))
    const bytes = ifMissingSync(() => readRegularSync(text), undefined)
    if (!bytes) throw new TypeError('no such file, and not a public key')
    return parsePublicKey(bytes)
  })
}
