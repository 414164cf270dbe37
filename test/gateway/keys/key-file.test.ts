import { lstat, realpath, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { parseKeyFile, withKeyFileLock } from '../../../gateway/keys/key-file.ts'
import { keyRecordLine } from '../../../gateway/keys/key-record.ts'
import type { KeyRecord } from '../../../gateway/keys/key-store.ts'
import { currentOwner } from '../../../lib/files/lock.ts'
import { systemClock } from '../../../lib/time/clock.ts'
import { freshKey } from './records.ts'

const fileOf = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
const damagedBy = (message: RegExp) => ({ name: 'OperatorError', code: 'bad-keys', message })

t.test('every record is found by its digest, in any spelling of its line', async (t) => {
  const changes: Partial<KeyRecord>[] = [
    {},
    { kind: 'demo', name: 'Ñandú 🦤' },
    { name: 'with "quotes" and \\' },
    { created_at: '2026-10-31T23:59:59.999Z', expires_at: '2027-12-31T00:00:00.000Z' },
    { revoked_at: '2026-11-20T00:00:00.000Z' },
    { requests: 1 },
    { requests: 9_999_999, name: 'with "quotes"' },
  ]
  const records = changes.map((change) => freshKey(change).record)
  const reordered = freshKey().record
  const { digest, ...rest } = reordered
  const own = { note: { 'a:"\\': ['{"b":', { b: 1 }] } }
  const lines = [
    ...records.map(keyRecordLine),
    JSON.stringify({ digest, ...own, ...rest }, null, 1).replaceAll('\n', ''),
  ]
  const found = await parseKeyFile(fileOf(...lines), 'keys')
  for (const record of [...records, reordered]) t.same(found.records.get(record.digest), record)
  t.equal(found.records.get(freshKey().record.digest), undefined)
  t.same([...found.records.values()], [...records, reordered], 'in the order of the file')
  t.same(found.badLines, [])
  const cut = await parseKeyFile(fileOf(...lines).slice(0, -1), 'keys')
  t.same(cut.records.get(digest), reordered, 'the last line may lack its end')
})

t.test('a bad line is named, and counts for no key', async (t) => {
  const wrong: Record<keyof KeyRecord, unknown[]> = {
    id: ['key_1', '', null],
    kind: ['admin', null],
    name: ['', 'x'.repeat(201), 'two\nlines', 'two\u2028lines', 7],
    contact: ['', 'x'.repeat(201), 'two\nlines', 7],
    digest: ['a'.repeat(63), 'A'.repeat(64), 'offers_live_x', null],
    created_at: ['2026-13-01T00:00:00.000Z', '2026-09-01', null],
    expires_at: ['2026-10-32T00:00:00.000Z', '2026-10-01T24:00:00.001Z', '2026-10-01T00:60:00.000Z', ''],
    revoked_at: ['2026-00-01T00:00:00.000Z', 'never', 0],
    revoked_by: ['', 'x'.repeat(201), 'two\nlines', 7],
    requests: [0, -1, 1.5, 10_000_000, '300', true],
  }
  const [good, last] = [freshKey().record, freshKey().record]
  const namesLine = async (bad: string, fault: string) => {
    const text = fileOf(keyRecordLine(good), bad, keyRecordLine(last))
    const { records, badLines } = await parseKeyFile(text, 'keys')
    t.same([...records.values()], [good, last], encodeURIComponent(bad))
    t.match(badLines, [new RegExp(`^keys:2: ${fault}`)], encodeURIComponent(bad))
  }
  for (const [member, values] of Object.entries(wrong)) {
    for (const value of values)
      await namesLine(JSON.stringify({ ...freshKey().record, [member]: value }), `.*${member}`)
  }
  for (const bad of ['{', '', keyRecordLine(good).slice(0, 60)]) await namesLine(bad, 'not JSON')
  await namesLine(keyRecordLine(good), `key ${good.id} appears twice`)
  const line = keyRecordLine(freshKey({ name: ':"{' }).record)
  for (const twice of [
    line.replace('}', ',"revoked_at":"2026-11-20T00:00:00.000Z"}'),
    line.replace('{', '{"revoked_at": "2026-11-20T00:00:00.000Z" , '),
    line.replace('{', '{"revoked\\u005fat":"2026-11-20T00:00:00.000Z",'),
    ...Object.entries(JSON.parse(line)).map(([member, value]) =>
      line.replace('{"id"', `{${JSON.stringify(member)}:${JSON.stringify(value)},"id"`),
    ),
    line.replace('{"id"', '{"note":{"a":1,"a":2},"id"'),
  ])
    await namesLine(twice, 'a member appears twice')
})

t.test('of two lines of a key the first counts, but a revocation in either', async (t) => {
  const [good, revoked] = [freshKey().record, { revoked_at: '2026-11-20T00:00:00.000Z' }]
  for (const [first, second] of [
    [good, { ...good, ...revoked }],
    [{ ...good, ...revoked }, good],
  ] as const) {
    const { records } = await parseKeyFile(fileOf(keyRecordLine(first), keyRecordLine(second)), 'keys')
    t.match(records.get(good.digest), revoked)
  }
  const twice = fileOf(keyRecordLine(good), keyRecordLine({ ...good, name: 'Other' }))
  t.same((await parseKeyFile(twice, 'keys')).records.get(good.digest), good)
})

t.test('a file that was cut off is damaged as a whole, and so is one without a good line', async (t) => {
  const line = keyRecordLine(freshKey().record)
  await t.rejects(parseKeyFile(`${fileOf(line)}{"id":`, 'keys'), damagedBy(/^keys:2: not JSON/))
  await t.rejects(parseKeyFile(fileOf(line, '{') + line.slice(0, 60), 'keys'), damagedBy(/^keys:3: not JSON/))
  await t.rejects(parseKeyFile('', 'keys'), damagedBy(/^keys: the key file is empty/))
  for (const other of ['{}\n', '\n', 'a\nb\n'])
    await t.rejects(parseKeyFile(other, 'keys'), damagedBy(/^keys:1: /))
})

t.test('thousands of keys are read in turns', async (t) => {
  const records = Array.from({ length: 2_500 }, () => freshKey().record)
  const found = await parseKeyFile(fileOf(...records.map(keyRecordLine)), 'keys')
  t.same([...found.records.values()], records)
  t.same(found.records.get(records.at(-1)?.digest ?? ''), records.at(-1))
})

t.test(
  'a record from before keys had quotas, contacts, and who revoked them, reads as one without',
  async (t) => {
    const { record } = freshKey()
    const { requests, revoked_by, contact, ...before } = record
    t.same([requests, revoked_by, contact], [null, null, null])
    const line = JSON.stringify(before)
    t.equal(keyRecordLine(record), line, 'and such a key is still written in the same way')
    t.same((await parseKeyFile(fileOf(line), 'keys')).records.get(record.digest), record)
  },
)

const missing = { code: 'ENOENT' }

t.test('the lock is next to the file during a change, and released even if the change fails', async (t) => {
  const path = join(t.testdir(), 'keys')
  const looks = async () => (await lstat(`${path}.lock`)).isSymbolicLink()
  t.equal(await withKeyFileLock(path, looks), true)
  await t.rejects(lstat(`${path}.lock`), missing)
  const fails = async () => Promise.reject(new Error('no luck'))
  await t.rejects(withKeyFileLock(path, fails), /no luck/)
  await t.rejects(lstat(`${path}.lock`), missing)
})

t.test('a lock that stays is an error that names its owner and the file to remove', async (t) => {
  const path = join(await realpath(t.testdir()), 'keys')
  const owner = currentOwner(systemClock)
  await symlink(JSON.stringify(owner), `${path}.lock`)
  const waits: number[] = []
  const wait = async (milliseconds: number) => waits.push(milliseconds)
  await t.rejects(
    withKeyFileLock(path, async () => t.fail('ran'), wait),
    {
      name: 'OperatorError',
      code: 'locked',
      message:
        `another command is changing the keys: process ${process.pid} on ${hostname()}, since ${owner.started_at}. ` +
        `If that process has ended, remove ${path}.lock`,
    },
  )
  t.ok(waits.length > 100, 'it was waited for')
})

t.test('if no lock can be created, the store cannot be changed', async (t) => {
  const path = join(t.testdir(), 'none', 'keys')
  await t.rejects(
    withKeyFileLock(path, async () => t.fail('ran')),
    { code: 'key-store-unavailable', message: /cannot create .*keys\.lock.*ENOENT/ },
  )
})
