import { join } from 'node:path'
import t from 'tap'
import {
  claimedTime,
  ReleaseTrust,
  readPublicKeys,
  readSigner,
  readTrust,
  signManifest,
} from '../../../contract/release/signature.ts'
import { keyIdText } from '../../../lib/minisign/keys.ts'
import { signFile } from '../../../lib/minisign/signature.ts'
import { signingKeys } from '../../helpers/signing-keys.ts'

const NOW = Date.parse('2026-08-22T12:00:00.000Z')
const SECONDS = NOW / 1000
const ID = '20260822T100000000Z-0123456789ab'
const MANIFEST = Buffer.from('{"format":1}\n')
const OF = { path: 'release.json.minisig', manifest: MANIFEST }

const keys = signingKeys()
const trust = new ReleaseTrust([keys.open], () => NOW)
const signed = (comment: string) => Buffer.from(signFile(MANIFEST, keys.secret, comment))

t.test('a release with the signature of a trusted key is accepted', (t) => {
  const file = Buffer.from(signManifest(MANIFEST, ID, keys.secret, SECONDS))
  const { key, signedAt } = trust.check(OF, file)
  t.equal(key, keyIdText(keys.open.id))
  t.equal(signedAt, SECONDS)
  t.equal(claimedTime(file), SECONDS)
  const both = new ReleaseTrust([signingKeys().open, keys.open], () => NOW)
  t.equal(both.check(OF, file).signedAt, SECONDS)
  t.end()
})

t.test('the default comment of minisign is enough', (t) => {
  const { signedAt } = trust.check(OF, signed(`timestamp:${SECONDS}\tfile:release.json\thashed`))
  t.equal(signedAt, SECONDS)
  t.end()
})

t.test('a release without a good signature is refused', (t) => {
  const others = new ReleaseTrust([signingKeys().open], () => NOW)
  const good = Buffer.from(signManifest(MANIFEST, ID, keys.secret, SECONDS))
  const code = 'bad-signature'
  t.throws(() => trust.check(OF, undefined), {
    code,
    message: `release.json.minisig: missing; expected a signature by ${keyIdText(keys.open.id)}`,
  })
  t.throws(() => others.check(OF, good), { code, message: /made with key/ })
  t.throws(() => trust.check({ ...OF, manifest: Buffer.from('{"format":2}\n') }, good), {
    code,
    message: /not of this file/,
  })
  t.throws(() => trust.check(OF, Buffer.from('<!doctype html>')), { code, message: /expected 4 lines/ })
  t.end()
})

t.test('the comment must state the time of the signature, once', (t) => {
  const wrong = {
    nothing: '',
    'a word': 'timestamp:today',
    'no number': 'timestamp:-1',
    'far too long a number': 'timestamp:123456789012',
    'within another word': `my-timestamp:${SECONDS}`,
    twice: `timestamp:${SECONDS}\ttimestamp:1`,
  }
  for (const [name, comment] of Object.entries(wrong)) {
    t.throws(
      () => trust.check(OF, signed(comment)),
      { code: 'bad-signature', message: /its trusted comment/ },
      name,
    )
  }
  t.end()
})

t.test('a signature dated up to a day ahead is accepted, a later one is not', (t) => {
  const DAY = 24 * 3600
  t.equal(trust.check(OF, signed(`timestamp:${SECONDS + DAY}`)).signedAt, SECONDS + DAY)
  t.throws(() => trust.check(OF, signed(`timestamp:${SECONDS + DAY + 1}`)), {
    code: 'bad-signature',
    message: /made at 2026-08-23T12:00:01Z, more than 24 hours ahead/,
  })
  t.equal(trust.check(OF, signed('timestamp:0')).signedAt, 0, 'at any age')
  t.end()
})

t.test('a text that is not a signature has no time', (t) => {
  t.equal(claimedTime(Buffer.from('')), undefined)
  t.equal(claimedTime(Buffer.from('untrusted comment: x\n')), undefined)
  t.end()
})

t.test('a key is given as text or as a file', (t) => {
  const { text, files, open } = signingKeys()
  const folder = t.testdir({ 'key.pub': files.publicKey, 'line.pub': text })
  const given = [text, join(folder, 'key.pub'), join(folder, 'line.pub')]
  t.same(
    readPublicKeys(given).map(({ id }) => keyIdText(id)),
    Array(3).fill(keyIdText(open.id)),
  )
  t.end()
})

t.test('without keys no signature is checked', (t) => {
  t.equal(
    readTrust([], () => 0),
    undefined,
  )
  t.end()
})

t.test('an unreadable file is wrong usage, and is named', (t) => {
  const { text, files } = signingKeys()
  const folder = t.testdir({ 'key.pub': files.publicKey, 'secret.key': files.secretKey, folder: {} })
  const at = (name: string) => join(folder, name)
  const wrong: [() => unknown, RegExp][] = [
    [() => readPublicKeys([at('missing')]), /missing: no such file, and not a public key$/],
    [() => readPublicKeys([at('folder')]), /a folder; expected a regular file/],
    [() => readPublicKeys([at('secret.key')]), /public key: expected 42 bytes/],
    [() => readPublicKeys([text, text.replace(/^RW/, 'RX')]), /^RX/],
    [() => readSigner(at('missing')), /missing: ENOENT/],
    [() => readSigner(at('key.pub')), /secret key: expected 158 bytes/],
  ]
  for (const [read, message] of wrong) t.throws(read, { code: 'usage', message }, String(message))
  t.end()
})
