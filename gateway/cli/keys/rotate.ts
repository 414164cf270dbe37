import { KEY_TRUST_MS } from '../../../contract/keys/kinds.ts'
import { command, type Nothing } from '../../../lib/command-line/command.ts'
import { integer } from '../../../lib/command-line/parsers.ts'
import { OperatorError } from '../../../lib/errors.ts'
import { jsonLine } from '../../../lib/json/json.ts'
import { DAY_MS } from '../../../lib/time/clock.ts'
import { newKey } from '../../keys/key-record.ts'
import type { KeyRecord } from '../../keys/key-store.ts'
import { stateOf } from '../../keys/key-verdict.ts'
import { issuedFacts } from './issue.ts'
import { changeKeyStore, JSON_LINES_OPTION, KEYS, recordsOf, unknownId } from './key-stores.ts'

const MAX_OVERLAP_DAYS = 366

/** Replaces a key: its holder has some days to switch to the new one. */
export const rotate = command({
  name: 'keys rotate',
  about: 'Issues a new key for the holder of an old one. The old one ends after some days.',
  operands: ['<ID>'],
  options: {
    location: KEYS,
    overlapDays: {
      name: 'overlap',
      value: 'DAYS',
      default: '7',
      about: 'How long the old key stays good; 0 ends it now.',
      parse: integer(0, MAX_OVERLAP_DAYS),
    },
    json: JSON_LINES_OPTION,
  },
  examples: ['keys rotate --keys keys.ndjson --overlap 14 key_mfrggzdfmztwq2lk'],
  async run({ location, overlapDays, json, ...unused }, { stdout, stderr, clock }, id) {
    unused satisfies Nothing
    const now = clock()
    const { key, record, old } = await changeKeyStore(location, { stderr }, async (store) => {
      const holder = goodKey(await recordsOf(store), id, now)
      // The holder keeps kind, name, limit and end.
      const issued = newKey(holder, now)
      // The new key first: a failure in between leaves an extra key, not a holder without one.
      await store.add([issued.record])
      const old = await store.expire(id, new Date(now + overlapDays * DAY_MS).toISOString())
      return { ...issued, old: old ?? holder }
    })
    const replaces = { id: old.id, expires_at: old.expires_at }
    stdout.write(
      json
        ? `${jsonLine({ ...issuedFacts({ key, record }), replaces })}\n`
        : `${record.id}  ${key}\n\nThe new key of ${record.name}. Keep it safe: it is not shown again.\n` +
            `The old one, ${old.id}, ends at ${old.expires_at}; every gateway refuses it within ${KEY_TRUST_MS / 1000} s of that.\n`,
    )
  },
})

function goodKey(records: readonly KeyRecord[], id: string, now: number): KeyRecord {
  const record = records.find((each) => each.id === id)
  if (!record) throw unknownId(id)
  const state = stateOf(record, now)
  if (state !== 'good') {
    const hint = 'Issue a new one with `keys issue`.'
    throw new OperatorError('bad-keys', `${id} (${record.name}) is ${state}: nothing to rotate. ${hint}`)
  }
  return record
}
