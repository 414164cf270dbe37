import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keyIdText, parsePublicKey, parseSecretKey } from '../../../lib/minisign/keys.ts'
import { minisign, withoutMinisign } from '../../helpers/minisign.ts'
import { signingKeys } from '../../helpers/signing-keys.ts'

/** A text with one of its Base64 bytes changed. */
function withByte(text: string, at: number, change: (byte: number) => number): Buffer {
  const [comment = '', base64 = ''] = text.split('\n')
  const bytes = Buffer.from(base64, 'base64')
  bytes.writeUInt8(change(bytes.readUInt8(at)), at)
  return Buffer.from(`${comment}\n${bytes.toString('base64')}\n`)
}

t.test('a public key is read as a file, and as the line that is pasted', (t) => {
  const {
    open,
    text: line,
    files: { publicKey },
  } = signingKeys()
  t.equal(line.length, 56)
  for (const text of [
    line,
    `${line}\n`,
    publicKey,
    publicKey.replaceAll('\n', '\r\n'),
    publicKey.trimEnd(),
  ]) {
    const { id, key } = parsePublicKey(Buffer.from(text))
    t.ok(id.equals(open.id) && key.equals(open.key))
  }
  t.end()
})

t.test('a malformed public key is refused', (t) => {
  const { publicKey, secretKey } = signingKeys().files
  const wrong = {
    nothing: '',
    'a word': 'key.pub',
    'a secret key': secretKey,
    'a third line': `${publicKey}more\n`,
    'malformed Base64': publicKey.replace(/.\n$/, '!\n'),
    'another algorithm': withByte(publicKey, 0, () => 0x58),
    'a long text': 'x'.repeat(100_000),
  }
  for (const [name, text] of Object.entries(wrong)) {
    t.throws(() => parsePublicKey(Buffer.from(text)), { name: 'TypeError', message: /^public key: / }, name)
  }
  t.end()
})

t.test('a public key with which anyone could sign is refused', (t) => {
  const withPoint = (point: Buffer) => {
    const fields = Buffer.concat([Buffer.from('Ed'), Buffer.alloc(8, 7), point])
    return Buffer.from(fields.toString('base64'))
  }
  const one = Buffer.alloc(32)
  one.writeUInt8(1)
  // The signature (1, 0) verifies for every message.
  const open = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: one.toString('base64url') },
    format: 'jwk',
  })
  t.ok(
    verify(null, Buffer.from('any'), open, Buffer.concat([one, Buffer.alloc(32)])),
    'this is a real danger',
  )
  const points = [
    one.toString('hex'),
    `01${'00'.repeat(30)}80`,
    '00'.repeat(32),
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ec${'ff'.repeat(31)}`,
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ]
  for (const point of points)
    t.throws(() => parsePublicKey(withPoint(Buffer.from(point, 'hex'))), { message: /small order/ }, point)
  t.end()
})

t.test('a malformed secret key is refused, and its bytes are not shown', (t) => {
  const { publicKey, secretKey } = signingKeys().files
  const [, base64 = ''] = secretKey.split('\n')
  const wrong = {
    nothing: '',
    'a public key': publicKey,
    'no comment': base64,
    'another algorithm': withByte(secretKey, 0, () => 0x58),
    'another checksum': withByte(secretKey, 4, () => 0x58),
    'a bit of the seed': withByte(secretKey, 62, (byte) => byte ^ 1),
    'a bit of the public half': withByte(secretKey, 100, (byte) => byte ^ 1),
  }
  for (const [name, text] of Object.entries(wrong)) {
    t.throws(() => parseSecretKey(Buffer.from(text)), { name: 'TypeError', message: /^secret key: / }, name)
    t.doesNotThrow(() => {
      try {
        parseSecretKey(Buffer.from(text))
      } catch (error) {
        if (String(error).includes(base64.slice(90, 120))) throw error
      }
    })
  }
  t.end()
})

t.test('a key with a password is refused, with advice', (t) => {
  const text = withByte(signingKeys().files.secretKey, 2, () => 0x53)
  t.throws(() => parseSecretKey(text), { message: /protected by a password.*minisign -G -W.*-C -W/ })
  t.end()
})

t.test('an id with leading zeros has the name that minisign gives it', { skip: withoutMinisign }, (t) => {
  const LAST_OF_ID = 2 + 2 + 2 + (32 + 8 + 8) + 7
  const pair = signingKeys().files
  for (const [highest, digits] of [
    [0, /^[1-9A-F][0-9A-F]{0,13}$/],
    [0x0c, /^C[0-9A-F]{14}$/],
    [0xc0, /^C0[0-9A-F]{14}$/],
  ] as const) {
    const secretKey = withByte(pair.secretKey, LAST_OF_ID, () => highest)
    const name = keyIdText(parseSecretKey(secretKey).id)
    t.match(name, digits)
    const folder = t.testdir({ [`${highest}.key`]: secretKey })
    const publicFile = join(folder, `${highest}.pub`)
    t.match(minisign('-R', '-s', join(folder, `${highest}.key`), '-p', publicFile), { code: 0 })
    t.equal(readFileSync(publicFile, 'utf8').split('\n')[0], `untrusted comment: minisign public key ${name}`)
  }
  t.end()
})

t.test('we read the keys of minisign', { skip: withoutMinisign }, (t) => {
  const folder = t.testdir({})
  const at = (name: string) => join(folder, name)
  t.match(minisign('-G', '-W', '-s', at('its.key'), '-p', at('its.pub')), { code: 0 })
  const open = parsePublicKey(readFileSync(at('its.pub')))
  const secret = parseSecretKey(readFileSync(at('its.key')))
  t.ok(open.id.equals(secret.id))
  t.ok(open.key.equals(createPublicKey(secret.key.export({ format: 'pem', type: 'pkcs8' }))))
  t.match(readFileSync(at('its.pub'), 'utf8'), keyIdText(open.id))
  t.end()
})
