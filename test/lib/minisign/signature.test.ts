import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { keyIdText, parsePublicKey, parseSecretKey } from '../../../lib/minisign/keys.ts'
import { signFile, verifyFile } from '../../../lib/minisign/signature.ts'
import { minisign, withoutMinisign } from '../../helpers/minisign.ts'
import { signingKeys } from '../../helpers/signing-keys.ts'
import { SHORT_MS } from '../../helpers/slow-suite.ts'

t.setTimeout(SHORT_MS)

const FILE = Buffer.from('{"format":1}\n')
const COMMENT = 'timestamp:1795312923\tfile:release.json'

function signed(comment = COMMENT) {
  const { open: publicKey, secret, files: pair } = signingKeys()
  const signature = signFile(FILE, secret, comment)
  return { pair, publicKey, signature: Buffer.from(signature) }
}

/** Every text that differs from this one in one bit, with the place. */
function* flips(bytes: Buffer): Generator<{ at: number; flipped: Buffer }> {
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at)
      yield { at, flipped }
    }
  }
}

t.test('a signature is good for its file, and returns its comment', (t) => {
  const { publicKey, signature } = signed()
  t.match(verifyFile(FILE, signature, [publicKey]), { keyId: publicKey.id, trustedComment: COMMENT })
  t.end()
})

t.test('any one of several keys is enough', (t) => {
  const { publicKey, signature } = signed()
  const [other, another] = [signed().publicKey, signed().publicKey]
  for (const keys of [
    [publicKey, other],
    [other, another, publicKey],
    [{ ...other, id: publicKey.id }, publicKey],
  ]) {
    t.equal(verifyFile(FILE, signature, keys).trustedComment, COMMENT)
  }
  t.throws(() => verifyFile(FILE, signature, [other]), {
    message: `made with key ${keyIdText(publicKey.id)}, expected ${keyIdText(other.id)}`,
  })
  t.throws(() => verifyFile(FILE, signature, [{ ...other, id: publicKey.id }]), {
    message: /it is not by key/,
  })
  t.throws(() => verifyFile(FILE, signature, []), { name: 'TypeError' })
  t.end()
})

t.test('any flipped bit in file or signature is noticed, except in the untrusted comment', (t) => {
  const { publicKey, signature } = signed()
  for (const { at, flipped } of flips(FILE)) {
    t.throws(
      () => verifyFile(flipped, signature, [publicKey]),
      { name: 'TypeError' },
      `byte ${at} of the file`,
    )
  }
  const untrusted = { from: 'untrusted comment: '.length, to: signature.indexOf('\n') }
  let refused = 0
  for (const { at, flipped } of flips(signature)) {
    // The last line end may be missing, and lines may end as on Windows; neither is one flipped bit.
    const isFree = at >= untrusted.from && at < untrusted.to && flipped[at] !== 0x0a
    if (isFree) continue
    refused += 1
    t.throws(
      () => verifyFile(FILE, flipped, [publicKey]),
      { name: 'TypeError' },
      `byte ${at} of the signature`,
    )
  }
  t.ok(refused > 8 * 200)
  t.end()
})

t.test('a malformed signature is refused', (t) => {
  const { publicKey, signature } = signed()
  const text = String(signature)
  const lines = text.split('\n')
  const wrong = {
    nothing: '',
    'a page for people': '<!doctype html>\n<title>404</title>\n\n\n',
    'three lines': lines.slice(0, 3).join('\n'),
    'five lines': `${text}more\n`,
    'its comments exchanged': [lines[2], lines[1], lines[0], lines[3], ''].join('\n'),
    'another comment': text.replace('file:release.json', 'file:release.jsom'),
    'an empty comment': text.replace(/trusted comment: timestamp.*/, 'trusted comment: '),
    'the legacy form': text
      .replace('\nRUQ', '\nRWQ')
      .replace('\nRUR', '\nRWR')
      .replace('\nRUS', '\nRWS')
      .replace('\nRUT', '\nRWT'),
  }
  for (const [name, each] of Object.entries(wrong)) {
    t.throws(() => verifyFile(FILE, Buffer.from(each), [publicKey]), { name: 'TypeError' }, name)
  }
  t.doesNotThrow(
    () => verifyFile(FILE, Buffer.from(text.trimEnd()), [publicKey]),
    'without the last line end',
  )
  t.doesNotThrow(
    () => verifyFile(FILE, Buffer.from(text.replaceAll('\n', '\r\n')), [publicKey]),
    'as Windows writes',
  )
  t.end()
})

t.test('parts of two good signatures are not one', (t) => {
  const { pair, publicKey, signature } = signed()
  const other = signFile(Buffer.from('other'), parseSecretKey(Buffer.from(pair.secretKey)), 'timestamp:1')
  const ours = String(signature).split('\n')
  const its = other.split('\n')
  const mixed = [ours[0], ours[1], its[2], its[3], ''].join('\n')
  t.throws(() => verifyFile(FILE, Buffer.from(mixed), [publicKey]), {
    message: /trusted comment was changed/,
  })
  t.end()
})

/** A folder with a file, and pairs of keys of both programs. */
function signingFolder(t: Test) {
  const { publicKey, secretKey } = signingKeys().files
  const folder = t.testdir({ 'our.pub': publicKey, 'our.key': secretKey, file: FILE })
  const at = (name: string) => join(folder, name)
  t.match(minisign('-G', '-W', '-s', at('its.key'), '-p', at('its.pub')), { code: 0 })
  const openKey = (name: string) => parsePublicKey(readFileSync(at(name)))
  const secretOf = (name: string) => parseSecretKey(readFileSync(at(name)))
  return { at, openKey, secretOf }
}

t.test('minisign verifies what we sign, with keys of either', { skip: withoutMinisign }, (t) => {
  const { at, secretOf } = signingFolder(t)
  for (const name of ['our', 'its']) {
    writeFileSync(at('file.minisig'), signFile(FILE, secretOf(`${name}.key`), COMMENT))
    const good = minisign('-V', '-H', '-m', at('file'), '-p', at(`${name}.pub`))
    t.match(good, { code: 0, text: /Signature and comment signature verified/ })
    t.match(good.text, `Trusted comment: ${COMMENT}`)
    const other = name === 'our' ? 'its' : 'our'
    t.not(minisign('-V', '-m', at('file'), '-p', at(`${other}.pub`)).code, 0)
  }
  t.end()
})

t.test('we verify what minisign signs, with keys of either', { skip: withoutMinisign }, (t) => {
  const { at, openKey } = signingFolder(t)
  for (const name of ['our', 'its']) {
    const sign = ['-S', '-W', '-s', at(`${name}.key`), '-m', at('file')]
    t.match(minisign(...sign, '-t', 'a word of mine'), { code: 0 })
    const key = openKey(`${name}.pub`)
    const found = verifyFile(FILE, readFileSync(at('file.minisig')), [key])
    t.equal(found.trustedComment, 'a word of mine')
    t.match(minisign(...sign, '-l'), { code: 0 })
    t.throws(() => verifyFile(FILE, readFileSync(at('file.minisig')), [key]), { message: /sign without -l/ })
  }
  t.end()
})
