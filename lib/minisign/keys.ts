// Ed25519 keys in minisign's formats: https://jedisct1.github.io/minisign/. After a line with an untrusted comment, a file
// has one line of Base64:
//
//   public key   "Ed", the id of the key, the point
//   secret key   "Ed", the word for a password, "B2", salt and costs of the password, the id, the seed, the point, a checksum

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** 8 bytes, with which a signature names its key. */
export type KeyId = Buffer

export interface PublicKey {
  id: KeyId
  key: KeyObject
}

export interface SecretKey {
  id: KeyId
  key: KeyObject
}

export const UNTRUSTED = 'untrusted comment: '
const ALGORITHM = 'Ed'
const CHECKSUM = 'B2'
/** In place of `Sc`, the word for a key that is protected by a password. */
const NO_PASSWORD = '\0\0'
/** The length of each of these three words. */
const WORD_BYTES = 2
/** The salt and the two costs of a password. */
const PASSWORD_BYTES = 32 + 8 + 8
const SEED_BYTES = 32
const KEY_BYTES = 32
const ID_BYTES = 8
/** All zeros without a password: minisign detects a wrong password by it. */
const CHECKSUM_BYTES = 32

const PUBLIC_BYTES = WORD_BYTES + ID_BYTES + KEY_BYTES
const SECRET_BYTES = 3 * WORD_BYTES + PASSWORD_BYTES + ID_BYTES + SEED_BYTES + KEY_BYTES + CHECKSUM_BYTES

/**
 * The y coordinates of all points of small order, little-endian, without the bit that is the sign of x. With
 * p = 2^255 - 19, the last two are p and p + 1, other spellings of 0 and 1. Test vectors with these points:
 * https://github.com/C2SP/CCTV/tree/main/ed25519
 */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
])

/** A new pair of keys, as the texts of two files; `publicText` is the second line of the public one. */
export function createKeyPair(): { publicKey: string; secretKey: string; publicText: string; id: KeyId } {
  // In a JWK, `d` is the seed of the secret key and `x` the point that is the public one.
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]
  const id = randomBytes(ID_BYTES)
  const head = Buffer.from(`${ALGORITHM}${NO_PASSWORD}${CHECKSUM}`, 'latin1')
  const password = Buffer.alloc(PASSWORD_BYTES)
  const secret = Buffer.concat([head, password, id, seed, point, Buffer.alloc(CHECKSUM_BYTES)])
  const publicText = Buffer.concat([Buffer.from(ALGORITHM, 'latin1'), id, point]).toString('base64')
  return {
    publicKey: `${UNTRUSTED}minisign public key ${keyIdText(id)}\n${publicText}\n`,
    secretKey: `${UNTRUSTED}minisign secret key, without a password\n${secret.toString('base64')}\n`,
    publicText,
    id,
  }
}

/** A key's id as minisign writes it: a number in hexadecimal, without leading zeros. */
export function keyIdText(id: KeyId): string {
  return id.readBigUInt64LE().toString(16).toUpperCase()
}

/** @param bytes the file, or its second line alone @throws {TypeError} with the fault */
export function parsePublicKey(bytes: Uint8Array): PublicKey {
  const what = 'public key'
  const isAlone = !Buffer.from(bytes).includes(UNTRUSTED)
  const lines = textLines(what, bytes, isAlone ? 1 : 2)
  if (!isAlone) commentIn(what, lines[0], UNTRUSTED)
  const fields = bytesIn(what, lines.at(-1), PUBLIC_BYTES)
  expectWord(what, 'Ed25519', wordIn(fields, 0), ALGORITHM)
  const [idAt, pointAt] = [WORD_BYTES, WORD_BYTES + ID_BYTES]
  const point = fields.subarray(pointAt)
  // SECURITY: with such a point, anyone can make signatures that verify.
  if (hasSmallOrder(point))
    throw new TypeError(`${what}: a point of small order, with which anyone could sign`)
  return { id: fields.subarray(idAt, pointAt), key: publicKeyOf(point) }
}

/** @throws {TypeError} with the fault, never with a byte of the key */
export function parseSecretKey(bytes: Uint8Array): SecretKey {
  const what = 'secret key'
  const lines = textLines(what, bytes, 2)
  commentIn(what, lines[0], UNTRUSTED)
  const fields = bytesIn(what, lines[1], SECRET_BYTES)
  expectWord(what, 'Ed25519', wordIn(fields, 0), ALGORITHM)
  if (wordIn(fields, 1) !== NO_PASSWORD) {
    throw new TypeError(
      `${what}: it is protected by a password; make one without (keygen, or minisign -G -W), or take the password off ` +
        '(minisign -C -W -s FILE), and protect the file instead',
    )
  }
  expectWord(what, 'a BLAKE2b checksum', wordIn(fields, 2), CHECKSUM)
  const idAt = 3 * WORD_BYTES + PASSWORD_BYTES
  const seedAt = idAt + ID_BYTES
  const pointAt = seedAt + SEED_BYTES
  const id = fields.subarray(idAt, seedAt)
  const seed = fields.subarray(seedAt, pointAt)
  const point = fields.subarray(pointAt, pointAt + KEY_BYTES)
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: point.toString('base64url') }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  // Without a password the checksum is all zeros, so the two halves of the key are compared. A damaged one would make
  // signatures that never verify.
  if (!pointOf(key).equals(point))
    throw new TypeError(`${what}: damaged: its two halves do not belong together`)
  return { id, key }
}

function hasSmallOrder(point: Buffer): boolean {
  const y = Buffer.from(point)
  y.writeUInt8(y.readUInt8(KEY_BYTES - 1) & 0x7f, KEY_BYTES - 1)
  return SMALL_ORDER.has(y.toString('hex'))
}

/** The public half, derived from the secret half: the stored public half may be damaged. */
function pointOf(secret: KeyObject): Buffer {
  const whole = createPublicKey(secret.export({ format: 'pem', type: 'pkcs8' }))
  return Buffer.from(whole.export({ format: 'jwk' }).x ?? '', 'base64url')
}

function publicKeyOf(point: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') },
    format: 'jwk',
  })
}

function wordIn(fields: Buffer, index: number): string {
  return fields.toString('latin1', index * WORD_BYTES, (index + 1) * WORD_BYTES)
}

function expectWord(what: string, meaning: string, found: string, expected: string): void {
  if (found !== expected) throw new TypeError(`${what}: expected ${meaning}`)
}

/** The lines, without LF or CRLF, each byte one character. @throws {TypeError} for another number of lines */
export function textLines(what: string, bytes: Uint8Array, expected: number): string[] {
  const lines = Buffer.from(bytes).toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length !== expected) {
    throw new TypeError(`${what}: expected ${expected} lines, found ${lines.length}`)
  }
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
}

/** The comment after its prefix. @throws {TypeError} if the line has another prefix */
export function commentIn(what: string, line: string | undefined, prefix: string): string {
  if (!line?.startsWith(prefix)) throw new TypeError(`${what}: expected a line that begins with "${prefix}"`)
  return line.slice(prefix.length)
}

/**
 * `length` bytes out of Base64.
 * @throws {TypeError} for any other spelling, since Node skips characters that it does not know
 */
export function bytesIn(what: string, text: string | undefined, length: number): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64')
  if (bytes.length !== length || bytes.toString('base64') !== text) {
    throw new TypeError(`${what}: expected ${length} bytes in Base64`)
  }
  return bytes
}
