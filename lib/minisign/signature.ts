// Signatures in minisign's format: Ed25519 over the BLAKE2b-512 of a file, and a comment that is signed as well.
//
//   untrusted comment: anything
//   Base64 of "ED", the id of the key, the signature of the digest
//   trusted comment: anything
//   Base64 of the signature of the first signature and the trusted comment

import { hash, sign, verify } from 'node:crypto'
import {
  bytesIn,
  commentIn,
  type KeyId,
  keyIdText,
  type PublicKey,
  type SecretKey,
  textLines,
  UNTRUSTED,
} from './keys.ts'

const TRUSTED = 'trusted comment: '
const ALGORITHM = 'ED'
const ID_BYTES = 8
const SIGNATURE_BYTES = 64

interface Signature {
  keyId: KeyId
  signature: Buffer
  trustedComment: string
  globalSignature: Buffer
}

/** The text of a signature file. @param trustedComment ASCII, without a line end */
export function signFile(bytes: Uint8Array, { id, key }: SecretKey, trustedComment: string): string {
  const signature = sign(null, digestOf(bytes), key)
  const globalSignature = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), key)
  const first = Buffer.concat([Buffer.from(ALGORITHM), id, signature])
  return [
    `${UNTRUSTED}signature from key ${keyIdText(id)}`,
    first.toString('base64'),
    `${TRUSTED}${trustedComment}`,
    globalSignature.toString('base64'),
    '',
  ].join('\n')
}

/**
 * Checks a signature file.
 * @returns the id of the key that made it, and the trusted comment
 * @throws {TypeError} if it is malformed, or not of these bytes by one of the keys; the message says why
 */
export function verifyFile(
  bytes: Uint8Array,
  signatureFile: Uint8Array,
  keys: readonly PublicKey[],
): { keyId: KeyId; trustedComment: string } {
  const { keyId, signature, trustedComment, globalSignature } = parseSignature(signatureFile)
  // SECURITY: anyone can make a key with the id of a trusted key, so all keys with that id are tried.
  const candidates = keys.filter(({ id }) => id.equals(keyId))
  if (candidates.length === 0) {
    const known = keys.map(({ id }) => keyIdText(id)).join(', ')
    throw new TypeError(`made with key ${keyIdText(keyId)}, expected ${known}`)
  }
  const digest = digestOf(bytes)
  const maker = candidates.find(({ key }) => verify(null, digest, key, signature))
  if (!maker) throw new TypeError(`it is not by key ${keyIdText(keyId)}, or not of this file`)
  const signed = Buffer.concat([signature, Buffer.from(trustedComment, 'latin1')])
  if (!verify(null, signed, maker.key, globalSignature))
    throw new TypeError('its trusted comment was changed')
  return { keyId, trustedComment }
}

function parseSignature(bytes: Uint8Array): Signature {
  const what = 'signature'
  const [untrusted, first, trusted, last] = textLines(what, bytes, 4)
  commentIn(what, untrusted, UNTRUSTED)
  const fields = bytesIn(what, first, ALGORITHM.length + ID_BYTES + SIGNATURE_BYTES)
  const algorithm = fields.toString('latin1', 0, ALGORITHM.length)
  // minisign -l makes another form (`Ed`), which signs the file itself, not its digest.
  if (algorithm !== ALGORITHM) throw new TypeError(`${what}: of an unknown form; sign without -l`)
  const signatureAt = ALGORITHM.length + ID_BYTES
  return {
    keyId: fields.subarray(ALGORITHM.length, signatureAt),
    signature: fields.subarray(signatureAt),
    trustedComment: commentIn(what, trusted, TRUSTED),
    globalSignature: bytesIn(what, last, SIGNATURE_BYTES),
  }
}

function digestOf(bytes: Uint8Array): Buffer {
  return hash('blake2b512', bytes, 'buffer')
}
