import { join } from 'node:path'
import t from 'tap'
import { readPublicKeys, readSigner, readTrust } from '../../../contract/release/trusted-keys.ts'
import { keyIdText } from '../../../lib/minisign/keys.ts'
import { signingKeys } from '../../helpers/signing-keys.ts'

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
