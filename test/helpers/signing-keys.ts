// Keys to sign releases with, and signatures of releases that a test has written.

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestPath, signaturePath } from '../../contract/release/layout.ts'
import { signManifest } from '../../contract/release/signature.ts'
import { type PublicKey, parsePublicKey, parseSecretKey, type SecretKey } from '../../lib/minisign/keys.ts'

export interface SigningKeys {
  open: PublicKey
  secret: SecretKey
  /** The public key as it may be pasted. */
  text: string
  files: { publicKey: string; secretKey: string }
}

/** A new pair, in the files that `minisign -G -W` makes. */
export function signingKeys(): SigningKeys {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [id, seed, point] = [randomBytes(8), Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  const base64 = (...parts: (string | Buffer)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part))).toString('base64')
  const text = base64('Ed', id, point)
  const name = id.readBigUInt64LE().toString(16).toUpperCase()
  const files = {
    publicKey: `untrusted comment: minisign public key ${name}\n${text}\n`,
    secretKey: `untrusted comment: minisign secret key\n${base64('Ed\0\0B2', Buffer.alloc(48), id, seed, point, Buffer.alloc(32))}\n`,
  }
  const [open, secret] = [parsePublicKey(Buffer.from(text)), parseSecretKey(Buffer.from(files.secretKey))]
  return { open, secret, text, files }
}

/** Signs a release in a folder. @param moment ISO 8601 */
export function putSignature(root: string, id: string, { secret }: SigningKeys, moment: string): void {
  const manifest = readFileSync(join(root, manifestPath(id)))
  const signature = signManifest(manifest, id, secret, Date.parse(moment) / 1000)
  writeFileSync(join(root, signaturePath(id)), signature)
}
