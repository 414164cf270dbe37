// The signature of a release covers its manifest, and the digests in the manifest cover everything else. Its trusted
// comment has the id of the release, for people, and the time of signing, by which a reader notices an old release that
// is replayed.

import { failingAs } from '../../lib/errors.ts'
import { readRegularSync } from '../../lib/files/file-access.ts'
import { ifMissingSync } from '../../lib/files/file-errors.ts'
import {
  keyIdText,
  type PublicKey,
  parsePublicKey,
  parseSecretKey,
  type SecretKey,
} from '../../lib/minisign/keys.ts'
import { signFile, verifyFile } from '../../lib/minisign/signature.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** A verified signature. */
export interface ReleaseSignature {
  /** The id of its key in the form of minisign. */
  key: string
  /** Seconds since the epoch. */
  signedAt: number
}

/**
 * A signature may be this far ahead of the reader's clock, in seconds. A gateway refuses signatures older than the one of
 * its current release, so one from far ahead would stop all later releases.
 */
const MAX_AHEAD_SECONDS = 24 * 3600

/** The signature file of a release. @param signedAt seconds since the epoch */
export function signManifest(manifest: Uint8Array, id: string, key: SecretKey, signedAt: number): string {
  return signFile(manifest, key, ['file:release.json', `timestamp:${signedAt}`, `release:${id}`].join('\t'))
}

/** The keys that a reader trusts to sign releases. */
export class ReleaseTrust {
  readonly #keys: readonly PublicKey[]
  readonly #clock: Clock

  constructor(keys: readonly PublicKey[], clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  /**
   * SECURITY: call it with the bytes of a manifest before they are parsed.
   * @param path of the signature file, for messages
   * @throws {OperatorError} `bad-signature` if there is none, it is not valid for this manifest, or its time is missing or
   *   too far ahead. The release in its comment is for people: the manifest names its release itself.
   */
  check(
    { path, manifest }: { path: string; manifest: Uint8Array },
    file: Uint8Array | undefined,
  ): ReleaseSignature {
    return failingAs('bad-signature', path, () => {
      if (!file) throw new TypeError(`missing; expected a signature by ${this.#names()}`)
      const { keyId, trustedComment } = verifyFile(manifest, file, this.#keys)
      const signedAt = secondsIn(trustedComment)
      this.#expectNotAhead(signedAt)
      return { key: keyIdText(keyId), signedAt }
    })
  }

  #names(): string {
    return this.#keys.map(({ id }) => keyIdText(id)).join(' or ')
  }

  #expectNotAhead(signedAt: number): void {
    if (signedAt - this.#clock() / 1000 <= MAX_AHEAD_SECONDS) return
    throw new TypeError(
      `made at ${timeText(signedAt)}, more than 24 hours ahead of the clock of this machine`,
    )
  }
}

/**
 * The unverified time in a signature file, in seconds since the epoch; undefined if it has none, or one of more than 11
 * digits: `timeText` can write any of 11.
 */
export function claimedTime(file: Uint8Array): number | undefined {
  const [, seconds] = /\btimestamp:(\d{1,11})\b/.exec(Buffer.from(file).toString('latin1')) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Seconds since the epoch as `2026-09-01T10:00:00Z`. */
export function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

/** The time in a trusted comment, in seconds since the epoch. minisign writes it unless it gets another comment. */
function secondsIn(comment: string): number {
  const fields = comment.split('\t').filter((each) => each.startsWith('timestamp:'))
  const [field = ''] = fields
  const seconds = fields.length === 1 ? /^timestamp:(\d{1,11})$/.exec(field)?.[1] : undefined
  if (seconds === undefined) {
    throw new TypeError(
      'its trusted comment does not say when it was made, or says it twice (timestamp:SECONDS)',
    )
  }
  return Number(seconds)
}

/**
 * The value of `--trust` may be a public key itself instead of the name of its file: 42 bytes in base64, of which the first
 * two, `Ed`, always begin with `RW`.
 */
const PASTED = /^RW[A-Za-z0-9+/]{54}$/

/**
 * The keys of `--trust`. Undefined if none is named: then signatures are not checked.
 * @throws {OperatorError} `usage` naming the file, or quoting the pasted key, like the functions below
 */
export function readTrust(texts: readonly string[], clock: Clock): ReleaseTrust | undefined {
  return texts.length === 0 ? undefined : new ReleaseTrust(readPublicKeys(texts), clock)
}

export function readPublicKeys(texts: readonly string[]): PublicKey[] {
  return texts.map(readPublicKey)
}

/** The key of `--sign`. */
export function readSigner(path: string): SecretKey {
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
