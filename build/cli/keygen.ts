// `keygen`: makes a pair of keys for signing releases.

import { existsSync, writeFileSync } from 'node:fs'
import { command, type Nothing } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { prettyJson } from '../../lib/json/json.ts'
import { createKeyPair, keyIdText, parsePublicKey, publicKeyText } from '../../lib/minisign/keys.ts'

/** Fails with `usage` if one of the files exists. */
export const keygen = command({
  name: 'keygen',
  about:
    'Makes a pair of keys for signing releases. They have the format of minisign. The secret key has no password.',
  options: {
    secretPath: {
      name: 'secret-key',
      value: 'FILE',
      default: 'offers.key',
      about: 'The file for the secret key, for `run --sign`. An existing file is never replaced.',
    },
    publicPath: {
      name: 'public-key',
      value: 'FILE',
      default: 'offers.pub',
      about: 'The file for the public key, for `--trust`.',
    },
    json: { name: 'json', about: 'Print id, public key and files as JSON.' },
  },
  examples: ['keygen', 'keygen --secret-key /etc/offers/offers.key --public-key offers.pub'],
  async run({ secretPath, publicPath, json, ...unused }, { stdout }) {
    unused satisfies Nothing
    const files = { secret: secretPath, public: publicPath }
    const taken = Object.values(files).find((path) => existsSync(path))
    if (taken !== undefined) {
      throw new OperatorError(
        'usage',
        `${taken} exists, and a replaced key would be lost; expected a new file`,
      )
    }
    const pair = createKeyPair()
    const text = publicKeyText(parsePublicKey(Buffer.from(pair.publicKey)))
    // SECURITY: only the owner can ever read the secret key; `wx` replaces no file and follows no link.
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
