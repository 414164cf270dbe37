// `keygen`: a pair of keys to sign releases with.

import { existsSync, writeFileSync } from 'node:fs'
import { command, type Nothing } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { createKeyPair, keyIdText, parsePublicKey, publicKeyText } from '../../lib/minisign/keys.ts'

/** Fails with `usage` if one of the files is there already. */
export const keygen = command({
  name: 'keygen',
  about:
    'Makes a pair of keys to sign releases with. They are in the files of minisign, the secret one without a password.',
  options: {
    secretPath: {
      name: 'secret-key',
      value: 'FILE',
      default: 'offers.key',
      about: 'Where the secret key goes, for `run --sign`. A file that is there is never replaced.',
    },
    publicPath: {
      name: 'public-key',
      value: 'FILE',
      default: 'offers.pub',
      about: 'Where the public key goes, for `--trust`.',
    },
    json: { name: 'json', about: 'Prints id, public key and files as JSON.' },
  },
  examples: ['keygen', 'keygen --secret-key /etc/offers/offers.key --public-key offers.pub'],
  async run({ secretPath, publicPath, json, ...unused }, { stdout }) {
    unused satisfies Nothing
    const files = { secret: secretPath, public: publicPath }
    const taken = Object.values(files).find((path) => existsSync(path))
    if (taken !== undefined) {
      throw new OperatorError('usage', `${taken}: there is a file already; a key that was replaced is lost`)
    }
    const pair = createKeyPair()
    const text = publicKeyText(parsePublicKey(Buffer.from(pair.publicKey)))
    // SECURITY: readable by its owner alone from the first moment on; `wx` replaces nothing, not even by a link.
    writeFileSync(files.secret, pair.secretKey, { mode: 0o600, flag: 'wx' })
    writeFileSync(files.public, pair.publicKey, { flag: 'wx' })
    const id = keyIdText(pair.id)
    stdout.write(
      json
        ? prettyJson({ id, public_key: text, files })
        : `key ${id}\n` +
            `  secret: ${files.secret} (sign with --sign ${files.secret}; keep it where only the build can read it)\n` +
            `  public: ${files.public} (trust with --trust ${text})\n`,
    )
  },
})
