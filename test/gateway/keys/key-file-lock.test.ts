import { lstat, symlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t from 'tap'
import { withKeyFileLock } from '../../../gateway/keys/key-file-lock.ts'
import { currentOwner } from '../../../lib/files/lock-owner.ts'
import { systemClock } from '../../../lib/time/clock.ts'

const missing = { code: 'ENOENT' }

t.test('the lock is beside the file while a change runs, and given back even if it fails', async (t) => {
  const path = join(t.testdir(), 'keys')
  const looks = async () => (await lstat(`${path}.lock`)).isSymbolicLink()
  t.equal(await withKeyFileLock(path, looks), true)
  await t.rejects(lstat(`${path}.lock`), missing)
  const fails = async () => Promise.reject(new Error('no luck'))
  await t.rejects(withKeyFileLock(path, fails), /no luck/)
  await t.rejects(lstat(`${path}.lock`), missing)
})

t.test('changes run one at a time', async (t) => {
  const path = join(t.testdir(), 'keys')
  let running = 0
  const change = async () => {
    running += 1
    t.equal(running, 1)
    await nextTurn()
    running -= 1
  }
  await Promise.all(Array.from({ length: 10 }, () => withKeyFileLock(path, change, () => nextTurn())))
})

t.test('a lock that stays is an error that names its owner and the file to remove', async (t) => {
  const path = join(t.testdir(), 'keys')
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

t.test('if no lock can be created at all, the store can not be changed', async (t) => {
  const path = join(t.testdir(), 'none', 'keys')
  await t.rejects(
    withKeyFileLock(path, async () => t.fail('ran')),
    { code: 'key-store-unavailable', message: /can not create .*keys\.lock.*ENOENT/ },
  )
})
