// `keygen`: makes a pair of keys for signing releases.

import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, type NoUnusedOption } from '../../lib/command-line/command.ts'
import { OperatorError } from '../../lib/errors.ts'
import { createKeyPair, keyIdText } from '../../lib/minisign/keys.ts'

/** Fails with `usage` if one of the files exists, or if both paths are the same. */
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
  },
  examples: ['keygen', 'keygen --secret-key /etc/offers/offers.key --public-key offers.pub'],
  async run({ secretPath, publicPath, ...unused }, { stdout }) {
    unused satisfies NoUnusedOption
    const files = { secret: secretPath, public: publicPath }
    if (resolve(files.secret) === resolve(files.public)) {
      throw new OperatorError(
        'usage',
        `--secret-key and --public-key: both are ${files.secret}; expected two files`,
      )
    }
    const existing = Object.values(files).find((path) => existsSync(path))
    if (existing !== undefined) {
      throw new OperatorError(
        'usage',
        `${existing} exists and is not replaced, because its key would be lost; expected a new file`,
      )
    }
    const pair = createKeyPair()
    // SECURITY: only the owner can ever read the secret key; `wx` replaces no file and follows no link.
    writeFileSync(files.secret, pair.secretKey, { mode: 0o600, flag: 'wx' })
    writeFileSync(files.public, pair.publicKey, { flag: 'wx' })
    stdout.write(
      `key ${keyIdText(pair.id)}\n` +
        `  secret: ${files.secret} (sign with --sign ${files.secret}; keep it where only the build can read it)\n` +
        `  public: ${files.public} (trust with --trust ${pair.publicText})\n`,
    )
  },
})
