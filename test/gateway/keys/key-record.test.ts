import t from 'tap'
import { keyDigest, keyIdOf, keyKindOf } from '../../../contract/keys/format.ts'
import { demoKeyRecord, keyRecordLine, newKey, parseKeyRecord } from '../../../gateway/keys/key-record.ts'
import { NOON } from './records.ts'

t.test('a new key is stored by digest, and the record holds no part of the key', async (t) => {
  const expires_at = '2027-01-01T00:00:00.000Z'
  for (const kind of ['demo', 'named'] as const) {
    const { key, record } = newKey(
      { kind, name: 'Banco Ejemplo', contact: 'ana@banco.example', expires_at, requests: 1_000 },
      NOON,
    )
    const digest = keyDigest(key)
    t.equal(keyKindOf(key), kind)
    t.same(record, {
      id: keyIdOf(digest),
      kind,
      name: 'Banco Ejemplo',
      contact: 'ana@banco.example',
      digest,
      created_at: '2026-08-22T12:00:00.000Z',
      expires_at,
      revoked_at: null,
      revoked_by: null,
      requests: 1_000,
    })
    t.notMatch(keyRecordLine(record), key.slice(12, 44))
  }
})

t.test('a record is the same after writing and reading, without unknown members', async (t) => {
  const record = demoKeyRecord(NOON)
  t.same(parseKeyRecord(JSON.parse(keyRecordLine(record)), 'here'), record)
  t.same(parseKeyRecord({ ...record, colour: 'red' }, 'here'), record)
})
