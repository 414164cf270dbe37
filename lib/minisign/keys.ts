// Ed25519 keys as minisign keeps them: https://jedisct1.github.io/minisign/ has the formats.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { bytesIn, commentIn, linesOf, UNTRUSTED } from './text-file.ts'

/** Of 8 bytes; by it a signature says which key made it. */
export type KeyId = Buffer

export interface PublicKey {
  id: KeyId
  key: KeyObject
}

export interface SecretKey {
  id: KeyId
  key: KeyObject
}

const ALGORITHM = 'Ed'
const CHECKSUM = 'B2'
/** In place of the word for a password: there is none. */
const NO_PASSWORD = '\0\0'
/** Salt and costs of a password. */
const PASSWORD_BYTES = 32 + 8 + 8
const SEED_BYTES = 32
const KEY_BYTES = 32
const ID_BYTES = 8
/** minisign leaves it zero if there is no password: it is there to tell a wrong one. */
const CHECKSUM_BYTES = 32

const PUBLIC_BYTES = 2 + ID_BYTES + KEY_BYTES
const SECRET_BYTES = 2 + 2 + 2 + PASSWORD_BYTES + ID_BYTES + SEED_BYTES + KEY_BYTES + CHECKSUM_BYTES

/** A new pair of keys, as the texts of two files. */
export function createKeyPair(): { publicKey: string; secretKey: string; id: KeyId } {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const seed = Buffer.from(d ?? '', 'base64url')
  const point = Buffer.from(x ?? '', 'base64url')
  const id = randomBytes(ID_BYTES)
  const password = Buffer.alloc(PASSWORD_BYTES)
  const head = Buffer.from(`${ALGORITHM}${NO_PASSWORD}${CHECKSUM}`, 'latin1')
  const secret = Buffer.concat([head, password, id, seed, point, Buffer.alloc(CHECKSUM_BYTES)])
  return {
    publicKey: textOf(`minisign public key ${nameOf(id)}`, publicBytes({ id, key: privateKey })),
    secretKey: textOf('minisign secret key, without a password', secret),
    id,
  }
}

/** The public key as it may be pasted: one line, 56 characters. */
export function publicKeyText(key: PublicKey): string {
  return publicBytes(key).toString('base64')
}

/** A key's id as minisign writes it: a number in hexadecimal, without leading zeros. */
export function nameOf(id: KeyId): string {
  return id.readBigUInt64LE().toString(16).toUpperCase()
}

/** @param bytes the file, or its second line alone @throws {TypeError} saying what is wrong */
export function parsePublicKey(bytes: Uint8Array): PublicKey {
  const what = 'public key'
  const isAlone = !Buffer.from(bytes).includes(UNTRUSTED)
  const lines = linesOf(what, bytes, isAlone ? 1 : 2)
  if (!isAlone) commentIn(what, lines[0], UNTRUSTED)
  const fields = bytesIn(what, lines.at(-1), PUBLIC_BYTES)
  expectWord(what, 'Ed25519', fields.toString('latin1', 0, 2), ALGORITHM)
  const id = fields.subarray(2, 2 + ID_BYTES)
  return { id, key: publicKeyOf(fields.subarray(2 + ID_BYTES)) }
}

/** @throws {TypeError} saying what is wrong; never with a byte of the key */
export function parseSecretKey(bytes: Uint8Array): SecretKey {
  const what = 'secret key'
  const lines = linesOf(what, bytes, 2)
  commentIn(what, lines[0], UNTRUSTED)
  const fields = bytesIn(what, lines[1], SECRET_BYTES)
  expectWord(what, 'Ed25519', fields.toString('latin1', 0, 2), ALGORITHM)
  if (fields.toString('latin1', 2, 4) !== NO_PASSWORD) {
    throw new TypeError(
      `${what}: it is protected by a password; make one without (minisign -G -W, or keygen), or take the password ` +
        'off (minisign -C -W -s FILE), and protect the file instead',
    )
  }
  expectWord(what, 'a BLAKE2b checksum', fields.toString('latin1', 4, 6), CHECKSUM)
  const idAt = 6 + PASSWORD_BYTES
  const seedAt = idAt + ID_BYTES
  const pointAt = seedAt + SEED_BYTES
  const id = fields.subarray(idAt, seedAt)
  const seed = fields.subarray(seedAt, pointAt)
  const point = fields.subarray(pointAt, pointAt + KEY_BYTES)
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: point.toString('base64url') }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  // The file has no checksum, but both halves of the key: a damaged one would sign what nobody can verify.
  if (!pointOf(key).equals(point))
    throw new TypeError(`${what}: damaged: its two halves do not belong together`)
  return { id, key }
}

function publicBytes({ id, key }: PublicKey): Buffer {
  return Buffer.concat([Buffer.from(ALGORITHM, 'latin1'), id, pointOf(key)])
}

/** The public half of a key of either kind. */
function pointOf(key: KeyObject): Buffer {
  // Derived from the secret half, not taken over from what came with it.
  const whole = key.type === 'private' ? createPublicKey(key.export({ format: 'pem', type: 'pkcs8' })) : key
  return Buffer.from(whole.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function publicKeyOf(point: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
    format: 'jwk',
  })
}

function textOf(comment: string, bytes: Buffer): string {
  return `${UNTRUSTED}${comment}\n${bytes.toString('base64')}\n`
}

function expectWord(what: string, meaning: string, found: string, expected: string): void {
  if (found !== expected) throw new TypeError(`${what}: expected ${meaning}`)
}
