import { readFile } from 'node:fs/promises'
import t from 'tap'
import { PUBLISHED_DEMO_KEY } from '../../../../contract/keys/format.ts'
import { NOON } from '../../keys/records.ts'
import { keyFile, keys, recordsAt } from './run-keys.ts'

t.test('init makes a store with the published demo key; run again, it changes nothing', async (t) => {
  const path = keyFile(t)
  t.equal(await keys(['init', '--keys', path]), `demo key: ${PUBLISHED_DEMO_KEY} (for everyone to try)\n`)
  const before = await readFile(path, 'utf8')
  await keys(['init', '--keys', path], { now: NOON + 1 })
  t.equal(await readFile(path, 'utf8'), before)
  t.match(await recordsAt(path), [{ kind: 'demo', name: 'Published demo key', revoked_at: null }])
})

t.test('init does not restore a revoked demo key', async (t) => {
  const path = keyFile(t)
  await keys(['init', '--keys', path])
  const [demo] = await recordsAt(path)
  await keys(['revoke', demo?.id ?? '', '--keys', path])
  t.match(await keys(['init', '--keys', path]), '(revoked at 2026-08-22T12:00:00.000Z)')
  t.match(await recordsAt(path), [{ revoked_at: '2026-08-22T12:00:00.000Z' }])
})
