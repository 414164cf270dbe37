// Commands for one key file in two PID namespaces with one host name, as in containers with the same `--hostname`.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import type { KeyRecord } from '../../../../gateway/keys/key-store.ts'
import { openKeyStore } from '../../../../gateway/keys/open-key-store.ts'
import { runToEnd } from '../../../helpers/child-processes.ts'
import { addKeys } from '../../../helpers/issue-keys.ts'
import { bundle } from '../../../helpers/processes.ts'
import { BUSY_MS, inFullOnCI } from '../../../helpers/slow-suite.ts'

t.setTimeout(BUSY_MS)

const UNSHARE = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc']

const skip = spawnSync('unshare', [...UNSHARE, 'true']).status !== 0 && 'no PID namespace can be made here'

t.test('no key and no revocation is lost', { skip }, async (t) => {
  const each = inFullOnCI ? 14 : 4
  const keys = join(t.testdir(), 'keys.ndjson')
  const old = await addKeys(keys, 2 * each, 'named')
  const inNamespace = (isOther: boolean, words: readonly string[]) => {
    const command = [process.execPath, bundle('gateway'), 'keys', ...words, '--keys', keys]
    const [program = '', ...args] = isOther ? ['unshare', ...UNSHARE, ...command] : command
    return runToEnd(program, args)
  }
  const issues = Array.from({ length: 2 * each }, (_, index) =>
    inNamespace(index % 2 === 0, ['issue', '--name', `new ${index}`, '--json']),
  )
  const revocations = old.map(({ id }, index) => inNamespace(index % 2 === 0, ['revoke', id]))
  const ended = await Promise.all([...issues, ...revocations])
  for (const { code, stderr } of ended) t.equal(code, 0, stderr)
  const store = await openKeyStore(keys)
  t.teardown(() => store.close())
  const records: KeyRecord[] = []
  for await (const record of store.list()) records.push(record)
  const named = new Set(records.map(({ name }) => name))
  t.same(
    Array.from({ length: 2 * each }, (_, index) => `new ${index}`).filter((name) => !named.has(name)),
    [],
  )
  const revoked = new Set(records.filter(({ revoked_at }) => revoked_at !== null).map(({ id }) => id))
  t.same(
    old.filter(({ id }) => !revoked.has(id)),
    [],
  )
})
