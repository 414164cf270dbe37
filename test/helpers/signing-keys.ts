// Keys to sign releases with, and signatures of releases that a test has written.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestPath, signaturePath } from '../../contract/release/layout.ts'
import { signManifest } from '../../contract/release/signature.ts'
import {
  createKeyPair,
  type PublicKey,
  parsePublicKey,
  parseSecretKey,
  type SecretKey,
} from '../../lib/minisign/keys.ts'

export interface SigningKeys {
  /** The public key. */
  open: PublicKey
  secret: SecretKey
  /** The public key as a text on a command line. */
  text: string
  /** The content of both files of the pair. */
  files: { publicKey: string; secretKey: string }
}

/** A new pair. */
export function signingKeys(): SigningKeys {
  const { publicText: text, ...files } = createKeyPair()
  const [open, secret] = [parsePublicKey(Buffer.from(text)), parseSecretKey(Buffer.from(files.secretKey))]
  return { open, secret, text, files }
}

/** Signs a release in a folder. @param moment ISO 8601 */
export function putSignature(root: string, id: string, { secret }: SigningKeys, moment: string): void {
  const manifest = readFileSync(join(root, manifestPath(id)))
  const signature = signManifest(manifest, id, secret, Date.parse(moment) / 1000)
  writeFileSync(join(root, signaturePath(id)), signature)
}
