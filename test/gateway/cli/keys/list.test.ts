import { appendFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import t from 'tap'
import { openKeyStore } from '../../../../gateway/keys/open-key-store.ts'
import { NOON } from '../../keys/records.ts'
import { jsonLines, keyFile, keys, recordsAt } from './run-keys.ts'

t.test('list prints an aligned table, without keys and digests', async (t) => {
  const path = keyFile(t)
  await keys(['init', '--keys', path])
  const short = [
    '--name',
    'Corta',
    '--expires',
    '2026-08-23',
    '--requests',
    '1000',
    '--contact',
    'ana@soto.example',
  ]
  await keys(['issue', '--keys', path, ...short], { now: NOON + 1 })
  await keys(['issue', '--keys', path, '--name', 'Vieja'], { now: NOON + 2 })
  const [demo, ends, old] = (await recordsAt(path)).map(({ id }) => id)
  await keys(['revoke', old ?? '', '--keys', path], { now: NOON + 3, env: { SUDO_USER: 'ana' } })
  await (await openKeyStore(path)).storeUses(new Map([[demo ?? '', '2026-08-22']]))
  const [today, tomorrow, never] = ['2026-08-22T12:00:00', '2026-08-23T00:00:00', '-'.padEnd(24)]
  const [created, expires, revoked] = ['created_at', 'expires_at', 'revoked_at'].map((name) =>
    name.padEnd(24),
  )
  const by = `ana@${hostname()}`
  const nobody = '-'.padEnd(Math.max(by.length, 10))
  t.equal(
    await keys(['list', '--keys', path], { now: Date.parse('2026-08-23') }),
    [
      `${'id'.padEnd(20)}  kind   state    ${created}  ${expires}  ${revoked}  ${'revoked_by'.padEnd(by.length)}  last_used   requests  contact           name`,
      `${demo}  demo   good     ${today}.000Z  ${never}  ${never}  ${nobody}  2026-08-22  30        -                 Published demo key`,
      `${ends}  named  expired  ${today}.001Z  ${tomorrow}.000Z  ${never}  ${nobody}  -           1000      ana@soto.example  Corta`,
      `${old}  named  revoked  ${today}.002Z  ${never}  ${today}.003Z  ${by.padEnd(10)}  -           300       -                 Vieja`,
      '',
    ].join('\n'),
  )
})

t.test('list --json prints the members that are not secret', async (t) => {
  const path = keyFile(t)
  await keys(['init', '--keys', path])
  t.same(jsonLines(await keys(['list', '--keys', path, '--json'])), [
    {
      id: 'key_s4luu4puqzplrlnf',
      kind: 'demo',
      state: 'good',
      name: 'Published demo key',
      contact: null,
      created_at: '2026-08-22T12:00:00.000Z',
      expires_at: null,
      revoked_at: null,
      revoked_by: null,
      last_used: null,
      requests: 30,
    },
  ])
})

t.test('list does not create a store', async (t) => {
  const path = keyFile(t)
  await t.rejects(keys(['list', '--keys', path]), {
    code: 'bad-keys',
    exitCode: 1,
    message: /no such key file/,
  })
  await t.rejects(stat(path), { code: 'ENOENT' })
})

t.test('list and copy name a bad line, and copy copies nothing', async (t) => {
  const path = keyFile(t)
  await keys(['issue', '--keys', path, '--name', 'Good'])
  await appendFile(path, '{"id":"key_\n')
  const complained: string[] = []
  t.match(await keys(['list', '--keys', path], { complained }), /^key_.*Good$/m)
  t.match(complained, [/keys\.ndjson:3: not JSON.* The line counts for no key\.\n$/])
  const copied = keys(['copy', '--from', path, '--to', `${path}.copy`])
  await t.rejects(copied, { code: 'bad-keys', exitCode: 1, message: /keys\.ndjson:3: .*Nothing was copied/ })
  await t.rejects(stat(`${path}.copy`), { code: 'ENOENT' })
})

t.test('list shows keys though their days of use are damaged', async (t) => {
  const path = keyFile(t)
  await keys(['init', '--keys', path])
  await mkdir(`${path}.used`)
  await writeFile(`${path}.used/days.json`, '{')
  const complained: string[] = []
  t.match(await keys(['list', '--keys', path], { complained }), /^key_s4luu4puqzplrlnf .* - {2}/m)
  t.match(complained, [/days\.json/])
})
