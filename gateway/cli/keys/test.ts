import { keyDigest, keyKindOf } from '../../../contract/keys/format.ts'
import { command, type Nothing } from '../../../lib/command-line/command.ts'
import type { CommandContext } from '../../../lib/command-line/command-context.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { stateOf } from '../../keys/key-verdict.ts'
import { JSON_LINES_OPTION, KEYS, withKeyStore } from './key-stores.ts'

/** A key has 51 characters; longer text is something else. */
const MAX_CHARACTERS = 1_000

/** Reads the key from stdin, because others can read command lines. */
export const test = command({
  name: 'keys test',
  about: 'Shows the state and the holder of a key, which is read from stdin.',
  options: { location: KEYS, json: JSON_LINES_OPTION },
  examples: ['keys test --keys keys.ndjson < key.txt'],
  async run({ location, json, ...unused }, { stdin, stdout, clock }) {
    unused satisfies Nothing
    const key = (await firstCharacters(stdin())).trim()
    const record = keyKindOf(key) && (await withKeyStore(location, (store) => store.find(keyDigest(key))))
    const state = record ? stateOf(record, clock()) : keyKindOf(key) ? 'unknown' : 'malformed'
    if (json) stdout.write(`${jsonLine({ state, ...factsOf(record) })}\n`)
    else if (record) stdout.write(`${record.id} (${record.name}), a ${record.kind} key: ${state}\n`)
    if (state !== 'good') throw new OperatorError('bad-keys', reasonOf(state, key, record))
    if (record?.expires_at && !json) stdout.write(`It ends at ${record.expires_at}.\n`)
  },
})

function factsOf(record: KeyRecord | undefined) {
  const {
    id = null,
    kind = null,
    name = null,
    created_at = null,
    expires_at = null,
    revoked_at = null,
  } = record ?? {}
  return { id, kind, name, created_at, expires_at, revoked_at }
}

/** SECURITY: shows no part of the key. */
function reasonOf(state: string, key: string, record: KeyRecord | undefined): string {
  if (record?.revoked_at) return `refused: revoked at ${record.revoked_at}`
  if (record?.expires_at) return `refused: it ended at ${record.expires_at}`
  if (state === 'unknown') return 'refused: a well-formed key that is not in this key store'
  if (key === '')
    return 'refused: stdin is empty. Give the key there, e.g. `read -rs key; printf %s "$key" | … keys test`'
  return key.startsWith('offers_')
    ? 'refused: mistyped or cut off, because its checksum is wrong'
    : `refused: expected a key like offers_live_…, found something else of ${key.length} characters`
}

async function firstCharacters(stdin: ReturnType<CommandContext['stdin']>): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1')
    if (text.length > MAX_CHARACTERS) break
  }
  return text.slice(0, MAX_CHARACTERS)
}
